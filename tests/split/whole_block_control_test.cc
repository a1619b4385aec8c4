// The laws of a control whose blocks leave with the documents of all their classes.
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/split/file/check.h"
#include "standfast/split/group_trades.h"
#include "standfast/split/matched_control.h"
#include "standfast/split/splitter.h"

namespace standfast {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

struct BlockPost {
  std::string id, author, topic, thread;
};

// Threads of one topic hold one to five posts, each by any author.
std::vector<BlockPost> block_posts(bool shared = true) {
  std::vector<BlockPost> made;
  Rng rng(1, "test/posts");
  for (int t = 0; t < 5; ++t)
    for (int k = 0; k < 60; ++k)
      for (uint64_t n = 0, most = 1 + rng.below(5); n < most; ++n) {
        const uint64_t author = shared ? rng.below(4) : static_cast<uint64_t>(k % 4);
        made.push_back({"d" + std::to_string(made.size()), "a" + std::to_string(author),
                        "t" + std::to_string(t), std::to_string(100 * t + k)});
      }
  return made;
}

Corpus block_corpus(const std::vector<BlockPost>& posts) {
  CorpusBuilder builder("posts", {"thread"});
  for (const auto& post : posts) {
    std::array<std::optional<std::string_view>, kRoles.size()> values;
    values[static_cast<size_t>(Role::author)] = post.author;
    values[static_cast<size_t>(Role::topic)] = post.topic;
    const AttributeInput thread = std::string_view(post.thread);
    EXPECT_TRUE(builder.add(post.id, "text of " + post.id, values, TextBytes::kept, std::span(&thread, 1)));
  }
  return std::move(builder).finish();
}

Split novel_topics(const Corpus& corpus) {
  return *(*splitters().make("leave-one-topic-out", {}))->split(corpus, whole_corpus(corpus), {.seed = 3});
}

const ControlOptions kWhole = {.block = {"thread"}, .whole = true, .trades = 3, .seed = 2};

std::map<uint32_t, int64_t> row_counts(const RowSet& rows, const Column& column) {
  std::map<uint32_t, int64_t> result;
  for (const uint32_t row : rows) ++result[column.codes[row]];
  return result;
}

TEST(WholeBlockControl, NoBlockIsOnBothSidesAndSizesAndClassesAreKept) {
  const Corpus corpus = block_corpus(block_posts());
  const Split split = novel_topics(corpus);
  const Split control = *matched_control(corpus, split, kWhole);
  const Column &author = *corpus.column(Role::author), &thread = *corpus.named_column("thread");
  ASSERT_EQ(control.folds.size(), 15U);
  for (size_t f = 0; f < control.folds.size(); ++f) {
    const Fold &before = split.folds[f % 5], &now = control.folds[f];
    EXPECT_EQ(row_counts(before.test, author), row_counts(now.test, author)) << "fold " << f;
    EXPECT_EQ(row_counts(before.train, author), row_counts(now.train, author)) << "fold " << f;
    EXPECT_EQ(row_counts(now.test, *corpus.column(Role::topic)).size(), 5U);
    for (const auto& [block, n] : row_counts(now.test, thread))
      EXPECT_FALSE(row_counts(now.train, thread).contains(block)) << thread.names[block];
  }
  EXPECT_THAT(control.notes, Contains(HasSubstr("blocks (thread) have one author")));
  SplitsFile file;
  file.data_hash = corpus.data_hash();
  for (const auto& finding : check_splits(file, {whole_corpus(corpus), control}, corpus))
    EXPECT_TRUE(finding.ok) << finding.name << ": " << finding.message;
  // A control of single authors' blocks tears them: what it leaves in training is what this one takes out.
  ControlOptions own = kWhole;
  own.whole = false;
  Split torn = *matched_control(corpus, split, own);
  torn.options = control.options;
  const auto findings = check_splits(file, {whole_corpus(corpus), torn}, corpus);
  EXPECT_THAT(findings, Contains(::testing::Field(&SplitFinding::ok, false)));
}

TEST(WholeBlockControl, DependsOnIdsAndTheSeedAlone) {
  std::vector<BlockPost> made = block_posts();
  const auto sides = [](const std::vector<BlockPost>& posts, uint64_t seed) {
    const Corpus corpus = block_corpus(posts);
    ControlOptions options = kWhole;
    options.seed = seed;
    std::set<std::set<std::string>> all;
    const Split control = *matched_control(corpus, novel_topics(corpus), options);
    for (const auto& fold : control.folds) {
      std::set<std::string> ids;
      for (const uint32_t row : fold.test) ids.emplace(corpus.id(row));
      all.insert(ids);
    }
    return all;
  };
  const auto here = sides(made, 2);
  EXPECT_NE(here, sides(made, 3));
  Rng(1, "test").shuffle(made);
  for (auto& post : made) post.author = "z" + std::string(1, static_cast<char>('z' - post.author[1] + '0'));
  EXPECT_EQ(here, sides(made, 2));
}

TEST(WholeBlockControl, SaysWhatShareOfBlocksHasOneClass) {
  const auto note = [](bool shared) {
    const Corpus corpus = block_corpus(block_posts(shared));
    ControlOptions own = kWhole;
    own.whole = false;
    return matched_control(corpus, novel_topics(corpus), own)->notes;
  };
  EXPECT_THAT(note(false), Contains("300 of 300 blocks (thread) have one author (100 %)"));
  EXPECT_THAT(note(true),
              Contains(HasSubstr("documents of other authors in a tested block stay in training")));
}

// One document of a thread that lies elsewhere is alone on its topic: no thread is small enough for that side.
TEST(WholeBlockControl, NoSideBecomesEmpty) {
  std::vector<BlockPost> made = block_posts();
  std::erase_if(made, [](const BlockPost& post) { return post.thread == "0"; });
  std::map<std::string, int> of_thread;
  for (const auto& post : made) ++of_thread[post.thread];
  std::erase_if(made, [&](const BlockPost& post) { return of_thread[post.thread] < 3; });
  made.push_back({"alone", "a0", "t9", made.front().thread});
  const Corpus corpus = block_corpus(made);
  for (const bool whole : {true, false}) {
    ControlOptions options = kWhole;
    options.whole = whole;
    const auto control = matched_control(corpus, novel_topics(corpus), options);
    if (control) {
      for (const auto& fold : control->folds) EXPECT_GT(fold.test.size(), 0U);
    } else {
      EXPECT_THAT(control.error().message, HasSubstr("small enough for a test side"));
    }
    EXPECT_TRUE(!whole || !control);
  }
}

// Topics that tear every thread. Long threads then fill no side as it was; short ones do, and it is recorded that the
// split left posts of theirs in training.
TEST(WholeBlockControl, IsRefusedOrSaidWhereTheSplitTearsTheBlocks) {
  const auto control_of = [](size_t posts_of_a_thread) {
    std::vector<BlockPost> made;
    Rng rng(1, "test/torn");
    for (size_t i = 0; i < 480; ++i)
      made.push_back({"d" + std::to_string(i), "a" + std::to_string(rng.below(24)),
                      "t" + std::to_string(i % 12), std::to_string(i / posts_of_a_thread)});
    const Corpus corpus = block_corpus(made);
    return matched_control(corpus, novel_topics(corpus), kWhole);
  };
  const auto of_long = control_of(10);
  ASSERT_FALSE(of_long);
  EXPECT_THAT(of_long.error().message, HasSubstr("leave-one-topic-out tears 48 of 48 blocks itself"));
  const auto of_short = control_of(2);
  ASSERT_TRUE(of_short) << of_short.error().message;
  EXPECT_EQ(std::get<int64_t>(of_short->options.values().at("torn-groups")), 240);
}

// Two topics of two equal threads: some draws leave all where they were, and are draws all the same.
TEST(WholeBlockControl, OfFewBlocksHasADrawForEverySeed) {
  std::vector<BlockPost> made;
  for (int i = 0; i < 16; ++i)
    made.push_back({"d" + std::to_string(i), "a" + std::to_string(i % 2), "t" + std::to_string(i / 8),
                    std::to_string(i / 4)});
  const Corpus corpus = block_corpus(made);
  for (uint64_t seed = 0; seed < 12; ++seed)
    EXPECT_TRUE(matched_control(corpus, novel_topics(corpus),
                                {.block = {"thread"}, .whole = true, .trades = 1, .seed = seed}))
        << seed;
}

TEST(WholeBlockControl, NeedsABlock) {
  const Corpus corpus = block_corpus(block_posts());
  const auto control = matched_control(corpus, novel_topics(corpus), {.whole = true});
  ASSERT_FALSE(control);
  EXPECT_THAT(control.error().message, HasSubstr("need a block"));
}

// Three blocks of two classes that fit two places in one way only: the search finds it or counts what is in excess.
TEST(WholeBlockTrades, CountsWhatDoesNotFit) {
  WholeBlocks blocks;
  blocks.counts = {{{0, 2}, {1, 1}}, {{0, 1}}, {{0, 1}, {1, 1}}};
  blocks.place = {0, 0, 1};
  blocks.room = {{2, 1}, {2, 1}};
  Rng rng(1, "test");
  trade_whole_blocks(blocks, rng);
  EXPECT_EQ(beyond_room(blocks), 0U);
  blocks.room = {{3, 0}, {1, 2}};
  trade_whole_blocks(blocks, rng);
  EXPECT_EQ(beyond_room(blocks), 1U);
}

}  // namespace
}  // namespace standfast
