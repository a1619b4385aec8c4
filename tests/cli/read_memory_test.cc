// Tests that reading takes less memory than 1.3 x the text and 64 bytes for each document, measured on the
// program itself.
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

// Returns the peak memory in bytes of `standfast convert PATH -`. A child starts with the peak of its parent,
// so the parent must be small.
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

constexpr uint64_t kProgramBytes = 16'000'000;  // the memory of the program without any text

// Expects that reading (and writing) the corpus at the path stays within the bound.
void expect_near_the_text(const std::string& path, uint64_t text_bytes, uint64_t documents) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer keeps memory of its own";
  const auto limit =
      static_cast<uint64_t>(1.3 * static_cast<double>(text_bytes)) + 64 * documents + kProgramBytes;
  struct rusage own {};
  ::getrusage(RUSAGE_SELF, &own);
  if (static_cast<uint64_t>(own.ru_maxrss) * 1024 > limit)
    GTEST_SKIP() << "this process is itself too large to measure a child";
  const uint64_t peak = peak_of_reading(path);
  EXPECT_GT(peak, text_bytes);
  EXPECT_LT(peak, limit) << text_bytes << " bytes of text in " << documents << " documents";
}

TEST(ReadMemory, StaysNearTheText) {
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
  expect_near_the_text(path, text_bytes, documents);
}

// One text is the whole corpus, in every format: neither the line nor its decoding may be held beside it.
constexpr size_t kLines = 400'000, kLineBytes = 100;  // of the text, with their ends
void write_one_text(const std::string& path, std::string_view before, std::string_view line_end,
                    std::string_view after) {
  std::ofstream file(path);
  file << before;
  const std::string words(kLineBytes - 1, 'w');
  for (size_t i = 0; i < kLines; ++i) file << words << line_end;
  file << after;
}

TEST(ReadMemory, OneJsonLine) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.file("x.jsonl");
  write_one_text(path, R"({"id":"a","text":")", "\\n", "\"}\n");
  expect_near_the_text(path, kLines * kLineBytes, 1);
}

TEST(ReadMemory, OneJsonLineAmongOthers) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.file("x.jsonl");
  std::string after = "\"}\n";
  for (int i = 0; i < 50'000; ++i) after += R"({"id":")" + std::to_string(i) + R"(","text":"short"})" + '\n';
  write_one_text(path, R"({"id":"a","text":")", "\\n", after);
  expect_near_the_text(path, kLines * kLineBytes, 50'000);
}

TEST(ReadMemory, OneCsvRecord) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.file("x.csv");
  write_one_text(path, "id,text\na,\"", "\"\"", "\"\n");
  expect_near_the_text(path, kLines * kLineBytes, 1);
}

TEST(ReadMemory, OneTextFile) {
  const testing::TemporaryFolder folder;
  write_one_text(folder.file("a_b.txt"), "", "\r\n", "");
  expect_near_the_text(folder.file(""), kLines * kLineBytes, 1);
}

}  // namespace
}  // namespace standfast
