#include "standfast/split/file/check.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/split/splitter.h"
#include "tests/support/shuffled.h"
#include "tests/support/split_options.h"

namespace standfast {
namespace {

struct Case {
  Corpus corpus = testing::uneven_corpus();
  SplitsFile file;
  Splits splits;

  explicit Case(const std::string& method = "topic-k-fold",
                std::map<std::string, OptionValue> options = {{"folds", int64_t{4}}, {"validation", 0.2}}) {
    splits.sample = whole_corpus(corpus);
    const testing::MadeUpVectors vectors(corpus);
    const auto* entry = *splitters().find(method);
    splits.split =
        *(*splitters().make(method, options))
             ->split(corpus, splits.sample,
                     {.vectors = vectors.view(), .classes = testing::needed_classes(*entry, corpus)});
    file.data_hash = corpus.data_hash();
    file.has_sample = true;
  }
  // Returns "" if the named check passes, else its message.
  std::string failure(const std::string& name) const {
    for (const auto& finding : check_splits(file, splits, corpus))
      if (finding.name == name) return finding.ok ? "" : finding.message;
    return "no such check";
  }
};

TEST(CheckSplits, WhatSplittersMakePasses) {
  for (const auto& entry : splitters().entries()) {
    const Case c(entry.name, testing::small_options(entry, 3, 0.2));
    for (const auto& finding : check_splits(c.file, c.splits, c.corpus))
      EXPECT_TRUE(finding.ok) << entry.name << ": " << finding.name << ": " << finding.message;
  }
}

// A split of another tool may train on or leave out any document: it only promises that the sides are
// disjoint.
TEST(CheckSplits, SplitOfAnotherToolMayTrainOrLeaveAnyDocument) {
  Case c;
  c.splits.split.method = "sklearn";
  c.splits.split.options = {};
  c.splits.split.left_out = {};
  Fold fold;
  fold.train = {0, 1, 2, 3, 4, 5};
  fold.validation = {6, 7};  // by authors who train too
  fold.test = {8, 9};
  c.splits.split.folds = {fold};
  c.file.has_sample = false;
  for (const auto& finding : check_splits(c.file, c.splits, c.corpus))
    EXPECT_TRUE(finding.ok) << finding.name << ": " << finding.message;
  c.splits.split.folds[0].train = {0, 1, 8};
  EXPECT_NE(c.failure("disjoint"), "");
}

TEST(CheckSplits, OnlyADrawnValidationKeepsAuthorsWhole) {
  Case c;  // `validation` draws by author
  auto& fold = c.splits.split.folds[0];
  std::vector<uint32_t> both = fold.train;
  for (const uint32_t row : fold.validation) both.push_back(row);
  std::sort(both.begin(), both.end());
  std::vector<uint32_t> sides[2];
  for (size_t i = 0; i < both.size(); ++i) sides[i % 2].push_back(both[i]);
  fold.train = sides[0];
  fold.validation = sides[1];
  EXPECT_NE(c.failure("validation").find("is in train and in validation"), std::string::npos);
  // The same sides without the option that promises validation by author.
  c.splits.split.options =
      Case("topic-k-fold", {{"folds", int64_t{4}}, {"validation", 0.0}}).splits.split.options;
  EXPECT_EQ(c.failure("validation"), "no such check");
}

// Returns the rows with one row added, even if it is there already.
RowSet with(const RowSet& rows, uint32_t row) {
  std::vector<uint32_t> list = rows;
  list.push_back(row);
  return sorted_rows(std::move(list));
}

TEST(CheckSplits, EachPromiseBrokenIsFound) {
  const auto id = [](const Case& c, uint32_t row) { return std::string(c.corpus.id(row)); };
  {
    Case c;
    c.file.data_hash = "0123456789abcdef0123";
    EXPECT_NE(c.failure("data").find("made for other data (0123456789abcdef)"), std::string::npos);
    c.file.unit = RowUnit::id;  // documents are found by name, in any order
    EXPECT_EQ(c.failure("data"), "");
  }
  {
    Case c("topic-confusion", {{"configurations", int64_t{1}}, {"authors-per-half", int64_t{1}}});
    EXPECT_EQ(c.failure("confusion"), "");
    auto& fold = c.splits.split.folds[0];
    const Column &authors = *c.corpus.column(Role::author), &topics = *c.corpus.column(Role::topic);
    // One training document and one test document of an author change places.
    const uint32_t tested = fold.test.front();
    const auto trained = std::ranges::find_if(
        fold.train, [&](uint32_t row) { return authors.codes[row] == authors.codes[tested]; });
    ASSERT_NE(trained, fold.train.end());
    std::vector<uint32_t> test = fold.test, train = fold.train;
    std::ranges::replace(test, tested, uint32_t{*trained});
    std::ranges::replace(train, uint32_t{*trained}, tested);
    std::ranges::sort(test);
    std::ranges::sort(train);
    fold.test = test;
    fold.train = train;
    EXPECT_NE(
        c.failure("confusion").find("trains on the same topic \"" + topics.names[topics.codes[test.front()]]),
        std::string::npos)
        << c.failure("confusion");
  }
  {
    Case c;
    auto& fold = c.splits.split.folds[1];
    const uint32_t row = fold.test.front();
    fold.train = with(fold.train, row);
    EXPECT_EQ(c.failure("disjoint"), "fold 1: \"" + id(c, row) + "\" is in train and in test");
    EXPECT_NE(c.failure("topics").find("e.g. \""), std::string::npos);
  }
  {  // A document of fold 0 that fold 1 tests is tested there too.
    Case c;
    auto& fold = c.splits.split.folds[0];
    const uint32_t row = c.splits.split.folds[1].test.front();
    fold.train.erase_if([&](uint32_t other) { return other == row; });
    fold.test = with(fold.test, row);
    EXPECT_THAT(c.failure("coverage"), ::testing::HasSubstr("documents are tested 1 to 2 times, but "));
  }
  {
    Case c;
    const uint32_t row = c.splits.split.folds[2].test.front();
    c.splits.split.folds[2].test.erase_if([&](uint32_t other) { return other == row; });
    EXPECT_EQ(c.failure("coverage"),
              "1 documents are neither tested nor in left_out, the first is \"" + id(c, row) + "\"");
  }
  {
    Case c;
    const uint32_t row = c.splits.split.folds[0].test.front();
    c.splits.split.left_out.push_back(row);
    EXPECT_EQ(c.failure("coverage"), "\"" + id(c, row) + "\" is in left_out and in a fold");
  }
  {
    Case c;
    c.splits.split.folds[0].test.clear();
    EXPECT_EQ(c.failure("sides"), "fold 0 has no test documents");
  }
  {
    Case c;
    auto& test = c.splits.split.folds[0].test;
    test = with(test, test.front());
    EXPECT_NE(c.failure("sides").find("twice in test"), std::string::npos);
  }
  {
    Case c;
    auto& fold = c.splits.split.folds[0];
    const uint32_t author = c.corpus.column(Role::author)->codes[fold.validation.front()];
    ASSERT_NE(author, kMissing);
    // Another document of a validation author moves to train.
    const auto found = std::find_if(++fold.validation.begin(), fold.validation.end(), [&](uint32_t row) {
      return c.corpus.column(Role::author)->codes[row] == author;
    });
    ASSERT_NE(found, fold.validation.end());
    const uint32_t other = *found;
    fold.train = with(fold.train, other);
    fold.validation.erase_if([&](uint32_t row) { return row == other; });
    EXPECT_NE(c.failure("validation").find("is in train and in validation"), std::string::npos);
  }
  {
    Case c;
    c.splits.sample.rows.erase(c.splits.sample.rows.begin() + 5);
    EXPECT_NE(c.failure("sample").find("is not in the sample"), std::string::npos);
  }
}

// Documents kept aside are checked as part of their fold: on no other side, not twice, and within the sample.
TEST(CheckSplits, WhatIsKeptAsideIsCheckedToo) {
  const auto confusion = [] {
    return Case("topic-confusion", {{"configurations", int64_t{3}}, {"authors-per-half", int64_t{2}}});
  };
  {
    Case c = confusion();
    ASSERT_FALSE(c.splits.split.folds[1].aside.empty());
    for (const auto& finding : check_splits(c.file, c.splits, c.corpus))
      EXPECT_TRUE(finding.ok) << finding.message;
    auto& fold = c.splits.split.folds[1];
    const uint32_t row = fold.test.front();
    fold.aside = with(fold.aside, row);
    EXPECT_EQ(c.failure("disjoint"),
              "fold 1: \"" + std::string(c.corpus.id(row)) + "\" is in test and in aside");
  }
  {
    Case c = confusion();
    auto& aside = c.splits.split.folds[0].aside;
    aside = with(aside, aside.front());
    EXPECT_NE(c.failure("sides").find("twice in aside"), std::string::npos);
  }
  {
    Case c = confusion();
    const uint32_t row = c.splits.split.folds[0].aside.front();
    c.splits.sample.rows.erase(std::find(c.splits.sample.rows.begin(), c.splits.sample.rows.end(), row));
    EXPECT_NE(c.failure("sample").find("is not in the sample"), std::string::npos);
  }
}

TEST(CheckSplits, AGroupOfMergedTopicsTornApartIsFound) {
  const Corpus corpus = testing::grid_corpus(6, 5, 2);
  Splits splits;
  splits.sample = whole_corpus(corpus);
  splits.split = *(*splitters().make("topic-k-fold", {{"folds", int64_t{2}}, {"validation", 0.0}}))
                      ->split(corpus, splits.sample, {});
  SplitsFile file;
  file.data_hash = corpus.data_hash();
  const auto topics = [&] {
    for (const auto& finding : check_splits(file, splits, corpus))
      if (finding.name == "topics") return finding;
    return SplitFinding{};
  };
  EXPECT_TRUE(topics().ok);
  const auto topic_of = [&](const std::vector<uint32_t>& rows) {
    return corpus.column(Role::topic)->codes[rows.front()];
  };
  const uint32_t one = topic_of(splits.split.folds[0].test), other = topic_of(splits.split.folds[1].test);
  splits.sample.group_of_topic = {0, 1, 2, 3, 4, 5};
  EXPECT_TRUE(topics().ok);
  splits.sample.group_of_topic[other] = one;
  EXPECT_FALSE(topics().ok);
  EXPECT_NE(topics().message.find("\"" + corpus.column(Role::topic)->names[one] + "\" in fold 0"),
            std::string::npos)
      << topics().message;
}

TEST(CheckSplits, SharedTopicsAreSaidButNotFailedWhereNothingWasPromised) {
  const Case c("k-fold", {{"folds", int64_t{3}}});
  const auto findings = check_splits(c.file, c.splits, c.corpus);
  const auto topics =
      std::find_if(findings.begin(), findings.end(), [](const auto& f) { return f.name == "topics"; });
  ASSERT_NE(topics, findings.end());
  EXPECT_TRUE(topics->ok);
  EXPECT_EQ(topics->message, "3 of 3 folds have topics on both sides (this method does not keep them apart)");
}

}  // namespace
}  // namespace standfast
