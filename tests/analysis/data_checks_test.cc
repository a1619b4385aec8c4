// Tests that each check of data finds what was planted and is silent where nothing was planted, and that the
// statistical checks keep their level.
#include "standfast/analysis/check/data_checks.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "tests/support/checked_rows.h"

namespace standfast {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::checks::checked;
using testing::checks::codes;
using testing::checks::corpus_of;
using testing::checks::half_and_half;
using testing::checks::outcome_of;
using testing::checks::planted_word;
using testing::checks::Row;
using testing::checks::sound_rows;
using testing::checks::text_of;

TEST(DataChecks, FindNothingInASoundCorpus) {
  EXPECT_THAT(codes(checked(sound_rows()).data), IsEmpty());
}

// Sorting a file must not let it pass a check: the order of rows changes no finding.
TEST(DataChecks, OrderOfRowsChangesNothing) {
  std::vector<Row> rows = sound_rows();
  for (size_t i = 0; i < rows.size(); ++i)
    if (i % 2 == 0 && Rng(1, "some", rows[i].id).chance(.3)) rows[i].text += " zebra";
  std::vector<std::string> first;
  for (int round = 0; round < 5; ++round) {
    std::vector<std::string> said;
    for (const auto& one : check_data_of(checked(rows).data))
      for (const auto& finding : one.outcome.findings) said.push_back(finding.message);
    if (round == 0) first = said;
    EXPECT_EQ(said, first);
    Rng rng(2, "order", std::to_string(round));
    rng.shuffle(rows);
  }
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
  rows[20].text = rows[0].text;           // a validation text that is in train
  rows[31].text = rows[21].text;          // a test text that is in validation
  rows[36].text = rows[1].text + " and";  // a text set aside that is nearly in train
  rows[37].text = rows[32].text;          // a text set aside that is in test
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
  matrix.row(31)[3] = 9;   // a test document near train
  matrix.row(22)[3] = 20;  // a validation document near both
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
  EXPECT_EQ(
      tested[0].message,
      "1 of 5 test documents have a similarity of 0.95 or more to a training document, by cosine (plane)");
  EXPECT_THAT(tested[0].rows, ElementsAre(31));
  const auto others = outcome_of(one.data, "SF340").findings;
  ASSERT_EQ(others.size(), 1U);
  EXPECT_EQ(
      others[0].message,
      "1 of 5 validation documents have a similarity of 0.95 or more to a train document, by cosine (plane)");
  EXPECT_THAT(codes(one.data), Contains("SF333"));
}

// If copies stay within their topic, shuffled folds have them in training, and folds that keep topics apart
// do not.
TEST(DataChecks, CopiesWithinTopicsAreMoreThanANote) {
  auto rows = sound_rows();
  const auto finding = [&](std::vector<Fold> folds) {
    const auto one = checked(rows, std::move(folds));
    const auto copies = outcome_of(one.data, "SF301").findings;
    return copies.empty() ? DataFinding() : copies.front();
  };
  for (size_t i = 0; i < 12; i += 2) {
    rows[i + 1].text = rows[i].text;
    rows[i + 1].topic = rows[i].topic;
  }
  EXPECT_TRUE(finding({}).problem);
  EXPECT_NE(finding({}).message.find("10 % have all their copies on their own topic"), std::string::npos)
      << finding({}).message;
  EXPECT_FALSE(finding({half_and_half(120)}).problem) << "SF331 says it of a split";
  for (size_t i = 0; i < 12; i += 2) {
    rows[i].topic = "one", rows[i + 1].topic = "two";
    rows[i].author = "ann", rows[i + 1].author = "bob";
  }
  EXPECT_FALSE(finding({}).problem) << "whatever is kept apart, copies lie on both sides";
}

TEST(DataChecks, CopiesAndNearCopies) {
  auto rows = sound_rows();
  rows[5].text = "  " + rows[4].text;  // d4 has the label "yes", d5 has "no"
  const std::string same = "one two three four five six seven eight nine ";
  rows[8].text = same + "ten";
  rows[10].text = same + "eleven";  // shares 9 of 11 words
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
  ASSERT_EQ(found.size(), 3U);  // the columns author, topic and source
  EXPECT_EQ(found[0].count, 3U);
}

TEST(DataChecks, ValuesThatLookLikeOneAndLikeNone) {
  EXPECT_THAT(outcome_of(checked(sound_rows()).data, "SF314").findings, IsEmpty());
  EXPECT_THAT(outcome_of(checked(sound_rows()).data, "SF315").findings, IsEmpty());
  const auto one = checked(
      {{"a", "x", "1", "Ann"}, {"b", "x", "01", "ann"}, {"c", "x", "-1", "Ann "}, {"d", "x", "2", "nan"}});
  const auto alike = outcome_of(one.data, "SF314").findings;
  ASSERT_EQ(alike.size(), 2U);
  EXPECT_THAT(alike[0].message,
              HasSubstr("3 of 4 values of author differ from another only in case, white space"));
  EXPECT_THAT(alike[0].message,
              HasSubstr("\"Ann\", \"Ann \", \"ann\"; if they are meant to be one, --join-values author"));
  EXPECT_THAT(alike[1].values, ElementsAre("01", "1"));
  const auto none = outcome_of(one.data, "SF315").findings;
  ASSERT_EQ(none.size(), 2U);
  EXPECT_THAT(none[0].rows, ElementsAre(3U));
  EXPECT_THAT(none[1].values, ElementsAre("-1"));
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
  // Training has 30 yes, 29 no and 1 rare; test has 57 yes, 2 new and 1 rare. 29 of the 60 test documents
  // would have to change.
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
  // The values of both files share one set of codes.
  const Column* topics = data->column("topic");
  for (uint32_t row = 0; row < 22; ++row)
    EXPECT_EQ(topics->names[topics->codes[row]], rows[row < 12 ? row : row - 2].topic);
}

TEST(DataChecks, ValuesOfTwoFilesInTwoForms) {
  auto rows = sound_rows(8);
  const auto shared = [&](const std::vector<std::string>& authors,
                          const std::vector<std::string>& joined = {}) {
    for (size_t i = 0; i < 8; ++i) rows[i].author = authors[i];
    const Corpus train = corpus_of({rows.begin(), rows.begin() + 4}),
                 test = corpus_of({rows.begin() + 4, rows.end()});
    const auto data = checked_data(train, test, {}, {}, nullptr, {}, joined);
    const auto found = outcome_of(*data, "SF335").findings;
    return found.empty() ? std::vector<std::string>() : found[0].values;
  };
  // A missing value turns all whole numbers of its file into floats, whichever file it is in.
  EXPECT_THAT(shared({"1", "2", "-3", "1", "1.0", "4.0", "-3.0", ""}), ElementsAre("-3", "1"));
  EXPECT_THAT(shared({"1.0", "2.0", "-3.0", "", "1", "4", "-3", "1"}), ElementsAre("1", "-3"));
  // If any value is another number, or no number, the two forms cannot be matched.
  EXPECT_THAT(shared({"1", "2", "3", "1", "1.0", "4.5", "3.0", ""}), IsEmpty());
  EXPECT_THAT(shared({"1", "v2", "3", "1", "1.0", "4.0", "3.0", ""}), IsEmpty());
  EXPECT_THAT(shared({"1.0", "2.0", "1.0", "2.0", "1.0", "3.0", "3.0", "3.0"}), ElementsAre("1.0"));
  // Spellings of a column for which joining was asked are joined over both files.
  const std::vector<std::string> spelled = {"Ann", "Bo", "Cy", "Bo", "ann ", "Di", "Di", "Di"};
  EXPECT_THAT(shared(spelled), IsEmpty());
  EXPECT_THAT(shared(spelled, {"author"}), ElementsAre("Ann"));
}

// Topics that a given similarity makes more alike across train and test than by chance are found.
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
        // Topics k and k + 10 are twins on opposite sides of the split.
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
