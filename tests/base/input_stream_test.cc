// Tests of packed input: every size around the decoders' own, every cut, every piece, and sizes that are too
// large.
#include "standfast/base/input_stream.h"

#include <filesystem>
#include <fstream>
#include <new>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "standfast/base/read_ahead.h"
#include "standfast/base/unpack.h"
#include "tests/support/data.h"
#include "tests/support/packed.h"
#include "tests/support/streams.h"

namespace standfast {
namespace {

using testing::gzip;
using ::testing::HasSubstr;
using testing::skippable_frame;
using testing::StringInput;
using testing::TemporaryFolder;
using testing::zstd;

std::string bytes_of(size_t size) {
  std::string bytes(size, '\0');
  for (size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>((i * 2654435761U >> 13) ^ (i >> 7));
  return bytes;
}

void write_raw(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

// Returns what reads of `piece` bytes give, from a source that gives `source_piece` bytes at a time; "!" and
// the message if reading fails.
std::string unpacked(const std::string& packed, size_t piece, size_t source_piece = ~size_t{0}) {
  auto source = std::make_unique<StringInput>(packed, source_piece);
  const auto input = packing_of(std::string_view(packed).substr(0, 4)) == Packing::gzip
                         ? unpack_gzip("x", std::move(source))
                         : unpack_zstd("x", std::move(source));
  std::string all;
  std::vector<char> buffer(piece);
  for (;;) {
    const auto n = input->read(buffer);
    if (!n) {
      EXPECT_FALSE(input->read(buffer)) << "an error stays";
      return "!" + n.error().message;
    }
    if (*n == 0) return all;
    all.append(buffer.data(), *n);
  }
}

// The decoder for zstd used to be asked once more after the end of a frame if the end was also the end of the
// buffer, so such files were called truncated.
TEST(InputStream, SizesOfPowersOfTwoAndTheirNeighboursComeOutWhole) {
  const TemporaryFolder folder;
  for (int k = 0; k <= 20; ++k)
    for (const size_t size : {(size_t{1} << k) - 1, size_t{1} << k, (size_t{1} << k) + 1}) {
      const std::string bytes = bytes_of(size);
      for (const auto& packed : {gzip(bytes), zstd(bytes)}) {
        for (const size_t piece : {size_t{1} << 10, size_t{1} << 16, size_t{1} << 18, (size_t{1} << 20) + 1})
          EXPECT_TRUE(unpacked(packed, piece) == bytes) << size << " by " << piece;
        if (size <= 4096) {
          EXPECT_TRUE(unpacked(packed, 1) == bytes) << size;
          EXPECT_TRUE(unpacked(packed, size + 1, 1) == bytes) << size;
        }
        write_raw(folder.file("packed"), packed);
        const auto whole = read_file(folder.file("packed"));
        ASSERT_TRUE(whole) << size << ": " << whole.error().message;
        EXPECT_TRUE(*whole == bytes) << size;
      }
    }
}

TEST(InputStream, MembersAndFramesOneAfterTheOtherAreOneStream) {
  for (const size_t size : {size_t{0}, size_t{1}, size_t{65536}, size_t{262144}, size_t{300000}}) {
    const std::string bytes = bytes_of(size), all = bytes + bytes + "last";
    for (const auto& packed : {gzip(bytes) + gzip("") + gzip(bytes) + gzip("last"),
                               zstd(bytes) + zstd("") + zstd(bytes) + zstd("last")})
      for (const size_t piece : {size_t{7}, size_t{65536}, size_t{262144}, all.size(), all.size() + 1})
        EXPECT_TRUE(unpacked(packed, piece) == all) << size << " by " << piece;
  }
}

// Skippable frames may stand anywhere; pzstd begins its archives with one.
TEST(InputStream, SkippableFramesOfZstdArePassedOver) {
  const TemporaryFolder folder;
  const std::string bytes = bytes_of(262144);
  for (const int kind : {0, 7, 15})
    for (const auto& inside : {std::string(), std::string("1234"), std::string(100000, 'x')}) {
      const std::string skip = skippable_frame(inside, kind);
      for (const auto& packed : {skip + zstd(bytes), zstd(bytes) + skip, skip + skip + zstd(bytes) + skip,
                                 zstd(bytes.substr(0, 1000)) + skip + zstd(bytes.substr(1000))}) {
        write_raw(folder.file("packed"), packed);
        const auto whole = read_file(folder.file("packed"));
        ASSERT_TRUE(whole) << kind << " " << inside.size() << ": " << whole.error().message;
        EXPECT_TRUE(*whole == bytes);
        EXPECT_TRUE(unpacked(packed, 1000, 3) == bytes);
      }
      write_raw(folder.file("packed"), skip);
      EXPECT_EQ(read_file(folder.file("packed")).value(), "") << "an archive of nothing";
    }
  write_raw(folder.file("text"), "P*M is no archive");
  EXPECT_EQ(read_file(folder.file("text")).value(), "P*M is no archive");
}

// Found by fuzzing: if the library gets a frame in pieces, it does not compare a frame that ends in an empty
// block with its header.
TEST(InputStream, AFrameOfZstdThatIsNotAsLongAsItSaysIsDamaged) {
  // The frame has one segment of 255 bytes and no checksum, and its only block, the last, is empty.
  const std::string lies("\x28\xb5\x2f\xfd\x20\xff\x01\x00\x00", 9);
  for (const auto& packed : {lies, zstd("one") + lies, lies + zstd("one")})
    for (const size_t block : {size_t{1}, size_t{2}, size_t{5}, size_t{1000}})
      EXPECT_THAT(unpacked(packed, 100, block), HasSubstr("damaged")) << block;
  const std::string empty("\x28\xb5\x2f\xfd\x20\x00\x01\x00\x00", 9);
  EXPECT_EQ(unpacked(empty + zstd("one"), 100, 1), "one");
}

TEST(InputStream, ACutAtAnyByteIsSaid) {
  const TemporaryFolder folder;
  const std::string bytes = bytes_of(300) + std::string(300, 'x');
  const std::vector<std::string> archives = {gzip(bytes), zstd(bytes),
                                             skippable_frame("1234", 0) + zstd(bytes)};
  for (const auto& whole : archives) {
    const std::string name = folder.file(whole.starts_with(kGzipMagic) ? "x.gz" : "x.zst");
    for (size_t size = 0; size < whole.size(); ++size) {
      if (size == 12 && &whole == &archives[2]) continue;  // a lone skippable frame is an archive too
      write_raw(name, whole.substr(0, size));
      const auto back = read_file(name);
      ASSERT_FALSE(back) << name << " cut to " << size;
      EXPECT_EQ(back.error().kind, ErrorKind::data);
      EXPECT_THAT(back.error().message, HasSubstr("truncated")) << name << " cut to " << size;
      if (size >= 4) {
        EXPECT_THAT(unpacked(whole.substr(0, size), 100), HasSubstr("truncated")) << size;
        EXPECT_THAT(unpacked(whole.substr(0, size), 1, 1), HasSubstr("truncated")) << size;
      }
    }
  }
}

TEST(InputStream, ACutInALaterMemberIsSaid) {
  for (const auto& whole : {gzip("one") + gzip("two"), zstd("one") + zstd("two")}) {
    const size_t first = whole.starts_with(kGzipMagic) ? gzip("one").size() : zstd("one").size();
    for (size_t size = first + 1; size < whole.size(); ++size)
      EXPECT_THAT(unpacked(whole.substr(0, size), 100), HasSubstr("truncated")) << size;
  }
}

TEST(InputStream, ADamagedByteIsNeverSilent) {
  const std::string bytes = bytes_of(2000);
  for (const auto& whole : {gzip(bytes), zstd(bytes)})
    for (size_t at = 0; at < whole.size(); ++at) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
      if (packing_of(std::string_view(damaged).substr(0, 4)) == Packing::none) continue;
      const std::string back = unpacked(damaged, 512);
      // Four bytes of gzip's header (time, system) mean nothing.
      EXPECT_TRUE(back.starts_with('!') || back == bytes) << at;
    }
}

TEST(InputStream, BehindGzipMembersZerosArePaddingAndAnythingElseIsSaid) {
  const std::string one = gzip("one\n");
  for (const size_t zeros : {1u, 2u, 511u, 300000u}) {
    EXPECT_EQ(unpacked(one + std::string(zeros, '\0'), 100), "one\n") << zeros;
    EXPECT_EQ(unpacked(one + std::string(zeros, '\0') + gzip("two\n"), 100), "one\ntwo\n") << zeros;
  }
  EXPECT_THAT(unpacked(one + "two\n", 100), HasSubstr("something that is not packed follows it"));
  EXPECT_THAT(unpacked(one + std::string(5, '\0') + "two\n", 100), HasSubstr("not packed follows it"));
  EXPECT_THAT(unpacked(one + "\x1f", 100), HasSubstr("truncated"));
  EXPECT_THAT(unpacked(one + "\x1f\x00", 100), HasSubstr("truncated"));
  EXPECT_THAT(unpacked(one + "\x1f and more", 100), HasSubstr("damaged"));
  EXPECT_THAT(unpacked(zstd("one\n") + "two\n", 100), HasSubstr("damaged"));
}

TEST(InputStream, AnEmptyBufferIsNoEndlessLoop) {
  for (const auto& packed : {gzip("x"), zstd("x")}) {
    auto source = std::make_unique<StringInput>(packed);
    const auto input = packed.starts_with(kGzipMagic) ? unpack_gzip("x", std::move(source))
                                                      : unpack_zstd("x", std::move(source));
    EXPECT_EQ(input->read({}).value(), 0u);
    char byte = 0;
    EXPECT_EQ(input->read(std::span(&byte, 1)).value(), 1u);
    EXPECT_EQ(byte, 'x');
  }
}

TEST(InputStream, AWindowBeyondTheLimitSaysWhatToDo) {
  // The bytes are the magic number, no flags, a window of 2^28 bytes, and one last raw block of one byte.
  const std::string packed("\x28\xb5\x2f\xfd\x00\x90\x09\x00\x00x", 10);
  EXPECT_THAT(unpacked(packed, 100), HasSubstr("zstd -d --long=31"));
}

class ThrowingInput final : public InputStream {
 public:
  Result<size_t> read(std::span<char> buffer) override {
    if (calls_++ == 2) throw std::bad_alloc();
    std::fill(buffer.begin(), buffer.end(), 'x');
    return buffer.size();
  }

 private:
  int calls_ = 0;
};

TEST(InputStream, WhatIsThrownWhileReadingAheadReachesTheReader) {
  const auto input = read_ahead(std::make_unique<ThrowingInput>(), 1000, 2);
  std::vector<char> buffer(1500);
  size_t all = 0;
  EXPECT_THROW(for (;;) all += input->read(buffer).value(), std::bad_alloc);
  EXPECT_EQ(all, 2000u);
  EXPECT_THROW((void)input->read(buffer), std::bad_alloc) << "it stays";
}

TEST(ReadFile, RefusesWhatUnpacksToTooMuch) {
  const TemporaryFolder folder;
  const std::string zeros(3'000'000, '\0'), honest = bytes_of(3'000'000);
  const UnpackLimit small{.floor = 1'000'000, .ratio = 10};
  for (const std::string ending : {".gz", ".zst"}) {
    const std::string bomb = folder.file("bomb" + ending), good = folder.file("good" + ending);
    write_raw(bomb, ending == ".gz" ? gzip(zeros) : zstd(zeros));
    write_raw(good, ending == ".gz" ? gzip(honest) : zstd(honest));
    const auto refused = read_file(bomb, small);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::data);
    EXPECT_THAT(refused.error().message, HasSubstr(bomb + ": unpacks to more than 1000 kB, and has "));
    EXPECT_THAT(refused.error().message, HasSubstr(ending == ".gz" ? "(gunzip)" : "(zstd -d)"));
    EXPECT_EQ(read_file(good, small).value(), honest) << "as large, but so is its file";
    EXPECT_EQ(read_file(bomb).value(), zeros) << "below the floor nothing is said";
    const auto stream = open_input(bomb);
    ASSERT_TRUE(stream) << "a stream is bounded by whoever reads it";
  }
  write_raw(folder.file("plain"), zeros);
  EXPECT_EQ(read_file(folder.file("plain"), small).value(), zeros) << "its size is there to see";
}

// A pipe can be opened only once: its writer is gone after that.
TEST(ReadFile, APipeIsOpenedOnce) {
  const TemporaryFolder folder;
  const std::string bytes = bytes_of(200'000);
  for (const std::string& content : {bytes, gzip(bytes), zstd(bytes), gzip("one") + gzip("two")}) {
    const std::string pipe = folder.file("pipe" + std::to_string(content.size()));
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    std::jthread writer([&] { write_raw(pipe, content); });
    const auto read = read_file(pipe);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(*read == (content.size() < 1000 ? "onetwo" : bytes)) << content.size();
  }
}

TEST(ReadFile, PlainFilesAreNotUnpacked) {
  const TemporaryFolder folder;
  write_raw(folder.file("x"), gzip("inside"));
  EXPECT_EQ(read_file(folder.file("x")).value(), "inside");
  EXPECT_EQ(read_plain_file(folder.file("x")).value(), gzip("inside"));
  EXPECT_THAT(read_plain_file(folder.file("no")).error().message, HasSubstr("cannot open"));
  EXPECT_THAT(read_plain_file(folder.path()).error().message, HasSubstr("is a folder"));
}

}  // namespace
}  // namespace standfast
