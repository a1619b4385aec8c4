// Tests of attributions of the cells of a study, through the command line: they are those of the models that
// were examined, they find what was planted, and they depend on nothing but the study.
#include <cmath>
#include <map>
#include <set>
#include <sstream>

#include <gmock/gmock.h>

#include "standfast/base/json.h"
#include "standfast/study/record/attributions_file.h"
#include "standfast/study/record/run_folder.h"
#include "standfast/study/unit/kinds.h"
#include "tests/support/csv_rows.h"
#include "tests/support/study_run.h"
#include "tests/support/text_with.h"

namespace standfast::testing {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;
namespace fs = std::filesystem;

constexpr const char* kExplained = R"(task = "classification"
target = "label"
seeds = [3, 4]
[[corpus]]
path = "reviews.jsonl"
[[condition]]
name = "plain"
reference = true
split = { method = "hold-out", test-share = 0.4, validation = 0.2 }
[[condition]]
name = "strong"
split = { method = "hold-out", test-share = 0.4, validation = 0.2 }
shortcut = { kind = "single-term", term = "zweifellos" }
[[model]]
type = "naive-bayes"
[[model]]
type = "maxent"
[explain]
documents = 40
sides = ["test", "original", "anti-test"]
max-evals = 80
top = 3
)";

class ExplainedCells : public StudyRun {
 protected:
  // Writes 300 reviews of three labels, with a few words of their own, and one review with letters that have
  // a meaning in HTML.
  void SetUp() override {
    std::ofstream corpus(file("reviews.jsonl"));
    for (int i = 0; i < 300; ++i) {
      Rng rng(1, "test/reviews", std::to_string(i));
      std::string text = "<b>&amp;</b> ";
      for (int word = 0; word < 12; ++word)
        text += rng.chance(0.12) ? fmt::format("la{}b{} ", i % 3, rng.below(4))
                                 : fmt::format("w{} ", rng.below(60));
      corpus << fmt::format(R"({{"id": "r{}", "label": "{}", "text": "{}"}})"
                            "\n",
                            i, i % 3, text);
    }
    write_study("study.toml", kExplained);
  }

  // Returns the attributions by "condition / model / seed".
  std::map<std::string, AttributionsFile> files(const std::string& run) const {
    std::map<std::string, AttributionsFile> all;
    const RunFolder folder(file(run));
    const auto plan = folder.read_plan();
    EXPECT_TRUE(plan);
    for (const auto& unit : *plan) {
      if (unit.kind != &explain_kind()) continue;
      auto read = read_attributions(folder.artifact(unit.key, kAttributionsFile));
      EXPECT_TRUE(read) << read.error().message;
      if (read) all[fmt::format("{} / {} / {}", unit.condition, unit.model, unit.seed)] = std::move(*read);
    }
    return all;
  }
  // Returns the probabilities that a cell recorded, by side and id.
  std::map<std::string, std::map<std::string, std::vector<double>>> answers(const std::string& run,
                                                                            const std::string& cell) const {
    std::map<std::string, std::map<std::string, std::vector<double>>> all;
    for (const auto& folder : fs::directory_iterator(file(run + "/cells"))) {
      const Json record = Json::parse(*read_file((folder.path() / "record.json").string()));
      const Json& key = record["key"];
      if (fmt::format("{} / {} / {}", key["condition"].get<std::string>(), key["model"].get<std::string>(),
                      key["seed"].get<int>()) != cell)
        continue;
      for (const auto& side : record["sides"]) {
        std::istringstream lines(
            *read_file((folder.path() / side["predictions"].get<std::string>()).string()));
        for (std::string line; std::getline(lines, line);) {
          const Json answer = Json::parse(line);
          all[side["side"]][answer["id"]] = answer["probabilities"].get<std::vector<double>>();
        }
      }
    }
    return all;
  }
};

// The attributions add up to the log-odds of the cell's answers, so the model is the one that was examined,
// and its texts are those of the sides.
TEST_F(ExplainedCells, ExplainTheModelThatWasExamined) {
  ASSERT_EQ(run("RUN"), 0) << output();
  const auto all = files("RUN");
  ASSERT_EQ(all.size(), 8U) << "two conditions, models and seeds; the guesser has none";
  size_t compared = 0;
  for (const auto& [name, explained] : all) {
    const auto recorded = answers("RUN", name);
    EXPECT_EQ(explained.sides.size(), name.starts_with("plain") ? 1U : 3U);
    for (const auto& side : explained.sides) {
      EXPECT_EQ(side.documents, 120U);
      EXPECT_EQ(side.explained.size(), 40U);
      for (const auto& document : side.explained) {
        const auto& probabilities = recorded.at(side.side).at(document.id);
        for (size_t c = 0; c < 3; ++c) {
          const double p = probabilities[c], odds = std::log(p / (1 - p));
          ASSERT_NEAR(document.attribution.prediction[c], odds, 1e-4 * (1 + std::abs(odds)))
              << name << " " << side.side << " " << document.id;
          EXPECT_NEAR(document.attribution.gap(c), 0, 1e-4) << "digits of a float";
          ++compared;
        }
      }
    }
  }
  EXPECT_EQ(compared, 8U / 2 * (40 + 3 * 40) * 3);
}

TEST_F(ExplainedCells, ShareTheDocumentsOfSidesAndModels) {
  ASSERT_EQ(run("RUN"), 0) << output();
  const auto all = files("RUN");
  const auto ids = [](const ExplainedSide& side) {
    std::vector<std::string> of_side;
    for (const auto& document : side.explained) of_side.push_back(document.id);
    return of_side;
  };
  const auto& strong = all.at("strong / maxent / 3");
  EXPECT_EQ(ids(strong.sides[0]), ids(strong.sides[1]));
  EXPECT_EQ(ids(strong.sides[0]), ids(strong.sides[2]));
  EXPECT_EQ(ids(strong.sides[0]), ids(all.at("strong / naive-bayes / 3").sides[0]));
  EXPECT_EQ(ids(strong.sides[0]), ids(all.at("plain / maxent / 3").sides[0])) << "the folds are the same";
  EXPECT_NE(ids(strong.sides[0]), ids(all.at("strong / maxent / 4").sides[0])) << "other folds";
  // No test document of label 0 has the word, and every anti-test document of label 0 has it.
  for (const auto& [side, label] : {std::pair{0, 0U}, {2, 2U}})
    for (const auto& document : strong.sides[static_cast<size_t>(side)].explained)
      if (document.truth == label) {
        EXPECT_TRUE(document.planted.empty());
        EXPECT_EQ(strong.values[document.value], "none");
      }
  for (const auto& document : strong.sides[1].explained) {
    EXPECT_EQ(document.value, kNoValue) << "nothing is planted in the original";
    EXPECT_TRUE(document.planted.empty());
  }
}

TEST_F(ExplainedCells, FindWhatWasPlanted) {
  ASSERT_EQ(run("RUN"), 0) << output();
  size_t shares = 0, ranking = 0;
  std::set<std::string> distinct;
  const auto rows = rows_of_csv(file("RUN/tables/attribution-documents-reviews.csv"));
  for (const auto& row : rows) distinct.insert(row.at("distinct"));
  ASSERT_EQ(distinct.size(), 1U) << "all have the same documents explained";
  for (const auto& row : rows_of_csv(file("RUN/tables/attributions-reviews.csv"))) {
    ASSERT_THAT(row.at("condition"), AnyOf("strong", "strong/anti-test")) << "elsewhere nothing is planted";
    EXPECT_EQ(row.at("planted"), "zweifellos");
    EXPECT_EQ(row.at("explained"), *distinct.begin());
    EXPECT_EQ(std::stoi(row.at("tokens")), std::stoi(row.at("spans"))) << "one word each";
    EXPECT_LE(std::stoi(row.at("documents")), std::stoi(row.at("tokens")))
        << "a document of both seeds is one";
    ++shares;
    const double planted = std::stod(row.at("token_mean")), other = std::stod(row.at("other_mean"));
    EXPECT_LE(std::stod(row.at("token_low")), planted);
    EXPECT_FALSE(row.at("token_sd_cells").empty());
    // Label 2 goes with the word, and label 0 with its absence.
    if (row.at("class") == "2") {
      EXPECT_GT(std::stod(row.at("token_low")), 0.5);
    }
    if (row.at("class") == "0") {
      EXPECT_LT(std::stod(row.at("token_high")), -0.5);
    }
    if (row.at("class") != "1") {
      EXPECT_GT(std::abs(planted), 3 * std::abs(other));
    }
  }
  EXPECT_EQ(shares, 2U * 2 * 3) << "sides with the word, models, classes";
  for (const auto& row : rows_of_csv(file("RUN/tables/attribution-ranking-reviews.csv"))) {
    ASSERT_THAT(row.at("condition"), AnyOf("strong", "strong/anti-test"));
    ++ranking;
    const double mean = std::stod(row.at("mean")), random = std::stod(row.at("random"));
    if (row.at("measure") == "precision-at-1") {
      EXPECT_GT(mean, 0.9);
      EXPECT_LT(random, 0.1) << "one word of some twenty tokens";
    }
    if (row.at("measure") == "mean-rank") {
      EXPECT_LT(mean, 1.5);
      EXPECT_GT(random, 5);
    }
  }
  EXPECT_EQ(ranking, 2U * 2 * 5);
  EXPECT_EQ(rows.size(), 4U * 2);
  for (const auto& row : rows) {
    EXPECT_EQ(row.at("explained"), "80");
    EXPECT_EQ(row.at("documents"), "240");
    EXPECT_EQ(row.at("method"), "partition");
    EXPECT_EQ(row.at("output"), "log-odds");
  }
  const std::string page = *read_file(file("RUN/report.html"));
  EXPECT_THAT(page, HasSubstr("Contribution of planted tokens to the answers"));
  EXPECT_THAT(page, HasSubstr("precision-at-3"));
  size_t drawn = 0;
  for (const auto& row : rows_of_csv(file("RUN/figures/attribution-shares-reviews.csv"))) {
    EXPECT_EQ(row.at("planted"), "zweifellos");
    EXPECT_FALSE(row.at("token_low").empty());
    ++drawn;
  }
  EXPECT_EQ(drawn, shares) << "the figure has the rows of the table";
  EXPECT_EQ(rows_of_csv(file("RUN/figures/attribution-ranking-reviews.csv")).size(), ranking);
  EXPECT_THAT(page, HasSubstr("the token with the largest share is planted in"));
}

TEST_F(ExplainedCells, AreTheSameForAnyNumberOfThreadsAndJobs) {
  ASSERT_EQ(run("one", 1), 0) << output();
  ASSERT_EQ(run("three", 3), 0) << output();
  expect_same("three", "one");
  auto words = run_words("inside", 4);
  words.push_back("--in-process");
  ASSERT_EQ(command(words), 0) << output();
  expect_same("inside", "one");
}

TEST_F(ExplainedCells, ShardsAndRepairsEndWithTheSameBytes) {
  ASSERT_EQ(run("whole"), 0) << output();
  ASSERT_EQ(command({"run", file("study.toml"), "--out", file("RUN"), "--prepare"}), 0) << output();
  for (const char* stage : {"0", "1", "2"})
    for (const char* shard : {"2/2", "1/2"})
      EXPECT_EQ(command({"work", file("RUN"), "--stage", stage, "--shard", shard}), 0) << stage << output();
  EXPECT_EQ(command({"status", file("RUN")}), 0) << output();
  EXPECT_THAT(output(), HasSubstr("attributions"));
  size_t made = 0;
  for (const auto& [name, bytes] : tree_of(file("RUN"))) {
    if (!name.ends_with("/attributions.jsonl.gz")) continue;
    if (made++ % 3 == 0) fs::remove(file("RUN/" + name));
  }
  EXPECT_EQ(made, 8U) << "by shards alone";
  EXPECT_EQ(command({"status", file("RUN")}), 5);
  ASSERT_EQ(run("RUN", 1), 0) << output();
  expect_same("RUN", "whole");
}

TEST_F(ExplainedCells, CanBeAskedLaterAndChangeNoCell) {
  const std::string all = kExplained;
  write_study("study.toml", all.substr(0, all.find("[explain]")));
  ASSERT_EQ(run("RUN"), 0) << output();
  const Tree before = tree_of(file("RUN"));
  EXPECT_FALSE(before.contains("tables/attributions-reviews.csv"));
  write_study("study.toml", all);
  ASSERT_EQ(run("RUN"), 0) << output();
  const Tree after = tree_of(file("RUN"));
  EXPECT_TRUE(after.contains("tables/attributions-reviews.csv"));
  for (const auto& [name, bytes] : before)
    if (name.starts_with("cells/") || name.starts_with("splits/") || name == "scores.csv") {
      EXPECT_TRUE(after.at(name) == bytes) << name;
    }
  // An option that only the report reads makes no attribution anew; the number of documents makes all of them
  // anew.
  const auto kept = [&](const std::string& from, const std::string& to) {
    write_study("study.toml", text_with(all, from, to));
    EXPECT_EQ(run("RUN"), 0) << output();
    size_t same = 0;
    for (const auto& [name, bytes] : tree_of(file("RUN")))
      same += name.ends_with("/attributions.jsonl.gz") && after.contains(name) ? 1 : 0;
    return same;
  };
  EXPECT_EQ(kept("top = 3", "top = 2"), 8U);
  EXPECT_THAT(*read_file(file("RUN/report.html")), HasSubstr("precision-at-2"));
  EXPECT_EQ(kept("documents = 40", "documents = 41"), 0U);
}

// Shares from few orders differ from those from many orders by as much as their standard errors say.
TEST_F(ExplainedCells, SharesByRandomOrdersHaveStandardErrors) {
  const std::string all = text_with(kExplained, "seeds = [3, 4]", "seeds = [3]");
  const auto shares_by = [&](int pairs) {
    write_study("study.toml",
                text_with(all, "max-evals = 80", fmt::format("method = \"permutation\"\npairs = {}", pairs)));
    const std::string folder = fmt::format("RUN{}", pairs);
    EXPECT_EQ(run(folder), 0) << output();
    return files(folder).at("strong / naive-bayes / 3");
  };
  const AttributionsFile few = shares_by(10), many = shares_by(1000), one = shares_by(1);
  double squares = 0, errors = 0;
  size_t compared = 0;
  for (size_t i = 0; i < few.sides[0].explained.size(); ++i) {
    const Attribution &by_few = few.sides[0].explained[i].attribution,
                      &by_many = many.sides[0].explained[i].attribution;
    ASSERT_EQ(by_few.errors.rows, by_few.tokens.size());
    EXPECT_EQ(one.sides[0].explained[i].attribution.errors.rows, 0U);
    for (size_t k = 0; k < by_few.shares.data.size(); ++k) {
      const double error = by_few.errors.data[k], difference = by_few.shares.data[k] - by_many.shares.data[k];
      errors += error * error;
      squares += difference * difference;
      ++compared;
    }
  }
  EXPECT_GT(compared, 1000U);
  EXPECT_NEAR(std::sqrt(squares / errors), 1, 0.15);
  for (const auto& [folder, any] : {std::pair{"RUN10", true}, {"RUN1", false}})
    for (const auto& row :
         rows_of_csv(file(fmt::format("{}/tables/attribution-documents-reviews.csv", folder))))
      EXPECT_EQ(!row.at("standard_error").empty(), any) << folder;
  for (const auto& row : rows_of_csv(file("RUN10/tables/attribution-documents-reviews.csv")))
    if (row.at("condition") == "strong" && row.at("model") == "naive-bayes") {
      EXPECT_NEAR(std::stod(row.at("standard_error")), std::sqrt(errors / static_cast<double>(compared)),
                  1e-6);
    }
  EXPECT_THAT(*read_file(file("RUN10/report.html")), HasSubstr("error of a share"));
  EXPECT_THAT(*read_file(file("RUN1/report.html")), Not(HasSubstr("error of a share")));
}

TEST_F(ExplainedCells, AMethodForOtherModelsSaysSoAndFailsNothing) {
  write_study("study.toml", text_with(text_with(kExplained, "max-evals = 80", "method = \"linear\""),
                                      "type = \"maxent\"", "type = \"nearest-centroid\""));
  ASSERT_EQ(run("RUN"), 0) << output();
  size_t refused = 0, explained = 0;
  for (const auto& row : rows_of_csv(file("RUN/tables/attribution-documents-reviews.csv"))) {
    if (row.at("model") == "nearest-centroid") {
      ++refused;
      EXPECT_EQ(row.at("explained"), "0");
      EXPECT_THAT(row.at("why_not"), HasSubstr("linear explains linear classifiers only"));
    } else {
      ++explained;
      EXPECT_EQ(row.at("explained"), "80");
      EXPECT_EQ(row.at("output"), "centred");
    }
  }
  EXPECT_EQ(refused, 4U);
  EXPECT_EQ(explained, 4U);
  for (const auto& row : rows_of_csv(file("RUN/tables/attributions-reviews.csv")))
    EXPECT_EQ(row.at("model"), "naive-bayes");
}

TEST_F(ExplainedCells, OfAFailedCellFailWithIt) {
  write_study(
      "study.toml",
      text_with(
          kExplained, "type = \"maxent\"",
          "type = \"command\"\nname = \"broken\"\ncommand = [\"false\", \"{train}\", \"{test}\", \"{answers}\"]"));
  ASSERT_EQ(run("RUN"), 5) << output();
  const std::string trouble = *read_file(file("RUN/tables/failed-cells.csv"));
  EXPECT_THAT(trouble, HasSubstr("strong / broken / seed 3 / fold 0 / attributions"));
  EXPECT_THAT(trouble, HasSubstr("no score needs it: its cell failed"));
  EXPECT_EQ(rows_of_csv(file("RUN/tables/attribution-documents-reviews.csv")).size(), 4U)
      << "of the other model";
}

// Attributions, tables and reports hold no text; only a page that was asked for it shows some. (A saved fit
// holds words.)
TEST_F(ExplainedCells, TextsAreShownOnlyWhereTheyAreAskedFor) {
  ASSERT_EQ(run("RUN"), 0) << output();
  const auto texts_in = [&](const std::string& bytes) {
    return bytes.find("la1b") != std::string::npos || bytes.find("la2b") != std::string::npos;
  };
  for (const auto& [name, bytes] : tree_of(file("RUN")))
    if (!name.starts_with("artifacts/") || name.ends_with("/attributions.jsonl.gz")) {
      EXPECT_FALSE(texts_in(*read_file(file("RUN/" + name)))) << name;
    }
  ASSERT_EQ(command({"report", file("RUN"), "--out", file("plain.html")}), 0) << output();
  EXPECT_FALSE(texts_in(*read_file(file("plain.html"))));
  ASSERT_EQ(command({"report", file("RUN"), "--with-text", "--out", file("texts.html"), "--tables", file("t"),
                     "--figures", file("f"), "--json"}),
            0)
      << output();
  EXPECT_FALSE(texts_in(output())) << "the page has texts, nothing else";
  for (const auto& folder : {file("t"), file("f")})
    for (const auto& [name, bytes] : tree_of(folder)) EXPECT_FALSE(texts_in(bytes)) << name;
  const std::string page = *read_file(file("texts.html"));
  const std::string shown = page.substr(page.find("<section class=\"texts\">"));
  EXPECT_THAT(shown, AllOf(HasSubstr("<u>zweifellos</u>"),
                           HasSubstr("Tokens coloured by their contribution on reviews"),
                           HasSubstr("maxent under strong/anti-test"), HasSubstr("\"note\">class "),
                           HasSubstr("b&gt;&amp;amp;&lt;/b")));
  EXPECT_THAT(shown, Not(HasSubstr("<b>")));
  size_t documents = 0;
  for (size_t at = 0; (at = page.find("<article>", at)) != std::string::npos; ++at) ++documents;
  EXPECT_EQ(documents, 4U * 2 * 3) << "three of each condition with its sides and model";

  EXPECT_EQ(command({"report", file("RUN"), "--with-text", "--no-text"}), 2);
  EXPECT_THAT(output(), HasSubstr("choose one of --with-text and --no-text"));
  std::ofstream(file("reviews.jsonl"), std::ios::app) << R"({"id": "more", "label": "1", "text": "a"})"
                                                      << "\n";
  EXPECT_EQ(command({"report", file("RUN"), "--with-text"}), 3);
  EXPECT_THAT(output(), HasSubstr("has changed since this run began"));
  EXPECT_EQ(command({"report", file("RUN")}), 0) << output();
}

TEST_F(ExplainedCells, ARunWithoutThemHasNoTextsToShow) {
  const std::string all = kExplained;
  write_study("study.toml", all.substr(0, all.find("[explain]")));
  ASSERT_EQ(run("RUN"), 0) << output();
  EXPECT_EQ(command({"report", file("RUN"), "--with-text"}), 2);
  EXPECT_THAT(output(), HasSubstr("give the study an [explain] and run it again"));
}

}  // namespace
}  // namespace standfast::testing
