// rationales.jsonl.gz: what is written reads back, and what does not fit together is refused with its line.
#include "standfast/study/record/rationales_file.h"

#include <gmock/gmock.h>

#include "tests/support/text_with.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;
using testing::text_with;

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
  const KeptRationale& first = read->sides[0].rationales.at(0);
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
         "annotated is no four numbers that fit together"},
        {"\"cue\": [[3, 8]]", "\"cue\": [[3, 8]], \"annotated\": [9, 4, 3]",
         "annotated is no four numbers that fit together"},
        {"\"frame\": [[0, 2]", "\"frame\": [[0]", "frame has a span that is no pair"}})
    EXPECT_THAT(refusal(text_with(whole, from, to)), HasSubstr(std::string("line 2: ") + why)) << to;
}

}  // namespace
}  // namespace standfast
