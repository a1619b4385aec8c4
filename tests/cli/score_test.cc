#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>

#include "standfast/base/json.h"
#include "tests/support/command.h"

namespace standfast::testing {
namespace {

using ::testing::HasSubstr;

class Score : public ::testing::Test {
 protected:
  void SetUp() override {
    write("truth.jsonl",
          "{\"id\":\"p\",\"same\":true,\"authors\":[\"a\",\"a\"]}\n{\"id\":\"q\",\"same\":true,\"authors\":["
          "\"b\",\"b\"]}\n"
          "{\"id\":\"r\",\"same\":false,\"authors\":[\"a\",\"b\"]}\n{\"id\":\"s\",\"same\":false,\"authors\":"
          "[\"c\",\"b\"]}\n");
    write("answers.jsonl",
          "{\"id\":\"s\",\"value\":0.7}\n{\"id\":\"p\",\"value\":0.9}\n{\"id\":\"q\",\"value\":0.4}\n{\"id\":"
          "\"r\",\"value\":0.2}");
  }
  void write(const std::string& name, const std::string& content) {
    ASSERT_TRUE(write_file(folder_.file(name), content));
  }
  Said run(const std::string& arguments) { return standfast("score " + arguments, folder_.path()); }
  nlohmann::ordered_json json(const std::string& arguments) {
    const auto said = run(arguments + " --json");
    EXPECT_EQ(said.code, 0) << said.err;
    return nlohmann::ordered_json::parse(said.out, nullptr, false);
  }
  TemporaryFolder folder_;
};

TEST_F(Score, PrintsTheAgreedDocument) {
  const auto said = run("answers.jsonl --truth truth.jsonl --profile pan20 --bootstrap 0 --json");
  EXPECT_EQ(said.out,
            "{\"profile\":\"pan20\",\"n\":4,\"n_answered\":4,\"n_missing\":0,\"metrics\":{\"auc\":0.75,\"c@"
            "1\":0.5,\"f1\":0.5,"
            "\"f0.5u\":0.5,\"brier\":0.775,\"overall\":0.5625}}\n");
  EXPECT_EQ(said.err, "");
}

TEST_F(Score, FoldersTablesAndStandardInput) {
  const auto expected = json("answers.jsonl --truth truth.jsonl");
  EXPECT_EQ(json(". --truth ."), expected);
  write("answers.csv", "id,score\np,.9\nq,.4\nr,.2\ns,.7\n");
  EXPECT_EQ(json("answers.csv --truth truth.jsonl"), expected);
  const std::string binary = std::string("'") + STANDFAST_BINARY + "'";
  const auto piped = standfast(
      "--version >/dev/null; { cat answers.csv | " + binary + " score - --truth truth.jsonl --json; }",
      folder_.path());
  EXPECT_EQ(nlohmann::ordered_json::parse(piped.out, nullptr, false), expected) << piped.err;
}

TEST_F(Score, MissingAnswersAreNonAnswersAndSaid) {
  write("few.jsonl",
        "{\"id\":\"p\",\"value\":0.9}\n{\"id\":\"r\",\"value\":0.2}\n{\"id\":\"s\",\"value\":0.7}\n");
  const auto said = run("few.jsonl --truth truth.jsonl --profile pan21 --json");
  EXPECT_THAT(said.err, HasSubstr("few.jsonl: 1 id of the truth has no answer, taken as 0.5, a non-answer"));
  const auto document = nlohmann::json::parse(said.out);
  EXPECT_EQ(document["n_missing"], 1);
  EXPECT_EQ(document["n_answered"], 3);
  EXPECT_DOUBLE_EQ(document["metrics"]["c@1"], 0.625);
  EXPECT_DOUBLE_EQ(document["metrics"]["brier"], 0.8025);
}

TEST_F(Score, AnswersToNothingAreRefusedUnlessPansRuleIsAskedFor) {
  write("empty.jsonl", "");
  write("header.csv", "id,score\n");
  write("other.csv", "id,score\nz,.9\n");
  for (const std::string answers : {"empty.jsonl", "header.csv", "other.csv --extra ignore"}) {
    const auto refused = run(answers + " --truth truth.jsonl");
    EXPECT_EQ(refused.code, 3);
    EXPECT_EQ(refused.out, "");
    EXPECT_THAT(refused.err, HasSubstr("no answer to any of the 4 ids of the truth (first: \"p\")"));
    const auto pan = run(answers + " --truth truth.jsonl --missing open --json");
    EXPECT_EQ(pan.code, 0);
    EXPECT_THAT(pan.err, HasSubstr("4 ids of the truth have no answer, taken as 0.5"));
    const auto document = nlohmann::json::parse(pan.out);
    EXPECT_EQ(document["n_missing"], 4);
    EXPECT_EQ(document["metrics"]["auc"], 0.5);
    EXPECT_EQ(document["metrics"]["c@1"], 0);
    EXPECT_EQ(document["metrics"]["brier"], 0.75);
  }
  EXPECT_THAT(run("other.csv --truth truth.jsonl").err, HasSubstr("--extra ignore"));
  const auto compared = standfast("compare answers.jsonl empty.jsonl --truth truth.jsonl", folder_.path());
  EXPECT_EQ(compared.code, 3);
  EXPECT_THAT(compared.err, HasSubstr("empty.jsonl: no answer to any"));
}

TEST_F(Score, AnyMissingAnswerCanBeRefused) {
  write("few.csv", "id,score\np,.9\nr,.2\n");
  const auto refused = run("few.csv --truth truth.jsonl --missing refuse");
  EXPECT_EQ(refused.code, 3);
  EXPECT_THAT(refused.err, HasSubstr("few.csv: 2 ids of the truth without an answer (first: \"q\")"));
  EXPECT_EQ(run("answers.jsonl --truth truth.jsonl --missing refuse").code, 0);
}

TEST_F(Score, OddAnswersAreSaid) {
  write("odd.jsonl",
        "{\"id\":\"p\",\"value\":[0.9]}\n\n{\"id\":\"q\",\"value\":0.1}\n{\"id\":\"q\",\"value\":0.4}\n"
        "{\"id\":\"r\",\"same\":false}\n{\"id\":\"s\",\"value\":1}\n");
  const auto said = run("odd.jsonl --truth truth.jsonl --json");
  EXPECT_EQ(said.code, 0);
  EXPECT_THAT(said.err, HasSubstr("1 line repeats an id; the last answer to each id counts"));
  EXPECT_THAT(said.err, HasSubstr("1 value is a list of one number"));
  EXPECT_THAT(said.err, HasSubstr("no \"value\" but \"same\""));
  EXPECT_THAT(said.err, HasSubstr("1 blank line skipped"));
}

TEST_F(Score, ExtraAnswersAreRefusedUnlessIgnored) {
  write("extra.csv", "id,score\np,.9\nq,.4\nr,.2\ns,.7\nz,.7\n");
  const auto refused = run("extra.csv --truth truth.jsonl");
  EXPECT_EQ(refused.code, 3);
  EXPECT_THAT(refused.err, HasSubstr("1 answer to ids that the truth does not have (first: \"z\")"));
  const auto ignored = run("extra.csv --truth truth.jsonl --extra ignore --json");
  EXPECT_EQ(ignored.code, 0);
  EXPECT_THAT(ignored.err, HasSubstr("left out 1 answer"));
}

TEST_F(Score, UndefinedIsNullAndSaid) {
  write("one.jsonl", "{\"id\":\"p\",\"same\":true}\n{\"id\":\"q\",\"same\":true}\n");
  const auto said = run("answers.jsonl --truth one.jsonl --extra ignore --json");
  const auto document = nlohmann::json::parse(said.out);
  EXPECT_TRUE(document["metrics"]["auc"].is_null());
  EXPECT_TRUE(document["metrics"]["overall"].is_number());
  EXPECT_THAT(said.err,
              HasSubstr("auc is undefined here (all items of one class); overall is the mean of the others"));
  EXPECT_THAT(run("answers.jsonl --truth one.jsonl --extra ignore --profile pan21 --bootstrap 0").out,
              HasSubstr("mean of c@1, f1, f0.5u, brier\n"));
  const auto pan25 = run("answers.jsonl --truth one.jsonl --extra ignore --profile pan25 --bootstrap 0");
  EXPECT_THAT(pan25.err, HasSubstr("overall counts it as 0"));
  EXPECT_THAT(pan25.out, HasSubstr("mean of auc, c@1, f1, f0.5u, brier\n"));
  const auto pan24 = run("answers.jsonl --truth one.jsonl --extra ignore --profile pan24 --json");
  EXPECT_THAT(pan24.err, HasSubstr("auc is undefined here (all items of one class); so is overall"));
  EXPECT_TRUE(nlohmann::json::parse(pan24.out)["metrics"]["overall"].is_null());
}

TEST_F(Score, RangeByProfile) {
  write("wide.csv", "id,score\np,1.5\nq,.4\nr,.2\ns,-.7\n");
  const auto refused = run("wide.csv --truth truth.jsonl");
  EXPECT_EQ(refused.code, 3);
  EXPECT_THAT(refused.err, HasSubstr("wide.csv:2: the score 1.5 lies outside [0, 1]"));
  for (const std::string profile : {"pan24", "pan-strict"}) {
    const auto clipped = run("wide.csv --truth truth.jsonl --profile " + profile);
    EXPECT_EQ(clipped.code, 0);
    EXPECT_THAT(clipped.err, HasSubstr("2 scores lie outside [0, 1], clipped as " + profile + " does"));
  }
  const auto kept = run("wide.csv --truth truth.jsonl --profile pan25 --forensic");
  EXPECT_EQ(kept.code, 0) << kept.err;
  EXPECT_THAT(kept.err, HasSubstr("2 scores lie outside [0, 1], clipped for Brier alone as pan25 does"));
  EXPECT_THAT(kept.err, HasSubstr("2 of 4 scores are closer than"));
}

TEST_F(Score, ScoresOnOneSideOfTheThresholdAreSaidOnceWithAGuess) {
  const auto said = [&](const std::string& rows, const std::string& more = "") {
    write("odd.csv", "id,score\n" + rows);
    const auto result = run("odd.csv --truth truth.jsonl --bootstrap 0 " + more);
    EXPECT_EQ(result.code, 0) << result.err;
    return result.err;
  };
  // Pairs p and q are by one author, r and s by two.
  const auto low = said("p,.45\nq,.31\nr,.2\ns,.1\n");
  EXPECT_THAT(
      low, HasSubstr("odd.csv: no score lies above 0.5 (they go from 0.1 to 0.45), so no pair is accepted"));
  EXPECT_THAT(low, HasSubstr("are they similarities whose threshold is not 0.5?"));
  EXPECT_EQ(std::count(low.begin(), low.end(), '\n'), 1) << low;
  EXPECT_THAT(said("p,.05\nq,.1\nr,.3\ns,.4\n"), HasSubstr("are they distances?"));
  const auto high = said("p,.95\nq,.9\nr,.7\ns,.8\n");
  EXPECT_THAT(high, HasSubstr("no score lies below 0.5"));
  EXPECT_THAT(high, HasSubstr("no pair is rejected"));
  EXPECT_THAT(said("p,-.1\nq,-.3\nr,-4\ns,-2\n", "--profile pan25"),
              HasSubstr("logits or log-probabilities"));
  EXPECT_EQ(said("p,.9\nq,.6\nr,.5\ns,.4\n"), "") << "one pair on either side is enough";
  // If all pairs are by two authors, it is right to accept none.
  write("two.jsonl", "{\"id\":\"r\",\"same\":false}\n{\"id\":\"s\",\"same\":false}\n");
  write("odd.csv", "id,score\nr,.1\ns,.2\n");
  EXPECT_THAT(run("odd.csv --truth two.jsonl").err, ::testing::Not(HasSubstr("no score lies")));
}

TEST_F(Score, IntervalsAreRepeatableAndNameTheirMaking) {
  std::string truth, answers = "id,score\n";
  for (int i = 0; i < 200; ++i) {
    const std::string id = std::to_string(i);
    truth += "{\"id\":\"" + id + "\",\"same\":" + (i % 2 ? "true" : "false") + ",\"authors\":[\"a" +
             std::to_string(i % 40) + "\",\"a" + std::to_string(i % 2 ? i % 40 : (i + 7) % 40) + "\"]}\n";
    answers += id + "," + std::to_string(0.5 + 0.4 * std::sin(i * 1.7 + i % 2)) + "\n";
  }
  write("t.jsonl", truth);
  write("a.csv", answers);
  const auto by_author = json("a.csv --truth t.jsonl --bootstrap 200 --seed 3 --jobs 1");
  EXPECT_EQ(json("a.csv --truth t.jsonl --bootstrap 200 --seed 3 --jobs 4"), by_author);
  EXPECT_NE(json("a.csv --truth t.jsonl --bootstrap 200 --seed 4"), by_author);
  EXPECT_EQ(by_author["bootstrap"]["cluster"], "author");
  EXPECT_EQ(by_author["bootstrap"]["method"], "percentile");
  const auto by_item = json("a.csv --truth t.jsonl --bootstrap 200 --seed 3 --cluster item");
  EXPECT_EQ(by_item["bootstrap"]["cluster"], "item");
  for (const auto& [metric, interval] : by_author["intervals"].items()) {
    EXPECT_LE(interval[0], by_author["metrics"][metric]) << metric;
    EXPECT_GE(interval[1], by_author["metrics"][metric]) << metric;
    EXPECT_NE(interval, by_item["intervals"][metric]) << metric;
  }
}

TEST_F(Score, BadUsage) {
  EXPECT_EQ(run("answers.jsonl").code, 2);
  EXPECT_EQ(run("answers.jsonl --truth truth.jsonl --profile pan19").code, 2);
  EXPECT_EQ(run("answers.jsonl --truth truth.jsonl --bootstrap -1").code, 2);
  EXPECT_EQ(run("answers.jsonl --truth truth.jsonl --confidence 95").code, 2);
  EXPECT_EQ(run("- --truth -").code, 2);
  EXPECT_EQ(run("absent.jsonl --truth truth.jsonl").code, 3);
  EXPECT_EQ(run("truth.jsonl --truth answers.jsonl").code, 3);
  write("bare.csv", "id,same\np,1\nq,1\nr,0\ns,0\n");
  const auto none = run("answers.jsonl --truth bare.csv --cluster author --bootstrap 10");
  EXPECT_EQ(none.code, 3);
  EXPECT_THAT(none.err, HasSubstr("names no authors"));
}

TEST_F(Score, FlagsThatChangeNothingAreRefused) {
  write("labels.jsonl",
        "{\"id\":\"p\",\"text\":\"x\",\"label\":\"m\"}\n{\"id\":\"q\",\"text\":\"y\",\"label\":\"n\"}\n");
  write("classes.csv", "id,predicted\np,m\nq,n\n");
  const auto refused = [&](const std::string& arguments, const std::string& message) {
    const auto said = run(arguments);
    EXPECT_EQ(said.code, 2) << arguments << said.err;
    EXPECT_THAT(said.err, HasSubstr(message)) << arguments;
    EXPECT_EQ(said.out, "") << arguments;
  };
  const std::string pairs = "answers.jsonl --truth truth.jsonl ";
  for (const std::string flag :
       {"--only source=x", "--limit 2", "--by-class", "--ranking", "--text t", "--column a=b", "--author a",
        "--bad-rows fail", "--format csv", "--id id", "--at-least author=2", "--most author=2"})
    refused(pairs + flag, flag.substr(0, flag.find(' ')) + " is for predicted classes");
  const std::string classes = "classes.csv --truth labels.jsonl --target label ";
  for (const std::string profile : {"hits", "pan20", "pan21"})
    refused(classes + "--profile " + profile, "--profile " + profile + " is for answers to pairs");
  refused(classes + "--missing open", "--missing open is for answers to pairs");
  for (const std::string& task : {pairs, classes})
    for (const std::string flag : {"--confidence 0.9", "--seed 0", "--cluster item"}) {
      refused(task + "--bootstrap 0 " + flag,
              flag.substr(0, flag.find(' ')) + " says how intervals are made");
      EXPECT_EQ(run(task + flag).code, 0) << task << flag;
    }
  for (const std::string flag :
       {"--profile classification-labels", "--by-class", "--limit 2", "--missing refuse"})
    EXPECT_EQ(run(classes + flag).code, 0) << flag;
}

TEST_F(Score, PredictedClassesNeedNoTargetWhereThereIsOne) {
  write("one.jsonl",
        "{\"id\":\"p\",\"text\":\"x\",\"label\":\"m\"}\n{\"id\":\"q\",\"text\":\"y\",\"label\":\"n\"}\n");
  write("two.jsonl",
        "{\"id\":\"p\",\"text\":\"x\",\"label\":\"m\",\"author\":\"a\"}\n"
        "{\"id\":\"q\",\"text\":\"y\",\"label\":\"n\",\"author\":\"b\"}\n");
  write("table.csv", "id,predicted\np,m\nq,m\n");
  write("lines.jsonl", "{\"id\":\"p\",\"predicted\":\"m\"}\n{\"id\":\"q\",\"predicted\":\"m\"}\n");
  write("ranks.jsonl",
        "{\"id\":\"p\",\"scores\":{\"m\":0.7,\"n\":0.3}}\n{\"id\":\"q\",\"scores\":{\"m\":0.6,\"n\":0.4}}\n");
  for (const std::string file : {"table.csv", "lines.jsonl", "ranks.jsonl"}) {
    const auto said = run(file + " --truth one.jsonl");
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_THAT(said.err, HasSubstr("the class is the label")) << file;
    EXPECT_THAT(said.out, HasSubstr("accuracy            0.500")) << file;
  }
  const auto several = run("lines.jsonl --truth two.jsonl");
  EXPECT_EQ(several.code, 2);
  EXPECT_THAT(several.err, HasSubstr("--target author or --target label"));
  EXPECT_NE(run("lines.jsonl --truth one.jsonl --profile pan21").code, 0);  // the named profile counts
}

TEST_F(Score, TableIsRounded) {
  const auto said = run("answers.jsonl --truth truth.jsonl --profile pan21 --bootstrap 0");
  EXPECT_THAT(said.out, HasSubstr("overall   0.605  mean of auc, c@1, f1, f0.5u, brier"));
  EXPECT_THAT(run("answers.jsonl --truth truth.jsonl --bootstrap 0").out,
              HasSubstr("overall  0.5625  mean of auc, c@1, f1, f0.5u\n"));
}

}  // namespace
}  // namespace standfast::testing
