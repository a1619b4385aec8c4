#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/split/dates.h"
#include "standfast/split/file/check.h"
#include "standfast/split/splitters.h"
#include "tests/support/shuffled.h"

namespace standfast {
namespace {

using testing::Doc;
using testing::make_corpus;
using Settings = std::map<std::string, OptionValue>;

Result<Split> temporal(const Corpus& corpus, const Settings& settings) {
  SF_ASSIGN(const auto splitter, splitters().make("temporal", settings));
  return splitter->split(corpus, whole_corpus(corpus), {});
}

// Makes documents d0, d1, ... with these dates.
Corpus dated(const std::vector<std::string>& dates) {
  std::vector<Doc> docs;
  for (size_t i = 0; i < dates.size(); ++i)
    docs.push_back({"d" + std::to_string(i), "text", "author" + std::to_string(i % 2), "", dates[i]});
  return make_corpus(docs);
}

using Rows = std::vector<uint32_t>;

TEST(Dates, IsoDatesAreSecondsSince1970) {
  EXPECT_EQ(seconds_of_iso_date("1970-01-01"), 0);
  EXPECT_EQ(seconds_of_iso_date("2001"), 978307200);     // date -u -d 2001-01-01 +%s
  EXPECT_EQ(seconds_of_iso_date("2001-04"), 986083200);  // date -u -d 2001-04-01 +%s
  EXPECT_EQ(seconds_of_iso_date("2004-02-29T12:30:15.5Z"), 1078057815.5);
  EXPECT_EQ(seconds_of_iso_date("2004-02-29 12:30+02:00"), 1078050600);
  EXPECT_EQ(seconds_of_iso_date("1899-12-31"), -2209075200);
  for (const char* bad :
       {"", "01", "2001-13", "2001-02-29", "2001-1-1", "30/04/2001", "2001-04-30T", "2001-04-30T25:00",
        "2001-04-30T12:30:15.", "2001-04-30T12:30+2", "2001-04-30x", "April 2001", "20010430"})
    EXPECT_FALSE(seconds_of_iso_date(bad)) << bad;
}

TEST(Temporal, ThePastTrainsAndTheLatestIsTested) {
  const Corpus corpus = dated({"2005-01-01", "2001-01-01", "2004-01-01", "2003-05-05T10:00", "2002-07",
                               "2006", "", "2003", "2007", "2000"});
  const auto split = temporal(corpus, {{"test-share", 0.33}});
  ASSERT_TRUE(split) << split.error().message;
  ASSERT_EQ(split->folds.size(), 1U);
  EXPECT_EQ(split->folds[0].test, (Rows{0, 5, 8}));
  EXPECT_EQ(split->folds[0].train, (Rows{1, 2, 3, 4, 7, 9}));
  EXPECT_EQ(split->left_out, Rows{6});
}

TEST(Temporal, BlocksFollowEachOtherAndTrainGrowsOrRolls) {
  std::vector<std::string> dates;
  for (int i = 0; i < 10; ++i) dates.push_back(std::to_string(100 + i));
  const Corpus corpus = dated(dates);
  const auto grows = temporal(corpus, {{"test-share", 0.6}, {"folds", int64_t{3}}});
  ASSERT_TRUE(grows) << grows.error().message;
  ASSERT_EQ(grows->folds.size(), 3U);
  EXPECT_EQ(grows->folds[0].train, (Rows{0, 1, 2, 3}));
  EXPECT_EQ(grows->folds[0].test, (Rows{4, 5}));
  EXPECT_EQ(grows->folds[2].train, (Rows{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(grows->folds[2].test, (Rows{8, 9}));
  const auto rolls =
      temporal(corpus, {{"test-share", 0.6}, {"folds", int64_t{3}}, {"window", std::string("rolling")}});
  EXPECT_EQ(rolls->folds[2].train, (Rows{4, 5, 6, 7}));
  const auto gap = temporal(corpus, {{"test-share", 0.6}, {"folds", int64_t{3}}, {"gap", 2.0}});
  EXPECT_EQ(gap->folds[0].train, (Rows{0, 1})) << "102 and 103 are at most 2 older than 104";
  const auto validated = temporal(corpus, {{"test-share", 0.4}, {"validation", 0.3}});
  EXPECT_EQ(validated->folds[0].train, (Rows{0, 1, 2, 3}));
  EXPECT_EQ(validated->folds[0].validation, (Rows{4, 5})) << "the latest of train";
  const auto apart = temporal(corpus, {{"test-share", 0.1}, {"author-disjoint", true}, {"validation", 0.3}});
  EXPECT_EQ(apart->folds[0].train, (Rows{0, 2, 4}));
  EXPECT_EQ(apart->folds[0].validation, (Rows{6, 8}));
}

// Numbers sort as numbers: 9 before 10.
TEST(Temporal, NumbersAreNotSortedAsText) {
  const auto split = temporal(dated({"9", "10", "8", "11"}), {{"test-share", 0.25}});
  EXPECT_EQ(split->folds[0].test, Rows{3});
  EXPECT_EQ(split->folds[0].train, (Rows{0, 1, 2}));
}

// The unit of a gap is stated: years are plain numbers, so their gap is in years; the gap of dates is in
// days.
TEST(Temporal, TheUnitOfAGapOfNumbersIsSaid) {
  const auto said = [](const std::vector<std::string>& dates) {
    const auto split = temporal(dated(dates), {{"test-share", 0.25}, {"gap", 2.0}});
    return fmt::format("{} train; {}", split->folds[0].train.size(), fmt::join(split->notes, "; "));
  };
  EXPECT_THAT(
      said({"1999", "2000", "2001", "2002"}),
      ::testing::AllOf(::testing::StartsWith("1 train"), ::testing::HasSubstr("gap = 2 is in their unit")));
  EXPECT_THAT(
      said({"1999-01", "2000", "2001", "2002"}),
      ::testing::AllOf(::testing::StartsWith("3 train"), ::testing::Not(::testing::HasSubstr("unit"))));
}

TEST(Temporal, DocumentsOfOneDateStayTogether) {
  const Corpus corpus = testing::uneven_corpus();
  const Column& date = *corpus.column(Role::date);
  for (const double share : {0.1, 0.3, 0.5, 0.9})
    for (const int64_t folds : {1, 2, 5}) {
      const auto split = temporal(corpus, {{"test-share", share}, {"folds", folds}, {"validation", 0.1}});
      ASSERT_TRUE(split);
      std::set<uint32_t> tested;
      uint64_t documents = 0;
      for (const auto& fold : split->folds) {
        // Names sort as these dates do.
        const auto [least, most] =
            std::minmax_element(fold.test.begin(), fold.test.end(),
                                [&](uint32_t a, uint32_t b) { return date.codes[a] < date.codes[b]; });
        for (const auto* side : {&fold.train, &fold.validation})
          for (const uint32_t row : *side) EXPECT_LT(date.codes[row], date.codes[*least]);
        std::set<uint32_t> here;
        for (const uint32_t row : fold.test) here.insert(date.codes[row]);
        for (const uint32_t code : here) EXPECT_TRUE(tested.insert(code).second);
        EXPECT_GE(date.codes[*most], date.codes[*least]);
        documents += fold.test.size();
      }
      const auto of_all =
          static_cast<double>(documents) / static_cast<double>(corpus.size() - split->left_out.size());
      EXPECT_NEAR(of_all, share, 0.03);
    }
}

TEST(Temporal, TheCheckSeesWhatIsTooYoung) {
  const Corpus corpus = testing::uneven_corpus();
  Splits splits{whole_corpus(corpus), *temporal(corpus, {{"folds", int64_t{2}}})};
  SplitsFile file;
  file.data_hash = corpus.data_hash();
  const auto times = [&] {
    for (const auto& finding : check_splits(file, splits, corpus))
      if (finding.name == "times") return finding;
    return SplitFinding{"none", false, ""};
  };
  EXPECT_TRUE(times().ok) << times().message;
  auto& fold = splits.split.folds[0];
  const uint32_t moved = splits.split.folds[1].test.front();
  std::vector<uint32_t> train = fold.train;
  train.push_back(moved);
  fold.train = sorted_rows(std::move(train));
  EXPECT_FALSE(times().ok);
  EXPECT_NE(times().message.find("fold 0: \"" + std::string(corpus.id(moved)) + "\" trains but is not older"),
            std::string::npos)
      << times().message;
}

TEST(Temporal, TheCheckSeesWhatIsInTheGap) {
  std::vector<std::string> dates;
  for (int i = 0; i < 10; ++i) dates.push_back(std::to_string(100 + i));
  const Corpus corpus = dated(dates);
  Splits splits{whole_corpus(corpus), *temporal(corpus, {{"test-share", 0.3}, {"gap", 2.0}})};
  SplitsFile file;
  file.data_hash = corpus.data_hash();
  const auto times = [&] {
    for (const auto& finding : check_splits(file, splits, corpus))
      if (finding.name == "times") return finding;
    return SplitFinding{"none", false, ""};
  };
  EXPECT_EQ(times().message, "all training documents are older than the tested ones by more than gap = 2");
  EXPECT_TRUE(times().ok);
  splits.split.folds[0].train = RowSet{0, 1, 2, 3, 4, 5};  // 105 is 2 before 107
  EXPECT_FALSE(times().ok);
  EXPECT_EQ(times().message,
            "fold 0: \"d5\" trains but is not older than the tested \"d7\" by more than gap = 2");
}

TEST(Temporal, WhatCannotBeReadOrCutIsSaid) {
  const auto slashes = temporal(dated({"2001-01-01", "30/04/2001"}), {});
  ASSERT_FALSE(slashes);
  EXPECT_EQ(slashes.error().kind, ErrorKind::data);
  EXPECT_NE(
      slashes.error().message.find("the date \"30/04/2001\" of \"d1\" cannot be read; write year-month-day"),
      std::string::npos)
      << slashes.error().message;
  const auto one = temporal(dated({"2001", "2001", "2001"}), {});
  ASSERT_FALSE(one);
  EXPECT_NE(one.error().message.find("1 different dates are too few for 1 folds"), std::string::npos);
  const auto gap = temporal(dated({"2001-01-01", "2001-01-02"}), {{"gap", 10.0}});
  ASSERT_FALSE(gap);
  EXPECT_NE(gap.error().message.find("no document is older than fold 0"), std::string::npos);
  for (const auto& [name, value] :
       Settings{{"test-share", 0.0}, {"folds", int64_t{0}}, {"gap", -1.0}, {"validation", 1.0}}) {
    const auto split = temporal(dated({"2001", "2002"}), {{name, value}});
    ASSERT_FALSE(split) << name;
    EXPECT_EQ(split.error().kind, ErrorKind::usage);
  }
}

}  // namespace
}  // namespace standfast
