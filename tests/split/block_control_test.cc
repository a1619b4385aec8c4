// Laws of a control that keeps blocks whole, and of several trades.
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/split/control/trades.h"
#include "standfast/split/file/check.h"
#include "standfast/split/file/side_patterns.h"
#include "standfast/split/group_trades.h"
#include "standfast/split/matched_control.h"
#include "standfast/split/splitter.h"
#include "tests/support/shuffled.h"
#include "tests/support/split_options.h"

namespace standfast {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

struct Post {
  std::string id, author, topic, forum, thread;
};

// Makes posts: forums of one topic hold threads, and threads hold posts of several authors. Most threads have
// one to five posts of an author.
std::vector<Post> posts(uint64_t seed = 1, int topics = 5) {
  std::vector<Post> made;
  Rng rng(seed, "test/posts");
  for (int t = 0; t < topics; ++t)
    for (int f = 0; f < 2; ++f)
      for (int k = 0; k < 12; ++k)
        for (int a = 0; a < 4; ++a)
          for (uint64_t n = 0, most = rng.below(5); n < most; ++n)
            made.push_back({"d" + std::to_string(made.size()), "a" + std::to_string(a),
                            "t" + std::to_string(t), "f" + std::to_string(2 * t + f), std::to_string(k)});
  return made;
}

Corpus corpus_of(const std::vector<Post>& posts) {
  CorpusBuilder builder("posts", {"forum", "thread"});
  for (const auto& post : posts) {
    std::array<std::optional<std::string_view>, kRoles.size()> values;
    values[static_cast<size_t>(Role::author)] = post.author;
    values[static_cast<size_t>(Role::topic)] = post.topic;
    std::array<AttributeInput, 2> attributes;
    if (!post.forum.empty()) attributes[0] = std::string_view(post.forum);
    if (!post.thread.empty()) attributes[1] = std::string_view(post.thread);
    EXPECT_TRUE(builder.add(post.id, "text of " + post.id, values, TextBytes::kept, attributes));
  }
  return std::move(builder).finish();
}

Split split_of(const Corpus& corpus, const std::string& method) {
  const auto options = testing::small_options(**splitters().find(method), 4, 0);
  const testing::MadeUpVectors vectors(corpus);
  return *(*splitters().make(method, options))
              ->split(corpus, whole_corpus(corpus), {.seed = 3, .vectors = vectors.view()});
}

const std::vector<std::string> kThread = {"forum", "thread"};

std::map<uint32_t, int> counts(const RowSet& rows, const Column& column) {
  std::map<uint32_t, int> result;
  for (const uint32_t row : rows) ++result[column.codes[row]];
  return result;
}

// Returns the sides of all folds as sets of ids.
std::set<std::set<std::string>> sides_by_id(const Corpus& corpus, const Split& split) {
  std::set<std::set<std::string>> all;
  for (const auto& fold : split.folds)
    for (const auto* side : {&fold.train, &fold.validation, &fold.test, &fold.aside}) {
      std::set<std::string> ids;
      for (const uint32_t row : *side) ids.emplace(corpus.id(row));
      all.insert(ids);
    }
  return all;
}

TEST(BlockControl, SidesKeepTheirClassesAndBlocksAreWhole) {
  for (const uint64_t seed : {1, 2, 3})
    for (const char* method :
         {"leave-one-topic-out", "topic-k-fold", "topic-confusion", "author-topic-grid"}) {
      const Corpus corpus = corpus_of(posts(seed));
      const Split split = split_of(corpus, method);
      const auto control = matched_control(
          corpus, split, {.target = Role::author, .block = kThread, .trades = 2, .seed = seed});
      ASSERT_TRUE(control) << method << ": " << control.error().message;
      ASSERT_EQ(control->folds.size(), 2 * split.folds.size());
      const Column& author = *corpus.column(Role::author);
      for (size_t f = 0; f < control->folds.size(); ++f) {
        const Fold &before = split.folds[f % split.folds.size()], &after = control->folds[f];
        EXPECT_EQ(counts(before.train, author), counts(after.train, author)) << method << " fold " << f;
        EXPECT_EQ(counts(before.validation, author), counts(after.validation, author)) << method;
        EXPECT_EQ(counts(before.test, author), counts(after.test, author)) << method << " fold " << f;
        EXPECT_EQ(counts(before.aside, author), counts(after.aside, author)) << method;
      }
      std::map<std::array<uint32_t, 3>, uint32_t> side;
      const auto pattern = side_patterns(corpus.size(), control->folds);
      for (uint32_t row = 0; row < corpus.size(); ++row) {
        if (pattern[row] == kMissing) continue;
        const std::array<uint32_t, 3> block = {author.codes[row], corpus.named_column("forum")->codes[row],
                                               corpus.named_column("thread")->codes[row]};
        EXPECT_EQ(side.try_emplace(block, pattern[row]).first->second, pattern[row]) << corpus.id(row);
      }
      for (const auto& note : control->notes) EXPECT_THAT(note, ::testing::Not(HasSubstr("not exact")));
      SplitsFile file;
      file.data_hash = corpus.data_hash();
      for (const auto& finding : check_splits(file, {whole_corpus(corpus), *control}, corpus))
        EXPECT_TRUE(finding.ok) << finding.name << ": " << finding.message;
    }
}

TEST(BlockControl, TopicsAreMixedButBlocksTravel) {
  const Corpus corpus = corpus_of(posts());
  const Split split = split_of(corpus, "leave-one-topic-out");
  const auto control = *matched_control(corpus, split, {.block = kThread, .seed = 1});
  for (const auto& fold : control.folds) {
    EXPECT_EQ(counts(fold.test, *corpus.column(Role::topic)).size(), 5U);
    EXPECT_EQ(counts(fold.test, *corpus.column(Role::topic)).count(kMissing), 0U);
  }
  EXPECT_EQ(control_blocks(control.options), kThread);
  EXPECT_TRUE(control_blocks(split.options).empty());
  EXPECT_THAT(control.reason, HasSubstr("forum and thread"));
}

TEST(BlockControl, DependsOnTheSeedAndIdsAlone) {
  std::vector<Post> made = posts();
  const Corpus corpus = corpus_of(made);
  const Split split = split_of(corpus, "leave-one-topic-out");
  const ControlOptions options{.block = kThread, .trades = 3, .seed = 9};
  const auto here = sides_by_id(corpus, *matched_control(corpus, split, options));
  Rng(1, "test").shuffle(made);
  // The same posts with other names, in another order.
  for (auto& post : made) {
    post.author = "z" + std::string(1, static_cast<char>('z' - post.author[1] + '0')) + post.author;
    post.thread = "x" + std::to_string(99 - std::stoi(post.thread));
    post.forum = "y" + std::string(post.forum.rbegin(), post.forum.rend());
  }
  const Corpus other = corpus_of(made);
  const auto there =
      sides_by_id(other, *matched_control(other, split_of(other, "leave-one-topic-out"), options));
  EXPECT_EQ(here, there);
  ControlOptions another = options;
  another.seed = 10;
  EXPECT_NE(here, sides_by_id(corpus, *matched_control(corpus, split, another)));
}

TEST(BlockControl, TradesAreDrawsOfTheirOwn) {
  const Corpus corpus = corpus_of(posts());
  const Split split = split_of(corpus, "leave-one-topic-out");
  for (const auto& block : {std::vector<std::string>{}, kThread}) {
    const auto one = *matched_control(corpus, split, {.block = block, .seed = 4});
    const auto three = *matched_control(corpus, split, {.block = block, .trades = 3, .seed = 4});
    const size_t folds = split.folds.size();
    ASSERT_EQ(three.folds.size(), 3 * folds);
    EXPECT_EQ(three.options.integer("trades"), 3);
    for (size_t f = 0; f < folds; ++f) {
      EXPECT_EQ(three.folds[f].test, one.folds[f].test);
      EXPECT_NE(three.folds[f].test, three.folds[f + folds].test);
      EXPECT_NE(three.folds[f + folds].test, three.folds[f + 2 * folds].test);
    }
  }
  EXPECT_EQ(matched_control(corpus, split, {.seed = 4})->folds[0].test,
            matched_control(corpus, split, Role::author, 4)->folds[0].test);
  EXPECT_FALSE(matched_control(corpus, split, {.trades = 0}));
  EXPECT_FALSE(matched_control(corpus, split, {.trades = 1001}));
}

// Threads that the split tears are kept whole by the control, which states any deviation of sizes.
TEST(BlockControl, BlocksThatTheSplitTearsAreKeptWhole) {
  std::vector<Post> made = posts();
  for (size_t i = 0; i < made.size(); i += 7) made[i].forum = "everywhere";
  const Corpus corpus = corpus_of(made);
  const Split split = split_of(corpus, "leave-one-topic-out");
  const auto control = *matched_control(corpus, split, {.block = kThread, .seed = 1});
  EXPECT_THAT(control.notes, ::testing::Contains(HasSubstr("tears are kept whole")));
  SplitsFile file;
  file.data_hash = corpus.data_hash();
  for (const auto& finding : check_splits(file, {whole_corpus(corpus), control}, corpus))
    EXPECT_TRUE(finding.ok) << finding.name << ": " << finding.message;
  // The split itself does not pass the check of such a control.
  Split torn = split;
  torn.method = kMatchedControl;
  torn.options = control.options;
  const auto findings = check_splits(file, {whole_corpus(corpus), torn}, corpus);
  EXPECT_TRUE(std::any_of(findings.begin(), findings.end(),
                          [](const auto& f) { return f.name == std::string("blocks") && !f.ok; }));

  // All posts of an author on two topics are one thread, so sizes of five and three cannot be kept.
  std::vector<Post> large;
  for (int i = 0; i < 8; ++i) {
    large.push_back({"d" + std::to_string(i), "a", i < 5 ? "t1" : "t2", "f", "one"});
    large.push_back({"e" + std::to_string(i), "b", i < 4 ? "t1" : "t2", "f", std::to_string(i)});
  }
  const Corpus two = corpus_of(large);
  const auto near = matched_control(two, split_of(two, "leave-one-topic-out"), {.block = kThread, .seed = 1});
  ASSERT_TRUE(near) << near.error().message;
  EXPECT_THAT(near->notes, ::testing::Contains(HasSubstr("not exact: at most 3 documents")));
}

TEST(BlockControl, DocumentsWithoutABlockStandAlone) {
  std::vector<Post> made = posts();
  for (auto& post : made) post.thread = post.thread == "3" ? "" : post.thread;
  const Corpus corpus = corpus_of(made);
  const auto groups = block_groups(corpus, whole_corpus(corpus).rows,
                                   {corpus.named_column("forum"), corpus.named_column("thread")});
  size_t alone = 0;
  for (const auto& group : groups)
    for (const uint32_t row : group)
      if (corpus.named_column("thread")->codes[row] == kMissing) alone += group.size() == 1;
  EXPECT_EQ(alone, static_cast<size_t>(std::count_if(made.begin(), made.end(),
                                                     [](const Post& post) { return post.thread.empty(); })));
}

TEST(BlockControl, WhatCannotBeABlockIsRefused) {
  const Corpus corpus = corpus_of(posts());
  const Split split = split_of(corpus, "leave-one-topic-out");
  const auto why = [&](std::vector<std::string> block, Role target = Role::author) {
    const auto control = matched_control(corpus, split, {.target = target, .block = std::move(block)});
    return control ? std::string("none") : control.error().message;
  };
  EXPECT_THAT(why({"thraed"}), HasSubstr("did you mean \"thread\"?"));
  EXPECT_THAT(why({"topic"}), HasSubstr("is the same as the topic"));
  EXPECT_THAT(why({"author"}), HasSubstr("is the target"));
  EXPECT_THAT(why({"date"}), HasSubstr("no date column"));

  std::vector<Post> apart;
  for (const auto& post : posts()) {
    apart.push_back(post);
    apart.back().forum = "";
    apart.back().thread = post.topic;
  }
  const Corpus same = corpus_of(apart);
  const auto topic = matched_control(same, split_of(same, "leave-one-topic-out"), {.block = {"thread"}});
  ASSERT_FALSE(topic);
  EXPECT_THAT(topic.error().message, HasSubstr("is the same as the topic"));
  const auto empty = matched_control(same, split_of(same, "leave-one-topic-out"), {.block = {"forum"}});
  ASSERT_FALSE(empty);
  EXPECT_THAT(empty.error().message, HasSubstr("no document has a forum"));

  // Each author has one thread on each of two topics, and no two authors share a size.
  std::vector<Post> alone;
  for (int a = 0; a < 2; ++a)
    for (int t = 0; t < 2; ++t)
      for (int i = 0; i < 2 + 3 * t + a; ++i)
        alone.push_back({std::to_string(alone.size()), std::to_string(a), std::to_string(t), "f",
                         std::to_string(2 * a + t)});
  const Corpus unequal = corpus_of(alone);
  const auto none = matched_control(unequal, split_of(unequal, "leave-one-topic-out"), {.block = {"thread"}});
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message, HasSubstr("no thread has a partner"));
}

TEST(SidePatterns, TellApartWhatTheFoldsTellApart) {
  const std::vector<Fold> folds = {{{0, 1, 2}, {}, {3, 4}}, {{0, 3}, {1}, {2, 4}}};
  const auto pattern = side_patterns(7, folds);
  EXPECT_EQ(std::set<uint32_t>(pattern.begin(), pattern.begin() + 5).size(), 5U);
  EXPECT_EQ(pattern[5], kMissing);
  EXPECT_EQ(pattern[6], kMissing);
  // A row that is merely left out of one fold differs from the rows that are not.
  const auto out = side_patterns(4, std::vector<Fold>{{{0, 1}, {}, {2}}, {{0}, {}, {3}}});
  EXPECT_NE(out[0], out[1]);
  const auto once = side_patterns(5, std::vector<Fold>{{{0, 1, 2}, {}, {3}}, {{0, 1, 2, 4}, {}, {3}}});
  EXPECT_EQ(once[0], once[1]);
  EXPECT_NE(once[0], once[4]);
  EXPECT_EQ(side_patterns(4, std::vector<Fold>{{{0, 1}, {}, {2, 3}}})[2],
            side_patterns(4, std::vector<Fold>{{{0, 1}, {}, {2, 3}}})[3]);
}

// Laws of a control whose blocks leave together with the documents of all their classes.

struct BlockPost {
  std::string id, author, topic, thread;
};

// Makes threads of one topic with one to five posts, each by any author.
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
  // A control with blocks of single authors tears these threads: it leaves in training the posts that this
  // control takes out.
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

// No side becomes empty: one document, whose thread lies elsewhere, is alone on its topic, and no thread is
// small enough for that side.
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

// If topics tear every thread, the control is refused or the tearing is recorded. Long threads cannot fill
// the sides to their sizes; short ones can, and it is recorded that the split left some of their posts in
// training.
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

// Two topics of two equal threads have a draw for every seed; a draw that leaves all threads in place is
// valid.
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

// Three blocks of two classes fit two places in one way only: the search finds it or counts the excess.
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
