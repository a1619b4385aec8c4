#include "standfast/corpus/corpus.h"

#include <optional>

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

constexpr const char* kLong =
    "a text that is longer than any string keeps within itself, and longer than an id";

// Returns four documents with a column of each kind. An entry of `texts`, if there is one, replaces the text
// of its document.
Corpus with_all_columns(const std::vector<std::optional<std::string>>& texts = {}) {
  CorpusBuilder builder("typed", {Attribute("thread"), Attribute("stars", AttributeKind::number),
                                  Attribute("tags", AttributeKind::list),
                                  Attribute("gloss", AttributeKind::text), Attribute("nobody has it")});
  for (uint32_t i = 0; i < 4; ++i) {
    std::array<std::optional<std::string_view>, kRoles.size()> roles;
    const std::string id = "document-" + std::to_string(i), label = i % 2 == 0 ? "b" : "a";
    if (i != 3) roles[static_cast<size_t>(Role::label)] = label;
    const std::vector<std::string_view> tags = {"x", label};
    const std::string gloss = std::string("gloss of ") + kLong + id;
    std::vector<AttributeInput> attributes = {std::string_view(label), static_cast<double>(i) / 2,
                                              std::span<const std::string_view>(tags),
                                              std::string_view(gloss)};
    if (i == 1) attributes = {};
    const std::string own = std::string(kLong) + id;
    const auto added =
        builder.add(id, i < texts.size() && texts[i] ? *texts[i] : own, roles, TextBytes::kept, attributes);
    if (!added) throw std::runtime_error(added.error().message);
  }
  Corpus made = std::move(builder).finish();
  made.keep_apart({"independent", {3}});
  return made;
}

void expect_same_corpus(const Corpus& a, const Corpus& b) {
  EXPECT_EQ(a.name(), b.name());
  EXPECT_EQ(a.data_hash(), b.data_hash());
  EXPECT_EQ(a.text_bytes(), b.text_bytes());
  ASSERT_EQ(a.attributes().size(), b.attributes().size());
  for (const auto& attribute : a.attributes())
    EXPECT_EQ(a.attribute_hash(attribute.name), b.attribute_hash(attribute.name)) << attribute.name;
  for (uint32_t row = 0; row < a.size(); ++row) {
    EXPECT_EQ(b.row_of(a.id(row)), row);
    EXPECT_EQ(a.is_kept_apart(row), b.is_kept_apart(row));
  }
  ASSERT_EQ(a.kept_apart().size(), b.kept_apart().size());
  EXPECT_EQ(a.kept_apart()[0].side, b.kept_apart()[0].side);
  EXPECT_EQ(a.kept_apart()[0].rows, b.kept_apart()[0].rows);
}

TEST(CorpusWithTexts, IsAsIfItHadBeenBuiltWithThem) {
  const std::string other = "another", none, longer = std::string(5000, 'y');
  const std::vector<const std::string*> texts = {&other, nullptr, &none, &longer};
  const Corpus old = with_all_columns();
  const Corpus made = with_texts(old, texts);
  expect_same_corpus(made, with_all_columns({other, std::nullopt, none, longer}));
  expect_same_corpus(old, with_all_columns());
  expect_same_corpus(with_texts(old, std::vector<const std::string*>(4, nullptr)), old);
}

TEST(CorpusWithTexts, OutlivesTheCorpusThatItWasMadeFrom) {
  const std::string first = "the first", second = "the second";
  Corpus made;
  {
    const Corpus old = with_all_columns();
    Corpus between = with_texts(old, std::vector<const std::string*>{&first, nullptr, nullptr, nullptr});
    made = with_texts(between, std::vector<const std::string*>{nullptr, &second, nullptr, nullptr});
  }
  expect_same_corpus(made, with_all_columns({first, second}));
}

TEST(CorpusWithTexts, ACorpusWithoutDocumentsHasNone) {
  EXPECT_EQ(with_texts(Corpus(), {}).size(), 0U);
}

}  // namespace

}  // namespace standfast
