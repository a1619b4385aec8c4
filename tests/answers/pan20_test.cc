// The official numbers of PAN 2020 on the published answers of three systems (data/pan20/official.csv).
#include <algorithm>
#include <map>
#include <sstream>

#include <gtest/gtest.h>

#include "standfast/answers/answers.h"
#include "standfast/base/file.h"
#include "standfast/metric/pairs/profile.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

// system -> column -> value
std::map<std::string, std::map<std::string, double>> official() {
  std::istringstream lines(*read_file(testing::data_path("pan20/official.csv")));
  std::map<std::string, std::map<std::string, double>> table;
  std::vector<std::string> names;
  for (std::string line; std::getline(lines, line);) {
    if (line.ends_with('\r')) line.pop_back();
    std::istringstream fields(line);
    std::vector<std::string> row;
    for (std::string field; std::getline(fields, field, ',');) row.push_back(field);
    if (names.empty()) {
      names = row;
      continue;
    }
    for (size_t i = 1; i < row.size(); ++i) table[row[0]][names[i]] = std::stod(row[i]);
  }
  return table;
}

TEST(Pan20, EveryOfficialNumberReproduces) {
  STANDFAST_NEEDS_DATA("pan20/official.csv");
  const auto table = official();
  ASSERT_EQ(table.size(), 3);
  const auto truth = read_truth(testing::data_path("pan20/truth.jsonl.gz"));
  ASSERT_TRUE(truth) << truth.error().message;
  ASSERT_EQ(truth->ids.size(), 14311);
  EXPECT_EQ(truth->authors.size(), 12636);
  const std::map<std::string, std::vector<std::pair<std::string, std::string>>> columns = {
      {"pan20-legacy",
       {{"auc", "AUC"}, {"c@1", "c@1"}, {"f1", "F1"}, {"f0.5u", "F0.5u"}, {"overall", "Overall"}}},
      {"pan20",
       {{"auc", "AUC"},
        {"c@1", "c@1"},
        {"f1", "F1"},
        {"f0.5u", "F0.5u_current_rule"},
        {"brier", "Brier_complement"},
        {"overall", "Overall4_current_rule"}}},
      {"pan21", {{"brier", "Brier_complement"}, {"overall", "Overall5_current_rule"}}},
      {"hits", {{"overall", "Overall4_current_rule"}}}};
  for (const auto& [system, values] : table) {
    const auto read = read_answers(testing::data_path("pan20/" + system + ".answers.jsonl.gz"));
    ASSERT_TRUE(read) << read.error().message;
    const auto joined = join(*truth, read->predictions);
    EXPECT_EQ(joined.missing, 0);
    EXPECT_EQ(joined.extra, 0);
    for (const auto& [name, pairs] : columns) {
      const MetricProfile& profile = **find_profile(name);
      const auto scores = evaluate(profile, joined.scores, truth->same);
      EXPECT_EQ(static_cast<double>(scores.n - scores.n_answered), values.at("n_nonanswers"));
      const auto names = metric_names(profile);
      for (const auto& [metric, column] : pairs) {
        const auto place = static_cast<size_t>(std::find(names.begin(), names.end(), metric) - names.begin());
        EXPECT_NEAR(*scores.values[place], values.at(column), 1e-12)
            << system << " " << name << " " << column;
      }
    }
  }
}

TEST(Pan20, PrintedAsThePresentEvaluatorPrints) {
  STANDFAST_NEEDS_DATA("pan20/truth.jsonl.gz");
  const std::map<std::string, std::vector<std::string>> expected = {
      // auc c@1 f1 f0.5u brier overall
      {"boenninghoff20-small", {"0.940", "0.889", "0.906", "0.869", "0.902", "0.901"}},
      {"niven20-small", {"0.795", "0.786", "0.778", "0.842", "0.830", "0.806"}},
      {"weerasinghe20-small", {"0.939", "0.833", "0.860", "0.817", "0.851", "0.860"}}};
  const auto truth = read_truth(testing::data_path("pan20/truth.jsonl.gz"));
  const MetricProfile& profile = **find_profile("pan21");
  const auto names = metric_names(profile);
  for (const auto& [system, shown] : expected) {
    const auto read = read_answers(testing::data_path("pan20/" + system + ".answers.jsonl.gz"));
    const auto scores = evaluate(profile, join(*truth, read->predictions).scores, truth->same);
    for (size_t m = 0; m < names.size(); ++m)
      EXPECT_EQ(printed(profile, names[m], scores.values[m]), shown[m]) << system << " " << names[m];
  }
}

}  // namespace
}  // namespace standfast
