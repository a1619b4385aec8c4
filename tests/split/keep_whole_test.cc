// keep-whole, over the whole catalog: groups are never parted, or one message says why they cannot be whole.
#include "standfast/split/keep_whole.h"

#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/split/file/check.h"
#include "standfast/split/file/splits_file.h"
#include "standfast/split/splitter.h"
#include "tests/support/made_up_vectors.h"
#include "tests/support/shuffled.h"
#include "tests/support/split_options.h"

namespace standfast {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using testing::MadeUpVectors;

using Options_ = std::map<std::string, OptionValue>;

Result<Split> draw_whole(const SplitterCatalog::Entry& entry, const Corpus& corpus, const Options_& more,
                         uint64_t seed = 0) {
  Options_ given = testing::small_options(entry, 3, 0.2);
  for (const auto& [name, value] : testing::options_of(entry, {{"delta", 3.0},
                                                               {"epsilon", 0.3},
                                                               {"k-max", int64_t{12}},
                                                               {"author-blocks", int64_t{2}},
                                                               {"topic-blocks", int64_t{2}}}))
    given[name] = value;
  for (const auto& [name, value] : testing::options_of(entry, more)) given[name] = value;
  SF_ASSIGN(const auto splitter, splitters().make(entry.name, given));
  const MadeUpVectors vectors(corpus);
  SplitContext context{.seed = seed};
  if (entry.traits.reads_vectors) context.vectors = vectors.view();
  context.classes = testing::needed_classes(entry, corpus);
  return splitter->split(corpus, whole_corpus(corpus), context);
}

// The number of the side that each document is on; -1: none.
std::vector<int> sides_of(const Corpus& corpus, const Fold& fold) {
  std::vector<int> side(corpus.size(), -1);
  int number = 0;
  for (const RowSet* rows : {&fold.train, &fold.validation, &fold.test, &fold.aside}) {
    for (const uint32_t row : *rows) side[row] = number;
    ++number;
  }
  return side;
}

std::vector<SplitFinding> checked_again(const Corpus& corpus, const Split& split) {
  const Sample sample = whole_corpus(corpus);
  const auto file = *parse_splits(
      write_splits(corpus, sample, split, split_statistics(corpus, sample, split, nullptr)), "splits.json");
  return check_splits(file, *bind_splits(file, corpus), corpus);
}

TEST(KeepWhole, NoGroupIsPartedWhateverTheSplitter) {
  const Corpus corpus = testing::uneven_corpus_with_sources(10, 8);
  const Column& source = *corpus.column(Role::source);
  size_t kept = 0, refused = 0;
  for (const auto& entry : splitters().entries()) {
    SCOPED_TRACE(entry.name);
    for (const double validation : {0.0, 0.2}) {
      const auto split =
          draw_whole(entry, corpus, {{"validation", validation}, {"keep-whole", std::string("source")}});
      if (!entry.traits.parts_groups.empty()) {
        ASSERT_FALSE(split);
        EXPECT_EQ(split.error().kind, ErrorKind::usage);
        EXPECT_THAT(split.error().message,
                    HasSubstr("keep-whole = source: " + std::string(entry.traits.parts_groups)));
        ++refused;
        continue;
      }
      ASSERT_TRUE(split) << split.error().message;
      ++kept;
      for (const Fold& fold : split->folds) {
        const auto side = sides_of(corpus, fold);
        std::map<uint32_t, int> of_source;
        for (uint32_t row = 0; row < corpus.size(); ++row)
          if (source.codes[row] != kMissing) {
            EXPECT_EQ(of_source.try_emplace(source.codes[row], side[row]).first->second, side[row]);
          }
        EXPECT_FALSE(fold.train.empty());
        EXPECT_FALSE(fold.test.empty());
      }
      EXPECT_THAT(split->notes, Contains(HasSubstr("keep-whole: ")));
      EXPECT_TRUE(keeps_apart(entry.traits, split->options, Role::source));
      for (const auto& one : checked_again(corpus, *split))
        EXPECT_TRUE(one.ok) << one.name << ": " << one.message;
    }
  }
  EXPECT_GE(kept, 28U);
  EXPECT_EQ(refused, 10U);
}

TEST(KeepWhole, OfGroupsOfOneDocumentChangesNoFold) {
  auto docs = testing::docs_of(testing::uneven_corpus(10, 8));
  for (size_t i = 0; i < docs.size(); ++i) docs[i].source = i % 5 == 0 ? "" : fmt::format("s{}", i);
  const Corpus corpus = testing::make_corpus(docs);
  for (const auto& entry : splitters().entries()) {
    if (!entry.traits.parts_groups.empty()) continue;
    SCOPED_TRACE(entry.name);
    const auto plain = draw_whole(entry, corpus, {}, 4),
               whole = draw_whole(entry, corpus, {{"keep-whole", std::string("source")}}, 4);
    ASSERT_EQ(plain.has_value(), whole.has_value()) << (whole ? plain : whole).error().message;
    if (!plain) continue;
    ASSERT_EQ(plain->folds.size(), whole->folds.size());
    for (size_t f = 0; f < plain->folds.size(); ++f) {
      EXPECT_EQ(plain->folds[f].train, whole->folds[f].train);
      EXPECT_EQ(plain->folds[f].validation, whole->folds[f].validation);
      EXPECT_EQ(plain->folds[f].test, whole->folds[f].test);
      EXPECT_EQ(plain->folds[f].aside, whole->folds[f].aside);
    }
    EXPECT_EQ(plain->left_out, whole->left_out);
  }
}

TEST(KeepWhole, SaysWhichGroupCannotBeWhole) {
  const Corpus corpus = testing::uneven_corpus_with_sources(10, 8);
  const auto topics = draw_whole(**splitters().find("topic-k-fold"), corpus,
                                 {{"validation", 0.0}, {"keep-whole", std::string("author")}});
  ASSERT_FALSE(topics);
  EXPECT_EQ(topics.error().kind, ErrorKind::data);
  EXPECT_THAT(topics.error().message, HasSubstr("keep-whole = author: the author \"author10"));
  EXPECT_THAT(topics.error().message, HasSubstr("this method keeps topics apart; both cannot be whole"));
  const auto validated = draw_whole(**splitters().find("k-fold"), corpus,
                                    {{"validation", 0.2}, {"keep-whole", std::string("topic")}});
  ASSERT_FALSE(validated);
  EXPECT_THAT(validated.error().message, HasSubstr("validation-unit = author keeps authors whole"));
  EXPECT_TRUE(draw_whole(**splitters().find("k-fold"), corpus,
                         {{"validation", 0.2},
                          {"validation-unit", std::string("document")},
                          {"keep-whole", std::string("topic")}}));
  // What a method keeps whole anyway is no contradiction, and is done once.
  const auto same = draw_whole(**splitters().find("topic-k-fold"), corpus,
                               {{"validation", 0.0}, {"keep-whole", std::string("topic")}});
  ASSERT_TRUE(same) << same.error().message;
  for (const auto& note : same->notes) EXPECT_THAT(note, ::testing::Not(HasSubstr("keep-whole")));
  const auto nothing =
      draw_whole(**splitters().find("k-fold"), corpus, {{"keep-whole", std::string("thread")}});
  ASSERT_FALSE(nothing);
  EXPECT_THAT(nothing.error().message, HasSubstr("thread"));
}

TEST(KeepWhole, ACheckFindsAGroupThatIsParted) {
  const Corpus corpus = testing::uneven_corpus_with_sources(10, 8);
  auto split = draw_whole(**splitters().find("hold-out"), corpus,
                          {{"validation", 0.0}, {"keep-whole", std::string("source")}});
  ASSERT_TRUE(split) << split.error().message;
  const Column& source = *corpus.column(Role::source);
  // One document of a tested group of several goes to train.
  std::map<uint32_t, size_t> sizes;
  for (const uint32_t row : split->folds[0].test) ++sizes[source.codes[row]];
  auto test = split->folds[0].test.list(), train = split->folds[0].train.list();
  const auto torn = std::find_if(test.begin(), test.end(), [&](uint32_t row) {
    return source.codes[row] != kMissing && sizes[source.codes[row]] > 1;
  });
  ASSERT_NE(torn, test.end());
  train.push_back(*torn);
  test.erase(torn);
  split->folds[0].train = sorted_rows(train);
  split->folds[0].test = sorted_rows(test);
  bool found = false;
  for (const auto& one : checked_again(corpus, *split)) {
    if (one.name != std::string("whole")) continue;
    found = true;
    EXPECT_FALSE(one.ok);
    EXPECT_THAT(one.message, HasSubstr("is in test and in another side, but keep-whole promises otherwise"));
  }
  EXPECT_TRUE(found);
}

TEST(KeepWhole, TheVectorOfAGroupIsTheMean) {
  // Three groups in two regions. The document that stands for "c" is far from the mean of its group.
  std::vector<testing::Doc> docs;
  FloatMatrix matrix(12, 2);
  for (size_t i = 0; i < 12; ++i) {
    const size_t group = i / 4;
    docs.push_back({fmt::format("d{:02}", i), "text", "", "", "", fmt::format("{}", "abc"[group])});
    const bool first = group == 0 || (group == 2 && i == 8);
    matrix.row(i)[first ? 0 : 1] = 1;
  }
  const Corpus corpus = testing::make_corpus(docs);
  const std::vector<uint32_t> rows = whole_corpus(corpus).rows;
  const auto splitter = *splitters().make(
      "cluster-k-fold",
      {{"clusters", int64_t{2}}, {"folds", int64_t{2}}, {"keep-whole", std::string("source")}});
  const auto split =
      splitter->split(corpus, whole_corpus(corpus), {.seed = 1, .vectors = {matrix, rows, "plane"}});
  ASSERT_TRUE(split) << split.error().message;
  for (const Fold& fold : split->folds) {
    std::set<std::string> tested;
    for (const uint32_t row : fold.test) tested.emplace(corpus.value(Role::source, row));
    EXPECT_TRUE(tested == (std::set<std::string>{"a"}) || tested == (std::set<std::string>{"b", "c"}));
  }
}

}  // namespace
}  // namespace standfast
