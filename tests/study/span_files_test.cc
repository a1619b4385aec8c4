// attributions.jsonl.gz and rationales.jsonl.gz: they read back as written, and inconsistent content is
// refused with its line.
#include <cmath>
#include <limits>

#include <gmock/gmock.h>

#include "standfast/base/file.h"
#include "standfast/study/record/attributions_file.h"
#include "standfast/study/record/rationales_file.h"
#include "tests/support/data.h"
#include "tests/support/text_with.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;
using testing::text_with;

// Makes a document with tokens of two bytes that begin three bytes apart.
ExplainedDocument explained(const std::string& id, const std::vector<double>& shares) {
  ExplainedDocument document;
  document.id = id;
  document.truth = 1;
  document.value = 1;
  document.planted = {{0, 2}};
  Attribution& one = document.attribution;
  one.shares = DenseMatrix(shares.size(), 2);
  for (uint32_t i = 0; i < shares.size(); ++i) {
    one.tokens.push_back({3 * i, 3 * i + 2});
    one.shares.row(i)[0] = shares[i];
    one.shares.row(i)[1] = -shares[i];
  }
  one.base = {0.25, -0.25};
  one.prediction = {1.5, -1.5};
  one.elsewhere = {0, 0};
  one.evaluations = 9;
  return document;
}

AttributionsFile small_file() {
  AttributionsFile file{
      {"posts", "iid", "maxent", 7, 2}, "partition", "log-odds", {"a", "b \"q\""}, {"none", "so"}};
  file.sides = {{"test", 30, {explained("d \"1\"", {0.1, -1e-9}), explained("d2", {})}},
                {"anti-test", 30, {explained("d2", {3e30})}}};
  file.sides[0].explained[1].value = kNoValue;
  file.sides[0].explained[1].planted = {};
  file.sides[0].explained[1].attribution.cut = true;
  return file;
}

TEST(AttributionsFile, ReadsBackWithTheDigitsOfAFloat) {
  const AttributionsFile file = small_file();
  const auto text = attributions_text(file);
  ASSERT_TRUE(text) << text.error().message;
  const auto read = parse_attributions(*text, "a.jsonl");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->model, "maxent");
  EXPECT_EQ(read->seed, 7U);
  EXPECT_EQ(read->fold, 2U);
  EXPECT_EQ(read->classes, file.classes);
  EXPECT_EQ(read->values, file.values);
  ASSERT_EQ(read->sides.size(), 2U);
  EXPECT_EQ(read->sides[0].documents, 30U);
  const ExplainedDocument& first = read->sides[0].explained.at(0);
  EXPECT_EQ(first.id, "d \"1\"");
  EXPECT_EQ(first.truth, 1U);
  EXPECT_EQ(first.value, 1U);
  EXPECT_EQ(first.planted, (std::vector<TokenSpan>{{0, 2}}));
  EXPECT_EQ(first.attribution.tokens, (std::vector<TokenSpan>{{0, 2}, {3, 5}}));
  EXPECT_EQ(first.attribution.shares.row(0)[0], static_cast<double>(0.1F));
  EXPECT_EQ(first.attribution.shares.row(1)[1], static_cast<double>(1e-9F));
  EXPECT_EQ(first.attribution.evaluations, 9U);
  EXPECT_TRUE(first.attribution.exact());
  EXPECT_TRUE(read->sides[0].explained[1].attribution.cut);
  EXPECT_FALSE(read->sides[0].explained[1].attribution.estimated);
  EXPECT_EQ(read->sides[0].explained[1].value, kNoValue);
  EXPECT_EQ(first.attribution.errors.rows, 0U);
  EXPECT_EQ(text->find("errors"), std::string::npos);
  EXPECT_EQ(*attributions_text(*read), *text);

  AttributionsFile none{{"posts", "iid", "m", 1, 0}, "linear", "centred", {"a"}, {}, "not linear"};
  none.sides = {{"test", 5, {}}};
  const auto again = parse_attributions(*attributions_text(none), "a.jsonl");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->why_not, "not linear");
  EXPECT_TRUE(again->values.empty());
  EXPECT_TRUE(again->sides[0].explained.empty());
}

// Standard errors are kept if they are numbers; a single pair of orders has none.
TEST(AttributionsFile, StandardErrorsAreKeptWhereTheyAreNumbers) {
  AttributionsFile file = small_file();
  Attribution& first = file.sides[0].explained[0].attribution;
  first.errors = DenseMatrix(2, 2);
  first.errors.data = {0.1, 0, 2e-9, 3};
  first.estimated = true;
  Attribution& last = file.sides[1].explained[0].attribution;
  last.errors = DenseMatrix(1, 2);
  last.errors.data = {0.5, std::numeric_limits<double>::quiet_NaN()};
  const std::string text = *attributions_text(file);
  const auto read = parse_attributions(text, "a.jsonl");
  ASSERT_TRUE(read) << read.error().message;
  const DenseMatrix& errors = read->sides[0].explained[0].attribution.errors;
  ASSERT_EQ(errors.rows, 2U);
  EXPECT_EQ(errors.row(0)[0], static_cast<double>(0.1F));
  EXPECT_EQ(errors.row(1)[0], static_cast<double>(2e-9F));
  EXPECT_EQ(errors.row(1)[1], 3);
  EXPECT_TRUE(read->sides[0].explained[0].attribution.estimated);
  EXPECT_FALSE(read->sides[0].explained[0].attribution.cut);
  EXPECT_EQ(read->sides[1].explained[0].attribution.errors.rows, 0U);
  EXPECT_EQ(*attributions_text(*read), text);
  for (const auto& [from, to, why] :
       {std::tuple{"[[0.1, 0], [2e-09, 3]]", "[[0.1, 0]]", "1 rows of errors for 2 tokens"},
        {"[2e-09, 3]", "[2e-09, -3]", "a standard error is below 0"},
        {"[2e-09, 3]", "[3]", "1 numbers for 2 classes"},
        {"\"exact\": false", "\"exact\": true, \"cut\": true", "it is exact and cut"}}) {
    const auto bad = parse_attributions(text_with(text, from, to), "a.jsonl");
    ASSERT_FALSE(bad) << to;
    EXPECT_THAT(bad.error().message, HasSubstr(std::string("line 2: ") + why));
  }
}

TEST(AttributionsFile, ANumberThatIsNoneIsRefusedWhenWritten) {
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 1e300}) {
    AttributionsFile file = small_file();
    file.sides[1].explained[0].attribution.shares.row(0)[1] = bad;
    const auto text = attributions_text(file);
    ASSERT_FALSE(text);
    EXPECT_THAT(text.error().message, HasSubstr("the attribution of document \"d2\" is not a number"));
  }
}

TEST(AttributionsFile, WhatDoesNotFitTogetherIsRefusedWithItsLine) {
  const std::string whole = *attributions_text(small_file());
  const auto refusal = [](const std::string& text) {
    const auto read = parse_attributions(text, "a.jsonl.gz");
    EXPECT_FALSE(read) << text;
    if (!read) {
      EXPECT_EQ(read.error().kind, ErrorKind::data);
      EXPECT_EQ(read.error().message.find('\n'), std::string::npos);
      EXPECT_THAT(read.error().message, HasSubstr("a.jsonl.gz"));
    }
    return read ? std::string() : read.error().message;
  };
  EXPECT_THAT(refusal(""), HasSubstr("it is empty"));
  EXPECT_THAT(refusal(whole.substr(0, whole.size() - 1)), HasSubstr("line 4: it breaks off"));
  EXPECT_THAT(refusal(whole.substr(0, whole.rfind("{\"side\""))),
              HasSubstr("0 documents of side \"anti-test\""));
  EXPECT_THAT(refusal(whole + whole.substr(whole.rfind("{\"side\""))),
              HasSubstr("line 5: a document of another side"));
  EXPECT_THAT(refusal(text_with(whole, "attributions/1", "attributions/9")),
              HasSubstr("line 1: its schema is"));
  EXPECT_THAT(refusal(text_with(whole, "\"class\": 1", "\"class\": 2")),
              HasSubstr("line 2: class 2 where there are 2"));
  EXPECT_THAT(refusal(text_with(whole, "\"value\": 1", "\"value\": 2")),
              HasSubstr("value 2 where there are 2"));
  EXPECT_THAT(refusal(text_with(whole, "[[0, 2], [3, 5]]", "[[0, 2]]")),
              HasSubstr("2 rows of shares for 1 tokens"));
  EXPECT_THAT(refusal(text_with(whole, "[[0, 2], [3, 5]]", "[[0, 2], [1, 5]]")),
              HasSubstr("the span [1, 5]"));
  EXPECT_THAT(refusal(text_with(whole, "[[0, 2], [3, 5]]", "[[0, 2], [3, 3]]")),
              HasSubstr("the span [3, 3]"));
  EXPECT_THAT(refusal(text_with(whole, "[[0, 2], [3, 5]]", "[[0, 2], [3]]")), HasSubstr("not a pair"));
  EXPECT_THAT(refusal(text_with(whole, "[0.25, -0.25]", "[0.25]")), HasSubstr("1 numbers for 2 classes"));
  EXPECT_THAT(refusal(text_with(whole, "3e+30", "3e+300")), HasSubstr("line 4: a number is too large"));
  EXPECT_THAT(refusal(text_with(whole, "\"side\": \"test\", \"id\"", "\"side\": \"dev\", \"id\"")),
              HasSubstr("line 2: a document of another side"));
  EXPECT_THAT(refusal(text_with(whole, "\"explained\":2", "\"explained\":31")), HasSubstr("more documents"));
  EXPECT_THAT(refusal(text_with(whole, "\"evaluations\": 9", "\"evaluations\": -9")), HasSubstr("line 2:"));
  // Each line is cut at each place and each digit is made a letter: the file is refused or consistent.
  for (size_t at = 0; at + 1 < whole.size(); ++at) {
    refusal(whole.substr(0, at));
    std::string other = whole;
    if (other[at] >= '0' && other[at] <= '9') other[at] = 'x';
    if (const auto read = parse_attributions(other, "a"); read) {
      EXPECT_TRUE(attributions_text(*read));
    }
  }
}

RationalesFile small_rationales() {
  RationalesFile file{{"a", "b \"q\""}, {"city", "country"}, false, {}};
  file.sides = {{"test",
                 {{"d \"1\"", 1, 0, {{{0, 2}, {3, 8}, {9, 10}}, {0, 2}}, {{3, 8}}, {{0, 2}, {3, 8}}},
                  {"d2", 0, std::nullopt, {{}, {}}, {}, {}}}},
                {"anti-test", {{"d2", 0, 1, {{{0, 4}}, {}}, {{1, 4}}, {}, TokenAgreement{9, 4, 3, 2}}}}};
  return file;
}

TEST(RationalesFile, ReadsBack) {
  const std::string text = rationales_text(small_rationales());
  const auto read = parse_rationales(text, "r.jsonl");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->classes, small_rationales().classes);
  EXPECT_EQ(read->values, small_rationales().values);
  EXPECT_FALSE(read->rewritten);
  ASSERT_EQ(read->sides.size(), 2U);
  const StoredRationale& first = read->sides[0].rationales.at(0);
  EXPECT_EQ(first.id, "d \"1\"");
  EXPECT_EQ(first.truth, 1U);
  EXPECT_EQ(first.value, 0U);
  EXPECT_EQ(first.rationale.units, (std::vector<TokenSpan>{{0, 2}, {3, 8}, {9, 10}}));
  EXPECT_EQ(first.rationale.chosen, (std::vector<uint32_t>{0, 2}));
  EXPECT_EQ(first.cue, (std::vector<TokenSpan>{{3, 8}}));
  EXPECT_EQ(first.frame, (std::vector<TokenSpan>{{0, 2}, {3, 8}}));
  EXPECT_EQ(read->sides[0].rationales[1].value, std::nullopt);
  EXPECT_EQ(read->sides[0].rationales[1].annotated, std::nullopt);
  EXPECT_EQ(read->sides[1].rationales[0].annotated, (TokenAgreement{9, 4, 3, 2}));
  EXPECT_TRUE(read->sides[1].rationales[0].frame.empty());
  EXPECT_EQ(rationales_text(*read), text);

  const RationalesFile rewritten{{"a"}, {"formal", "casual"}, true, {{"test", {}}}};
  const auto again = parse_rationales(rationales_text(rewritten), "r.jsonl");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_TRUE(again->rewritten);
}

TEST(RationalesFile, WhatDoesNotFitTogetherIsRefusedWithItsLine) {
  const std::string whole = rationales_text(small_rationales());
  const auto refusal = [](const std::string& text) {
    const auto read = parse_rationales(text, "r.jsonl.gz");
    EXPECT_FALSE(read) << text;
    if (read) return std::string();
    EXPECT_EQ(read.error().kind, ErrorKind::data);
    EXPECT_EQ(read.error().message.find('\n'), std::string::npos);
    EXPECT_THAT(read.error().message, HasSubstr("r.jsonl.gz"));
    return read.error().message;
  };
  EXPECT_THAT(refusal(""), HasSubstr("it is empty"));
  EXPECT_THAT(refusal(whole.substr(0, whole.size() - 1)), HasSubstr("line 4: it breaks off"));
  EXPECT_THAT(refusal(whole.substr(0, whole.rfind("{\"side\""))),
              HasSubstr("0 documents of side \"anti-test\""));
  EXPECT_THAT(refusal(whole + whole.substr(whole.rfind("{\"side\""))),
              HasSubstr("line 5: a document of another side"));
  EXPECT_THAT(refusal(text_with(whole, "rationales/1", "rationales/9")), HasSubstr("line 1: its schema is"));
  for (const auto& [from, to, why] :
       {std::tuple{"\"class\": 1", "\"class\": 2", "class 2 where there are 2"},
        {"\"value\": 0", "\"value\": 2", "value 2 where there are 2"},
        {"\"chosen\": [0, 2]", "\"chosen\": [0, 3]", "chosen has the place 3 of 3 units"},
        {"\"chosen\": [0, 2]", "\"chosen\": [2, 0]", "chosen has the place 0 of 3 units"},
        {"\"chosen\": [0, 2]", "\"chosen\": [2, 2]", "chosen has the place 2 of 3 units"},
        {"[3, 8], [9, 10]]", "[3, 8], [7, 10]]", "units has the span [7, 10]"},
        {"\"cue\": [[3, 8]]", "\"cue\": [[8, 8]]", "cue has the span [8, 8]"},
        {"\"cue\": [[3, 8]]", "\"cue\": 5", ""},
        {"\"cue\": [[3, 8]]", "\"cue\": [[3, 8]], \"annotated\": [9, 4, 3, 4]",
         "annotated is not four numbers that fit together"},
        {"\"cue\": [[3, 8]]", "\"cue\": [[3, 8]], \"annotated\": [9, 4, 3]",
         "annotated is not four numbers that fit together"},
        {"\"frame\": [[0, 2]", "\"frame\": [[0]", "frame has a span that is not a pair"}})
    EXPECT_THAT(refusal(text_with(whole, from, to)), HasSubstr(std::string("line 2: ") + why)) << to;
}

}  // namespace
}  // namespace standfast
