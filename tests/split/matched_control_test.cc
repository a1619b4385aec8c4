// The laws of the matched control, over every splitter: sizes and class counts of every side stay, coverage
// stays, the seed decides, and topics are mixed.
#include "standfast/split/matched_control.h"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "standfast/split/file/check.h"
#include "standfast/split/splitter.h"
#include "tests/support/shuffled.h"
#include "tests/support/split_options.h"

namespace standfast {
namespace {

using testing::ids_of;
using testing::uneven_corpus;

Split matched_split(const Corpus& corpus, const std::string& method) {
  const auto options = testing::small_options(**splitters().find(method), 4, 0.2);
  const testing::MadeUpVectors vectors(corpus);
  return *(*splitters().make(method, options))
              ->split(corpus, whole_corpus(corpus),
                      {.seed = 3,
                       .vectors = vectors.view(),
                       .classes = testing::needed_classes(**splitters().find(method), corpus)});
}

std::map<uint32_t, int> class_counts(const std::vector<uint32_t>& rows, const Column& column) {
  std::map<uint32_t, int> result;
  for (const uint32_t row : rows) ++result[column.codes[row]];
  return result;
}

TEST(MatchedControl, EverySideKeepsItsSizeAndItsClasses) {
  const Corpus corpus = uneven_corpus();
  for (const auto& entry : splitters().entries())
    for (const Role target : {Role::author, Role::topic}) {
      const Split split = matched_split(corpus, entry.name);
      const auto control = matched_control(corpus, split, target, 5);
      ASSERT_TRUE(control) << control.error().message;
      const Column& column = *corpus.column(target);
      std::vector<int> tested(corpus.size(), 0), tested_before(corpus.size(), 0);
      ASSERT_EQ(control->folds.size(), split.folds.size());
      for (size_t f = 0; f < split.folds.size(); ++f) {
        const auto& before = split.folds[f];
        const auto& after = control->folds[f];
        EXPECT_EQ(class_counts(before.train, column), class_counts(after.train, column)) << entry.name;
        EXPECT_EQ(class_counts(before.validation, column), class_counts(after.validation, column))
            << entry.name;
        EXPECT_EQ(class_counts(before.test, column), class_counts(after.test, column)) << entry.name;
        EXPECT_EQ(class_counts(before.aside, column), class_counts(after.aside, column)) << entry.name;
        std::set<uint32_t> seen;
        for (const auto* side : {&after.train, &after.validation, &after.test, &after.aside}) {
          EXPECT_TRUE(std::is_sorted(side->begin(), side->end()));
          for (const uint32_t row : *side) EXPECT_TRUE(seen.insert(row).second);
        }
        for (const uint32_t row : before.test) ++tested_before[row];
        for (const uint32_t row : after.test) ++tested[row];
      }
      EXPECT_EQ(control->left_out, split.left_out);
      // As many documents are tested once, twice, ... as before; where each was tested once, each is.
      std::sort(tested.begin(), tested.end());
      std::sort(tested_before.begin(), tested_before.end());
      EXPECT_EQ(tested, tested_before) << entry.name;
    }
}

TEST(MatchedControl, TheSeedDecidesAndTheOrderOfDocumentsDoesNot) {
  const Corpus corpus = uneven_corpus(), shuffled = testing::in_another_order(corpus);
  const Split split = matched_split(corpus, "leave-one-topic-out"),
              again = matched_split(shuffled, "leave-one-topic-out");
  const auto a = *matched_control(corpus, split, Role::author, 5),
             b = *matched_control(shuffled, again, Role::author, 5),
             c = *matched_control(corpus, split, Role::author, 6);
  for (size_t f = 0; f < a.folds.size(); ++f)
    EXPECT_EQ(ids_of(corpus, a.folds[f].test), ids_of(shuffled, b.folds[f].test));
  EXPECT_NE(a.folds[0].test, c.folds[0].test);
}

TEST(MatchedControl, TopicsAreMixedAndNothingElseIsPromised) {
  const Corpus corpus = testing::grid_corpus(6, 5, 8);
  const Split split = matched_split(corpus, "leave-one-topic-out");
  const auto control = *matched_control(corpus, split, Role::author, 1);
  EXPECT_EQ(control.method, "matched-control");
  EXPECT_EQ(control.options.text("of"), "leave-one-topic-out");
  EXPECT_EQ(control.options.text("target"), "author");
  EXPECT_EQ(control.options.integer("control-seed"), 1);
  EXPECT_EQ(control.options.flag("of-author-disjoint"), false);
  EXPECT_NE(control.reason.find("leave-one-topic-out"), std::string::npos);
  // 8 documents of each author in a fold of 40, drawn from 6 topics of 8: each topic about 1.33 times.
  for (const auto& fold : control.folds) {
    const auto topics = class_counts(fold.test, *corpus.column(Role::topic));
    EXPECT_EQ(topics.size(), 6U);
  }
  SplitsFile file;
  file.data_hash = corpus.data_hash();
  for (const auto& finding : check_splits(file, {whole_corpus(corpus), control}, corpus))
    EXPECT_TRUE(finding.ok) << finding.name << ": " << finding.message;
}

// What only some splits test stays covered in the eyes of the check.
TEST(MatchedControl, ControlsOfPartialSplitsPassTheCheck) {
  const Corpus corpus = uneven_corpus();
  for (const char* method : {"topic-confusion", "temporal"}) {
    const Split split = matched_split(corpus, method);
    SplitsFile file;
    file.data_hash = corpus.data_hash();
    for (const auto& which : {split, *matched_control(corpus, split, Role::author, 1)})
      for (const auto& finding : check_splits(file, {whole_corpus(corpus), which}, corpus))
        EXPECT_TRUE(finding.ok) << method << " " << finding.name << ": " << finding.message;
  }
}

TEST(MatchedControl, DocumentsWithoutTheTargetMoveAmongThemselves) {
  const Corpus corpus = uneven_corpus();
  const Split split = matched_split(corpus, "k-fold");
  const auto control = *matched_control(corpus, split, Role::author, 5);
  bool said = false;
  for (const auto& note : control.notes)
    said |= note.find("have no author: they trade places") != std::string::npos;
  EXPECT_TRUE(said);
}

TEST(MatchedControl, WhatCannotBeMatchedIsRefused) {
  std::vector<testing::Doc> docs;
  for (int i = 0; i < 12; ++i)
    docs.push_back(
        {"d" + std::to_string(i), "text", "author" + std::to_string(i), "topic" + std::to_string(i % 3)});
  const Corpus corpus = testing::make_corpus(docs);
  const Split split = matched_split(corpus, "leave-one-topic-out");
  const auto alone = matched_control(corpus, split, Role::author, 1);
  ASSERT_FALSE(alone);
  EXPECT_NE(alone.error().message.find("no author has two documents"), std::string::npos);
  const auto missing = matched_control(corpus, split, Role::label, 1);
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().message.find("no label column"), std::string::npos);
}

}  // namespace
}  // namespace standfast
