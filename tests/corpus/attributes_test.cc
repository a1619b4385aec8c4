// Tests of columns beside the roles: where their values come from, and what they leave unchanged.
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/corpus/read/read.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;

class Attributes : public ::testing::Test {
 protected:
  Result<Corpus> read(const std::string& name, const std::string& content,
                      const std::vector<AttributeRule>& rules) const {
    std::ofstream(folder_.file(name)) << content;
    ReadOptions options;
    options.attributes = rules;
    return read_corpus(folder_.file(name), options);
  }
  static std::string value(const Corpus& corpus, const char* name, uint32_t row) {
    const Column* column = corpus.named_column(name);
    return column == nullptr || column->codes[row] == kMissing ? "-" : column->names[column->codes[row]];
  }
  testing::TemporaryFolder folder_;
};

constexpr const char* kJson = R"({"id": "iac-10-7", "text": "one", "author": "a", "case": "x v. y"}
{"id": "iac-10-8", "text": "two", "author": "b", "case": ""}
{"id": "odd", "text": "three", "author": "a"}
)";

TEST_F(Attributes, ComeFromAColumnOrTheBeginningOfOne) {
  const std::vector<AttributeRule> rules = {
      {"thread", "id", "-", 2}, {"forum", "id", "-", 1}, {"trial", "case", "", 1}};
  const auto corpus = read("docs.jsonl", kJson, rules);
  ASSERT_TRUE(corpus) << corpus.error().message;
  EXPECT_EQ(corpus->attributes(), (std::vector<Attribute>{"thread", "forum", "trial"}));
  for (const uint32_t row : {0U, 1U}) {
    EXPECT_EQ(value(*corpus, "thread", row), "iac-10");
    EXPECT_EQ(value(*corpus, "forum", row), "iac");
  }
  EXPECT_EQ(value(*corpus, "thread", 2), "-") << "no second -";
  EXPECT_EQ(value(*corpus, "trial", 0), "x v. y");
  EXPECT_EQ(value(*corpus, "trial", 1), "-");
  EXPECT_EQ(value(*corpus, "author", 1), "b") << "a role by its name";

  const auto table = read("docs.csv", "id,text,author,case\niac-10-7,one,a,x v. y\niac-10-8,two,b,\n", rules);
  ASSERT_TRUE(table) << table.error().message;
  for (const char* name : {"thread", "forum", "trial"})
    for (const uint32_t row : {0U, 1U})
      EXPECT_EQ(value(*table, name, row), value(*corpus, name, row)) << name;
}

TEST_F(Attributes, LeaveTheHashOfTheDataAsItIs) {
  const auto without = read("docs.jsonl", kJson, {});
  const auto with = read("docs.jsonl", kJson, {{"thread", "id", "-", 2}});
  const auto other = read("docs.jsonl", kJson, {{"thread", "id", "-", 1}});
  EXPECT_EQ(without->data_hash(), with->data_hash());
  EXPECT_EQ(without->attribute_hash("thread"), "");
  EXPECT_NE(with->attribute_hash("thread"), other->attribute_hash("thread"));
}

TEST_F(Attributes, SurviveTheChoiceOfFrequentValues) {
  std::ofstream(folder_.file("docs.jsonl")) << kJson;
  ReadOptions options;
  options.attributes = {{"thread", "id", "-", 2}};
  options.frequent.at_least[static_cast<size_t>(Role::author)] = 2;
  const auto corpus = read_corpus(folder_.file("docs.jsonl"), options);
  ASSERT_TRUE(corpus) << corpus.error().message;
  ASSERT_EQ(corpus->size(), 2U);
  EXPECT_EQ(value(*corpus, "thread", 0), "iac-10");
  EXPECT_EQ(value(*corpus, "thread", 1), "-");
}

TEST_F(Attributes, WhatIsNotThereIsSaid) {
  for (const auto& [name, content] :
       {std::pair{"docs.jsonl", std::string(kJson)}, {"docs.csv", std::string("id,text,case\n1,one,x\n")}}) {
    const auto missing = read(name, content, {{"trial", "csae", "", 1}});
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().kind, ErrorKind::usage);
    EXPECT_THAT(missing.error().message,
                HasSubstr("no column \"csae\" for --column trial; did you mean \"case\"?"));
  }
  const auto corpus = read("docs.jsonl", kJson, {{"thread", "id", "-", 2}, {"deep", "id", "-", 9}});
  EXPECT_THAT(corpus->require_named("thraed").error().message, HasSubstr("did you mean \"thread\"?"));
  EXPECT_THAT(corpus->require_named("deep").error().message, HasSubstr("no document has a deep"));
  EXPECT_TRUE(corpus->require_named("author"));
  EXPECT_THAT(corpus->require_named("date").error().message, HasSubstr("no date column"));
}

TEST_F(Attributes, RulesTakeWhatStandsBefore) {
  const auto of = [](const char* until, uint64_t nth, const char* value) {
    return std::string(attribute_value({"x", "y", until, nth}, value).value_or("none"));
  };
  EXPECT_EQ(of("", 1, "a-b"), "a-b");
  EXPECT_EQ(of("-", 1, "a-b-c"), "a");
  EXPECT_EQ(of("-", 2, "a-b-c"), "a-b");
  EXPECT_EQ(of("-", 3, "a-b-c"), "none");
  EXPECT_EQ(of("-", 1, "-b"), "none") << "nothing stands before it";
  EXPECT_EQ(of("::", 2, "a:::b::c"), "a:::b");
  EXPECT_EQ(of("-", UINT64_MAX, std::string(100, '-').c_str()), "none");
  EXPECT_EQ(objection_to_attribute("thread"), "");
  for (const char* name : {"", "id", "text", "author", "date", "a\nb"})
    EXPECT_NE(objection_to_attribute(name), "");
}

}  // namespace
}  // namespace standfast
