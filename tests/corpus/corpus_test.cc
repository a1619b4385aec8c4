#include "standfast/corpus/corpus.h"

#include <gtest/gtest.h>

#include "tests/support/corpora.h"

namespace standfast {
namespace {

using testing::make_corpus;

TEST(Corpus, CodesFollowTheNamesNotTheOrder) {
  const Corpus corpus = make_corpus({{"1", "x", "zoe", "b"}, {"2", "y", "ann", "a"}, {"3", "z", "", "b"}});
  const Column* authors = corpus.column(Role::author);
  ASSERT_NE(authors, nullptr);
  EXPECT_EQ(authors->names, (std::vector<std::string>{"ann", "zoe"}));
  EXPECT_EQ(authors->codes, (std::vector<uint32_t>{1, 0, kMissing}));
  EXPECT_EQ(corpus.value(Role::topic, 2), "b");
  EXPECT_EQ(corpus.value(Role::author, 2), "");
  EXPECT_EQ(corpus.column(Role::date), nullptr);
}

TEST(Corpus, MissingColumnSaysWhichFlag) {
  const Corpus corpus = make_corpus({{"1", "x", "ann", ""}});
  const auto column = corpus.require(Role::topic);
  ASSERT_FALSE(column);
  EXPECT_EQ(column.error().kind, ErrorKind::data);
  EXPECT_NE(column.error().message.find("--topic"), std::string::npos);
}

TEST(Corpus, FindsRowsById) {
  std::vector<testing::Doc> docs;
  for (int i = 0; i < 5000; ++i) docs.push_back({"doc" + std::to_string(i), "t", "a", "b"});
  const Corpus corpus = make_corpus(docs);
  for (uint32_t i = 0; i < 5000; ++i) ASSERT_EQ(corpus.row_of("doc" + std::to_string(i)), i);
  EXPECT_EQ(corpus.row_of("doc5000"), std::nullopt);
}

TEST(Corpus, DuplicateIdIsRefusedByName) {
  CorpusBuilder builder("x");
  ASSERT_TRUE(builder.add("a", "text", {}));
  const auto again = builder.add("a", "text", {});
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().message, "the id \"a\" occurs a second time");
}

TEST(Corpus, HashSeesEveryFieldAndOnlyThem) {
  const std::vector<testing::Doc> base = {{"1", "x", "ann", "a"}, {"2", "y", "bob", "b"}};
  const std::string hash = make_corpus(base).data_hash();
  EXPECT_EQ(make_corpus(base).data_hash(), hash);
  for (const auto& change : {std::vector<testing::Doc>{{"1", "x", "ann", "a"}, {"3", "y", "bob", "b"}},
                             {{"1", "x!", "ann", "a"}, {"2", "y", "bob", "b"}},
                             {{"1", "x", "bob", "a"}, {"2", "y", "ann", "b"}},
                             {{"2", "y", "bob", "b"}, {"1", "x", "ann", "a"}}})
    EXPECT_NE(make_corpus(change).data_hash(), hash);
}

TEST(Corpus, LongTextsAndShortTextsKeepTheirBytes) {
  std::vector<testing::Doc> docs;
  for (int i = 0; i < 300; ++i)
    docs.push_back(
        {std::to_string(i), std::string((i * 7919) % 400000, static_cast<char>('a' + i % 26)), "a", "b"});
  const Corpus corpus = make_corpus(docs);
  for (uint32_t i = 0; i < docs.size(); ++i) ASSERT_EQ(corpus.text(i), docs[i].text);
}

}  // namespace
}  // namespace standfast
