// Tests of what `check` says about coded findings, and of when it fails.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "tests/support/command.h"

namespace standfast {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::Said;

class CheckFindings : public ::testing::Test {
 protected:
  // Writes documents d0 ... d39 of 20 threads, two in each thread. The test file holds a copy of d3 and
  // another document of its thread.
  void SetUp() override {
    std::string train, test;
    for (int i = 0; i < 40; ++i) train += line(fmt::format("d{}", i), i, i / 2);
    for (int i = 40; i < 60; ++i) test += line(fmt::format("d{}", i), i, i / 2);
    test += line("copy", 3, 99);
    test += line("neighbour", 70, 1);
    ASSERT_TRUE(write_file(folder_.file("train.jsonl"), train));
    ASSERT_TRUE(write_file(folder_.file("test.jsonl"), test));
  }
  static std::string line(const std::string& id, int text, int thread) {
    return fmt::format(
        "{{\"id\": \"{}\", \"thread\": \"t{}\", \"label\": \"{}\", \"text\": \"a{} b{} c{} d{} e{} f{}\"}}\n",
        id, thread, thread % 2 == 0 ? "yes" : "no", text, text, text, text, text, text);
  }
  Said check(const std::string& arguments) {
    return testing::standfast("check " + arguments, folder_.path());
  }
  static std::vector<std::string> codes(const Said& said) {
    std::vector<std::string> found;
    const auto json = nlohmann::json::parse(said.out);  // a temporary would be gone in the loop
    for (const auto& finding : json.at("findings")) found.push_back(finding.at("code"));
    return found;
  }
  testing::TemporaryFolder folder_;
};

TEST_F(CheckFindings, AProblemFailsAndANoteDoesNot) {
  const auto said = check("train.jsonl test.jsonl");
  EXPECT_EQ(said.code, 1);
  EXPECT_THAT(said.out,
              HasSubstr("  problem SF331 1 of 22 test documents have the text of a training document\n"
                        "                test:copy\n"));
  EXPECT_THAT(said.out, HasSubstr("  note    SF301 1 of 62 documents repeat another word for word"));
  EXPECT_THAT(said.err, HasSubstr("standfast: test.jsonl: SF331 1 of 22 test documents"));
  EXPECT_EQ(check("train.jsonl").code, 0) << "nothing is wrong";
}

TEST_F(CheckFindings, AnIgnoredCheckIsSilent) {
  const auto said = check("train.jsonl test.jsonl --ignore sf331 --json");
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(codes(said), Not(Contains("SF331")));
  EXPECT_THAT(codes(said), Contains("SF301"));
  const auto unknown = check("train.jsonl --ignore SF999");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("check --ignore: there is no check \"SF999\" (there are: SF301, "));
}

TEST_F(CheckFindings, StrictAndFailOnMakeNotesFail) {
  const auto strict = check("train.jsonl test.jsonl --ignore SF331 --strict");
  EXPECT_EQ(strict.code, 1);
  EXPECT_EQ(check("train.jsonl test.jsonl --ignore SF331 --fail-on SF301").code, 1);
  EXPECT_EQ(check("train.jsonl test.jsonl --ignore SF331 --fail-on SF304").code, 0);
}

// The option is a gate with two files and with a split, as it is with a corpus alone.
TEST_F(CheckFindings, FailOnDuplicatesIsAGateEverywhere) {
  EXPECT_EQ(check("train.jsonl test.jsonl --ignore SF331 --fail-on-duplicates").code, 1);
  EXPECT_EQ(check("train.jsonl --fail-on-duplicates").code, 0);
  EXPECT_EQ(check("test.jsonl --fail-on-duplicates --no-near").code, 0)
      << "what is not looked for cannot fail";
  const Said off = check("test.jsonl --fail-on-duplicates --ignore SF301");  // a gate is never off silently
  EXPECT_EQ(off.code, 2);
  EXPECT_THAT(off.err, HasSubstr("--fail-on-duplicates and --ignore SF301 contradict each other"));
  std::string both;
  for (const char* name : {"train.jsonl", "test.jsonl"}) both += read_file(folder_.file(name)).value();
  ASSERT_TRUE(write_file(folder_.file("both.jsonl"), both));
  ASSERT_EQ(
      testing::standfast("split both.jsonl --method hold-out --set test-share=0.2 -o s.json", folder_.path())
          .code,
      0);
  EXPECT_EQ(check("both.jsonl --splits s.json --ignore SF331 --ignore SF332 --fail-on-duplicates").code, 1);
}

// In the only near pair, one text has one word more.
TEST_F(CheckFindings, JsonDoesNotCertifyWhatWasNotLookedFor) {
  const std::string words = "one two three four five six seven eight nine ten eleven twelve";
  ASSERT_TRUE(write_file(folder_.file("a.jsonl"), "{\"id\": \"a\", \"text\": \"" + words + "\"}\n"));
  ASSERT_TRUE(write_file(
      folder_.file("b.jsonl"),
      "{\"id\": \"b\", \"text\": \"" + words + " more\"}\n{\"id\": \"c\", \"text\": \"too short\"}\n"));
  const auto exact = check("a.jsonl b.jsonl --no-near --json"), near = check("a.jsonl b.jsonl --json");
  const auto of_exact = nlohmann::json::parse(exact.out), of_near = nlohmann::json::parse(near.out);
  for (const char* member : {"near", "tokens", "all", "too_short"})
    EXPECT_TRUE(of_exact.at(member).is_null()) << member;
  EXPECT_EQ(of_near.at("near"), 0.8);
  EXPECT_EQ(of_near.at("all"), true);
  EXPECT_EQ(of_near.at("too_short"), 1);
  EXPECT_EQ(of_near.at("folds")[0].at("leaking"), 1);
  EXPECT_THAT(check("a.jsonl b.jsonl").out, HasSubstr("1 document has fewer than five words"));
  EXPECT_THAT(check("a.jsonl b.jsonl --near-tokens words").out, Not(HasSubstr("fewer than five words")));
  EXPECT_EQ(check("a.jsonl b.jsonl --no-near --near 0.5").code, 2);
  EXPECT_THAT(check("a.jsonl b.jsonl --encoder tfidf --tau 0.9").err, HasSubstr("put both files into one"));
}

TEST_F(CheckFindings, AGateThatCannotCloseIsRefused) {
  const auto expect_refused = [&](const std::string& arguments, const std::string& why) {
    const auto said = check(arguments);
    EXPECT_EQ(said.code, 2) << arguments;
    EXPECT_THAT(said.err, HasSubstr(why)) << arguments;
  };
  expect_refused(
      "train.jsonl --fail-on SF331",
      "check --fail-on SF331: the check could not be run: there are no sides: add --splits FILE or a test file");
  expect_refused("train.jsonl test.jsonl --ignore SF331 --fail-on SF334",
                 "no group was named (--group COLUMN)");
  expect_refused("train.jsonl --ignore sf301 --fail-on SF301", "contradict each other");
  EXPECT_EQ(check("train.jsonl test.jsonl --fail-on SF333").code, 1) << "SF331 is a problem first";
}

TEST_F(CheckFindings, AGroupMayNotBeOnBothSides) {
  const auto said = check("train.jsonl test.jsonl --group thread --json");
  EXPECT_EQ(said.code, 1);
  const auto json = nlohmann::json::parse(said.out);
  for (const auto& finding : json["findings"]) {
    if (finding["code"] != "SF334") continue;
    EXPECT_EQ(finding["severity"], "problem");
    EXPECT_EQ(finding["count"], 1);
    EXPECT_EQ(finding["of"], 22);
    EXPECT_THAT(finding["ids"], ElementsAre("test:neighbour"));
    EXPECT_THAT(finding["values"], ElementsAre("t1"));
    EXPECT_EQ(finding["docs"], "docs/checks.md#sf334");
  }
  EXPECT_THAT(codes(said), Contains("SF334"));
  EXPECT_EQ(check("train.jsonl --group nothing").code, 2);
}

TEST_F(CheckFindings, EveryCheckSaysWhetherItWasAsked) {
  const auto said = check("train.jsonl --json");
  ASSERT_EQ(said.code, 0) << said.err;
  const auto json = nlohmann::json::parse(said.out);
  EXPECT_THAT(codes(said), IsEmpty());
  int sides = 0;
  for (const auto& one : json["checks_of_data"]) {
    EXPECT_EQ(one["asked"].get<bool>(), one["why_not"] == "") << one;
    sides += one["why_not"] == "there are no sides: add --splits FILE or a test file" ? 1 : 0;
  }
  EXPECT_EQ(sides, 23);
}

TEST_F(CheckFindings, ASplitIsLookedAtFoldByFold) {
  std::string all = *read_file(folder_.file("train.jsonl")) + *read_file(folder_.file("test.jsonl"));
  ASSERT_TRUE(write_file(folder_.file("all.jsonl"), all));
  ASSERT_EQ(testing::standfast("split all.jsonl --method k-fold --set folds=62 --seed 1 --out s.json",
                               folder_.path())
                .code,
            0);
  // One document is tested at a time, so each of the two copies is tested while the other trains.
  const auto said = check("all.jsonl --splits s.json --json");
  EXPECT_EQ(said.code, 1);
  const auto json = nlohmann::json::parse(said.out);
  EXPECT_EQ(json["ok"], true) << "the file itself is as it should be";
  EXPECT_EQ(json["findings"][1]["code"], "SF331");
  EXPECT_EQ(json["findings"][1]["count"], 2);
  EXPECT_EQ(json["findings"][1]["of"], 62);
  EXPECT_THAT(json["findings"][1]["ids"], ElementsAre("d3", "copy"));
  EXPECT_EQ(check("all.jsonl --splits s.json --ignore SF331").code, 0);
}

}  // namespace
}  // namespace standfast
