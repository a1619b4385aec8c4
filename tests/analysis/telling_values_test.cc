// Tests of words and values that give a label away: planted ones are found, and levels are kept where nothing
// is planted.
#include "standfast/analysis/check/telling_values.h"

#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/checked_rows.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::checks::checked;
using testing::checks::codes;
using testing::checks::half_and_half;
using testing::checks::outcome_of;
using testing::checks::planted_word;
using testing::checks::Row;
using testing::checks::sound_rows;
using testing::checks::text_of;

TEST(TellingWords, FindThePlantedWordAndSayHowMuchItTells) {
  const auto one = checked(planted_word(0.7, 0.1));
  const auto halves = label_halves(one.data);
  ASSERT_EQ(halves.why_not, "");
  EXPECT_EQ(halves.choosing.size(), 200U);
  EXPECT_EQ(halves.measuring.size(), 200U);
  const auto found = telling_words(one.data, halves);
  ASSERT_EQ(found.words.size(), 1U);
  const auto& word = found.words.front();
  EXPECT_EQ(word.word, "<<");
  EXPECT_EQ(halves.labels[word.label], "yes");
  EXPECT_NEAR(word.informedness, 0.6, 0.12);
  EXPECT_NEAR(word.informedness,
              static_cast<double>(word.with) / static_cast<double>(word.of) -
                  static_cast<double>(word.others_with) / static_cast<double>(word.others),
              1e-12);
  EXPECT_LT(word.p, 1e-6);
  EXPECT_THAT(outcome_of(one.data, "SF321").findings.at(0).values, ElementsAre("<< (yes)"));
}

// Sorting a file must not let it pass a check: halves and findings depend on ids alone.
TEST(TellingWords, OrderOfRowsChangesNothing) {
  const auto ids_of = [](const CheckedData& data, const std::vector<uint32_t>& rows) {
    std::set<std::string> ids;
    for (const uint32_t row : rows) ids.emplace(data.ids[row]);
    return ids;
  };
  for (auto rows : {planted_word(0.7, 0.1), planted_word(0.45, 0.2)}) {
    const auto first = checked(rows);
    const auto halves = label_halves(first.data);
    Rng rng(1, "order of rows");
    for (int round = 0; round < 5; ++round) {
      rng.shuffle(rows);
      const auto again = checked(rows);
      const auto same = label_halves(again.data);
      EXPECT_EQ(ids_of(again.data, same.choosing), ids_of(first.data, halves.choosing));
      EXPECT_EQ(ids_of(again.data, same.tested), ids_of(first.data, halves.tested));
      for (const char* code : {"SF321", "SF322", "SF323"}) {
        const auto a = outcome_of(first.data, code), b = outcome_of(again.data, code);
        ASSERT_EQ(a.findings.size(), b.findings.size()) << code;
        for (size_t i = 0; i < a.findings.size(); ++i) {
          EXPECT_EQ(a.findings[i].message, b.findings[i].message);
          EXPECT_EQ(a.findings[i].values, b.findings[i].values);
        }
      }
    }
  }
}

TEST(TellingWords, AWordThatTellsLittleIsNotTold) {
  EXPECT_THAT(outcome_of(checked(planted_word(0.3, 0.2)).data, "SF321").findings, IsEmpty());
}

TEST(TellingWords, AWordThatOneOfThreeLabelsLacks) {
  std::vector<Row> rows;
  for (size_t i = 0; i < 300; ++i) {
    rows.push_back({fmt::format("d{}", i), text_of(i), fmt::format("l{}", i % 3)});
    if (i % 3 != 0) rows.back().text += "marked";
  }
  const auto one = checked(rows);
  const auto halves = label_halves(one.data);
  const auto found = telling_words(one.data, halves);
  ASSERT_FALSE(found.words.empty());
  EXPECT_EQ(found.words.front().word, "marked");
  EXPECT_EQ(halves.labels[found.words.front().label], "l0");
  EXPECT_DOUBLE_EQ(found.words.front().informedness, -1);
}

// The habit of one author is no evidence about labels: an author's documents are all in one half, and count
// once in the test.
TEST(TellingWords, AnAuthorCountsOnce) {
  std::vector<Row> rows;
  for (size_t i = 0; i < 400; ++i) {
    const bool yes = i % 2 == 0;
    rows.push_back({fmt::format("d{}", i), text_of(i), yes ? "yes" : "no", fmt::format("a{}", i % 8)});
    if (yes) rows.back().text += "<<";  // the four authors with the label "yes"
  }
  const auto one = checked(rows);
  const auto halves = label_halves(one.data);
  EXPECT_EQ(halves.tested.size(), 4U);
  EXPECT_THAT(outcome_of(one.data, "SF321").findings, IsEmpty()) << "four authors prove nothing";
  for (auto& row : rows) row.author = "";
  EXPECT_EQ(outcome_of(checked(rows).data, "SF321").findings.size(), 1U);
}

// If labels are shuffled, no word says anything about them. Without the limit of informedness only the test
// stands between chance and a finding, and it may be wrong in a share of `level` of all corpora.
TEST(TellingWords, KeepTheirLevelWhereLabelsAreShuffled) {
  constexpr int kCorpora = 400;
  constexpr double kAsked = 0.05;
  auto rows = planted_word(0.5, 0.5, 160);
  const auto base = checked(rows);
  std::vector<uint32_t> codes = base.data.column("label")->codes;
  int false_alarms = 0, tested = 0;
  for (int k = 0; k < kCorpora; ++k) {
    Rng rng(11, "shuffled labels", std::to_string(k));
    rng.shuffle(codes);
    CheckedData data = base.data;
    for (auto& column : data.columns)
      if (column.name == "label") column.column.codes = codes;
    data.seed = static_cast<uint64_t>(k);
    const auto halves = label_halves(data);
    ASSERT_EQ(halves.why_not, "");
    const auto found = telling_words(data, halves, {.least = 0, .level = kAsked, .chosen = 5});
    false_alarms += found.words.empty() ? 0 : 1;
    tested += static_cast<int>(found.chosen);
  }
  EXPECT_EQ(tested, 5 * kCorpora);
  // The expectation of Binomial(400, .05) is 20, with a standard deviation of 4.4.
  EXPECT_LE(false_alarms, 33);
  EXPECT_GE(false_alarms, 1) << "a test that never speaks is none";
}

TEST(TellingValues, FindAPlantedSource) {
  auto rows = sound_rows(400);
  for (size_t i = 0; i < rows.size(); ++i) {
    Rng rng(5, "planted source", std::to_string(i));
    rows[i].author = "";
    rows[i].source = rng.chance(i % 2 == 0 ? 0.9 : 0.2) ? "here" : "there";
  }
  const auto one = checked(rows);
  const auto found = outcome_of(one.data, "SF322").findings;
  ASSERT_EQ(found.size(), 1U) << "topics say nothing";
  EXPECT_THAT(found[0].values, ElementsAre("source"));
  const auto halves = label_halves(one.data);
  const Column& source = *one.data.column("source");
  const auto told = telling_values(one.data, halves, source.codes, 2, 999, "source");
  EXPECT_NEAR(told.informedness, 0.7, 0.1);
  EXPECT_DOUBLE_EQ(told.informedness, 2 * told.accuracy - 1);
  EXPECT_DOUBLE_EQ(told.p, 0.001);
}

TEST(TellingValues, KeepTheirLevelWhereLabelsAreShuffled) {
  constexpr int kCorpora = 400;
  auto rows = sound_rows(120);
  for (auto& row : rows) row.author = "";
  const auto base = checked(rows);
  std::vector<uint32_t> codes = base.data.column("label")->codes;
  int false_alarms = 0;
  for (int k = 0; k < kCorpora; ++k) {
    Rng rng(12, "shuffled labels", std::to_string(k));
    rng.shuffle(codes);
    CheckedData data = base.data;
    for (auto& column : data.columns)
      if (column.name == "label") column.column.codes = codes;
    data.seed = static_cast<uint64_t>(k);
    const auto halves = label_halves(data);
    const auto told = telling_values(data, halves, data.column("topic")->codes, 7, 199, "topic");
    false_alarms += told.p <= 0.05 ? 1 : 0;
  }
  EXPECT_LE(false_alarms, 33);
  EXPECT_GE(false_alarms, 6) << "20 are expected";
}

}  // namespace
}  // namespace standfast
