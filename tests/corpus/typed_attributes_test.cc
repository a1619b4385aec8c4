// Tests of attributes that are numbers, lists and texts: how they are read, what counts as missing, and what
// is refused.
#include <cmath>
#include <fstream>
#include <limits>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/corpus/read/attribute_rule.h"
#include "standfast/corpus/read/read.h"
#include "standfast/corpus/training_set.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const AttributeRule kRating = {.name = "rating", .from = "stars", .kind = AttributeKind::number};
const AttributeRule kTags = {.name = "tags", .from = "tags", .kind = AttributeKind::list, .separator = ";"};
const AttributeRule kRewrite = {.name = "rewrite", .from = "rewrite", .kind = AttributeKind::text};

constexpr const char* kTypedJson =
    R"({"id": "a", "text": "one", "author": "x", "stars": 4.5, "tags": ["b", "a", "b"], "rewrite": "uno"}
{"id": "b", "text": "two", "author": "x", "stars": "-3", "tags": [], "rewrite": ""}
{"id": "c", "text": "three", "author": "y", "stars": null, "tags": null}
{"id": "d", "text": "four", "author": "x", "stars": 1e1, "tags": "a ; c;;", "rewrite": "quattro"}
)";
constexpr const char* kCsv =
    "id,text,author,stars,tags,rewrite\n"
    "a,one,x,4.5,b;a;b,uno\n"
    "b,two,x, -3 ,;,\n"
    "c,three,y,,,\n"
    "d,four,x,+1e1,a ; c;;,quattro\n";

class Lines final : public Sink {
 public:
  std::string all;
  void log(Level, std::string_view line) override { all += std::string(line) + "\n"; }
  void progress(std::string_view, uint64_t, uint64_t) override {}
};

class TypedAttributes : public ::testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& content) const {
    std::ofstream(folder_.file(name)) << content;
    return folder_.file(name);
  }
  Result<Corpus> read(const std::string& name, const std::string& content) {
    return read_corpus(write(name, content), options_);
  }
  std::string complaint(const std::string& name, const std::string& content) {
    const auto corpus = read(name, content);
    return corpus ? "no complaint" : corpus.error().message;
  }
  static std::string ids(const Corpus& corpus) {
    std::string all;
    for (uint32_t row = 0; row < corpus.size(); ++row) all += std::string(corpus.id(row)) + " ";
    return all;
  }
  static std::string list(const Corpus& corpus, uint32_t row) {
    const ListColumn* lists = corpus.require_list("tags").value();
    const auto codes = lists->of(row);
    if (!codes) return "none";
    std::string all = "[";
    for (const uint32_t code : *codes) all += lists->names[code] + " ";
    return all + "]";
  }
  void SetUp() override {
    options_.attributes = {kRating, kTags, kRewrite};
    options_.sink = &lines_;
  }
  testing::TemporaryFolder folder_;
  ReadOptions options_;
  Lines lines_;
};

TEST_F(TypedAttributes, AreReadAlikeFromJsonAndCsv) {
  std::string hashes[2];
  for (const bool csv : {false, true}) {
    const auto corpus = csv ? read("docs.csv", kCsv) : read("docs.jsonl", kTypedJson);
    ASSERT_TRUE(corpus) << corpus.error().message;
    const NumberColumn* rating = corpus->require_number("rating").value();
    EXPECT_EQ(rating->values[0], 4.5);
    EXPECT_EQ(rating->values[1], -3);
    EXPECT_TRUE(std::isnan(rating->values[2]));
    EXPECT_EQ(rating->values[3], 10);
    EXPECT_EQ(list(*corpus, 0), "[b a b ]") << "in the order of the file, what is there twice stays twice";
    EXPECT_EQ(list(*corpus, 1), "[]") << "an empty list is a value";
    EXPECT_EQ(list(*corpus, 2), "none");
    EXPECT_EQ(list(*corpus, 3), "[a c ]");
    EXPECT_THAT(corpus->require_list("tags").value()->names, ElementsAre("a", "b", "c"));
    EXPECT_THAT(corpus->require_text("rewrite").value()->values, ElementsAre("uno", "", "", "quattro"));
    EXPECT_THAT(lines_.all, HasSubstr(": 1 of 4 documents have no rating\n"));
    EXPECT_THAT(lines_.all, HasSubstr(": 1 of 4 documents have no tags\n"));
    EXPECT_THAT(lines_.all, HasSubstr(": 2 of 4 documents have no rewrite\n"));
    for (const char* name : {"rating", "tags", "rewrite"}) hashes[csv] += corpus->attribute_hash(name) + " ";
    lines_.all.clear();
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

TEST_F(TypedAttributes, AreAskedForByTheirKind) {
  const auto corpus = read("docs.jsonl", kTypedJson);
  ASSERT_TRUE(corpus) << corpus.error().message;
  EXPECT_EQ(corpus->named_column("rating"), nullptr);
  EXPECT_THAT(corpus->require_named("rating").error().message,
              HasSubstr("column \"rating\" is a number, but a category is needed"));
  EXPECT_THAT(corpus->require_number("tags").error().message,
              HasSubstr("column \"tags\" is a list, but a number is needed"));
  EXPECT_THAT(corpus->require_text("rewrit").error().message, HasSubstr("did you mean \"rewrite\"?"));
  EXPECT_EQ(corpus->attributes()[0], Attribute("rating", AttributeKind::number));
}

TEST_F(TypedAttributes, WhatIsNoNumberNamesLineDocumentAndValue) {
  EXPECT_THAT(complaint("a.csv", "id,text,stars,tags,rewrite\nx,one,abc,,\n"),
              HasSubstr("a.csv:2: document \"x\": rating \"abc\" is not a number"));
  EXPECT_THAT(complaint("a.csv", "id,text,stars,tags,rewrite\nx,one,\"3,5\",,\n"),
              HasSubstr("rating \"3,5\" is not a number (the decimal sign is a point)"));
  for (const char* value : {"nan", "inf", "1e999", "-Infinity"})
    EXPECT_THAT(complaint("a.csv", fmt::format("id,text,stars,tags,rewrite\nx,one,{},,\n", value)),
                HasSubstr("is not a finite number"));
  EXPECT_THAT(complaint("a.jsonl", R"({"id": "x", "text": "one", "stars": true})"),
              HasSubstr("a.jsonl:1: document \"x\": rating \"true\" is not a number"));
  EXPECT_THAT(complaint("a.jsonl", R"({"id": "x", "text": "one", "stars": [4]})"),
              HasSubstr("\"stars\" holds a list"));
  EXPECT_THAT(
      complaint("a.jsonl", R"({"id": "x", "text": "one", "tags": ["a", null]})"),
      HasSubstr(
          "\"tags\" holds a list with a null in it; its elements are text, numbers or lists of numbers"));
  EXPECT_THAT(complaint("a.jsonl", R"({"id": "x", "text": "one", "tags": [["a"]]})"),
              HasSubstr("\"tags\" holds a list with a list in it"));
  EXPECT_THAT(complaint("a.jsonl", R"({"id": "x", "text": "one", "tags": {"a": 1}})"),
              HasSubstr("\"tags\" holds a nested object"));
}

// Annotators' tools write ranges like this.
TEST_F(TypedAttributes, NumbersWithinAListAreOneElementAsWritten) {
  const auto corpus =
      read("docs.jsonl",
           R"({"id": "x", "text": "one", "tags": [[0, 5], [ 7,9 ], "a"], "stars": 1, "rewrite": "r"})"
           "\n");
  ASSERT_TRUE(corpus) << corpus.error().message;
  const auto list = corpus->require_list("tags");
  ASSERT_TRUE(list) << list.error().message;
  EXPECT_EQ((*list)->names, (std::vector<std::string>{"0, 5", "7,9", "a"}));
  for (const char* bad : {"[[]]", "[[1, \"a\"]]", "[[[1]]]", "[[1, null]]", "[[1, {}]]"})
    EXPECT_THAT(complaint("a.jsonl", fmt::format(R"({{"id": "x", "text": "one", "tags": {}}})", bad)),
                HasSubstr("\"tags\" holds a list with a list in it"))
        << bad;
}

TEST_F(TypedAttributes, BelowTheSmallestNumberIsZero) {
  EXPECT_EQ(number_of("1e-400"), 0.0);
  EXPECT_EQ(number_of("-1e-400"), 0.0);
  EXPECT_EQ(number_of("1e400"), std::numeric_limits<double>::infinity());
}

TEST_F(TypedAttributes, BadRowsGoByThePolicy) {
  constexpr const char* kBad = "id,text,stars,tags,rewrite\nx,one,abc,,\ny,two,2,,\n";
  options_.bad_rows = BadRowPolicy::skip;
  const auto skipped = read("a.csv", kBad);
  ASSERT_TRUE(skipped) << skipped.error().message;
  EXPECT_EQ(ids(*skipped), "y ");
  options_.bad_rows = BadRowPolicy::repair;
  const auto repaired = read("a.csv", kBad);
  ASSERT_TRUE(repaired) << repaired.error().message;
  EXPECT_EQ(ids(*repaired), "x y ");
  EXPECT_TRUE(std::isnan(repaired->require_number("rating").value()->values[0])) << "it has none";
}

TEST_F(TypedAttributes, ChooseDocuments) {
  const auto kept = [&](const std::string& name, const std::string& value) {
    options_.only_attributes = {{name, value}};
    const auto corpus = read("docs.jsonl", kTypedJson);
    return corpus ? ids(*corpus) : corpus.error().message;
  };
  EXPECT_EQ(kept("rating", ">= 4.5"), "a d ");
  EXPECT_EQ(kept("rating", "> 4.5"), "d ");
  EXPECT_EQ(kept("rating", "< 4.5"), "b ") << "a document without a rating is within no bounds";
  EXPECT_EQ(kept("rating", ">= -3, <= 4.5"), "a b ");
  EXPECT_EQ(kept("rating", "10"), "d ");
  EXPECT_EQ(kept("tags", "a"), "a d ");
  EXPECT_EQ(kept("tags", "c"), "d ");
  EXPECT_THAT(kept("rating", "> 10"), HasSubstr("none of 4 rows has the values asked for"));
  // A bad value is reported even in a row that would not be chosen.
  options_.only_attributes = {{"rating", "> 100"}};
  EXPECT_THAT(complaint("a.csv", "id,text,stars,tags,rewrite\nx,one,abc,,\n"), HasSubstr("is not a number"));
}

TEST_F(TypedAttributes, SurvivePartsAndTheChoiceOfFrequentValues) {
  const CorpusPart one{"one", write("a.jsonl", kTypedJson)},
      two{"two", write("b.csv", "id,text,author,stars,tags,rewrite\ne,five,x,7,c;d,cinque\n")};
  options_.frequent.at_least[static_cast<size_t>(Role::author)] = 2;
  options_.only_attributes = {{"rating", ">= 0"}};
  const auto corpus = read_parts("both", {one, two}, options_);
  ASSERT_TRUE(corpus) << corpus.error().message;
  EXPECT_EQ(ids(*corpus), "a d e ");
  EXPECT_THAT(corpus->require_number("rating").value()->values, ElementsAre(4.5, 10, 7));
  EXPECT_THAT(corpus->require_text("rewrite").value()->values, ElementsAre("uno", "quattro", "cinque"));
  EXPECT_EQ(list(*corpus, 2), "[c d ]");
  options_.frequent = {};
  options_.only_attributes = {{"part", "two"}, {"tags", "d"}};
  EXPECT_EQ(ids(*read_parts("both", {one, two}, options_)), "e ");
}

TEST_F(TypedAttributes, EachValueIsInItsHash) {
  const auto hash = [&](const std::string& rest, const char* name) {
    return read("a.csv", "id,text,stars,tags,rewrite\na,one,1,x,y\nb,two," + rest + "\n")
        ->attribute_hash(name);
  };
  EXPECT_NE(hash("2,x,y", "rating"), hash("3,x,y", "rating"));
  EXPECT_NE(hash("2,x,y", "rating"), hash(",x,y", "rating"));
  EXPECT_EQ(hash("0,x,y", "rating"), hash("-0.0,x,y", "rating"));
  EXPECT_NE(hash("2,x;z,y", "tags"), hash("2,z;x,y", "tags"));
  EXPECT_NE(hash("2,;,y", "tags"), hash("2,,y", "tags"));
  EXPECT_NE(hash("2,x,y", "rewrite"), hash("2,x,z", "rewrite"));
  const auto without = read("a.csv", "id,text,stars,tags,rewrite\na,one,,,\n");
  EXPECT_EQ(without->attribute_hash("rating"), "");
  EXPECT_THAT(without->require_number("rating").error().message, HasSubstr("no document has a rating"));
  options_.attributes.clear();
  EXPECT_EQ(read("a.csv", "id,text,stars,tags,rewrite\na,one,,,\n")->data_hash(), without->data_hash());
}

TEST_F(TypedAttributes, OfIdsAndFolders) {
  std::filesystem::create_directory(folder_.file("texts"));
  for (const char* name : {"12-a.txt", "7-b.txt"})
    std::ofstream(folder_.file(std::string("texts/") + name)) << "x";
  options_.attributes = {{.name = "number", .from = "id", .until = "-", .kind = AttributeKind::number},
                         {.name = "pieces", .from = "id", .kind = AttributeKind::list, .separator = "-"}};
  const auto corpus = read_corpus(folder_.file("texts"), options_);
  ASSERT_TRUE(corpus) << corpus.error().message;
  EXPECT_THAT(corpus->require_number("number").value()->values, ElementsAre(12, 7));
  EXPECT_THAT(corpus->require_list("pieces").value()->names, ElementsAre("12", "7", "a", "b"));
}

TEST_F(TypedAttributes, NumbersWeigh) {
  const auto corpus = read("docs.jsonl", kTypedJson);
  const std::vector<uint32_t> good = {0, 3}, negative = {1}, none = {2};
  EXPECT_THAT(weights_of(*corpus, "rating", good).value(), ElementsAre(4.5, 10));
  EXPECT_THAT(weights_of(*corpus, "rating", negative).error().message,
              HasSubstr("document \"b\" has the weight \"-3\", which"));
  EXPECT_THAT(weights_of(*corpus, "rating", none).error().message,
              HasSubstr("document \"c\" has no weight (column \"rating\")"));
}

TEST(NumberBounds, ReadWhatIsWanted) {
  const auto holds = [](const char* text, double x) { return number_bounds(text).value().holds(x); };
  EXPECT_TRUE(holds(">=4", 4));
  EXPECT_FALSE(holds(">4", 4));
  EXPECT_TRUE(holds("<= 4", 4));
  EXPECT_FALSE(holds("< 4", 4));
  EXPECT_TRUE(holds("= 4", 4));
  EXPECT_TRUE(holds("4.0", 4));
  EXPECT_FALSE(holds("4", 4.5));
  EXPECT_TRUE(holds(">= 2, < 4", 2));
  EXPECT_FALSE(holds(">= 2, < 4", 4));
  EXPECT_FALSE(holds("> 1, > 2", 2)) << "all of them";
  for (const char* text : {"", "=", "> ", "a", "4 to 5", ">= nan", "< inf", "4,", "=> 4", "4..5"})
    EXPECT_THAT(number_bounds(text).error().message, HasSubstr("is not a bound of a number; write \">= 4\""))
        << text;
  for (const char* text : {"> 4, < 4", ">= 5, <= 4", "4, 5", "> 4, 4"})
    EXPECT_THAT(number_bounds(text).error().message, HasSubstr("no number satisfies")) << text;
}

}  // namespace
}  // namespace standfast
