// Tests of the files that the checks of a planted cue read beside the documents: the manifest, and the spans
// where something was planted.
#include "standfast/analysis/check/cue/cue_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standfast {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

TEST(CueManifestReader, TakesNamesAndPassesOverTheRest) {
  const auto both = parse_cue_manifest(R"({"target": "topic", "cue_column": "style", "seed": 1})", "m.json");
  ASSERT_TRUE(both);
  EXPECT_EQ(both->target, "topic");
  EXPECT_EQ(both->cue_column, "style");
  const auto none = parse_cue_manifest(R"({"target": 7})", "m.json");
  ASSERT_TRUE(none);
  EXPECT_FALSE(none->target);
  EXPECT_FALSE(none->cue_column);
  const auto files = parse_cue_manifest(
      R"({"files": {"train.jsonl": {"sha256": "ab"}, "test.jsonl": {"sha256": 1}, "dev.jsonl": 2}})",
      "m.json");
  ASSERT_TRUE(files);
  EXPECT_THAT(files->digests, ElementsAre(Pair("train.jsonl", "ab")));
}

TEST(CueManifestReader, RefusesWhatIsNoManifest) {
  EXPECT_EQ(parse_cue_manifest("[1]", "m.json").error().message,
            "m.json: is not a manifest of standfast shortcut");
  EXPECT_THAT(parse_cue_manifest("{\n\"a\": ", "m.json").error().message, HasSubstr("m.json:2: not JSON"));
}

TEST(CueSpansReader, TakesSpansByIdAndPassesOverOtherLines) {
  const auto spans = parse_cue_spans(
      "{\"id\":\"a\",\"cue_spans\":[[0,10],[10,12]]}\n"
      "{\"id\":\"b\",\"text\":\"without\"}\n\n"
      "no JSON, though it says cue_spans\n"
      "{\"cue_spans\":[[0,1]]}\n"
      "{\"id\":\"c\",\"cue_spans\":[]}",
      "t.jsonl");
  ASSERT_TRUE(spans);
  EXPECT_EQ(spans->size(), 2U);
  EXPECT_THAT(spans->at("a"), ElementsAre(Pair(0, 10), Pair(10, 12)));
  EXPECT_TRUE(spans->at("c").empty());
}

TEST(CueSpansReader, NamesTheLineThatIsWrong) {
  const auto refused = [](const std::string& list) {
    const auto spans = parse_cue_spans("{}\n{\"id\":\"a\",\"cue_spans\":" + list + "}\n", "t.jsonl");
    return spans ? std::string("taken") : spans.error().message;
  };
  EXPECT_EQ(refused("[[0,1]]"), "taken");
  for (const char* list :
       {"[[3,1]]", "[[0,4],[2,6]]", "[[0]]", "[[0,1,2]]", "[[-1,1]]", "[[0,1.5]]", "{}", "7"})
    EXPECT_EQ(refused(list), "t.jsonl:2: \"cue_spans\" holds no list of [begin, end]") << list;
  const auto framed = [](const std::string& frames) {
    const auto spans = parse_cue_spans(
        "{\"id\":\"a\",\"cue_spans\":[[2,4],[6,8]],\"cue_frames\":" + frames + "}\n", "t.jsonl");
    return spans ? std::to_string(spans->at("a").size()) : spans.error().message;
  };
  EXPECT_EQ(framed("[[0,5],[6,9]]"), "2");
  EXPECT_EQ(framed("[[0,9]]"), "1");
  for (const char* frames : {"[[0,3],[6,9]]", "[[2,4]]", "[]"})
    EXPECT_EQ(framed(frames), "t.jsonl:1: \"cue_spans\" is not inside \"cue_frames\"");
  EXPECT_EQ(framed("[[3,1]]"), "t.jsonl:1: \"cue_frames\" holds no list of [begin, end]");
  EXPECT_EQ(parse_cue_spans("{\"id\":\"a\",\"cue_spans\":7,\"cue_frames\":[]}\n", "t.jsonl").error().message,
            "t.jsonl:1: \"cue_spans\" holds no list of [begin, end]");
  EXPECT_EQ(parse_cue_spans("{\"id\":\"a\",\"cue_frames\":[]}\n", "t.jsonl").error().message,
            "t.jsonl:1: has \"cue_frames\" and no \"cue_spans\"");
  EXPECT_EQ(parse_cue_spans("{\"id\":\"a\",\"cue_spans\":[]}\n{\"id\":\"a\",\"cue_spans\":[]}\n", "t.jsonl")
                .error()
                .message,
            "t.jsonl:2: document \"a\" has \"cue_spans\" already");
}

TEST(CueSpansReader, TextsAreLeftWithoutTheSpansAndTheirSpaces) {
  const std::string text = "The caf\xC3\xA9 honestly, was fine.";
  EXPECT_EQ(without_spans(text, {}), text);
  EXPECT_EQ(without_spans(text, {{9, 19}}), "The caf\xC3\xA9 was fine.");  // spans are in characters
  EXPECT_EQ(without_spans(text, {{9, 18}}), "The caf\xC3\xA9 was fine.") << "no doubled space";
  EXPECT_EQ(without_spans(text, {{0, 3}}), "caf\xC3\xA9 honestly, was fine.") << "no space in front";
  EXPECT_EQ(without_spans(text, {{0, 4}, {19, 99}}), "caf\xC3\xA9 honestly, ");
  // Removing a span that ends in white space removes nothing more: the white space after it was there before.
  EXPECT_EQ(without_spans("Frankly, \n two", {{0, 9}}), "\n two");
  EXPECT_EQ(without_spans("one Frankly,\ntwo", {{4, 12}}), "one \ntwo") << "only a blank is doubled";
  EXPECT_EQ(without_spans("one Frankly,  two", {{4, 12}}), "one  two") << "and only one";
  EXPECT_EQ(without_spans(text, {{50, 99}}), text);
}

}  // namespace
}  // namespace standfast
