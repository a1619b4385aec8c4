#include "standfast/hub/content_check.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <new>
#include <vector>

#include <fmt/format.h>
#include <openssl/evp.h>
#include <unistd.h>

#include "standfast/base/digest.h"
#include "standfast/base/open_file.h"

namespace standfast {
namespace {

// Throws for lack of memory, the only reason why these calls fail.
void need_sha1(bool done) {
  if (!done) throw std::bad_alloc();
}

}  // namespace

Result<std::string> git_blob_sha1(const std::string& path) {
  SF_ASSIGN(const int fd, open_regular_file(path));
  struct Closer {
    int fd;
    ~Closer() { ::close(fd); }
  } const closer{fd};
  std::error_code problem;
  const uint64_t size = std::filesystem::file_size(path, problem);
  if (problem) return data_error(fmt::format("{}: {}", path, problem.message()));
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> sha(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
  need_sha1(sha != nullptr && EVP_DigestInit_ex(sha.get(), EVP_sha1(), nullptr) == 1);
  const std::string head = fmt::format("blob {}", size);
  need_sha1(EVP_DigestUpdate(sha.get(), head.c_str(), head.size() + 1) == 1);  // with the NUL behind it
  std::vector<char> buffer(size_t{1} << 18);
  for (;;) {
    const ssize_t n = ::read(fd, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return data_error(fmt::format("{}: cannot read ({})", path, std::strerror(errno)));
    if (n == 0) break;
    need_sha1(EVP_DigestUpdate(sha.get(), buffer.data(), static_cast<size_t>(n)) == 1);
  }
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
  unsigned bytes = 0;
  need_sha1(EVP_DigestFinal_ex(sha.get(), digest.data(), &bytes) == 1);
  std::string hex;
  for (unsigned i = 0; i < bytes; ++i) hex += fmt::format("{:02x}", digest[i]);
  return hex;
}

Result<std::string> objection_to(const std::string& path, const ContentFacts& facts) {
  std::error_code problem;
  const uint64_t size = std::filesystem::file_size(path, problem);
  if (problem) return data_error(fmt::format("{}: {}", path, problem.message()));
  if (facts.size && size != *facts.size)
    return fmt::format("it has {} bytes, not {} as the server said", size, *facts.size);
  if (!facts.sha256.empty()) {
    SF_ASSIGN(const FileDigest digest, digest_file(path));
    if (digest.sha256 != facts.sha256)
      return fmt::format("its SHA-256 is {}, not {} as the server said", digest.sha256, facts.sha256);
  }
  if (!facts.git_sha1.empty()) {
    SF_ASSIGN(const std::string sha1, git_blob_sha1(path));
    if (sha1 != facts.git_sha1)
      return fmt::format("its git SHA-1 is {}, not {} as the server said", sha1, facts.git_sha1);
  }
  return "";
}

}  // namespace standfast
