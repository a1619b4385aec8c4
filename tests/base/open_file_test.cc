#include "standfast/base/open_file.h"

#include <filesystem>
#include <fstream>
#include <thread>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "standfast/base/digest.h"
#include "standfast/base/file.h"
#include "standfast/base/mapped_file.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;
using testing::TemporaryFolder;

template <class T>
std::string refusal(const Result<T>& result) {
  return result ? "none" : result.error().message;
}

// Reading each of these used to wait for ever, or to read without end.
TEST(OpenFile, NoReaderWaitsForAPipeOrReadsADeviceWithoutEnd) {
  const TemporaryFolder folder;
  const std::string pipe = folder.file("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(refusal(read_file(pipe)), pipe + ": is a pipe without a writer");
  EXPECT_EQ(refusal(MappedFile::open(pipe)), pipe + ": is not a regular file");
  EXPECT_EQ(refusal(digest_file(pipe)), pipe + ": is not a regular file");
  EXPECT_THAT(refusal(read_file("/dev/zero")), HasSubstr("/dev/zero: is not a regular file but a device"));
  EXPECT_EQ(refusal(MappedFile::open("/dev/zero")), "/dev/zero: is not a regular file");
  EXPECT_THAT(refusal(MappedFile::open(folder.path())), HasSubstr("is a folder"));
  EXPECT_EQ(read_file("/dev/null").value(), "");
}

// All bytes are read in their order from a writer that comes late, from one that is slow, and from one that
// has gone.
TEST(OpenFile, APipeWithAWriterIsRead) {
  const TemporaryFolder folder;
  const std::string pipe = folder.file("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::jthread writer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    const int fd = ::open(pipe.c_str(), O_WRONLY);
    for (const char* part : {"a", "bc", "defgh"}) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      EXPECT_GT(::write(fd, part, std::string_view(part).size()), 0);
    }
    ::close(fd);
  });
  EXPECT_EQ(read_file(pipe).value(), "abcdefgh");
  writer.join();
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_EQ(::write(ends[1], "left", 4), 4);
  ::close(ends[1]);
  const std::string shown = "/dev/fd/" + std::to_string(ends[0]);
  EXPECT_EQ(read_file(shown).value(), "left");
  EXPECT_EQ(read_file(shown).value(), "") << "its writer has gone";
  ::close(ends[0]);
}

// Outputs, locks and logs used to wait for ever if a pipe stood in their place.
TEST(OpenFile, NoWriterWaitsForAPipe) {
  const TemporaryFolder folder;
  const std::string pipe = folder.file("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const auto status = write_file(pipe, "x");
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().message, pipe + ": is a pipe without a reader");
  for (const int flags : {O_WRONLY | O_CREAT | O_APPEND, O_RDWR | O_CREAT})
    EXPECT_THAT(refusal(open_own_file(pipe, flags)), HasSubstr("pipe: is not a regular file but a pipe"));
  EXPECT_THAT(refusal(open_own_file(folder.path(), O_RDWR | O_CREAT)), HasSubstr("but a folder"));
  EXPECT_THAT(refusal(open_own_file("/dev/null", O_WRONLY)), HasSubstr("but a device"));
  EXPECT_THAT(refusal(open_own_file(folder.file("no/where"), O_WRONLY | O_CREAT)), HasSubstr("cannot open"));
  EXPECT_TRUE(write_file("/dev/null", "x"));
}

TEST(OpenFile, APipeWithAReaderIsWritten) {
  const TemporaryFolder folder;
  const std::string pipe = folder.file("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::string got;
  std::jthread reader([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    const int fd = ::open(pipe.c_str(), O_RDONLY);
    char bytes[16];
    for (ssize_t n; (n = ::read(fd, bytes, sizeof bytes)) > 0;) got.append(bytes, static_cast<size_t>(n));
    ::close(fd);
  });
  EXPECT_TRUE(write_file(pipe, std::string(200'000, 'x')));
  reader.join();
  EXPECT_EQ(got, std::string(200'000, 'x'));
}

// Any other call of open() would bring the waiting back.
TEST(OpenFile, NobodyElseOpensFiles) {
  namespace fs = std::filesystem;
  for (const char* room : {"standfast", "cli", "python/src"})
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(STANDFAST_SOURCE_DIR) / room)) {
      const std::string path = entry.path().lexically_relative(STANDFAST_SOURCE_DIR).string();
      if (!path.ends_with(".cc") && !path.ends_with(".h")) continue;
      if (path == "standfast/base/open_file.cc") continue;
      std::ifstream file(entry.path());
      int number = 0;
      for (std::string line, before; std::getline(file, line); before = line) {
        ++number;
        bool opens = false;
        for (const char* call :
             {" ::open(", "(::open(", "{::open(", "::openat(", "fopen(", "ifstream ", "ofstream"})
          opens |= line.find(call) != std::string::npos;
        // Files that the kernel shows, a null device and folders do not wait.
        for (const char* fine : {"/proc/", "/dev/null", "O_DIRECTORY", "O_NONBLOCK", "#include"})
          if (line.find(fine) != std::string::npos) opens = false;
        const bool of_the_kernel =
            path == "standfast/base/memory.cc" || path == "standfast/base/child_program.cc";
        EXPECT_FALSE(opens && !of_the_kernel) << path << ":" << number << ": " << line;
      }
    }
}

}  // namespace
}  // namespace standfast
