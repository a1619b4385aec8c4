#include "standfast/answers/answers.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using ::testing::DoubleEq;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

Answers answers(const std::string& content, OutOfRange rule = OutOfRange::refuse) {
  auto result = parse_answers(content, "a.jsonl", rule);
  EXPECT_TRUE(result) << result.error().message;
  return result ? std::move(*result) : Answers{};
}

// "" where it was accepted after all.
std::string refusal(const std::string& content, OutOfRange rule = OutOfRange::refuse) {
  const auto result = parse_answers(content, "a.jsonl", rule);
  if (result) return "";
  EXPECT_EQ(result.error().kind, ErrorKind::data);
  EXPECT_EQ(result.error().message.find('\n'), std::string::npos);
  return result.error().message;
}

std::string truth_refusal(const std::string& content) {
  const auto result = parse_truth(content, "t.jsonl");
  return result ? "" : result.error().message;
}

TEST(Answers, PanLines) {
  const auto read = answers(R"({"id": "x", "value": 0.25}
{"value": 1, "id": "y", "note": {"a": [1, "}"]}}
{"id": "\u00e4", "value": 4e-31})");
  EXPECT_THAT(read.predictions.ids, ElementsAre("x", "y", "ä"));
  EXPECT_THAT(read.predictions.values, ElementsAre(0.25, 1.0, 4e-31));
  EXPECT_EQ(read.duplicates + read.lists + read.from_same + read.blank_lines + read.outside, 0);
}

TEST(Answers, TablesWithAndWithoutHeader) {
  for (const char* content :
       {"id,score\nx,0.25\n\"y \"\"z\"\", w\",1\n", "score;id\n0.25;x\n1;\"y \"\"z\"\", w\"",
        "Id\tlabel\tValue\nx\t1\t0.25\r\n\"y \"\"z\"\", w\"\t0\t1\r\n", "x,0.25\n\"y \"\"z\"\", w\", 1\n"}) {
    const auto read = answers(content);
    EXPECT_THAT(read.predictions.ids, ElementsAre("x", "y \"z\", w")) << content;
    EXPECT_THAT(read.predictions.values, ElementsAre(0.25, 1.0)) << content;
  }
}

TEST(Answers, OddButAccepted) {
  EXPECT_EQ(
      answers("\xEF\xBB\xBF{\"id\":\"x\",\"value\":0}\r\n\r\n  \n{\"id\":\"y\",\"value\":1}").blank_lines, 2);
  const auto twice =
      answers("{\"id\":\"x\",\"value\":0.1}\n{\"id\":\"y\",\"value\":0}\n{\"id\":\"x\",\"value\":0.9}\n");
  EXPECT_THAT(twice.predictions.ids, ElementsAre("x", "y"));
  EXPECT_THAT(twice.predictions.values, ElementsAre(0.9, 0.0));
  EXPECT_EQ(twice.duplicates, 1);
  const auto list = answers("{\"id\":\"x\",\"value\":[0.75]}");
  EXPECT_THAT(list.predictions.values, ElementsAre(0.75));
  EXPECT_EQ(list.lists, 1);
  const auto same = answers("{\"id\":\"x\",\"same\":true}\n{\"id\":\"y\",\"same\":false,\"value\":0.7}");
  EXPECT_THAT(same.predictions.values, ElementsAre(1.0, 0.7));
  EXPECT_EQ(same.from_same, 1);
  EXPECT_THAT(answers("{\"id\":17,\"value\":1}").predictions.ids, ElementsAre("17"));
  EXPECT_TRUE(answers("").predictions.ids.empty());
}

TEST(Answers, LikelyMistakesAreGuessed) {
  EXPECT_THAT(refusal("id;score\nx;0,5\n"),
              HasSubstr("a.jsonl:2: the score \"0,5\" is not a number (a decimal comma?"));
  EXPECT_THAT(refusal("id;score\nx;a,5\n"), HasSubstr("the score \"a,5\" is not a number"));
  EXPECT_THAT(refusal("id;score\nx;a,5\n"), Not(HasSubstr("comma")));
  EXPECT_THAT(refusal("[{\"id\":\"x\",\"value\":0.5}]"),
              HasSubstr("a.jsonl:1: one JSON list; one object per line"));
}

TEST(Answers, OutOfRangeIsClippedOnlyWhereTheProfileSaysSo) {
  EXPECT_THAT(refusal("{\"id\":\"x\",\"value\":0.5}\n\n{\"id\":\"y\",\"value\":1.25}"),
              HasSubstr("a.jsonl:3: the score 1.25 lies outside [0, 1]"));
  EXPECT_THAT(refusal("id,score\nx,-0.001"), HasSubstr("a.jsonl:2"));
  const auto clipped =
      answers("{\"id\":\"x\",\"value\":-3}\n{\"id\":\"y\",\"value\":1.0000000000000002}", OutOfRange::clip);
  EXPECT_THAT(clipped.predictions.values, ElementsAre(0.0, 1.0));
  EXPECT_EQ(clipped.outside, 2);
}

TEST(Answers, RefusedWithTheLine) {
  for (const auto rule : {OutOfRange::refuse, OutOfRange::clip, OutOfRange::keep}) {
    EXPECT_THAT(refusal("{\"id\":\"x\",\"value\":NaN}", rule), HasSubstr("a.jsonl:1"));
    EXPECT_THAT(refusal("{\"id\":\"x\",\"value\":Infinity}", rule), HasSubstr("a.jsonl:1"));
    EXPECT_THAT(refusal("{\"id\":\"x\",\"value\":1e999}", rule), HasSubstr("a.jsonl:1"));
    EXPECT_THAT(refusal("id,score\nx,nan", rule),
                HasSubstr("a.jsonl:2: the score nan is not a finite number"));
    EXPECT_THAT(refusal("id,score\nx,inf", rule), HasSubstr("a.jsonl:2"));
  }
  EXPECT_THAT(refusal("{\"id\":\"x\",\"value\":null}"), HasSubstr("\"value\" is null, not a number"));
  EXPECT_THAT(refusal("{\"id\":\"x\",\"value\":\"0.7\"}"), HasSubstr("remove the quotes"));
  EXPECT_THAT(refusal("{\"id\":\"x\",\"value\":[0.1,0.2]}"), HasSubstr("a list of 2 elements"));
  EXPECT_THAT(refusal("{\"id\":\"x\",\"value\":[]}"), HasSubstr("a list of 0 elements"));
  EXPECT_THAT(refusal("{\"id\":\"x\"}"), HasSubstr("there is no \"value\" (there are id)"));
  EXPECT_THAT(refusal("{\"id\":\"x\",\"prob\":0.5}"),
              HasSubstr("there is no \"value\"; rename \"prob\", if it is the score (there are id, prob)"));
  EXPECT_THAT(refusal("{\"value\":0.5}"), HasSubstr("there is no \"id\""));
  EXPECT_THAT(refusal("{\"id\":null,\"value\":0.5}"), HasSubstr("\"id\" is null, not a text"));
  EXPECT_THAT(refusal("{\"id\":\"x\",\"value\":0.5"), HasSubstr("a.jsonl:1"));
  EXPECT_THAT(refusal("{\"id\":\"x\",\"value\":0.5} {\"id\":\"y\",\"value\":0.5}"),
              HasSubstr("more than one JSON value"));
  EXPECT_THAT(refusal("{\"id\":\"x\",\"value\":0.5}\n[1]"), HasSubstr("a.jsonl:2: not a JSON object"));
  EXPECT_THAT(refusal("{\"id\":\"x\",\"value\":0.5}\nx,0.5"), HasSubstr("a.jsonl:2"));
  EXPECT_THAT(refusal("name,points\nx,0.5"), HasSubstr("neither JSON lines nor a table"));
  EXPECT_THAT(
      refusal("id,similarity\nx,0.5"),
      HasSubstr(
          "columns id and score; rename \"similarity\", if it is the score (there are id, similarity)"));
  EXPECT_THAT(refusal("id,score,value\nx,0.5,0.5"), HasSubstr("two columns could be"));
  EXPECT_THAT(refusal("id,score\nx,0.5,1"), HasSubstr("3 fields, but the first line has 2"));
  EXPECT_THAT(refusal("id,score\n\"x,0.5"), HasSubstr("does not end on its line"));
  EXPECT_THAT(refusal("id,score\nx,0.5 or so"), HasSubstr("the score \"0.5 or so\" is not a number"));
  EXPECT_THAT(refusal("x,0.5,y\n"), HasSubstr("no header"));
  EXPECT_THAT(refusal("id,score\nx\xe9,0.5"), HasSubstr("a.jsonl:2: not UTF-8"));
  EXPECT_THAT(refusal(std::string("\xff\xfei\0d\0", 6)), HasSubstr("a.jsonl:1: not UTF-8"));  // UTF-16
}

TEST(TruthFile, LinesAndTables) {
  for (const char* content : {"{\"id\":\"x\",\"same\":true,\"authors\":[\"p\",\"p\"]}\n\n{\"id\":\"y\","
                              "\"same\":false,\"authors\":[\"q\",\"p\"]}\n",
                              "author1,author2,id,same\np,p,x,1\n\nq,p,y,false\n"}) {
    const auto truth = parse_truth(content, "t");
    ASSERT_TRUE(truth) << truth.error().message;
    EXPECT_THAT(truth->ids, ElementsAre("x", "y"));
    EXPECT_THAT(truth->same, ElementsAre(1, 0));
    EXPECT_THAT(truth->authors, ElementsAre("p", "q"));
    EXPECT_THAT(truth->author_a, ElementsAre(0, 1));
    EXPECT_THAT(truth->author_b, ElementsAre(0, 0));
    EXPECT_EQ(truth->blank_lines, 1);
  }
  const auto without = parse_truth("{\"id\":\"x\",\"same\":1}", "t");
  ASSERT_TRUE(without);
  EXPECT_THAT(without->author_a, ElementsAre(kNoAuthor));
}

TEST(TruthFile, RefusedWithTheLine) {
  EXPECT_THAT(truth_refusal("{\"id\":\"x\",\"same\":true}\n{\"id\":\"x\",\"same\":true}"),
              HasSubstr("t.jsonl:2: the id x occurred before"));
  EXPECT_THAT(truth_refusal("{\"id\":\"x\",\"value\":0.5}"), HasSubstr("are these answers instead"));
  EXPECT_THAT(truth_refusal("{\"id\":\"x\",\"same\":2}"), HasSubstr("neither true nor false"));
  EXPECT_THAT(truth_refusal("{\"id\":\"x\",\"same\":true,\"authors\":[\"p\"]}"),
              HasSubstr("1 names, not two"));
  EXPECT_THAT(truth_refusal("id,same\nx,perhaps"), HasSubstr("t.jsonl:2"));
  EXPECT_THAT(truth_refusal("\n\n"), HasSubstr("the truth is empty"));
}

TEST(Join, MissingExtraAndOrder) {
  const auto truth = parse_truth("id,same\nx,1\ny,0\nz,1\n", "t");
  const auto joined = join(*truth, {{"z", "w", "x", "v"}, {0.9, 0.1, 0.8, 0.2}});
  EXPECT_THAT(joined.scores, ElementsAre(0.8, 0.5, 0.9));
  EXPECT_EQ(joined.missing, 1);
  EXPECT_EQ(joined.extra, 2);
  EXPECT_EQ(joined.first_extra, "w");
}

TEST(ReadAnswers, FoldersAndArchives) {
  testing::TemporaryFolder folder;
  for (const char* name : {"plain/answers.jsonl", "gz/answers.jsonl.gz", "zst/answers.jsonl.zst"}) {
    const std::string path = folder.file(name);
    const std::string parent = std::filesystem::path(path).parent_path().string();
    ASSERT_TRUE(make_directories(parent));
    ASSERT_TRUE(write_file(path, "{\"id\":\"x\",\"value\":0.25}"));
    for (const auto& given : {path, parent}) {
      const auto read = read_answers(given);
      ASSERT_TRUE(read) << read.error().message;
      EXPECT_THAT(read->predictions.values, ElementsAre(DoubleEq(0.25)));
    }
  }
  const auto none = read_truth(folder.file("plain"));
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message, HasSubstr("holds no truth.jsonl"));
  EXPECT_FALSE(read_answers(folder.file("absent.jsonl")));
}

}  // namespace
}  // namespace standfast
