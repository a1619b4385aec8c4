// Tests that unpacking a gzip file at once gives what the stream gives, or nothing in the cases that only a
// stream can handle.
#include <gtest/gtest.h>

#include "standfast/base/input_stream.h"
#include "standfast/base/unpack.h"
#include "tests/support/packed.h"

namespace standfast {
namespace {

using testing::gzip;

constexpr uint64_t kMuch = uint64_t{1} << 30;

TEST(Gunzip, OneMemberComesOutWhole) {
  for (const size_t size : {size_t{0}, size_t{1}, size_t{70'000}, size_t{1'000'000}}) {
    const std::string zeros(size, '\0');
    EXPECT_EQ(gunzip(gzip(zeros), kMuch), zeros) << size;
    EXPECT_EQ(gunzip(gzip(zeros), size), zeros) << size;
    if (size > 0) {
      EXPECT_FALSE(gunzip(gzip(zeros), size - 1)) << size;
    }
  }
}

TEST(Gunzip, LeavesEverythingElseToAStream) {
  const std::string one = gzip("some words"), two = one + gzip("and more of them");
  EXPECT_FALSE(gunzip("", kMuch));
  EXPECT_FALSE(gunzip(two, kMuch));                           // two members
  EXPECT_FALSE(gunzip(one + std::string(512, '\0'), kMuch));  // padding
  EXPECT_FALSE(gunzip(one + "a line that was appended", kMuch));
  for (size_t cut = 0; cut < one.size(); ++cut) EXPECT_FALSE(gunzip(one.substr(0, cut), kMuch)) << cut;
  // No flipped bit changes the bytes that are read: the checksum covers the bytes, so only the other fields
  // of the head may change.
  for (size_t bit = 0; bit < 8 * one.size(); ++bit) {
    std::string damaged = one;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    EXPECT_EQ(gunzip(damaged, kMuch).value_or("some words"), "some words") << bit;
  }
  // A file of a few bytes that claims to hold a gigabyte does not get a gigabyte of memory.
  std::string boast = one;
  boast[boast.size() - 1] = '\x3f';
  EXPECT_FALSE(gunzip(boast, kMuch));
}

}  // namespace
}  // namespace standfast
