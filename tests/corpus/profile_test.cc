#include "standfast/corpus/profile.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/corpus/read/read.h"
#include "tests/support/corpora.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using testing::Doc;
using testing::make_corpus;

TEST(CorpusProfile, CountsCellsPairsAndLengths) {
  // ann has 2 documents in t1 and 1 in t2; bob has 1 in t2 and 1 without a topic; one document has no author.
  const Corpus corpus = make_corpus({{"1", "\xc3\xa9", "ann", "t1"},
                                     {"2", "xx", "ann", "t1"},
                                     {"3", "xxx", "ann", "t2"},
                                     {"4", "xxxx", "bob", "t2"},
                                     {"5", "", "bob", ""},
                                     {"6", "xxxxxx", "", "t2"}});
  const CorpusProfile profile = profile_corpus(corpus);
  EXPECT_EQ(profile.documents, 6u);
  EXPECT_EQ(profile.empty_texts, 1u);
  EXPECT_EQ(profile.length_quantiles, (std::array<uint64_t, 7>{0, 0, 1, 2, 3, 4, 6}));
  ASSERT_EQ(profile.roles.size(), 2u);
  EXPECT_EQ(profile.roles[0].largest, "ann");
  EXPECT_EQ(profile.roles[0].largest_documents, 3u);
  EXPECT_EQ(profile.roles[0].missing, 1u);
  const auto& cells = *profile.author_topic;
  EXPECT_EQ(cells.filled_cells, 3u);
  EXPECT_DOUBLE_EQ(cells.density, 0.75);
  EXPECT_DOUBLE_EQ(cells.median_documents_in_cell, 1);
  EXPECT_EQ(cells.authors_with_two_documents, 2u);
  EXPECT_EQ(cells.authors_in_two_topics, 1u);
  EXPECT_EQ(cells.same_author_pairs, 4u);
  EXPECT_EQ(cells.same_author_cross_topic_pairs, 2u);
}

const Ability& ability(const CorpusProfile& profile, const std::string& study) {
  for (const auto& one : profile.abilities)
    if (one.study == study) return one;
  throw std::runtime_error("no sentence about " + study);
}

TEST(CorpusProfile, SaysWhatTheCorpusCanCarry) {
  const auto rich = profile_corpus(testing::grid_corpus(12, 12, 2));
  for (const auto* study : {"verification", "author-disjoint", "cross-topic-pairs", "novel-topics", "hits"})
    EXPECT_TRUE(ability(rich, study).possible) << study;
  const auto poor = profile_corpus(make_corpus({{"1", "x", "a", "t"}, {"2", "y", "b", "u"}}));
  for (const auto* study : {"verification", "author-disjoint", "cross-topic-pairs", "novel-topics", "hits"})
    EXPECT_FALSE(ability(poor, study).possible) << study;
  const auto bare = profile_corpus(make_corpus({{"1", "x", "", ""}}));
  EXPECT_THAT(ability(bare, "novel-topics").sentence, ::testing::HasSubstr("--topic NAME"));
}

// Returns a corpus in which each topic t has 24 documents by an author of its own. In addition, the first
// `shared` topics have 24 documents each by one author who writes on all of them.
Corpus topics_of_one_author(int topics, int shared) {
  std::vector<Doc> rows;
  for (int t = 0; t < topics; ++t)
    for (int k = 0; k < (t < shared ? 48 : 24); ++k)
      rows.push_back({fmt::format("{}-{}", t, k), "words", k < 24 ? fmt::format("a{}", t) : "everywhere",
                      fmt::format("t{}", t)});
  return make_corpus(rows);
}

TEST(CorpusProfile, ATopicThatIsAnAuthorCannotBeLeftOut) {
  const auto none = profile_corpus(topics_of_one_author(12, 0));
  EXPECT_FALSE(ability(none, "novel-topics").possible);
  EXPECT_FALSE(ability(none, "hits").possible);
  EXPECT_THAT(ability(none, "novel-topics").sentence,
              ::testing::HasSubstr("No novel topics: 12 of 12 topics have at least 20 documents, but each of "
                                   "them has practically one author, who wrote on nothing else"));
  EXPECT_THAT(ability(none, "novel-topics").sentence, ::testing::HasSubstr("leaves its author out"));
  const auto some = profile_corpus(topics_of_one_author(12, 5));
  EXPECT_TRUE(ability(some, "novel-topics").possible);
  EXPECT_THAT(ability(some, "novel-topics").sentence, ::testing::HasSubstr("but 7 of them have"));
  EXPECT_THAT(ability(some, "novel-topics").sentence, ::testing::HasSubstr("5 are left"));
  EXPECT_THAT(ability(some, "novel-topics").sentence, ::testing::HasSubstr("up to 5 of them"));
  EXPECT_FALSE(ability(some, "hits").possible) << "five are few to choose from";
  EXPECT_TRUE(ability(profile_corpus(topics_of_one_author(12, 12)), "hits").possible);
}

TEST(CorpusProfile, MatchesWhatIsKnownOfARealCorpus) {
  STANDFAST_NEEDS_DATA("authorship/iac_dense/docs.jsonl.gz");
  const auto corpus = read_corpus(testing::data_path("authorship/iac_dense/docs.jsonl.gz"), {});
  ASSERT_TRUE(corpus) << corpus.error().message;
  const auto profile = profile_corpus(*corpus);
  EXPECT_EQ(profile.documents, 3114u);
  EXPECT_EQ(profile.author_topic->authors, 15u);
  EXPECT_EQ(profile.author_topic->topics, 9u);
  EXPECT_EQ(profile.author_topic->authors_in_five_topics, 15u);
  EXPECT_DOUBLE_EQ(profile.author_topic->density, 1);
}

}  // namespace
}  // namespace standfast
