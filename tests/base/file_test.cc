#include "standfast/base/file.h"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "standfast/base/json_text.h"
#include "standfast/base/read_ahead.h"
#include "tests/support/data.h"
#include "tests/support/streams.h"

namespace standfast {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using testing::StringInput;
using testing::TemporaryFolder;

std::string awkward_bytes(size_t size) {
  std::string bytes(size, '\0');
  for (size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>((i * 2654435761U >> 13) ^ (i >> 7));
  return bytes;
}

std::string raw(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(File, WritesAndReadsBackCompressedOrNot) {
  const TemporaryFolder folder;
  for (const size_t size : {size_t{0}, size_t{1}, size_t{3}, size_t{300000}, size_t{2000000}})
    for (const char* ending : {"", ".gz", ".zst"}) {
      const std::string path = folder.file(std::string("x") + ending), bytes = awkward_bytes(size);
      ASSERT_TRUE(write_file(path, bytes));
      const auto back = read_file(path);
      ASSERT_TRUE(back) << path << " " << size << ": " << back.error().message;
      EXPECT_EQ(*back, bytes) << path << " " << size;
      const std::string first = raw(path);
      ASSERT_TRUE(write_file(path, bytes));
      EXPECT_EQ(raw(path), first) << "the same content must give the same file";
    }
}

TEST(File, MembersOneAfterTheOtherAreOneStream) {
  const TemporaryFolder folder;
  for (const std::string ending : {".gz", ".zst"}) {
    ASSERT_TRUE(write_file(folder.file("a" + ending), "one "));
    ASSERT_TRUE(write_file(folder.file("b" + ending), awkward_bytes(700000)));
    std::ofstream(folder.file("both" + ending), std::ios::binary)
        << raw(folder.file("a" + ending)) << raw(folder.file("b" + ending)) << raw(folder.file("a" + ending));
    const auto back = read_file(folder.file("both" + ending));
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(*back, "one " + awkward_bytes(700000) + "one ");
  }
}

TEST(File, ArchivesCutAnywhereAreSaidToBeTruncated) {
  const TemporaryFolder folder;
  for (const std::string ending : {".gz", ".zst"}) {
    ASSERT_TRUE(write_file(folder.file("whole" + ending), awkward_bytes(5000)));
    const std::string whole = raw(folder.file("whole" + ending));
    for (size_t size = 4; size < whole.size(); size += 1 + whole.size() / 97) {
      std::ofstream(folder.file("cut"), std::ios::binary) << whole.substr(0, size);
      const auto back = read_file(folder.file("cut"));
      ASSERT_FALSE(back) << ending << " cut to " << size;
      EXPECT_EQ(back.error().kind, ErrorKind::data);
      EXPECT_THAT(back.error().message, HasSubstr("truncated")) << ending << " cut to " << size;
    }
  }
}

TEST(File, DamagedArchivesAreSaidToBeDamaged) {
  const TemporaryFolder folder;
  for (const std::string ending : {".gz", ".zst"}) {
    ASSERT_TRUE(write_file(folder.file("whole" + ending), awkward_bytes(5000)));
    std::string bytes = raw(folder.file("whole" + ending));
    for (const size_t at : {bytes.size() / 2, bytes.size() - 2}) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
      std::ofstream(folder.file("bad"), std::ios::binary) << damaged;
      const auto back = read_file(folder.file("bad"));
      ASSERT_FALSE(back) << ending << " at " << at;
      EXPECT_THAT(back.error().message, HasSubstr("damaged"));
    }
    std::ofstream(folder.file("tail"), std::ios::binary) << bytes << "trailing garbage";
    EXPECT_FALSE(read_file(folder.file("tail"))) << ending;
  }
}

TEST(File, AppearsWholeOrNotAtAll) {
  const TemporaryFolder folder;
  const std::string path = folder.file("x");
  ASSERT_TRUE(write_file(path, "old"));
  {
    auto file = OutputFile::create(path);
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->write("half of the new"));
    EXPECT_EQ(raw(path), "old");
  }
  EXPECT_EQ(raw(path), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1) << "the temporary must be gone";
  auto file = OutputFile::create(path);
  ASSERT_TRUE(file->write("new"));
  ASSERT_TRUE(file->commit());
  EXPECT_EQ(raw(path), "new");
}

TEST(File, ADeviceOrPipeIsWrittenToAndStaysWhatItIs) {
  TemporaryFolder folder;
  const std::string pipe = folder.file("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const int reader = ::open(pipe.c_str(), O_RDWR | O_NONBLOCK);
  ASSERT_GE(reader, 0);
  EXPECT_TRUE(write_file(pipe, "through"));
  char bytes[16] = {};
  EXPECT_EQ(::read(reader, bytes, sizeof bytes), 7);
  EXPECT_STREQ(bytes, "through");
  ::close(reader);
  EXPECT_TRUE(fs::is_fifo(pipe));
}

TEST(File, SaysWhatCannotBeDone) {
  const TemporaryFolder folder;
  EXPECT_THAT(read_file(folder.file("nothing")).error().message, HasSubstr("cannot open (No such file"));
  EXPECT_THAT(read_file(folder.path()).error().message, HasSubstr("is a folder"));
  EXPECT_THAT(write_file(folder.file("no/such/folder"), "x").error().message, HasSubstr("cannot create"));
}

class FailingInput final : public InputStream {
 public:
  Result<size_t> read(std::span<char> buffer) override {
    if (calls_++ == 3) return data_error("broke");
    std::fill(buffer.begin(), buffer.end(), 'x');
    return buffer.size();
  }

 private:
  int calls_ = 0;
};

std::string drain(InputStream& input, size_t piece) {
  std::string all;
  std::vector<char> buffer(piece);
  for (;;) {
    const auto n = input.read(buffer);
    if (!n) return all + "!" + n.error().message;
    if (*n == 0) return all;
    all.append(buffer.data(), *n);
  }
}

TEST(ReadAhead, GivesTheBytesAndTheErrorsOfItsSource) {
  for (const size_t size : {size_t{0}, size_t{1}, size_t{999}, size_t{1000}, size_t{12345}})
    for (const size_t piece : {size_t{1}, size_t{7}, size_t{5000}}) {
      const auto input = read_ahead(std::make_unique<StringInput>(awkward_bytes(size), 333), 1000, 2);
      EXPECT_EQ(drain(*input, piece), awkward_bytes(size));
    }
  const auto failing = read_ahead(std::make_unique<FailingInput>(), 1000, 2);
  EXPECT_EQ(drain(*failing, 100), std::string(3000, 'x') + "!broke");
  EXPECT_FALSE(failing->read(std::span<char>())) << "an error stays";
}

TEST(ReadAhead, MayBeGivenUpAtAnyTime) {
  for (int reads = 0; reads < 5; ++reads) {
    const auto input = read_ahead(std::make_unique<StringInput>(awkward_bytes(100000), 100), 1000, 2);
    std::vector<char> buffer(700);
    for (int i = 0; i < reads; ++i) ASSERT_TRUE(input->read(buffer));
  }
}

TEST(JsonString, EscapesWhatMustBe) {
  std::string out;
  append_json_string(out, std::string("a\"\\/\b\f\n\r\t\x01\0\x1f\x7f\xc3\xa9", 15));
  EXPECT_EQ(out, "\"a\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u0000\\u001f\x7f\xc3\xa9\"");
}

// The units of a run make their folders within a folder that other units remove when it is empty.
TEST(Directories, AreMadeWhileOthersRemoveEmptyParents) {
  const TemporaryFolder folder;
  const std::string parent = folder.file("scratch"), child = parent + "/unit";
  std::atomic<bool> done = false;
  std::thread others([&] {
    std::error_code ignored;
    while (!done) fs::remove(parent, ignored);
  });
  for (int i = 0; i < 3000; ++i) {
    const Status made = make_directories(child);
    EXPECT_TRUE(made) << i << " " << (made ? "" : made.error().message);
    if (!made) break;
    fs::remove(child);
  }
  done = true;
  others.join();
}

}  // namespace
}  // namespace standfast
