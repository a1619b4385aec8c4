#include "standfast/base/open_file.h"

#include <thread>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "standfast/base/file.h"
#include "standfast/base/file_digest.h"
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

// Each of these waited for ever, or read without end.
TEST(OpenFile, NoReaderWaitsForAPipeOrReadsADeviceWithoutEnd) {
  const TemporaryFolder folder;
  const std::string pipe = folder.file("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(refusal(read_file(pipe)), pipe + ": is a pipe that nobody writes to");
  EXPECT_EQ(refusal(MappedFile::open(pipe)), pipe + ": is no regular file");
  EXPECT_EQ(refusal(digest_file(pipe)), pipe + ": is no regular file");
  EXPECT_THAT(refusal(read_file("/dev/zero")), HasSubstr("/dev/zero: is no regular file but a device"));
  EXPECT_EQ(refusal(MappedFile::open("/dev/zero")), "/dev/zero: is no regular file");
  EXPECT_THAT(refusal(MappedFile::open(folder.path())), HasSubstr("is a folder"));
  EXPECT_EQ(read_file("/dev/null").value(), "");
}

// A writer that comes late, one that is slow, and one that has gone: all its bytes, in their order.
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

}  // namespace
}  // namespace standfast
