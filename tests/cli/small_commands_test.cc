// synth, cite, doctor and what all commands share: streams, exit codes, one-line messages.
#include <algorithm>
#include <filesystem>
#include <regex>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "tests/support/command.h"

namespace standfast::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

void expect_refusal(const std::string& arguments, int code, const std::string& part) {
  const auto said = standfast(arguments);
  EXPECT_EQ(said.code, code) << arguments;
  EXPECT_EQ(said.out, "") << arguments;
  EXPECT_EQ(lines_of(said.err), 1) << arguments << "\n" << said.err;
  EXPECT_THAT(said.err, StartsWith("standfast: ")) << arguments;
  EXPECT_THAT(said.err, HasSubstr(part)) << arguments;
}

TEST(CommandLine, RefusesInOneLine) {
  expect_refusal("-q", 2, "--help");
  expect_refusal("snyth", 2, "did you mean \"synth\"?");
  expect_refusal("--nonsense", 2, "--help");
  expect_refusal("synth", 2, "--out");
  expect_refusal("synth --out x --authors many", 2, "authors");
  expect_refusal("synth --out x --style -1", 2, "style must be between 0 and 4");
  expect_refusal("synth --out x --seed -1", 2, "seed");
  expect_refusal("synth --out - --json", 2, "standard output");
  expect_refusal("synth --out x.csv.gz", 2, "x.csv.gz is named like a table");
  expect_refusal("synth --out /nowhere/x.jsonl", 3, "/nowhere/x.jsonl");
  expect_refusal("cite pmm", 2, "did you mean \"ppm\"?");
}

TEST(CommandLine, AKeyHasOneValue) {
  const std::string split = "split no.jsonl --set folds=2 --set folds=";
  expect_refusal(split + "3", 2, "--set: folds is given twice, as \"2\" and as \"3\"");
  expect_refusal(split + "2", 3, "no.jsonl");
  expect_refusal("check no.jsonl --only label=x --only label=y", 2, "label is given twice");
}

// Every whole number of every command, as its help lists them.
TEST(CommandLine, CountsAreNeverNegative) {
  const std::string help = standfast("--help").out;
  size_t flags = 0;
  const std::regex command_line("\n  ([a-z][a-z-]*) "), flag_line("(--[a-z-]+) INT");
  for (std::sregex_iterator command(help.begin(), help.end(), command_line), end; command != end; ++command) {
    const std::string name = (*command)[1], text = standfast(name + " --help").out;
    for (std::sregex_iterator flag(text.begin(), text.end(), flag_line); flag != end; ++flag, ++flags)
      expect_refusal(fmt::format("{} {} -2", name, (*flag)[1].str()), 2, "must not be negative, which -2 is");
  }
  EXPECT_GT(flags, 60U);
}

// They became one number, with exit code 0.
TEST(CommandLine, CountsThatAreTooLargeAreRefused) {
  for (const char* seed : {"9223372036854775808", "99999999999999999999", "0xfffffffffffffffff"})
    expect_refusal(fmt::format("synth --out no/c.jsonl --seed {}", seed), 2,
                   fmt::format("must be at most 9223372036854775807, and {} is more", seed));
  expect_refusal("synth --out no/c.jsonl --seed 9223372036854775807 --authors 4 --topics 2 --documents 16", 3,
                 "no/c.jsonl");
}

TEST(CommandLine, NamesOfOtherFormatsAreRefusedForReadingAndWriting) {
  TemporaryFolder folder;
  ASSERT_EQ(
      standfast("synth --out c.jsonl --authors 4 --topics 2 --documents 16 --length 20", folder.path()).code,
      0);
  const std::string corpus = *read_file(folder.file("c.jsonl"));
  const auto refusal = [&](const std::string& arguments) {
    const auto said = standfast(arguments, folder.path());
    EXPECT_EQ(said.code, 2) << arguments;
    EXPECT_THAT(said.err, HasSubstr(".jsonl .ndjson .json .csv .tsv .tab")) << arguments;
  };
  for (const char* name : {"a.parquet", "a.xlsx", "a.foo", "a.csv.bz2", "a.parquet.gz"}) {
    refusal(fmt::format("convert c.jsonl {}", name));
    refusal(fmt::format("synth --documents 20 --out {}", name));
    EXPECT_FALSE(std::filesystem::exists(folder.file(name)));
    ASSERT_TRUE(write_file(folder.file(name), corpus));
    refusal(fmt::format("check {}", name));
    EXPECT_EQ(standfast(fmt::format("check {} --format jsonl", name), folder.path()).code, 0);
  }
  for (const char* name : {"plain", "b.txt", "run.2", "b.jsonl.gz", "b.ndjson.zst", "b.tsv"}) {
    const bool names_a_format = std::string(name).starts_with("b.") && std::string(name) != "b.txt";
    ASSERT_EQ(standfast(fmt::format("convert c.jsonl {} {}", name, names_a_format ? "" : "--to jsonl"),
                        folder.path())
                  .code,
              0);
    EXPECT_EQ(standfast(fmt::format("check {}", name), folder.path()).code, 0) << name;
  }
  EXPECT_EQ(lines_of(standfast("convert c.jsonl -", folder.path()).out), 16);
  EXPECT_EQ(standfast("convert - plain < c.jsonl", folder.path()).code, 0);
}

TEST(CommandLine, VersionAndHelpGoToStandardOutput) {
  const auto version = standfast("--version");
  EXPECT_EQ(version.code, 0);
  EXPECT_THAT(version.out, StartsWith("standfast "));
  const auto help = standfast("synth --help");
  EXPECT_EQ(help.code, 0);
  EXPECT_THAT(help.out, HasSubstr("--author-topic-correlation"));
  EXPECT_EQ(help.err, "");
}

TEST(SynthCommand, SaysWhatWasPlanted) {
  TemporaryFolder folder;
  const auto said = standfast(
      "synth --out c.jsonl.zst --authors 5 --topics 6 --families 2 --documents 50 --json", folder.path());
  ASSERT_EQ(said.code, 0) << said.err;
  const auto json = nlohmann::json::parse(said.out);
  EXPECT_EQ(json["schema"], "standfast-synth/1");
  EXPECT_EQ(json["documents"], 50);
  EXPECT_EQ(json["authors"].size(), 5u);
  EXPECT_EQ(json["topics"].size(), 6u);
  EXPECT_EQ(lines_of(*read_file(folder.file("c.jsonl.zst"))), 50);
}

TEST(SynthCommand, StandardOutputIsAFileToo) {
  TemporaryFolder folder;
  const auto piped = standfast("synth --out - --documents 30 --seed 3 -j 2");
  ASSERT_EQ(standfast("synth --out c.jsonl --documents 30 --seed 3 -j 1", folder.path()).code, 0);
  EXPECT_EQ(piped.out, *read_file(folder.file("c.jsonl")));
}

TEST(CiteCommand, NamesTheSourceOfAMethod) {
  const auto said = standfast("cite ppm");
  EXPECT_EQ(said.code, 0);
  EXPECT_EQ(lines_of(said.out), 3);
  EXPECT_THAT(said.out, HasSubstr("verifier ppm: "));
  EXPECT_THAT(said.out, HasSubstr("classifier ppm: "));
  EXPECT_GT(nlohmann::json::parse(standfast("cite --json").out)["sources"].size(), 0u);
}

TEST(DoctorCommand, FindsTheTemporaryFolderMissing) {
  const auto well = standfast("doctor --json");
  EXPECT_EQ(well.code, 0) << well.err;
  EXPECT_TRUE(nlohmann::json::parse(well.out)["temporary folder"]["ok"]);
  const std::string command =
      std::string("TMPDIR=/nowhere '") + STANDFAST_BINARY + "' doctor >/dev/null 2>&1";
  const int status = std::system(command.c_str());
  EXPECT_EQ(WEXITSTATUS(status), 4);
}

}  // namespace
}  // namespace standfast::testing
