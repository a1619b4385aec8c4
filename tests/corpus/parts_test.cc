// Tests of corpora in several files: their part, their ids, and the choice of documents from all files
// together.
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/corpus/read/read.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;

class Parts : public ::testing::Test {
 protected:
  CorpusPart part(const std::string& name, const std::string& file, const std::string& content) const {
    std::ofstream(folder_.file(file)) << content;
    return {name, folder_.file(file)};
  }
  static std::string value(const Corpus& corpus, const char* name, uint32_t row) {
    const Column* column = corpus.named_column(name);
    return column == nullptr || column->codes[row] == kMissing ? "-" : column->names[column->codes[row]];
  }
  static std::string ids(const Corpus& corpus) {
    std::string all;
    for (uint32_t row = 0; row < corpus.size(); ++row) all += std::string(corpus.id(row)) + " ";
    return all;
  }
  testing::TemporaryFolder folder_;
};

constexpr const char* kFirst = R"({"id": "a", "text": "one", "author": "ann", "case": "x"}
{"id": "b", "text": "two", "author": "ben"}
)";
constexpr const char* kSecond = "id,text,author,case\nc,three,ann,y\nd,four,cy,\n";

TEST_F(Parts, AreOneCorpusInTheirOrderAndKnowTheirFile) {
  ReadOptions options;
  options.attributes = {{"trial", "case", "", 1}};
  ReadReport report;
  const auto corpus = read_parts("both", {part("train", "a.jsonl", kFirst), part("test", "b.csv", kSecond)},
                                 options, &report);
  ASSERT_TRUE(corpus) << corpus.error().message;
  EXPECT_EQ(ids(*corpus), "a b c d ");
  EXPECT_EQ(corpus->name(), "both");
  EXPECT_EQ(corpus->attributes(), (std::vector<Attribute>{"trial", "part"}));
  EXPECT_EQ(value(*corpus, "part", 1), "train");
  EXPECT_EQ(value(*corpus, "part", 2), "test");
  EXPECT_EQ(value(*corpus, "trial", 0), "x");
  EXPECT_EQ(value(*corpus, "trial", 2), "y");
  EXPECT_EQ(value(*corpus, "trial", 3), "-");
  EXPECT_EQ(corpus->value(Role::author, 3), "cy");
  EXPECT_EQ(report.rows, 4U);

  // The same documents in one file give the same data.
  std::ofstream(folder_.file("all.csv")) << "id,text,author\na,one,ann\nb,two,ben\nc,three,ann\nd,four,cy\n";
  EXPECT_EQ(corpus->data_hash(), read_corpus(folder_.file("all.csv"), {})->data_hash());
}

TEST_F(Parts, AnIdInTwoOfThemNamesBothFiles) {
  const auto corpus = read_parts("both",
                                 {part("one", "a.jsonl", kFirst), part("two", "b.csv", kSecond),
                                  part("three", "c.csv", "id,text\nz,text\nb,again\n")},
                                 {});
  ASSERT_FALSE(corpus);
  EXPECT_THAT(corpus.error().message,
              HasSubstr(folder_.file("c.csv") + ": the id \"b\" is in " + folder_.file("a.jsonl") + " too"));
}

TEST_F(Parts, RowNumbersGetTheNameOfThePart) {
  const auto corpus =
      read_parts("both", {part("one", "a.csv", "text\nx\ny\n"), part("two", "b.csv", "text\nz\n")}, {});
  ASSERT_TRUE(corpus) << corpus.error().message;
  EXPECT_EQ(ids(*corpus), "one/row1 one/row2 two/row1 ");
}

TEST_F(Parts, OnlyLimitAndFrequencyAreOfAllTogether) {
  const std::vector<CorpusPart> parts = {part("one", "a.jsonl", kFirst), part("two", "b.csv", kSecond)};
  ReadOptions options;
  options.limit = 3;
  EXPECT_EQ(ids(*read_parts("both", parts, options)), "a b c ");
  options = {};
  options.only[static_cast<size_t>(Role::author)] = "cy";  // the first file has no such author
  EXPECT_EQ(ids(*read_parts("both", parts, options)), "d ");
  options = {};
  options.only_attributes = {{"part", "two"}};
  EXPECT_EQ(ids(*read_parts("both", parts, options)), "c d ");
  options = {};
  options.frequent.at_least[static_cast<size_t>(Role::author)] = 2;
  EXPECT_EQ(ids(*read_parts("both", parts, options)), "a c ") << "one document in each file";
  options = {};
  options.only_attributes = {{"part", "three"}};
  EXPECT_THAT(read_parts("both", parts, options).error().message, HasSubstr("none of 4 documents"));
}

TEST_F(Parts, OnlyAValueOfAnAttributeInOneFile) {
  std::ofstream(folder_.file("docs.jsonl")) << kFirst;
  ReadOptions options;
  options.attributes = {{"trial", "case", "", 1}};
  options.only_attributes = {{"trial", "x"}};
  const auto corpus = read_corpus(folder_.file("docs.jsonl"), options);
  ASSERT_TRUE(corpus) << corpus.error().message;
  EXPECT_EQ(ids(*corpus), "a ");
  options.only_attributes = {{"trial", "z"}};
  EXPECT_FALSE(read_corpus(folder_.file("docs.jsonl"), options));
}

}  // namespace
}  // namespace standfast
