#include "standfast/base/digest.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <openssl/evp.h>
#include <unistd.h>

#include "standfast/base/open_file.h"

namespace standfast {
namespace {

// Throws for lack of memory, the only reason why these calls fail. If we went on, the digest would be wrong.
void need(bool done) {
  if (!done) throw std::bad_alloc();
}

}  // namespace

struct Sha256::State {
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context{EVP_MD_CTX_new(), &EVP_MD_CTX_free};
  State() {
    need(context != nullptr);
    need(EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) == 1);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
};

Sha256::Sha256() : state_(std::make_unique<State>()) {}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

Sha256& Sha256::add(std::string_view bytes) {
  need(EVP_DigestUpdate(state_->context.get(), bytes.data(), bytes.size()) == 1);
  return *this;
}

Sha256& Sha256::add_number(uint64_t number) {
  std::array<char, 8> bytes;
  for (int i = 0; i < 8; ++i) bytes[i] = static_cast<char>((number >> (8 * i)) & 0xff);
  return add({bytes.data(), bytes.size()});
}

Sha256& Sha256::add_field(std::string_view bytes) {
  return add_number(bytes.size()).add(bytes);
}

std::string Sha256::hex() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
  unsigned size = 0;
  need(EVP_DigestFinal_ex(state_->context.get(), digest.data(), &size) == 1);
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (unsigned i = 0; i < size; ++i) {
    text += kDigits[digest[i] >> 4];
    text += kDigits[digest[i] & 15];
  }
  return text;
}

std::string sha256_hex(std::string_view bytes) {
  return std::move(Sha256().add(bytes)).hex();
}

Result<FileDigest> digest_file(const std::string& path) {
  SF_ASSIGN(const int fd, open_regular_file(path));
  struct Closer {
    int fd;
    ~Closer() { ::close(fd); }
  } const closer{fd};
  Sha256 sha;
  FileDigest digest;
  std::vector<char> buffer(size_t{1} << 18);
  for (;;) {
    const ssize_t n = ::read(fd, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return data_error(fmt::format("{}: cannot read ({})", path, std::strerror(errno)));
    if (n == 0) break;
    sha.add({buffer.data(), static_cast<size_t>(n)});
    digest.bytes += static_cast<uint64_t>(n);
  }
  digest.sha256 = sha.hex();
  return digest;
}

Result<FileDigest> digest_folder(const std::string& path) {
  std::vector<std::string> names;
  std::error_code problem;
  for (std::filesystem::directory_iterator at(path, problem), end; !problem && at != end;
       at.increment(problem))
    names.push_back(at->path().filename().string());
  if (problem) return data_error(fmt::format("{}: {}", path, problem.message()));
  std::sort(names.begin(), names.end());
  Sha256 sha;
  FileDigest digest;
  for (const auto& name : names) {
    SF_ASSIGN(const FileDigest one, digest_file(path + "/" + name));
    sha.add_field(name);
    sha.add_field(one.sha256);
    digest.bytes += one.bytes;
  }
  digest.sha256 = sha.hex();
  return digest;
}

}  // namespace standfast
