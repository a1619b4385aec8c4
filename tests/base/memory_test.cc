#include "standfast/base/memory.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

TEST(Memory, AmountsAreWrittenAsPeopleWriteThem) {
  for (const auto& [text, bytes] : {std::pair<const char*, uint64_t>{"8G", uint64_t{8} << 30},
                                    {"8g", uint64_t{8} << 30},
                                    {"8GiB", uint64_t{8} << 30},
                                    {"8GB", uint64_t{8} << 30},
                                    {"500M", uint64_t{500} << 20},
                                    {"1.5k", 1536},
                                    {"2000000", 2000000},
                                    {"7b", 7},
                                    {"1T", uint64_t{1} << 40}}) {
    const auto parsed = parse_bytes(text);
    ASSERT_TRUE(parsed) << text;
    EXPECT_EQ(*parsed, bytes) << text;
  }
  for (const char* text :
       {"", "G", "much", "-1G", "0", "0.2", "8 G", "8GG", "8iB", "1e3", "0x10", "9999999999T", ".", "inf"}) {
    const auto parsed = parse_bytes(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error().kind, ErrorKind::usage);
    EXPECT_THAT(parsed.error().message, ::testing::HasSubstr("is not an amount of memory; try 500M or 8G"));
  }
}

TEST(Memory, WhatDoesNotFitIsRefusedAndMuchOfItIsSaid) {
  struct Lines final : Sink {
    std::string said;
    void log(Level, std::string_view line) override { said += line; }
    void progress(std::string_view, uint64_t, uint64_t) override {}
  } sink;
  const uint64_t gib = uint64_t{1} << 30;
  const MachineMemory machine{8 * gib, 5 * gib};
  EXPECT_TRUE(check_memory(2 * gib, "x", "y", sink, machine));
  EXPECT_EQ(sink.said, "");
  EXPECT_TRUE(check_memory(6 * gib, "9 classes", "fewer need less", sink, machine));
  EXPECT_EQ(sink.said, "9 classes need about 6.0 GiB of memory, and 5.0 GiB are free; fewer need less");
  const auto refused = check_memory(9 * gib, "9 classes", "fewer need less", sink, machine);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::data);
  EXPECT_EQ(refused.error().message,
            "9 classes need about 9.0 GiB of memory, and 8.0 GiB are all there is; fewer need less");
  EXPECT_TRUE(check_memory(9 * gib, "x", "y", sink, {}));
}

TEST(Memory, AmountsAreShownInTheLargestUnit) {
  EXPECT_EQ(shown_bytes(1000), "1000 bytes");
  EXPECT_EQ(shown_bytes(uint64_t{23} << 20), "23.0 MiB");
  EXPECT_EQ(shown_bytes(uint64_t{3} << 29), "1.5 GiB");
}

TEST(Memory, AJobHasTheLeastLimitOfTheGroupsThatHoldIt) {
  testing::TemporaryFolder folder;
  const auto put = [&](const std::string& group, const std::string& name, const std::string& text) {
    std::filesystem::create_directories(folder.file(group));
    ASSERT_TRUE(write_file(folder.file(group + "/" + name), text));
  };
  put("slurm/job/step", "memory.max", "max\n");
  put("slurm/job", "memory.max", "8000\n");
  put("slurm", "memory.max", "9000\n");
  EXPECT_EQ(memory_limit("0::/slurm/job/step\n", folder.path()), 8000U);
  EXPECT_EQ(memory_limit("0::/slurm\n", folder.path()), 9000U);
  EXPECT_EQ(memory_limit("0::/other\n", folder.path()), std::nullopt);
  put(".", "memory.max", "7000\n");
  EXPECT_EQ(memory_limit("0::/not/seen/here\n", folder.path()), 7000U) << "as in a container";
  put("memory/job", "memory.limit_in_bytes", "5000\n");  // cgroup version 1
  EXPECT_EQ(memory_limit("5:cpu:/job\n4:memory:/job\n", folder.path()), 5000U);
  EXPECT_EQ(memory_limit("nonsense\n", folder.path()), std::nullopt);
  EXPECT_EQ(memory_limit("", folder.path()), std::nullopt);
}

TEST(Memory, TheMachineHasMoreThanIsAvailable) {
  const MachineMemory memory = machine_memory();
  if (memory.total == 0) GTEST_SKIP() << "this system does not say";
  EXPECT_GT(memory.available, 0U);
  EXPECT_LE(memory.available, memory.total);
}

}  // namespace
}  // namespace standfast
