#include "standfast/answers/class_predictions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standfast {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

ClassPredictions read(const std::string& content) {
  auto result = parse_class_predictions(content, "p");
  EXPECT_TRUE(result) << result.error().message;
  return result ? std::move(*result) : ClassPredictions();
}
std::string error(const std::string& content) {
  const auto result = parse_class_predictions(content, "p");
  EXPECT_TRUE(result || result.error().kind == ErrorKind::data);
  return result ? "read" : result.error().message;
}
std::vector<double> row(const ClassPredictions& read, size_t i) {
  std::vector<double> out(read.classes.size());
  const auto columns = read.probabilities.row_columns(i);
  for (size_t k = 0; k < columns.size(); ++k) out[columns[k]] = read.probabilities.row_values(i)[k];
  return out;
}

TEST(ClassPredictionsTest, LinesAndTablesAgree) {
  const auto lines = read(
      "{\"id\":\"1\",\"predicted\":\"bob\",\"probabilities\":{\"bob\":0.75,\"ann\":0.25}}\n\n"
      "{\"probabilities\":{\"cy\":1},\"id\":2,\"note\":[1]}\r\n");
  EXPECT_THAT(lines.ids, ElementsAre("1", "2"));
  EXPECT_THAT(lines.classes, ElementsAre("ann", "bob", "cy"));
  EXPECT_THAT(lines.predicted, ElementsAre(1, 2));
  EXPECT_TRUE(lines.has_probabilities);
  EXPECT_FALSE(lines.ranks_only);
  EXPECT_EQ(lines.blank_lines, 1U);
  EXPECT_THAT(row(lines, 0), ElementsAre(0.25, 0.75, 0));
  const auto table = read("id;cy;bob;ann;predicted\n1;0;.75;.25;bob\n2;1;0;0;cy");
  EXPECT_EQ(table.ids, lines.ids);
  EXPECT_EQ(table.classes, lines.classes);
  EXPECT_EQ(table.predicted, lines.predicted);
  EXPECT_EQ(row(table, 0), row(lines, 0));
  EXPECT_EQ(row(table, 1), row(lines, 1));
}

TEST(ClassPredictionsTest, ClassesAlone) {
  for (const char* content :
       {"id,predicted\n1,x\n2,y\n", "{\"id\":1,\"predicted\":\"x\"}\n{\"id\":2,\"predicted\":\"y\"}"}) {
    const auto only = read(content);
    EXPECT_FALSE(only.has_probabilities);
    EXPECT_THAT(only.predicted, ElementsAre(0, 1));
    EXPECT_EQ(only.probabilities.columns_count, 0U);
  }
}

// Everything later takes the most probable class for the answer.
TEST(ClassPredictionsTest, OfEquallyProbableClassesTheNamedOneIsTheAnswer) {
  const auto read = parse_class_predictions(
      R"({"id":"a","predicted":"y","probabilities":{"x":0.5,"y":0.5,"z":0}}
{"id":"b","predicted":"x","probabilities":{"x":0.5,"y":0.5}}
{"id":"c","probabilities":{"z":0.5,"y":0.5}}
{"id":"d","predicted":"y","probabilities":{"x":0.5000000001,"y":0.4999999999}}
)",
      "p.jsonl");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_THAT(read->predicted, ::testing::ElementsAre(1, 0, 1, 1));
  for (size_t i = 0; i < 4; ++i) {
    std::vector<double> row(3, 0);
    const auto columns = read->probabilities.row_columns(i);
    const auto values = read->probabilities.row_values(i);
    for (size_t k = 0; k < columns.size(); ++k) row[columns[k]] = values[k];
    EXPECT_EQ(predicted_class(row), read->predicted[i]) << i;
    EXPECT_NEAR(row[0] + row[1] + row[2], 1, 1e-9);
    // The first by name is the answer anyway. So its probability stays, and ties in rankings (AUC) stay ties.
    if (i == 1) {
      EXPECT_EQ(row[0], 0.5);
    }
  }
}

TEST(ClassPredictionsTest, NoAnswerIsSaidAndIsNoClass) {
  for (const char* content : {"{\"id\":1,\"predicted\":null}\n{\"id\":2,\"probabilities\":{\"x\":1}}",
                              "id,predicted,x\n1,,0\n2,x,1\n"}) {
    const auto some = read(content);
    EXPECT_TRUE(some.has_probabilities) << content;
    EXPECT_THAT(some.classes, ElementsAre("x"));
    EXPECT_THAT(some.predicted, ElementsAre(kNoAnswer, 0));
    EXPECT_THAT(row(some, 0), ElementsAre(0));
  }
  EXPECT_THAT(read("id,predicted\n1,x\n2,\n").predicted, ElementsAre(0, kNoAnswer));
  EXPECT_THAT(read("id,predicted,x,y\n1,x,0.5,0.5\n2,,,\n").predicted, ElementsAre(0, kNoAnswer));
  EXPECT_THAT(read("id,x,y\n1,0.2,0.8\n2,,\n").predicted, ElementsAre(1, kNoAnswer));
  EXPECT_THAT(parse_class_predictions("{\"id\":1,\"predicted\":null,\"probabilities\":{\"x\":1}}", "p")
                  .error()
                  .message,
              ::testing::HasSubstr("has probabilities and yet no answer"));
  const auto writer = ClassPredictionWriter::make({"x", "y"}, ClassPredictionWriter::Format::jsonl, true);
  ASSERT_TRUE(writer);
  const double none[] = {0, 0};
  EXPECT_EQ(writer->line("1", none), "{\"id\":\"1\",\"predicted\":null}\n");
}

TEST(ClassPredictionsTest, ScoresRank) {
  EXPECT_TRUE(read("{\"id\":1,\"scores\":{\"a\":0.5,\"b\":0.5}}").ranks_only);
}

TEST(ClassPredictionsTest, SumsAreMadeOne) {
  const auto rounded = read("{\"id\":1,\"probabilities\":{\"a\":0.333,\"b\":0.333,\"c\":0.333}}");
  EXPECT_NEAR(row(rounded, 0)[0], 1.0 / 3, 1e-15);
  EXPECT_EQ(rounded.predicted[0], 0U);  // the first of equals
  EXPECT_EQ(read("{\"id\":1,\"predicted\":\"b\",\"probabilities\":{\"a\":0.5,\"b\":0.5}}").predicted[0], 1U);
}

TEST(ClassPredictionsTest, RoundedSumsAreTakenInAnyOrder) {
  for (const char* rows : {"id,a,b,c\n1,.8,.1,.099\n", "id,a,b,c\n1,.099,.1,.8\n",
                           "id,a,b,c\n1,0.33,0.33,0.33\n", "id,a,b,c\n1,0.335,0.335,0.331\n",
                           "{\"id\":1,\"probabilities\":{\"a\":0.34,\"b\":3.4e-1,\"c\":0.33}}\n"})
    EXPECT_TRUE(parse_class_predictions(rows, "p")) << rows;
  EXPECT_THAT(error("id,a,b,c\n1,0.330,0.330,0.330\n"),
              HasSubstr("sum is 0.99, not 1 (of 3 values with 3 decimals it may be off by 0.0015)"));
  EXPECT_THAT(error("id,a,b\n1,0.4,0.5\n"), HasSubstr("it may be off by 0.01)"));
  // Rounding explains no sum of 0, however many classes there are.
  std::string head = "id", zeros = "1";
  for (int c = 0; c < 300; ++c) {
    head += ",c" + std::to_string(c);
    zeros += ",0";
  }
  EXPECT_THAT(error(head + "\n" + zeros + "\n"), HasSubstr("sum is 0, not 1"));
}

TEST(ClassPredictionsTest, RefusesWithLineAndId) {
  const std::string good = "{\"id\":\"doc 1\",\"probabilities\":{\"a\":1}}\n";
  EXPECT_THAT(error(good + good), HasSubstr("p:2: the id doc 1 occurred before"));
  EXPECT_THAT(error(good + "{\"id\":2}"), HasSubstr("p:2: 2 has neither \"predicted\" nor"));
  EXPECT_THAT(error(good + "{\"id\":2,\"predicted\":\"a\"}"), HasSubstr("p:2: 2 has no probabilities"));
  EXPECT_THAT(error(good + "{\"id\":2,\"scores\":{\"a\":1}}"), HasSubstr("2 has \"scores\""));
  EXPECT_THAT(error("{\"predicted\":\"a\"}"), HasSubstr("no \"id\""));
  EXPECT_THAT(error("{\"id\":2,\"probabilities\":{\"a\":0.5,\"b\":0.4}}"),
              HasSubstr("p:1: 2 has probabilities whose sum is 0.9, not 1"));
  EXPECT_THAT(error("{\"id\":2,\"probabilities\":{}}"), HasSubstr("sum is 0"));
  EXPECT_THAT(error("{\"id\":2,\"probabilities\":{\"a\":-0.5}}"),
              HasSubstr("\"a\" is -0.5, not a number from 0"));
  EXPECT_THAT(error("{\"id\":2,\"probabilities\":{\"a\":NaN}}"), HasSubstr("p:1: "));
  EXPECT_THAT(error("{\"id\":2,\"probabilities\":{\"a\":null}}"), HasSubstr("not a number"));
  EXPECT_THAT(error("{\"id\":2,\"probabilities\":{\"a\":0.5,\"a\":0.5}}"), HasSubstr("names a class twice"));
  EXPECT_THAT(error("{\"id\":2,\"probabilities\":[1]}"), HasSubstr("not an object"));
  EXPECT_THAT(error("{\"id\":2,\"predicted\":\"b\",\"probabilities\":{\"a\":0.9,\"b\":0.1}}"),
              HasSubstr("2 is predicted as \"b\" (probability 0.1), but \"a\" is more probable (0.9)"));
  EXPECT_THAT(error("[{\"id\":2}]"), HasSubstr("p:1: one JSON list"));
  EXPECT_THAT(error("id,text\n1,hello\n"), HasSubstr("column \"text\" holds \"hello\", not a number"));
  EXPECT_THAT(error("id;a;b\n1;0,5;0,5\n"), HasSubstr("decimal comma"));
  EXPECT_THAT(error("1,ann\n"), HasSubstr("neither JSON lines nor a table"));
  EXPECT_THAT(error("id,a,a\n"), HasSubstr("two columns are called \"a\""));
  EXPECT_THAT(error("id,a\n1\n"), HasSubstr("1 fields, but the first line has 2"));
}

TEST(ClassPredictionsTest, WhatIsWrittenIsRead) {
  const std::vector<std::string> classes = {"a \"quoted\"", "b,c", "d"};
  const std::vector<std::vector<double>> rows = {{0.1, 0.2, 0.7}, {1.0 / 3, 1.0 / 3, 1.0 / 3}};
  for (const auto format : {ClassPredictionWriter::Format::jsonl, ClassPredictionWriter::Format::table}) {
    const auto writer = ClassPredictionWriter::make(classes, format, true).value();
    const auto back = read(writer.header() + writer.line("x,\"y\"", rows[0]) + writer.line("2", rows[1]));
    EXPECT_THAT(back.ids, ElementsAre("x,\"y\"", "2"));
    EXPECT_EQ(back.classes, classes);
    EXPECT_THAT(back.predicted, ElementsAre(2, 0));
    for (size_t i = 0; i < 2; ++i)
      for (size_t c = 0; c < 3; ++c) EXPECT_NEAR(row(back, i)[c], rows[i][c], 1e-15);
  }
  EXPECT_THAT(
      ClassPredictionWriter::make(classes, ClassPredictionWriter::Format::jsonl, false)->line("1", rows[0]),
      HasSubstr("\"scores\":{"));
  EXPECT_FALSE(ClassPredictionWriter::make({"id"}, ClassPredictionWriter::Format::table, true));
}

}  // namespace
}  // namespace standfast
