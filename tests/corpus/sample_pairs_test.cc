#include "standfast/corpus/sample_pairs.h"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "standfast/corpus/fold.h"
#include "tests/support/shuffled.h"

namespace standfast {
namespace {

using testing::Doc;
using testing::grid_corpus;
using testing::in_another_order;
using testing::make_corpus;
using testing::uneven_corpus;
using testing::with_other_names;

Result<PairSample> sampled(const Corpus& corpus, const PairOptions& options = {}, uint64_t seed = 0) {
  return sample_pairs(corpus, whole_corpus(corpus).rows, options, seed, "the corpus");
}

std::vector<std::string> names(const Corpus& corpus, const PairSample& sample) {
  std::vector<std::string> ids;
  for (const auto& pair : sample.pairs) ids.push_back(pair_id(corpus, pair) + (pair.same ? "+" : "-"));
  return ids;
}

TEST(Pairs, LabelsAreTrueAndNoPairIsDrawnTwice) {
  const Corpus corpus = uneven_corpus();
  const auto sample = sampled(corpus);
  ASSERT_TRUE(sample) << sample.error().message;
  const auto& author = corpus.column(Role::author)->codes;
  std::set<std::pair<uint32_t, uint32_t>> seen;
  for (const auto& pair : sample->pairs) {
    EXPECT_NE(author[pair.a], kMissing);
    EXPECT_NE(author[pair.b], kMissing);
    EXPECT_EQ(author[pair.a] == author[pair.b], pair.same);
    EXPECT_TRUE(seen.insert(std::minmax(pair.a, pair.b)).second);
    if (pair.same) {
      EXPECT_NE(corpus.text(pair.a), corpus.text(pair.b));
    }
  }
  EXPECT_EQ(sample->counts.pairs, sample->pairs.size());
  EXPECT_EQ(sample->counts.same + sample->counts.different, sample->counts.pairs);
  EXPECT_GT(sample->counts.without_author, 0U);
  EXPECT_EQ(sample->counts.documents + sample->counts.without_author, corpus.size());
}

// Four topics are merged into two: a pair across the four can still be within one of the two.
TEST(Pairs, MergedTopicsAreOneTopic) {
  const Corpus corpus = grid_corpus(4, 5, 3);
  const auto& topic = corpus.column(Role::topic)->codes;
  const std::vector<uint32_t> group = {0, 0, 2, 2};
  const auto cross = sample_pairs(corpus, whole_corpus(corpus).rows,
                                  {.positives = TopicRelation::cross, .negatives = TopicRelation::same}, 1,
                                  "the corpus", group);
  ASSERT_TRUE(cross) << cross.error().message;
  bool two_names = false;
  for (const auto& pair : cross->pairs) {
    EXPECT_EQ(group[topic[pair.a]] != group[topic[pair.b]], pair.same);
    two_names |= !pair.same && topic[pair.a] != topic[pair.b];
  }
  EXPECT_TRUE(two_names);
  const auto none = sample_pairs(corpus, whole_corpus(corpus).rows, {.positives = TopicRelation::cross}, 1,
                                 "the corpus", std::vector<uint32_t>{3, 3, 3, 3});
  ASSERT_FALSE(none);
}

// Every author has several documents, so the literal rule gives each document two pairs: one of each class.
TEST(Pairs, LiteralRuleGivesEveryDocumentOnePairOfEachClass) {
  const Corpus corpus = grid_corpus(4, 5, 3);
  const auto sample = sampled(corpus, {.literal = true, .balanced = false});
  ASSERT_TRUE(sample);
  EXPECT_EQ(sample->counts.pairs, 2 * corpus.size());
  EXPECT_EQ(sample->counts.same, corpus.size());
  EXPECT_EQ(sample->counts.repeats_removed, 0U);
  std::map<uint32_t, int> first;
  for (const auto& pair : sample->pairs) ++first[pair.a];
  for (const auto& [row, count] : first) EXPECT_EQ(count, 2) << row;
  // Drawn without repeats, the pairs are the same, less those that came again.
  const auto once = sampled(corpus, {.balanced = false});
  EXPECT_EQ(once->counts.pairs + once->counts.repeats_removed, 2 * corpus.size());
  EXPECT_GT(once->counts.repeats_removed, 0U);
  const auto literal_names = names(corpus, *sample);
  const std::set<std::string> literal(literal_names.begin(), literal_names.end());
  for (const auto& name : names(corpus, *once)) EXPECT_TRUE(literal.contains(name));
}

// An author with one document gets only a different-author pair. An author whose documents are all one text
// gets no pair.
TEST(Pairs, SingleAndRepeatedTexts) {
  const Corpus corpus = make_corpus({{"a1", "same text", "ann", ""},
                                     {"a2", "same text", "ann", ""},
                                     {"b1", "only one", "bob", ""},
                                     {"c1", "first", "cy", ""},
                                     {"c2", "second", "cy", ""}});
  const auto sample = sampled(corpus, {.literal = true, .balanced = false});
  ASSERT_TRUE(sample);
  EXPECT_EQ(sample->counts.skipped, 2U);
  EXPECT_EQ(sample->counts.same, 2U);       // c1 with c2, and c2 with c1
  EXPECT_EQ(sample->counts.different, 3U);  // one each from b1, c1 and c2
  for (const auto& pair : sample->pairs) EXPECT_NE(corpus.value(Role::author, pair.a), "ann");
}

TEST(Pairs, NeitherOrderNorNamesMatter) {
  const Corpus corpus = uneven_corpus(), shuffled = in_another_order(corpus),
               renamed = with_other_names(corpus);
  for (const PairOptions& options :
       {PairOptions{}, PairOptions{.literal = true}, PairOptions{.balanced = false},
        PairOptions{.max_pairs = 40}, PairOptions{.cross_block = {"topic"}},
        PairOptions{.positives = TopicRelation::cross, .negatives = TopicRelation::same},
        PairOptions{.positives_same = {"topic"}, .negatives_same = {"topic"}},
        PairOptions{.positives = TopicRelation::same, .negatives = TopicRelation::cross}}) {
    const auto a = sampled(corpus, options, 4), b = sampled(shuffled, options, 4),
               c = sampled(renamed, options, 4);
    ASSERT_TRUE(a && b && c);
    EXPECT_EQ(names(corpus, *a), names(shuffled, *b));
    EXPECT_EQ(a->pairs, c->pairs);
  }
}

TEST(Pairs, TheSeedDraws) {
  const Corpus corpus = uneven_corpus();
  EXPECT_EQ(sampled(corpus, {}, 1)->pairs, sampled(corpus, {}, 1)->pairs);
  EXPECT_NE(sampled(corpus, {}, 1)->pairs, sampled(corpus, {}, 2)->pairs);
}

TEST(Pairs, TopicRelationsHold) {
  const Corpus corpus = uneven_corpus();
  const auto& topic = corpus.column(Role::topic)->codes;
  const auto hard = sampled(corpus, {.positives = TopicRelation::cross, .negatives = TopicRelation::same});
  const auto easy = sampled(corpus, {.positives = TopicRelation::same, .negatives = TopicRelation::cross});
  ASSERT_TRUE(hard && easy);
  EXPECT_GT(hard->counts.same, 0U);
  EXPECT_GT(hard->counts.different, 0U);
  for (const auto& pair : hard->pairs) {
    EXPECT_NE(topic[pair.a], kMissing);
    EXPECT_EQ(topic[pair.a] == topic[pair.b], !pair.same);
  }
  for (const auto& pair : easy->pairs) EXPECT_EQ(topic[pair.a] == topic[pair.b], pair.same);
}

TEST(Pairs, BalancedAndLimited) {
  const Corpus corpus = uneven_corpus();
  const auto all = sampled(corpus, {.balanced = false});
  ASSERT_NE(all->counts.same, all->counts.different);
  const auto balanced = sampled(corpus);  // the default: one share on every side
  EXPECT_EQ(balanced->counts.same, balanced->counts.different);
  EXPECT_EQ(balanced->counts.same, std::min(all->counts.same, all->counts.different));
  EXPECT_EQ(balanced->counts.dropped, all->counts.pairs - balanced->counts.pairs);
  const auto limited = sampled(corpus, {.balanced = false, .max_pairs = 50});
  EXPECT_EQ(limited->counts.pairs, 50U);
  EXPECT_NEAR(limited->counts.prior(), all->counts.prior(), 0.011);
  const auto both = sampled(corpus, {.balanced = true, .max_pairs = 51});
  EXPECT_EQ(both->counts.same, 25U);
  EXPECT_EQ(both->counts.different, 25U);
  // No author has a second document, so there is nothing to balance with.
  const auto one_kind = sampled(make_corpus({{"1", "a", "ann", ""}, {"2", "b", "bob", ""}}));
  ASSERT_TRUE(one_kind) << one_kind.error().message;
  EXPECT_EQ(one_kind->counts.same, 0U);
  EXPECT_GT(one_kind->counts.different, 0U);
}

TEST(Pairs, AcrossBlocksNothingIsShared) {
  std::vector<Doc> docs;
  for (int i = 0; i < 240; ++i)  // threads of six documents; every seventh document lies in none
    docs.push_back({std::to_string(i),
                    "text " + std::to_string(i),
                    "a" + std::to_string(i * i % 11),
                    "t" + std::to_string(i / 60),
                    {},
                    i % 7 == 0 ? "" : "s" + std::to_string(i / 6)});
  const Corpus corpus = make_corpus(docs);
  const auto& block = corpus.column(Role::source)->codes;
  const auto shared = [&](const PairSample& sample, bool same) {
    return std::count_if(sample.pairs.begin(), sample.pairs.end(), [&](const Pair& p) {
      return p.same == same && block[p.a] != kMissing && block[p.a] == block[p.b];
    });
  };
  for (const auto relation : {TopicRelation::any, TopicRelation::cross, TopicRelation::same}) {
    PairOptions options{.balanced = false, .positives = relation, .negatives = relation};
    const auto plain = sampled(corpus, options);
    ASSERT_TRUE(plain);
    if (relation != TopicRelation::cross) {
      EXPECT_GT(shared(*plain, true) + shared(*plain, false), 0);
    }
    options.cross_block = {"source"};
    const auto across = sampled(corpus, options);
    ASSERT_TRUE(across) << across.error().message;
    EXPECT_EQ(shared(*across, true) + shared(*across, false), 0);
    EXPECT_GT(across->counts.same, 0U);
    EXPECT_GT(across->counts.different, 0U);
    EXPECT_TRUE(std::any_of(across->pairs.begin(), across->pairs.end(),
                            [&](const Pair& p) { return block[p.a] == kMissing && block[p.b] == kMissing; }));
  }
  const auto unknown = sampled(corpus, {.cross_block = {"thread"}});
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().message.find("\"thread\", which cross-block"), std::string::npos);
}

// The pairs that agree in the topic column equal the pairs of "same-topic", one by one: the column is indexed
// as topics are.
TEST(Pairs, ColumnsInWhichPairsAgree) {
  const Corpus corpus = uneven_corpus();
  const auto by_relation =
      sampled(corpus, {.positives = TopicRelation::same, .negatives = TopicRelation::same}, 3);
  const auto by_column = sampled(corpus, {.positives_same = {"topic"}, .negatives_same = {"topic"}}, 3);
  ASSERT_TRUE(by_relation && by_column);
  EXPECT_EQ(names(corpus, *by_relation), names(corpus, *by_column));
  // The column is a trait of authors, so only different-author pairs can be chosen by its value.
  std::vector<Doc> docs;
  for (int i = 0; i < 240; ++i)
    docs.push_back({std::to_string(i), "text " + std::to_string(i), "a" + std::to_string(i % 12),
                    "t" + std::to_string(i / 12 % 5),
                    i % 12 < 2   ? ""
                    : i % 12 < 8 ? "f"
                                 : "m",
                    "s" + std::to_string(i % 12 % 2)});
  const Corpus sites = make_corpus(docs);
  const auto alike = [&](const PairSample& sample, Role role, bool same, bool wanted) {
    const auto& codes = sites.column(role)->codes;
    return std::count_if(sample.pairs.begin(), sample.pairs.end(), [&](const Pair& p) {
      return p.same == same && (codes[p.a] != kMissing && codes[p.a] == codes[p.b]) == wanted;
    });
  };
  const auto plain = sampled(sites);
  ASSERT_TRUE(plain);
  EXPECT_GT(alike(*plain, Role::source, false, false), 0);
  const auto of_site =
      sampled(sites, {.balanced = false, .negatives = TopicRelation::cross, .negatives_same = {"source"}});
  ASSERT_TRUE(of_site) << of_site.error().message;
  EXPECT_EQ(alike(*of_site, Role::source, false, false), 0);
  EXPECT_EQ(alike(*of_site, Role::topic, false, true), 0);
  EXPECT_EQ(of_site->counts.without_negative, 0U);
  // Pairs may have to agree in two columns at once; a document without a value in one of them has no partner.
  const auto of_both = sampled(sites, {.balanced = false, .negatives_same = {"source", "date"}});
  ASSERT_TRUE(of_both) << of_both.error().message;
  EXPECT_EQ(alike(*of_both, Role::source, false, false) + alike(*of_both, Role::date, false, false), 0);
  EXPECT_EQ(of_both->counts.without_negative, 40U);
  EXPECT_EQ(describe_shortage(of_both->counts),
            "0 of 240 documents found no same-author partner that fits, 40 no partner by another author");
  const auto positives = sampled(sites, {.balanced = false, .positives_same = {"topic"}});
  ASSERT_TRUE(positives);
  EXPECT_EQ(alike(*positives, Role::topic, true, false), 0);
  EXPECT_GT(alike(*positives, Role::topic, false, false), 0);
  const auto unknown = sampled(corpus, {.negatives_same = {"thread"}});
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().message.find("\"thread\", which negatives-same"), std::string::npos);
}

TEST(Pairs, WhatIsLackingAcrossBlocksIsCounted) {
  const Corpus corpus = make_corpus({{"a1", "1", "ann", "t", {}, "s"},
                                     {"a2", "2", "ann", "t", {}, "s"},
                                     {"b1", "3", "bob", "t", {}, "s"},
                                     {"b2", "4", "bob", "t", {}, "u"},
                                     {"c1", "5", "cy", "t", {}, "s"}});
  const auto sample = sampled(corpus, {.balanced = false, .cross_block = {"source"}});
  ASSERT_TRUE(sample) << sample.error().message;
  EXPECT_EQ(sample->counts.skipped, 2U);           // both documents of ann lie in one thread
  EXPECT_EQ(sample->counts.without_negative, 1U);  // b1: all documents of others lie in its thread
  EXPECT_EQ(describe_shortage(sample->counts),
            "2 of 5 documents found no same-author partner that fits, 1 no partner by another author");
}

// Partners are uniform: with one other author of 3 documents, each of these is met about 1,000 times in 3,000
// (sd 25.8).
TEST(Pairs, PartnersAreUniform) {
  std::vector<Doc> docs = {
      {"x", "x", "ann", ""}, {"b1", "1", "bob", ""}, {"b2", "2", "bob", ""}, {"b3", "3", "bob", ""}};
  const Corpus corpus = make_corpus(docs);
  std::map<std::string, int> met;
  for (uint64_t seed = 0; seed < 3000; ++seed)
    for (const auto& name : names(corpus, *sampled(corpus, {.literal = true, .balanced = false}, seed)))
      if (name.starts_with("x|")) ++met[name];
  ASSERT_EQ(met.size(), 3U);
  for (const auto& [name, count] : met) EXPECT_NEAR(count, 1000, 110) << name;
}

TEST(Pairs, MajorityAndPrior) {
  const PairCounts counts{.pairs = 100, .same = 22, .different = 78};
  EXPECT_DOUBLE_EQ(counts.prior(), .22);
  EXPECT_DOUBLE_EQ(counts.majority(), .78);
  EXPECT_EQ(describe(counts),
            "100 pairs: 22 same-author (22.0 %), 78 different-author; always answering \"different\" gets "
            "c@1 0.780");
}

TEST(Pairs, ClearErrors) {
  const Corpus one = make_corpus({{"1", "a", "ann", ""}, {"2", "b", "ann", ""}, {"3", "c", "", ""}});
  const auto alone = sampled(one);
  ASSERT_FALSE(alone);
  EXPECT_EQ(alone.error().message,
            "made in a test: the corpus has one author only, \"ann\" (1 documents without an author); pairs "
            "by different "
            "authors need two");
  const Corpus none = make_corpus({{"1", "a", "", "t"}});
  EXPECT_FALSE(sampled(none));
  const Corpus apart = make_corpus({{"1", "a", "ann", "s"}, {"2", "b", "bob", "t"}});
  const auto empty = sampled(apart, {.negatives = TopicRelation::same});
  ASSERT_FALSE(empty);
  EXPECT_NE(empty.error().message.find("gives no pair"), std::string::npos) << empty.error().message;
  EXPECT_FALSE(Options::resolve("pairs", pair_option_specs(), {{"max-pairs", int64_t{-1}}}));
}

TEST(Pairs, OptionsReadBack) {
  const auto options = pair_options(*Options::resolve("pairs", pair_option_specs(),
                                                      {{"rule", std::string("literal")},
                                                       {"positives", std::string("cross-topic")},
                                                       {"negatives", std::string("same-topic")},
                                                       {"balanced", std::string("false")},
                                                       {"cross-block", std::string("thread,case")},
                                                       {"max-pairs", std::string("10")}}));
  ASSERT_TRUE(options);
  EXPECT_TRUE(options->literal && !options->balanced);
  EXPECT_EQ(options->cross_block, (std::vector<std::string>{"thread", "case"}));
  EXPECT_EQ(options->positives, TopicRelation::cross);
  EXPECT_EQ(options->negatives, TopicRelation::same);
  EXPECT_EQ(options->max_pairs, 10U);
}

}  // namespace
}  // namespace standfast
