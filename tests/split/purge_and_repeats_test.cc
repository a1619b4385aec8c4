// Options of every splitter, over the whole catalog: repeats, and a purge of train.
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/split/file/check.h"
#include "standfast/split/file/splits_file.h"
#include "standfast/split/purge.h"
#include "standfast/split/repeats.h"
#include "standfast/split/splitter.h"
#include "tests/support/labelled_corpus.h"
#include "tests/support/shuffled.h"
#include "tests/support/split_options.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;
using testing::labelled_corpus;
using testing::labelled_docs;
using testing::MadeUpVectors;
using testing::uneven_corpus;

using Given = std::map<std::string, OptionValue>;

Result<Split> draw(const SplitterCatalog::Entry& entry, const Corpus& corpus, const Given& more,
                   uint64_t seed = 0) {
  Given given = testing::small_options(entry, 4, 0.2);
  for (const auto& [name, value] : testing::options_of(entry, more)) given[name] = value;
  if (entry.name == "leave-groups-out") given["draws"] = int64_t{5};
  if (entry.name == "topic-confusion") given["configurations"] = int64_t{2};
  SF_ASSIGN(const auto splitter, splitters().make(entry.name, given));
  const MadeUpVectors vectors(corpus);
  SplitContext context{.seed = seed};
  if (entry.traits.reads_vectors) context.vectors = vectors.view();
  context.classes = testing::needed_classes(entry, corpus);
  return splitter->split(corpus, whole_corpus(corpus), context);
}

// A split as read back from its file.
struct ReadBack {
  SplitsFile file;
  Splits splits;
};
ReadBack read_back(const Corpus& corpus, const Split& split) {
  const Sample sample = whole_corpus(corpus);
  ReadBack back;
  back.file = *parse_splits(
      write_splits(corpus, sample, split, split_statistics(corpus, sample, split, nullptr)), "splits.json");
  back.splits = *bind_splits(back.file, corpus);
  return back;
}

const SplitFinding* finding(const std::vector<SplitFinding>& findings, const std::string& name) {
  for (const auto& one : findings)
    if (one.name == name) return &one;
  return nullptr;
}

TEST(Repeats, TheFirstIsTheSplitItselfAndTheOthersAreOthers) {
  const Corpus corpus = uneven_corpus();
  size_t repeated = 0;
  for (const auto& entry : splitters().entries()) {
    SCOPED_TRACE(entry.name);
    EXPECT_EQ(objection_to_repeats(entry).empty(),
              !entry.traits.deterministic && entry.traits.counts_draws.empty());
    if (!objection_to_repeats(entry).empty()) continue;
    ++repeated;
    const auto once = draw(entry, corpus, {}, 3), thrice = draw(entry, corpus, {{"repeats", int64_t{3}}}, 3),
               twice = draw(entry, corpus, {{"repeats", int64_t{2}}}, 3);
    ASSERT_TRUE(once && thrice && twice) << (thrice ? "" : thrice.error().message);
    const size_t n = once->folds.size();
    ASSERT_EQ(thrice->folds.size(), 3 * n);
    std::set<std::vector<uint32_t>> tests;
    for (size_t f = 0; f < 3 * n; ++f) {
      EXPECT_EQ(thrice->folds[f].repeat, f / n);
      if (f < n) {
        EXPECT_EQ(thrice->folds[f].test, once->folds[f].test);
        EXPECT_EQ(thrice->folds[f].train, once->folds[f].train);
      }
      if (f < 2 * n) {
        EXPECT_EQ(thrice->folds[f].test, twice->folds[f].test);
      }
      if (f % n == 0) tests.insert(thrice->folds[f].test);
    }
    // If sizes of groups or clusters of vectors decide, drawings may be equal.
    if (entry.name == "k-fold" || entry.name == "stratified-k-fold" || entry.name == "hold-out") {
      EXPECT_EQ(tests.size(), 3U) << "independent drawings";
    }
    const ReadBack back = read_back(corpus, *thrice);
    for (size_t f = 0; f < 3 * n; ++f) EXPECT_EQ(back.splits.split.folds[f].repeat, f / n);
    const auto findings = check_splits(back.file, back.splits, corpus);
    ASSERT_NE(finding(findings, "repeats"), nullptr);
    for (const auto& one : findings) EXPECT_TRUE(one.ok) << one.name << ": " << one.message;
    EXPECT_THAT(finding(findings, "repeats")->message, HasSubstr("3 repeats of "));
  }
  EXPECT_GT(repeated, 8U);
}

TEST(Repeats, ACheckFindsADrawingThatTestsADocumentTwice) {
  const Corpus corpus = uneven_corpus();
  const auto split = draw(**splitters().find("k-fold"), corpus, {{"repeats", int64_t{2}}});
  ASSERT_TRUE(split) << split.error().message;
  ReadBack back = read_back(corpus, *split);
  auto& folds = back.splits.split.folds;
  std::swap(folds[1].test, folds[6].test);
  const auto findings = check_splits(back.file, back.splits, corpus);
  EXPECT_FALSE(finding(findings, "repeats")->ok);
  EXPECT_THAT(finding(findings, "repeats")->message, HasSubstr("repeat 0 tests "));
  std::swap(folds[1].test, folds[6].test);
  folds[2].repeat = 1;
  EXPECT_THAT(finding(check_splits(back.file, back.splits, corpus), "repeats")->message,
              HasSubstr("fold 2 is marked as repeat 1"));
}

// Repeats that all draw the same are refused, because copies of one split would look like several.
TEST(Repeats, ThatAllDrawTheSameAreRefused) {
  const Corpus corpus = labelled_corpus(labelled_docs());
  const auto& closest = **splitters().find("closest-split");
  const Given fixed = {{"repeats", int64_t{3}}, {"cluster-seeds", std::string("42")}, {"validation", 0.0}};
  const auto refused = draw(closest, corpus, fixed);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message,
              HasSubstr("closest-split draws the same folds every time, so repeats = 3"));
  const auto once = draw(
      closest, corpus, {{"repeats", int64_t{1}}, {"cluster-seeds", std::string("42")}, {"validation", 0.0}});
  EXPECT_TRUE(once) << once.error().message;
  // Two clusters can be put into two folds in one way only; this method counts its repeats itself.
  const auto clusters =
      draw(**splitters().find("cluster-k-fold"), corpus,
           {{"repeats", int64_t{4}}, {"folds", int64_t{2}}, {"clusters", int64_t{2}}, {"validation", 0.0}});
  ASSERT_TRUE(clusters) << clusters.error().message;
  EXPECT_THAT(clusters->notes, ::testing::Contains("3 of 4 repeats have the folds of an earlier one"));
  // One document of three is drawn, so some drawings are equal by chance.
  const Corpus three = testing::make_corpus({{"a", "x", "", ""}, {"b", "y", "", ""}, {"c", "z", "", ""}});
  const auto some =
      draw(**splitters().find("hold-out"), three,
           {{"repeats", int64_t{12}}, {"test-share", 0.3}, {"validation", 0.0}, {"by", std::string("none")}});
  ASSERT_TRUE(some) << some.error().message;
  EXPECT_THAT(some->notes, ::testing::Contains("9 of 12 repeats have the folds of an earlier one"));
}

TEST(Repeats, SeedsAreDifferentAndDoNotDependOnHowMany) {
  const auto few = seeds_of_repeats(5, 3), many = seeds_of_repeats(5, 1000);
  EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin()));
  EXPECT_EQ(many[0], 5U);
  EXPECT_EQ(std::set<uint64_t>(many.begin(), many.end()).size(), 1000U);
}

TEST(Purge, NoGroupIsSharedWhateverTheSplitter) {
  const Corpus corpus = uneven_corpus(12, 60);
  size_t purged = 0, impossible = 0;
  for (const auto& entry : splitters().entries()) {
    SCOPED_TRACE(entry.name);
    const auto plain = draw(entry, corpus, {{"validation", 0.0}});
    if (!plain) {  // topic confusion needs authors of several texts on two topics
      ++impossible;
      continue;
    }
    const auto split = draw(entry, corpus, {{"validation", 0.0}, {"purge", std::string("author")}});
    if (!split) {  // all authors may be tested
      EXPECT_THAT(split.error().message, HasSubstr("once it is purged of every author of its test side"));
      ++impossible;
      continue;
    }
    const auto& codes = corpus.column(Role::author)->codes;
    ASSERT_EQ(split->folds.size(), plain->folds.size());
    for (size_t f = 0; f < split->folds.size(); ++f) {
      const Fold &fold = split->folds[f], &before = plain->folds[f];
      EXPECT_EQ(fold.test, before.test) << "a test side stays as it is";
      std::set<uint32_t> tested;
      for (const uint32_t row : fold.test)
        if (codes[row] != kMissing) tested.insert(codes[row]);
      for (const uint32_t row : fold.train) EXPECT_FALSE(tested.contains(codes[row]));
      // Purged documents share a group with a tested one and are counted; no other document leaves.
      EXPECT_EQ(fold.train.size() + fold.purged.group, before.train.size());
      EXPECT_EQ(fold.purged.text, 0U);
      EXPECT_EQ(fold.aside.size(), before.aside.size() + fold.purged.group);
      for (const uint32_t row : before.train.without(fold.train)) EXPECT_TRUE(tested.contains(codes[row]));
      purged += fold.purged.group;
    }
    const ReadBack back = read_back(corpus, *split);
    for (size_t f = 0; f < split->folds.size(); ++f)
      EXPECT_EQ(back.splits.split.folds[f].purged, split->folds[f].purged);
    for (const auto& one : check_splits(back.file, back.splits, corpus))
      EXPECT_TRUE(one.ok) << one.name << ": " << one.message;
    EXPECT_TRUE(keeps_apart(entry.traits, split->options, Role::author));
  }
  EXPECT_GT(purged, 100U);
  EXPECT_LT(impossible, 5U);
}

TEST(Purge, TokensBelongToAThreshold) {
  const Corpus corpus = labelled_corpus(labelled_docs());
  const auto entry = **splitters().find("stratified-k-fold");
  const auto split =
      draw(entry, corpus, {{"by", std::string("label")}, {"purge-tokens", std::string("words")}});
  ASSERT_FALSE(split);
  EXPECT_THAT(split.error().message,
              HasSubstr("purge-tokens belongs to purge-near, such as purge-near = 0.8"));
}

TEST(Purge, ByAnAttributeAndByTextIsCheckedToo) {
  const Corpus corpus = labelled_corpus(labelled_docs());
  const auto entry = **splitters().find("stratified-k-fold");
  const auto split = draw(entry, corpus,
                          {{"by", std::string("label")},
                           {"folds", int64_t{10}},
                           {"validation", 0.0},
                           {"purge", std::string("thread")},
                           {"purge-near", 0.8}});
  ASSERT_TRUE(split) << split.error().message;
  uint64_t group = 0, text = 0;
  for (const auto& fold : split->folds) {
    group += fold.purged.group;
    text += fold.purged.text;
  }
  EXPECT_GT(group, 0U);
  EXPECT_GT(text, 0U);
  EXPECT_THAT(split->notes, ::testing::Contains(HasSubstr("documents have no thread and stay")));
  ReadBack back = read_back(corpus, *split);
  auto findings = check_splits(back.file, back.splits, corpus);
  for (const auto& one : findings) EXPECT_TRUE(one.ok) << one.name << ": " << one.message;
  ASSERT_NE(finding(findings, "purge"), nullptr);
  ASSERT_NE(finding(findings, "purge-near"), nullptr);
  // With the purged documents put back, both checks fail.
  for (auto& fold : back.splits.split.folds) {
    auto rows = fold.train.list(), aside = fold.aside.list();
    rows.insert(rows.end(), aside.begin(), aside.end());
    fold.train = sorted_rows(rows);
    fold.aside.clear();
  }
  findings = check_splits(back.file, back.splits, corpus);
  EXPECT_FALSE(finding(findings, "purge")->ok);
  EXPECT_FALSE(finding(findings, "purge-near")->ok);
}

TEST(Purge, OfNearDuplicatesIsTheJoinOfAllPairs) {
  const Corpus corpus = labelled_corpus(labelled_docs(120));
  const auto split = draw(**splitters().find("hold-out"), corpus,
                          {{"by", std::string("none")},
                           {"validation", 0.0},
                           {"purge-near", 0.5},
                           {"purge-tokens", std::string("words")}});
  ASSERT_TRUE(split) << split.error().message;
  const auto words = [&](uint32_t row) {
    std::set<std::string> set;
    std::string text(corpus.text(row)), word;
    for (const char c : text + " ")
      if (c != ' ')
        word += c;
      else if (!word.empty())
        set.insert(std::exchange(word, ""));
    return set;
  };
  const auto alike = [&](uint32_t a, uint32_t b) {
    const auto x = words(a), y = words(b);
    size_t both = 0;
    for (const auto& word : x) both += y.contains(word) ? 1 : 0;
    return 2 * both >= x.size() + y.size() - both;
  };
  const Fold& fold = split->folds[0];
  EXPECT_GT(fold.purged.text, 0U);
  for (const uint32_t row : fold.train)
    for (const uint32_t test : fold.test) EXPECT_FALSE(alike(row, test)) << row << " " << test;
  for (const uint32_t row : fold.aside) {
    bool any = false;
    for (const uint32_t test : fold.test) any |= alike(row, test);
    EXPECT_TRUE(any) << row;
  }
}

TEST(Purge, ValidationIsPurgedToo) {
  const Corpus corpus = uneven_corpus(12, 60);
  const Given options = {{"by", std::string("none")},
                         {"validation", 0.3},
                         {"purge", std::string("author")},
                         {"test-share", 0.05}};
  const auto split = draw(**splitters().find("hold-out"), corpus, options);
  ASSERT_TRUE(split) << split.error().message;
  const auto& codes = corpus.column(Role::author)->codes;
  const Fold& fold = split->folds[0];
  std::set<uint32_t> tested;
  for (const uint32_t row : fold.test) tested.insert(codes[row]);
  for (const RowSet* side : {&fold.train, &fold.validation}) {
    EXPECT_FALSE(side->empty());
    for (const uint32_t row : *side) EXPECT_FALSE(tested.contains(codes[row]));
  }
  Given plain = options;
  plain.erase("purge");
  const auto before = draw(**splitters().find("hold-out"), corpus, plain);
  EXPECT_LT(fold.validation.size(), before->folds[0].validation.size());
}

TEST(Purge, CopiesOfANearDuplicateLeaveToo) {
  const std::string words = "one two three four five six seven eight nine ten";
  const Corpus corpus =
      testing::make_corpus({{"a", words + " eleven", "", "test"},
                            {"b", words, "", "train"},
                            {"c", "One  two three four five six seven eight nine ten", "", "train"},
                            {"d", "something else that nobody said before today", "", "train"}});
  const auto splitter = splitters().make("given", {{"column", std::string("topic")}, {"purge-near", 0.5}});
  ASSERT_TRUE(splitter) << splitter.error().message;
  const auto split = (*splitter)->split(corpus, whole_corpus(corpus), {});
  ASSERT_TRUE(split) << split.error().message;
  EXPECT_EQ(split->folds[0].train, (std::vector<uint32_t>{3}));
  EXPECT_EQ(split->folds[0].purged.text, 2U);
}

}  // namespace
}  // namespace standfast
