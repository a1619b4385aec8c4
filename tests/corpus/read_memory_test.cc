// The memory of reading: below 1.3 x the text and 64 bytes a document, measured on the program itself.
#include <fstream>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "standfast/base/rng.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

// Peak memory in bytes of `standfast convert PATH -`. A child starts with the peak of its parent, so the
// parent must be small.
uint64_t peak_of_reading(const std::string& path) {
  const pid_t child = ::fork();
  if (child == 0) {
    const int nowhere = ::open("/dev/null", O_RDWR);
    ::dup2(nowhere, 1);
    ::dup2(nowhere, 2);
    ::execl(STANDFAST_BINARY, STANDFAST_BINARY, "convert", path.c_str(), "-", nullptr);
    ::_exit(127);
  }
  int status = 0;
  struct rusage usage {};
  ::wait4(child, &status, 0, &usage);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  return static_cast<uint64_t>(usage.ru_maxrss) * 1024;
}

TEST(ReadMemory, StaysNearTheText) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer keeps memory of its own";
  constexpr uint64_t kProgram = 16'000'000;  // what it takes without any text
  const testing::TemporaryFolder folder;
  const std::string path = folder.file("x.jsonl");
  uint64_t text_bytes = 0, documents = 0;
  {
    std::ofstream file(path);
    Rng rng(1, "read-memory");
    const std::string words(5000, 'w');
    while (text_bytes < 60'000'000) {
      const size_t length = 100 + rng.below(600);
      text_bytes += length;
      file << "{\"id\":\"doc" << documents << "\",\"text\":\"" << words.substr(0, length)
           << "\",\"author\":\"a" << documents % 1000 << "\",\"topic\":\"t" << documents % 50 << "\"}\n";
      ++documents;
    }
  }
  const auto limit = static_cast<uint64_t>(1.3 * static_cast<double>(text_bytes)) + 64 * documents + kProgram;
  struct rusage own {};
  ::getrusage(RUSAGE_SELF, &own);
  if (static_cast<uint64_t>(own.ru_maxrss) * 1024 > limit)
    GTEST_SKIP() << "this process is itself too large to measure a child";
  const uint64_t peak = peak_of_reading(path);
  EXPECT_GT(peak, text_bytes);
  EXPECT_LT(peak, limit) << text_bytes << " bytes of text in " << documents << " documents";
}

}  // namespace
}  // namespace standfast
