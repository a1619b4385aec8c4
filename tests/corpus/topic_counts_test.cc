#include "standfast/corpus/topic_counts.h"

#include <gtest/gtest.h>

#include "tests/support/corpora.h"

namespace standfast {
namespace {

TEST(TopicCounts, RowsMayBeTopicsOrAuthors) {
  const auto by_topic =
      parse_topic_counts("# a comment\ntopic,ann,\"ben, jr\"\nsea,3,\n\nsky, 0 ,12\n", "t.csv");
  ASSERT_TRUE(by_topic) << by_topic.error().message;
  EXPECT_EQ(by_topic->topics, (std::vector<std::string>{"sea", "sky"}));
  EXPECT_EQ(by_topic->authors, (std::vector<std::string>{"ann", "ben, jr"}));
  EXPECT_EQ(by_topic->cells, (std::vector<TopicCounts::Cell>{{0, 0, 3}, {1, 1, 12}}));
  const auto by_author = parse_topic_counts("author,sea,sky\nann,3,0\n\"ben, jr\",0,12\n", "t.csv");
  ASSERT_TRUE(by_author);
  EXPECT_EQ(by_author->topics, by_topic->topics);
  EXPECT_EQ(by_author->authors, by_topic->authors);
  EXPECT_EQ(by_author->cells, by_topic->cells);
  EXPECT_EQ(by_topic->topic_totals(), (std::vector<uint64_t>{3, 12}));
  EXPECT_EQ(by_topic->author_totals(), (std::vector<uint64_t>{3, 12}));
  EXPECT_EQ(by_topic->at(1, 1), 12U);
  EXPECT_EQ(by_topic->at(1, 0), 0U);
  EXPECT_EQ(by_topic->total(), 15U);
}

TEST(TopicCounts, WhatIsWrongIsSaidWithItsLine) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "t.csv: there is no table"},
      {"name,ann\nsea,1\n", "t.csv:1: the first cell is \"name\"; it must name the rows"},
      {"topic;ann\nsea;1\n", "t.csv:1: cells are separated by commas, not by semicolons"},
      {"topic\nsea\n", "t.csv:1: no columns of counts"},
      {"topic,ann,ann\nsea,1,2\n", "t.csv:1: \"ann\" occurs twice"},
      {"topic,ann\nsea,1\nsea,2\n", "t.csv:3: \"sea\" occurs twice"},
      {"topic,ann\nsea,1,2\n", "t.csv:2: 3 cells where the first line has 2"},
      {"topic,ann\nsea,-1\n", "t.csv:2: \"-1\" for \"ann\" is not a number of documents"},
      {"topic,ann\nsea,1.5\n", "t.csv:2: \"1.5\" for \"ann\" is not a number of documents"},
      {"topic,ann\nsea,99999999999999\n", "is not a number of documents"},
      {"topic,ann\n,1\n", "t.csv:2: a name is empty"},
      {"topic,ann\nsea,0\n", "t.csv: the table holds no document"},
      {"topic,ann\n\"sea,1\n", "t.csv:2: "},
  };
  for (const auto& [text, message] : cases) {
    const auto read = parse_topic_counts(text, "t.csv");
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().kind, ErrorKind::data);
    EXPECT_NE(read.error().message.find(message), std::string::npos) << read.error().message;
  }
}

TEST(TopicCounts, CountsOfACorpus) {
  const Corpus corpus = testing::make_corpus({{"1", "t", "ann", "sea"},
                                              {"2", "t", "ann", "sea"},
                                              {"3", "t", "ben", "sky"},
                                              {"4", "t", "", "sky"},
                                              {"5", "t", "ben", ""}});
  uint64_t without = 0;
  const auto counts = topic_counts(corpus, Role::author, without);
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->cells, (std::vector<TopicCounts::Cell>{{0, 0, 2}, {1, 1, 1}}));
  EXPECT_EQ(without, 2U);
  const auto labels = topic_counts(corpus, Role::label, without);
  ASSERT_FALSE(labels);
  EXPECT_NE(labels.error().message.find("no label column"), std::string::npos);
}

}  // namespace
}  // namespace standfast
