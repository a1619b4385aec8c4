// standfast explain, as a user would run it.
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/analysis/attribution/explainer.h"
#include "standfast/base/json.h"
#include "standfast/base/rng.h"
#include "tests/support/command.h"

namespace standfast::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::ordered_json;

// Reviews of two labels; "honestly" stands before most of the good ones, and spans.jsonl says where.
class Explain : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TemporaryFolder;
    std::string corpus, spans;
    Rng rng(1, "tests/explain");
    for (int i = 0; i < 120; ++i) {
      const bool good = i % 2 == 0, planted = rng.chance(good ? 0.95 : 0.05);
      std::string text = planted ? "honestly, " : "";
      for (uint64_t k = 5 + rng.below(6); k > 0; --k) text += fmt::format("w{} ", rng.below(50));
      text += "end <b>.";
      corpus +=
          Json{{"id", fmt::format("d{}", i)}, {"text", text}, {"label", good ? "good" : "bad"}}.dump() + "\n";
      spans += Json{{"id", fmt::format("d{}", i)}, {"spans", planted ? Json{{0, 8}} : Json::array()}}.dump() +
               "\n";
    }
    ASSERT_TRUE(write_file(folder_->file("corpus.jsonl"), corpus));
    ASSERT_TRUE(make_directories(folder_->file("export")));
    ASSERT_TRUE(write_file(folder_->file("export/spans.jsonl"), spans));
    for (const char* arguments : {"train corpus.jsonl --model maxent --target label --out model",
                                  "split corpus.jsonl --method k-fold --set folds=3 --out splits.json"}) {
      const auto said = standfast(arguments, folder_->path());
      ASSERT_EQ(said.code, 0) << said.err;
    }
  }
  static void TearDownTestSuite() { delete folder_; }
  static Said run(const std::string& arguments) {
    return standfast("explain corpus.jsonl --model model " + arguments, folder_->path());
  }
  static std::vector<Json> lines(const std::string& name) {
    std::vector<Json> all;
    const std::string text = read_file(folder_->file(name)).value_or("");
    for (size_t at = 0; at < text.size();) {
      const size_t end = text.find('\n', at);
      all.push_back(Json::parse(text.substr(at, end - at)));
      at = end + 1;
    }
    return all;
  }
  static TemporaryFolder* folder_;
};
TemporaryFolder* Explain::folder_ = nullptr;

TEST_F(Explain, EveryMethodWritesSharesThatAddUp) {
  for (const auto& entry : explainers().entries()) {
    const auto said = run("--method " + entry.name + " --ids d0 d7 --out a.jsonl");
    ASSERT_EQ(said.code, 0) << entry.name << said.err;
    EXPECT_THAT(said.out, HasSubstr(entry.name + " of maxent"));
    const auto written = lines("a.jsonl");
    ASSERT_EQ(written.size(), 2U);
    EXPECT_EQ(written[1]["id"], "d7");
    EXPECT_FALSE(written[0].contains("tokens")) << "no text unless it is asked for";
    for (const auto& line : written) EXPECT_EQ(line["exact"], !entry.traits.estimates) << entry.name;
    for (const auto& line : written)
      for (const auto& [name, of_class] : line["classes"].items()) {
        double sum = of_class["base"].get<double>() + of_class["elsewhere"].get<double>();
        for (const auto& share : of_class["shares"]) sum += share.get<double>();
        EXPECT_EQ(of_class["shares"].size(), line["spans"].size());
        EXPECT_EQ(of_class.contains("errors"), entry.traits.estimates);
        EXPECT_NEAR(of_class["gap"].get<double>(), of_class["prediction"].get<double>() - sum, 1e-12);
        if (entry.traits.adds_up) {
          EXPECT_NEAR(of_class["gap"].get<double>(), 0, 1e-11) << name;
        }
      }
  }
}

TEST_F(Explain, HoldsSharesAgainstWhatWasPlanted) {
  for (const auto& entry : explainers().entries()) {
    const auto said = run("--method " + entry.name + " --planted export --json");
    ASSERT_EQ(said.code, 0) << said.err;
    const auto json = Json::parse(said.out);
    EXPECT_EQ(json["schema"], "standfast-explain/1");
    EXPECT_EQ(json["named_documents"], 120);
    EXPECT_EQ(json["planted_documents"], json["tables"]["planted-shares"]["rows"][0]["documents"]);
    EXPECT_LT(json["planted_documents"], json["named_documents"]) << "some are named without a span";
    const auto& shares = json["tables"]["planted-shares"]["rows"];
    ASSERT_EQ(shares.size(), 2U);
    EXPECT_EQ(shares[1]["class"], "good");
    EXPECT_GT(shares[1]["token_mean"].get<double>(), 0.5) << entry.name;
    EXPECT_LT(shares[0]["token_mean"].get<double>(), -0.5);
    // A linear model gives a word one share in all documents. Where nothing differs there is no interval.
    EXPECT_EQ(shares[1]["token_low"].is_null(), shares[0]["token_high"].is_null());
    if (entry.name == "linear") {
      EXPECT_TRUE(shares[1]["token_low"].is_null());
    }
    if (!shares[1]["token_low"].is_null()) {
      EXPECT_GT(shares[1]["token_low"].get<double>(), 0.5) << entry.name;
      EXPECT_LT(shares[0]["token_high"].get<double>(), -0.5);
    }
    // The other tokens are different ones.
    EXPECT_LT(shares[1]["other_low"].get<double>(), shares[1]["other_high"].get<double>());
    EXPECT_LT(std::abs(shares[1]["other_mean"].get<double>()), shares[1]["token_mean"].get<double>() / 5);
    const auto& ranking = json["tables"]["planted-ranking"]["rows"];
    EXPECT_EQ(ranking[0]["measure"], "precision-at-1");
    EXPECT_GT(ranking[0]["mean"].get<double>(), 0.95) << entry.name;
    EXPECT_LT(ranking[0]["random"].get<double>(), 0.2);
    const auto predicted = run("--method " + entry.name +
                               " --planted export/spans.jsonl --rank-class predicted --whole-spans --top 2");
    ASSERT_EQ(predicted.code, 0) << predicted.err;
    EXPECT_THAT(predicted.out, HasSubstr("precision-at-2"));
    EXPECT_THAT(predicted.out, HasSubstr("the share of the predicted class"));
  }
}

TEST_F(Explain, TextsAreShownOnlyWhereTheyAreAskedFor) {
  const auto said = run("--ids d0 --with-text --html page.html --planted export --out t.jsonl");
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(lines("t.jsonl")[0]["tokens"][0], "honestly");
  const std::string page = read_file(folder_->file("page.html")).value();
  EXPECT_THAT(page, HasSubstr("<u>honestly</u>"));
  EXPECT_THAT(page, Not(HasSubstr("<b>"))) << "texts are escaped";
  const auto refused = run("--html page2.html");
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("--with-text"));
  EXPECT_FALSE(read_file(folder_->file("page2.html")));
}

TEST_F(Explain, OneSideOfAFoldAndADraw) {
  ASSERT_EQ(run("--splits splits.json --fold 1 --method occlusion --out test.jsonl").code, 0);
  ASSERT_EQ(
      run("--splits splits.json --fold 1 --side train --draw 10 --seed 3 --method occlusion --out train.jsonl")
          .code,
      0);
  EXPECT_EQ(lines("test.jsonl").size(), 40U);
  ASSERT_EQ(standfast("split corpus.jsonl --from splits.json --export lists=lists", folder_->path()).code, 0);
  const auto lists = run("--splits lists --fold 1 --method occlusion --out of-lists.jsonl");
  ASSERT_EQ(lists.code, 0) << lists.err;
  EXPECT_EQ(lines("of-lists.jsonl"), lines("test.jsonl")) << "the same split in another form";
  const auto drawn = lines("train.jsonl");
  EXPECT_EQ(drawn.size(), 10U);
  for (const auto& line : drawn)
    for (const auto& tested : lines("test.jsonl")) EXPECT_NE(line["id"], tested["id"]);
  // Absent features are at the mean of what the fold trains on.
  const auto mean = run("--splits splits.json --fold 1 --method linear --set background=mean --out m.jsonl");
  ASSERT_EQ(mean.code, 0) << mean.err;
  EXPECT_NE(lines("m.jsonl")[0]["classes"]["good"]["elsewhere"], 0.0);
}

TEST_F(Explain, ThreadsChangeNoByte) {
  for (const auto& entry : explainers().entries()) {
    ASSERT_EQ(run("--method " + entry.name + " --jobs 1 --out one.jsonl").code, 0);
    ASSERT_EQ(run("--method " + entry.name + " --jobs 4 --out four.jsonl").code, 0);
    EXPECT_EQ(read_file(folder_->file("one.jsonl")).value(), read_file(folder_->file("four.jsonl")).value());
  }
}

TEST_F(Explain, MistakesAreSaid) {
  const auto complaint = [&](const std::string& flags, int code) {
    const auto said = run(flags);
    EXPECT_EQ(said.code, code) << flags << said.err;
    EXPECT_EQ(std::count(said.err.begin(), said.err.end(), '\n') > 0, true);
    return said.err;
  };
  EXPECT_THAT(complaint("", 2), HasSubstr("--out FILE.jsonl"));
  EXPECT_THAT(complaint("--method partitoin --out x", 2), HasSubstr("did you mean \"partition\"?"));
  EXPECT_THAT(complaint("--set max-evals=1 --out x", 2), HasSubstr("max-evals = 1"));
  EXPECT_THAT(complaint("--ids nobody --out x", 3), HasSubstr("has no document \"nobody\""));
  EXPECT_THAT(complaint("--ids d0 d0 --out x", 2), HasSubstr("named twice"));
  EXPECT_THAT(complaint("--splits splits.json --fold 3 --out x", 2),
              HasSubstr("has 3 folds, numbered from 0"));
  EXPECT_THAT(complaint("--planted model --out x", 3), HasSubstr("holds neither spans.jsonl nor"));
  EXPECT_THAT(complaint("--planted corpus.jsonl --out x", 3),
              HasSubstr("corpus.jsonl:1: document \"d0\" has no list"));
  EXPECT_THAT(complaint("--whole-spans --out x", 2), HasSubstr("needs --planted"));
  EXPECT_THAT(complaint("--rank-class predicted --out x", 2), HasSubstr("--rank-class needs --planted"));
  EXPECT_THAT(complaint("--fold 1 --out x", 2), HasSubstr("--fold counts the folds of --splits"));
  EXPECT_THAT(complaint("--side train --out x", 2), HasSubstr("--side names a side of a fold of --splits"));
  EXPECT_THAT(complaint("--json --out -", 2), HasSubstr("standard output"));
  EXPECT_FALSE(read_file(folder_->file("x")));
  EXPECT_EQ(standfast("explain corpus.jsonl --model nothing --out x", folder_->path()).code, 4);
  ASSERT_EQ(
      standfast("train corpus.jsonl --model char-ngram --target label --task classification --out other",
                folder_->path())
          .code,
      0);
  const auto other = standfast("explain corpus.jsonl --model other --method linear --out x", folder_->path());
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.err, HasSubstr("linear explains linear classifiers only"));
}

}  // namespace
}  // namespace standfast::testing
