// Tests of cite, doctor, plan-power, pull, report, synth and tokens, and of what all commands share: streams,
// exit codes, one-line messages.
#include <algorithm>
#include <filesystem>
#include <regex>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "tests/support/command.h"
#include "tests/support/run_folder.h"
#include "tests/support/small_checkpoint.h"

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

// Every whole number of every command is tried, as its help lists it.
TEST(CommandLine, CountsAreNeverNegative) {
  const std::string help = standfast("--help").out;
  size_t flags = 0;
  const std::regex command_line("\n  ([a-z][a-z-]*) "), flag_line("(--[a-z-]+) INT");
  for (std::sregex_iterator command(help.begin(), help.end(), command_line), end; command != end; ++command) {
    const std::string name = (*command)[1], text = standfast(name + " --help").out;
    for (std::sregex_iterator flag(text.begin(), text.end(), flag_line); flag != end; ++flag, ++flags)
      expect_refusal(fmt::format("{} {} -2", name, (*flag)[1].str()), 2, "must not be negative, and -2 is");
  }
  EXPECT_GT(flags, 60U);
}

// Too large numbers used to become one and the same number, with exit code 0.
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

using ::testing::HasSubstr;

TEST(PullCommand, OfflineItSaysSoAndDoctorListsWhatIsThere) {
  const TemporaryFolder home;
  const std::string commit(40, 'a'), model = home.file("hub/models--org--small");
  std::filesystem::create_directories(model + "/snapshots/" + commit);
  for (const char* file : {"config.json", "model.safetensors"})
    ASSERT_TRUE(write_file(model + "/snapshots/" + commit + "/" + file, "{}"));
  const std::string before = "HF_HUB_OFFLINE=1 HF_HOME='" + home.path() + "' ";
  const auto pulled = in_shell(before + "\"$standfast\" pull org/other");
  EXPECT_EQ(pulled.code, 4);
  EXPECT_EQ(pulled.out, "");
  EXPECT_THAT(pulled.err, HasSubstr("HF_HUB_OFFLINE"));
  EXPECT_EQ(lines_of(pulled.err), 1);
  const auto doctor = in_shell(before + "\"$standfast\" doctor --json");
  ASSERT_EQ(doctor.code, 0) << doctor.err;
  const auto cached = nlohmann::json::parse(doctor.out)["models"]["cached"];
  ASSERT_EQ(cached.size(), 1U);
  EXPECT_EQ(cached[0]["model"], "org/small");
  EXPECT_EQ(cached[0]["commit"], commit);
  EXPECT_EQ(cached[0]["bytes"], 4);
  EXPECT_EQ(cached[0]["whole"], true);
}

using ::testing::HasSubstr;

class TokensCommand : public ::testing::Test {
 protected:
  void SetUp() override { write_small_encoder(folder_.file("encoder")); }
  Said run(const std::string& arguments) { return standfast("tokens " + arguments, folder_.path()); }
  TemporaryFolder folder_;
};

TEST_F(TokensCommand, SaysWhereEachTokenStands) {
  const Said said = run("encoder 'The café was' --json");
  ASSERT_EQ(said.code, 0) << said.err;
  const auto json = nlohmann::json::parse(said.out);
  std::vector<std::string> pieces;
  std::vector<std::pair<int, int>> places;
  for (const auto& one : json.at("tokens")) {
    pieces.push_back(one.at("piece"));
    places.emplace_back(one.at("begin"), one.at("end"));
  }
  // The text is in lower case without accents, and letters are pieces; é has two bytes.
  EXPECT_EQ(pieces, (std::vector<std::string>{"[CLS]", "the", "c", "##a", "##f", "##e", "was", "[SEP]"}));
  EXPECT_EQ(places, (std::vector<std::pair<int, int>>{
                        {0, 0}, {0, 3}, {4, 5}, {5, 6}, {6, 7}, {7, 9}, {10, 13}, {0, 0}}));
  EXPECT_EQ(json.at("tokens").at(1).at("id"), 5) << "the sixth line of vocab.txt";
  EXPECT_FALSE(json.at("cut").get<bool>());
  EXPECT_EQ(json.at("bytes"), 13);
  EXPECT_THAT(run("encoder 'The café was'").out, HasSubstr("8 tokens, 2 of them the model's own marks"));
}

TEST_F(TokensCommand, CutsAsAnEncoderDoes) {
  ASSERT_TRUE(write_file(folder_.file("text"), "the of and to"));
  const Said said = run("encoder --file text --max-tokens 4");
  EXPECT_THAT(said.out, HasSubstr("4 of 6 tokens; the rest is cut"));
  EXPECT_THAT(said.out, ::testing::Not(HasSubstr("and")));
  EXPECT_THAT(run("encoder x --max-tokens 2").err, HasSubstr("leaves no room for a text"));
}

TEST_F(TokensCommand, AsksForOneTextAndAModel) {
  EXPECT_EQ(run("encoder").code, 2);
  EXPECT_EQ(run("encoder x --file text").code, 2);
  EXPECT_EQ(run("nowhere x").code, 4);
  EXPECT_EQ(run("encoder --file missing").code, 3);
}

using ::testing::HasSubstr;

TEST(ReportCommand, PartOfARunIsReportedAndSaidByTheExitCode) {
  TemporaryFolder folder;
  RunFolderOptions options;
  options.pairs = 60;
  make_run_folder(folder.file("part"), options);
  const auto part =
      standfast("report part --bootstrap 20 --quiet --ignore SF207 --ignore SF110", folder.path());
  EXPECT_EQ(part.code, 5);
  EXPECT_EQ(part.err,
            "standfast: 1 cell failed (first: forums / random / topic-fit / seed 0 / fold 3), 1 cell not run "
            "(first: forums / random / ppm / seed 0 / fold 3); the report is written and lists them\n");
  EXPECT_THAT(part.out, HasSubstr("What survives on forums"));
  EXPECT_TRUE(std::filesystem::exists(folder.file("part/report.html")));
  options.trouble = false;
  make_run_folder(folder.file("whole"), options);
  const auto whole =
      standfast("report whole --bootstrap 20 --quiet --ignore SF207 --ignore SF110", folder.path());
  EXPECT_EQ(whole.code, 0) << whole.err;
  EXPECT_EQ(whole.err, "");
  // With the mark, the files have the same bytes after it.
  const auto files = [&](const char* flag) {
    EXPECT_EQ(standfast(std::string("report whole --bootstrap 20 --quiet ") + flag, folder.path()).code, 0)
        << flag;
    std::pair<std::string, std::string> two;
    for (const auto& entry : std::filesystem::directory_iterator(folder.file("whole/tables")))
      (entry.path().extension() == ".csv" ? two.first : two.second) +=
          read_file(entry.path().string()).value();
    return two;
  };
  const auto plain = files(""), marked = files("--csv-mark");
  EXPECT_THAT(marked.first, ::testing::StartsWith("\xEF\xBB\xBF"));
  EXPECT_FALSE(plain.first.starts_with("\xEF"));
  EXPECT_GT(marked.first.size(), plain.first.size());
  EXPECT_EQ(marked.second, plain.second) << "LaTeX";
}

using ::testing::HasSubstr;
using Json = nlohmann::ordered_json;

const std::string kCountsFile = std::string(STANDFAST_SOURCE_DIR) + "/studies/novel-topic-nyt-counts.csv";

TEST(PlanPower, ThePaperNeedsTenPointsNotSeven) {
  TemporaryFolder folder;
  const auto said = standfast("plan-power --table " + kCountsFile +
                                  " --simulations 40 --resamples 49 --no-smallest --json --out power",
                              folder.path());
  ASSERT_EQ(said.code, 0) << said.err;
  const auto json = Json::parse(said.out);
  EXPECT_EQ(json["schema"], "standfast-power/1");
  EXPECT_EQ(json["documents"], 18862);
  EXPECT_EQ(json["tables"]["power"]["rows"].size(), 14U);
  EXPECT_TRUE(read_file(folder.file("power/significant-from.csv")));
  const auto text = standfast(
      "plan-power --table " + kCountsFile + " --simulations 40 --resamples 49 --no-smallest", folder.path());
  EXPECT_THAT(text.out, HasSubstr("one-se-t             +6.9"));
  EXPECT_THAT(text.out, HasSubstr("unpaired-t-topics    +9.7"));
}

TEST(PlanPower, ACorpusIsCounted) {
  TemporaryFolder folder;
  ASSERT_EQ(standfast("synth --authors 4 --topics 6 --families 6 --documents 120 --length 3 --out c.jsonl",
                      folder.path())
                .code,
            0);
  const auto said = standfast("plan-power c.jsonl --simulations 20 --resamples 19 --difference 0.1 --seed 2",
                              folder.path());
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("120 documents of 4 authors on 6 topics"));
  EXPECT_EQ(standfast("plan-power c.jsonl --simulations 20 --resamples 19 --difference 0.1 --seed 2 -j 2",
                      folder.path())
                .out,
            said.out);
  EXPECT_EQ(standfast("plan-power c.jsonl --table " + kCountsFile, folder.path()).code, 2);
  EXPECT_EQ(standfast("plan-power c.jsonl --accuracy 0.9 --difference 0.5", folder.path()).code, 2);
  EXPECT_EQ(standfast("plan-power c.jsonl --simulations 0", folder.path()).code, 2);
}

}  // namespace

}  // namespace standfast::testing
