// Each check of data finds what was planted and is silent where nothing was; the statistical ones keep their level.
#include "standfast/analysis/check/data_checks.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/analysis/check/label_halves.h"
#include "standfast/analysis/check/telling_values.h"
#include "standfast/analysis/check/telling_words.h"
#include "standfast/base/rng.h"

namespace standfast {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct Row {
  std::string id, text, label = "", author = "", topic = "", source = "";
};

Corpus corpus_of(const std::vector<Row>& rows) {
  CorpusBuilder builder("made in a test");
  for (const auto& row : rows) {
    std::array<std::optional<std::string_view>, kRoles.size()> values;
    const auto set = [&](Role role, const std::string& value) {
      if (!value.empty()) values[static_cast<size_t>(role)] = value;
    };
    set(Role::label, row.label);
    set(Role::author, row.author);
    set(Role::topic, row.topic);
    set(Role::source, row.source);
    if (auto added = builder.add(row.id, row.text, values); !added)
      throw std::runtime_error(added.error().message);
  }
  return std::move(builder).finish();
}

// Random words of a small vocabulary; no two texts are near duplicates.
std::string text_of(uint64_t item, size_t words = 12, uint64_t vocabulary = 400) {
  Rng rng(7, "checked text", std::to_string(item));
  std::string text;
  for (size_t i = 0; i < words; ++i) text += fmt::format("w{} ", rng.below(vocabulary));
  return text;
}

struct Case {
  Corpus corpus;
  CheckedData data;
};
Case checked(const std::vector<Row>& rows, std::vector<Fold> folds = {},
             const std::vector<std::string>& groups = {}) {
  Case one{corpus_of(rows), {}};
  DuplicateOptions options;
  options.tokens = NearTokens::words;
  auto data = checked_data(one.corpus, std::move(folds), groups, options);
  if (!data) throw std::runtime_error(data.error().message);
  one.data = std::move(*data);
  return one;
}

DataOutcome outcome_of(const CheckedData& data, std::string_view code) {
  const auto check = find_data_check(code);
  if (!check) throw std::runtime_error(check.error().message);
  if ((*check)->of_sides && !data.has_sides()) return {{}, "no sides"};
  return (*check)->look(data);
}
std::vector<std::string> codes(const CheckedData& data) {
  std::vector<std::string> found;
  for (const auto& one : check_data_of(data))
    if (!one.outcome.findings.empty()) found.push_back(one.check->code);
  return found;
}

// 120 documents of two labels, of authors and topics in turn; nothing is wrong with them.
std::vector<Row> sound_rows(size_t n = 120) {
  std::vector<Row> rows;
  for (size_t i = 0; i < n; ++i)
    rows.push_back({fmt::format("d{}", i), text_of(i), i % 2 == 0 ? "yes" : "no", fmt::format("a{}", i % 40),
                    fmt::format("t{}", i % 7), i % 3 == 0 ? "here" : "there"});
  return rows;
}
Fold half_and_half(uint32_t n) {
  Fold fold;
  fold.train.append({0, n / 2 - 1});
  fold.test.append({n / 2, n - 1});
  return fold;
}

TEST(DataChecks, FindNothingInASoundCorpus) {
  EXPECT_THAT(codes(checked(sound_rows()).data), IsEmpty());
}

TEST(DataChecks, CodesAreUniqueAndFound) {
  std::vector<std::string> seen;
  for (const auto& check : data_checks()) {
    EXPECT_TRUE(check.code.starts_with("SF3")) << check.code;
    EXPECT_THAT(seen, ::testing::Not(Contains(check.code)));
    seen.push_back(check.code);
    EXPECT_NE(check.look, nullptr);
    EXPECT_FALSE(check.counted.empty());
  }
  EXPECT_EQ((*find_data_check("sf321"))->anchor(), "docs/checks.md#sf321");
  const auto unknown = find_data_check("SF399");
  ASSERT_FALSE(unknown);
  EXPECT_THAT(unknown.error().message, HasSubstr("there is no check \"SF399\" (there are: SF301, SF302"));
}

TEST(DataChecks, CopiesOfOtherSidesNameTheSides) {
  auto rows = sound_rows(40);
  rows[20].text = rows[0].text;           // validation: train
  rows[31].text = rows[21].text;          // test: validation
  rows[36].text = rows[1].text + " and";  // aside: train
  rows[37].text = rows[32].text;          // aside: test
  Fold fold;
  fold.train.append({0, 19});
  fold.validation.append({20, 24});
  fold.test.append({30, 34});
  fold.aside.append({35, 39});
  const auto one = checked(rows, {fold});
  const auto tested = outcome_of(one.data, "SF331").findings;
  ASSERT_EQ(tested.size(), 1U);
  EXPECT_EQ(
      tested[0].message,
      "1 of 5 test documents have the text of a training document (1 of them only with documents of validation)");
  const auto others = outcome_of(one.data, "SF339").findings;
  ASSERT_EQ(others.size(), 3U);
  EXPECT_THAT(others[0].message,
              ::testing::StartsWith("1 of 5 validation documents have the text of a train document"));
  EXPECT_THAT(others[0].rows, ElementsAre(20));
  EXPECT_THAT(others[1].message,
              ::testing::StartsWith("1 of 5 aside documents have the text of a train document"));
  EXPECT_THAT(others[1].rows, ElementsAre(36));
  EXPECT_THAT(others[2].message,
              ::testing::StartsWith("1 of 5 aside documents have the text of a test document"));
  EXPECT_THAT(others[2].rows, ElementsAre(37));
  EXPECT_EQ(outcome_of(checked(rows, {half_and_half(40)}).data, "SF339").why_not,
            "there are no sides but train and test");
}

TEST(DataChecks, VectorsOfAllSides) {
  Fold fold;
  fold.train.append({0, 19});
  fold.validation.append({20, 24});
  fold.test.append({30, 34});
  auto one = checked(sound_rows(40), {fold});
  EXPECT_EQ(outcome_of(one.data, "SF333").why_not, "vectors were not compared (--vectors or --tau)");
  EXPECT_EQ(outcome_of(one.data, "SF340").why_not, "vectors were not compared (--vectors or --tau)");
  DenseMatrix matrix(40, 40);
  for (size_t i = 0; i < 40; ++i) matrix.row(i)[i] = 1;
  matrix.row(31)[3] = 9;   // test near train
  matrix.row(22)[3] = 20;  // validation near both
  std::vector<uint32_t> all(40);
  for (uint32_t i = 0; i < 40; ++i) all[i] = i;
  Encoded vectors;
  vectors.vectors = std::move(matrix);
  CheckedVectors compared{"plane", 0.95, *vector_leaks(vectors, all, one.data.folds, {.least = 0.95})};
  for (size_t p = 0; p < kOtherSides.size(); ++p)
    compared.others[p] =
        *vector_leaks(vectors, all, folds_of_pair(one.data.folds, kOtherSides[p]), {.least = 0.95});
  one.data.vectors = std::move(compared);
  const auto tested = outcome_of(one.data, "SF333").findings;
  ASSERT_EQ(tested.size(), 1U);
  EXPECT_EQ(tested[0].message,
            "1 of 5 test documents are within 0.95 of a training document, by cosine (plane)");
  EXPECT_THAT(tested[0].rows, ElementsAre(31));
  const auto others = outcome_of(one.data, "SF340").findings;
  ASSERT_EQ(others.size(), 1U);
  EXPECT_EQ(others[0].message,
            "1 of 5 validation documents are within 0.95 of a train document, by cosine (plane)");
  EXPECT_THAT(codes(one.data), Contains("SF333"));
}

TEST(DataChecks, CopiesAndNearCopies) {
  auto rows = sound_rows();
  rows[5].text = "  " + rows[4].text;  // d4 is "yes", d5 is "no"
  const std::string same = "one two three four five six seven eight nine ";
  rows[8].text = same + "ten";
  rows[10].text = same + "eleven";  // 9 of 11 words
  const auto one = checked(rows, {half_and_half(120)});
  const auto copies = outcome_of(one.data, "SF301").findings;
  ASSERT_EQ(copies.size(), 1U);
  EXPECT_EQ(copies[0].count, 1U);
  EXPECT_EQ(copies[0].of, 120U);
  EXPECT_THAT(copies[0].rows, ElementsAre(4, 5));
  const auto near = outcome_of(one.data, "SF302").findings;
  ASSERT_EQ(near.size(), 1U);
  EXPECT_THAT(near[0].rows, ElementsAre(8, 10));
  const auto labels = outcome_of(one.data, "SF303").findings;
  ASSERT_EQ(labels.size(), 1U);
  EXPECT_EQ(labels[0].count, 2U);
  EXPECT_THAT(outcome_of(one.data, "SF331").findings, IsEmpty()) << "both of each pair train";
  EXPECT_THAT(outcome_of(one.data, "SF332").findings, IsEmpty());
}

TEST(DataChecks, CopiesAcrossSidesCountOnceAndApartFromNearOnes) {
  auto rows = sound_rows();
  rows[100].text = rows[4].text;
  rows[101].text = rows[4].text;
  const std::string same = "one two three four five six seven eight nine ";
  rows[8].text = same + "ten";
  rows[110].text = same + "eleven";
  const auto one = checked(rows, {half_and_half(120)});
  const auto copies = outcome_of(one.data, "SF331").findings;
  ASSERT_EQ(copies.size(), 1U);
  EXPECT_EQ(copies[0].count, 2U);
  EXPECT_EQ(copies[0].of, 60U);
  EXPECT_THAT(copies[0].rows, ElementsAre(100, 101));
  const auto near = outcome_of(one.data, "SF332").findings;
  ASSERT_EQ(near.size(), 1U);
  EXPECT_THAT(near[0].rows, ElementsAre(110));
}

TEST(DataChecks, TextsAndLabelsOfNoUse) {
  auto rows = sound_rows();
  rows[0].text = " \n";
  rows[1].text = "two words";
  rows[2].text = "oh";
  rows[3].label = "";
  rows[4].label = "once";
  const auto one = checked(rows);
  EXPECT_THAT(outcome_of(one.data, "SF304").findings.at(0).rows, ElementsAre(0));
  EXPECT_THAT(outcome_of(one.data, "SF305").findings.at(0).rows, ElementsAre(1, 2));
  EXPECT_THAT(outcome_of(one.data, "SF311").findings.at(0).rows, ElementsAre(3));
  EXPECT_THAT(outcome_of(one.data, "SF312").findings.at(0).values, ElementsAre("once"));
}

TEST(DataChecks, FewGroupsAreCountedOnTheTestSide) {
  const auto one = checked(sound_rows(), {half_and_half(120)});
  EXPECT_THAT(outcome_of(one.data, "SF313").findings, IsEmpty()) << "seven topics are tested";
  Fold few = half_and_half(120);
  few.test = RowSet({60, 61, 62});
  const auto other = checked(sound_rows(), {few}, {"source"});
  const auto found = outcome_of(other.data, "SF313").findings;
  ASSERT_EQ(found.size(), 3U);  // author, topic, source
  EXPECT_EQ(found[0].count, 3U);
}

TEST(DataChecks, GroupsAuthorsAndTopicsOnBothSides) {
  auto rows = sound_rows();
  for (size_t i = 60; i < 120; ++i) {
    rows[i].author = fmt::format("b{}", i);
    rows[i].topic = i < 70 ? "t0" : "new";
  }
  const auto one = checked(rows, {half_and_half(120)});
  EXPECT_THAT(outcome_of(one.data, "SF335").findings, IsEmpty());
  const auto topics = outcome_of(one.data, "SF336").findings;
  ASSERT_EQ(topics.size(), 1U);
  EXPECT_EQ(topics[0].count, 10U);
  EXPECT_EQ(topics[0].of, 60U);
  EXPECT_THAT(topics[0].values, ElementsAre("t0"));
  EXPECT_FALSE(outcome_of(one.data, "SF334").why_not.empty());
  const auto grouped = checked(rows, {half_and_half(120)}, {"topic"});
  EXPECT_EQ(outcome_of(grouped.data, "SF334").findings.size(), 1U);
  EXPECT_FALSE(outcome_of(grouped.data, "SF336").why_not.empty()) << "it is not said twice";
}

TEST(DataChecks, LabelsOfTheSides) {
  auto rows = sound_rows();
  for (size_t i = 60; i < 120; ++i) rows[i].label = "yes";
  rows[70].label = rows[71].label = "new";
  rows[72].label = rows[1].label = "rare";
  const auto one = checked(rows, {half_and_half(120)});
  const auto missing = outcome_of(one.data, "SF341").findings;
  ASSERT_EQ(missing.size(), 1U);
  EXPECT_EQ(missing[0].count, 2U);
  EXPECT_THAT(missing[0].rows, ElementsAre(70, 71));
  EXPECT_THAT(outcome_of(one.data, "SF342").findings.at(0).values, ElementsAre("rare"));
  EXPECT_THAT(outcome_of(one.data, "SF343").findings.at(0).values, ElementsAre("no"));
  const auto mix = outcome_of(one.data, "SF344").findings;
  ASSERT_EQ(mix.size(), 1U);
  // Training: 30 yes, 29 no, 1 rare. Test: 57 yes, 2 new, 1 rare. 29 of 60 would have to change.
  EXPECT_THAT(mix[0].message, HasSubstr("48 % of the test documents of fold 0"));
}

TEST(DataChecks, IdsOfTwoFiles) {
  const auto rows = sound_rows(20);
  const Corpus train = corpus_of({rows.begin(), rows.begin() + 12}),
               test = corpus_of({rows.begin() + 10, rows.end()});
  const auto data = checked_data(train, test, {}, {});
  ASSERT_TRUE(data);
  EXPECT_THAT(outcome_of(*data, "SF338").findings.at(0).rows, ElementsAre(12, 13));
  EXPECT_THAT(outcome_of(*data, "SF331").findings.at(0).rows, ElementsAre(12, 13));
  // Codes of values are those of both files together.
  const Column* topics = data->column("topic");
  for (uint32_t row = 0; row < 22; ++row)
    EXPECT_EQ(topics->names[topics->codes[row]], rows[row < 12 ? row : row - 2].topic);
}

// A similarity that is given.
TEST(DataChecks, TopicsMoreAlikeThanByChance) {
  constexpr uint32_t kTopics = 20;
  std::vector<Row> rows;
  for (uint32_t i = 0; i < 2 * kTopics; ++i)
    rows.push_back({fmt::format("d{}", i), text_of(i), "", "", fmt::format("t{:02}", i % kTopics)});
  const auto with = [&](bool planted) {
    DenseMatrix alike(kTopics, kTopics);
    for (uint32_t a = 0; a < kTopics; ++a)
      for (uint32_t b = 0; b < kTopics; ++b) {
        Rng rng(3, "alike", fmt::format("{} {}", std::min(a, b), std::max(a, b)));
        alike.row(a)[b] = a == b ? 1 : 0.3 * rng.uniform();
        // Topic k and topic k + 10 are twins. They stand on two sides.
        if (planted && a % 10 == b % 10 && a != b) alike.row(a)[b] = 0.9;
      }
    return topic_similarity_from_matrix(std::move(alike));
  };
  Fold fold;
  for (uint32_t i = 0; i < 2 * kTopics; ++i) (i % kTopics < 10 ? fold.train : fold.test).push_back(i);
  auto one = checked(rows, {fold});
  EXPECT_FALSE(outcome_of(one.data, "SF337").why_not.empty()) << "nothing compares topics";
  const auto twins = with(true), strangers = with(false);
  one.data.similarity = twins.get();
  const auto found = outcome_of(one.data, "SF337").findings;
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found[0].message, HasSubstr("similarity of 0.900 on average"));
  one.data.similarity = strangers.get();
  EXPECT_THAT(outcome_of(one.data, "SF337").findings, IsEmpty());
}

// ---- what gives a label away ----

// Two labels; a share of each label's documents has the word.
std::vector<Row> planted_word(double of_yes, double of_no, size_t n = 400) {
  std::vector<Row> rows;
  for (size_t i = 0; i < n; ++i) {
    Rng rng(5, "planted", std::to_string(i));
    const bool yes = i % 2 == 0;
    rows.push_back({fmt::format("d{}", i), text_of(i), yes ? "yes" : "no"});
    if (rng.chance(yes ? of_yes : of_no)) rows.back().text += "<<";
  }
  return rows;
}

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

// A habit of one author is no news about labels: her documents are in one half, and count once in the test.
TEST(TellingWords, AnAuthorCountsOnce) {
  std::vector<Row> rows;
  for (size_t i = 0; i < 400; ++i) {
    const bool yes = i % 2 == 0;
    rows.push_back({fmt::format("d{}", i), text_of(i), yes ? "yes" : "no", fmt::format("a{}", i % 8)});
    if (yes) rows.back().text += "<<";  // the four authors of "yes"
  }
  const auto one = checked(rows);
  const auto halves = label_halves(one.data);
  EXPECT_EQ(halves.tested.size(), 4U);
  EXPECT_THAT(outcome_of(one.data, "SF321").findings, IsEmpty()) << "four authors prove nothing";
  for (auto& row : rows) row.author = "";
  EXPECT_EQ(outcome_of(checked(rows).data, "SF321").findings.size(), 1U);
}

// Shuffled labels: no word says anything about them. Without the limit of informedness only the test stands between
// chance and a finding, and it may be wrong in a share of `level` of all corpora.
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
  // Binomial(400, .05): 20 expected, standard deviation 4.4.
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

TEST(DataChecks, LengthThatTellsTheLabel) {
  auto rows = sound_rows(400);
  for (size_t i = 0; i < rows.size(); ++i) {
    rows[i].author = "";
    rows[i].text = text_of(i, i % 2 == 0 ? 30 : 10);
  }
  EXPECT_EQ(outcome_of(checked(rows).data, "SF323").findings.size(), 1U);
  EXPECT_THAT(outcome_of(checked(sound_rows(400)).data, "SF323").findings, IsEmpty());
}

TEST(DataChecks, TheMixOfLabelsKeepsItsLevel) {
  constexpr int kCorpora = 300;
  auto rows = sound_rows(120);
  auto base = checked(rows, {half_and_half(120)});
  auto& codes = [&]() -> std::vector<uint32_t>& {
    for (auto& column : base.data.columns)
      if (column.name == "label") return column.column.codes;
    throw std::runtime_error("no label");
  }();
  int findings = 0;
  for (int k = 0; k < kCorpora; ++k) {
    Rng rng(13, "mix", std::to_string(k));
    rng.shuffle(codes);
    findings += outcome_of(base.data, "SF344").findings.empty() ? 0 : 1;
  }
  EXPECT_LE(findings, 9) << "1 % asked: 3 expected, standard deviation 1.7";
}

TEST(DataChecks, ResultsDoNotDependOnThreads) {
  const auto corpus = corpus_of(planted_word(0.7, 0.1));
  std::vector<std::string> messages[2];
  for (const int threads : {1, 3}) {
    DuplicateOptions options;
    options.threads = threads;
    const auto data = checked_data(corpus, {half_and_half(400)}, {}, options);
    ASSERT_TRUE(data);
    for (const auto& one : check_data_of(*data))
      for (const auto& finding : one.outcome.findings) messages[threads == 3].push_back(finding.message);
  }
  EXPECT_EQ(messages[0], messages[1]);
  EXPECT_FALSE(messages[0].empty());
}

TEST(DataChecks, AnIgnoredCheckIsNotAsked) {
  auto rows = sound_rows();
  rows[5].text = rows[4].text;
  const auto one = checked(rows);
  for (const auto& asked : check_data_of(one.data, {"SF301"})) {
    EXPECT_EQ(asked.ignored, asked.check->code == "SF301");
    if (asked.ignored) {
      EXPECT_THAT(asked.outcome.findings, IsEmpty());
    }
  }
  EXPECT_FALSE(known_data_codes({"SF301", "SF999"}));
  EXPECT_THAT(*known_data_codes({"sf302", "SF301", "SF302"}), ElementsAre("SF301", "SF302"));
}

}  // namespace
}  // namespace standfast
