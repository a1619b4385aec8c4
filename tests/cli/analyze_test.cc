#include <gmock/gmock.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "tests/support/command.h"

namespace standfast::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::ordered_json;

const std::string kCounts = std::string(STANDFAST_SOURCE_DIR) + "/studies/novel-topic-nyt-counts.csv";

TEST(Analyze, ATableOfCountsAndItsReplicaSayTheSame) {
  TemporaryFolder folder;
  const auto table = standfast("analyze --table " + kCounts + " --out tables", folder.path());
  ASSERT_EQ(table.code, 0) << table.err;
  EXPECT_THAT(table.out, HasSubstr("V2 = 0.09461"));
  EXPECT_THAT(table.out, HasSubstr("10 of 23 topics (26.8 % of the documents) have practically one author"));
  EXPECT_THAT(*read_file(folder.file("tables/counts.tex")), HasSubstr("\\toprule"));
  // The written counts can be read as a table again.
  const auto again = standfast("analyze --table tables/counts.csv --json", folder.path());
  ASSERT_EQ(again.code, 0) << again.err;
  const auto made = standfast("synth --table " + kCounts + " --length 3 --out nyt.jsonl", folder.path());
  ASSERT_EQ(made.code, 0) << made.err;
  const auto replica = standfast("analyze nyt.jsonl --json", folder.path());
  const auto a = Json::parse(again.out), b = Json::parse(replica.out);
  EXPECT_EQ(a["summary"]["documents"], 18862);
  EXPECT_EQ(a["summary"]["single_author_topics"], 10);
  EXPECT_EQ(a["warnings"], b["warnings"]);
  for (const char* key : {"documents", "topics", "authors", "unseen_documents"})
    EXPECT_EQ(a["summary"][key], b["summary"][key]);
  EXPECT_NEAR(a["summary"]["v2"].get<double>(), b["summary"]["v2"].get<double>(), 1e-12);
}

TEST(Analyze, InteractionIsATableMore) {
  TemporaryFolder folder;
  ASSERT_EQ(standfast("synth --authors 4 --topics 3 --families 3 --documents 120 --length 80 --out c.jsonl",
                      folder.path())
                .code,
            0);
  const auto said = standfast("analyze c.jsonl --interaction --json", folder.path());
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(Json::parse(said.out)["tables"]["interaction"]["rows"].size(), 36U) << "12 measures, 3 effects";
  EXPECT_THAT(standfast("analyze c.jsonl --interaction -j 2", folder.path()).out,
              HasSubstr("function-words"));
}

// Returns a corpus of two authors on two topics; one of the authors says "ich" more often than the other.
std::string german_corpus() {
  std::string lines;
  for (int i = 0; i < 24; ++i) {
    std::string text;
    for (int k = 0; k < 6; ++k)
      text += i % 2 == 0 || k % 3 == i % 3
                  ? "Ich habe das Haus gesehen und bin nicht hinein gegangen. "
                  : "Das alte Haus steht noch, große Bäume werfen dort viele Schatten. ";
    lines += Json{{"id", std::to_string(i)},
                  {"text", text},
                  {"author", i % 2 == 0 ? "a" : "b"},
                  {"topic", i / 2 % 2 == 0 ? "t" : "u"}}
                 .dump() +
             "\n";
  }
  return lines;
}

TEST(Analyze, SaysWhichLanguageItTookTheTextsForAndUsesItsFunctionWords) {
  TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.file("c.jsonl"), german_corpus()));
  EXPECT_THAT(standfast("analyze c.jsonl", folder.path()).out, HasSubstr("took the texts for German (de): "));
  const auto said = standfast("analyze c.jsonl --interaction --json", folder.path());
  ASSERT_EQ(said.code, 0) << said.err;
  const Json document = Json::parse(said.out);
  EXPECT_EQ(document["language"]["code"], "de");
  EXPECT_THAT(document["language"]["why"].get<std::string>(), HasSubstr("are German function words"));
  EXPECT_EQ(document["tables"]["interaction"]["rows"].size(), 36U) << "function words are measured, too";
  EXPECT_THAT(standfast("analyze c.jsonl --interaction", folder.path()).out,
              HasSubstr("function-words: German ones."));
  // The language that the user gives is taken, and "none" switches the measure off.
  const auto english = standfast("analyze c.jsonl --interaction --language en", folder.path());
  EXPECT_THAT(english.out, HasSubstr("took the texts for English (en), by --language"));
  EXPECT_THAT(english.out, Not(HasSubstr("German ones")));
  const auto none = standfast("analyze c.jsonl --interaction --language none --json", folder.path());
  EXPECT_EQ(Json::parse(none.out)["tables"]["interaction"]["rows"].size(), 34U);
  EXPECT_THAT(standfast("analyze c.jsonl --language ja", folder.path()).err,
              HasSubstr("--language: there is no list of function words for \"ja\" (there are: en, da, "));
  EXPECT_EQ(standfast("analyze --table " + kCounts + " --language de", folder.path()).code, 2);
}

// A full table of 1,100 by 1,100 would have more than a million cells, of which 2,200 hold a document.
TEST(Analyze, OfAnImmenseTableOnlyTheFilledCellsAreWritten) {
  TemporaryFolder folder;
  std::string lines;
  for (int i = 0; i < 2200; ++i)
    lines += Json{{"id", std::to_string(i)},
                  {"text", "one two"},
                  {"author", "a" + std::to_string(i % 1100)},
                  {"topic", "t" + std::to_string(i * 7 % 1100 + i / 1100)}}
                 .dump() +
             "\n";
  ASSERT_TRUE(write_file(folder.file("c.jsonl"), lines));
  const auto said = standfast("analyze c.jsonl --out tables --interaction --min-docs 1", folder.path());
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_FALSE(read_file(folder.file("tables/counts.csv")));
  const std::string cells = *read_file(folder.file("tables/cells.csv"));
  EXPECT_THAT(cells, ::testing::StartsWith("topic,author,documents\r\n"));
  EXPECT_EQ(std::count(cells.begin(), cells.end(), '\n'), 2201);
}

TEST(Analyze, WhatDoesNotFitIsRefused) {
  TemporaryFolder folder;
  EXPECT_EQ(standfast("analyze", folder.path()).code, 2);
  const auto both = standfast("analyze --table " + kCounts + " --interaction", folder.path());
  EXPECT_EQ(both.code, 2);
  EXPECT_THAT(both.err, HasSubstr("give a corpus, not a table"));
  ASSERT_TRUE(write_file(folder.file("bad.csv"), "topic,ann\nsea,many\n"));
  const auto bad = standfast("analyze --table bad.csv", folder.path());
  EXPECT_EQ(bad.code, 3);
  EXPECT_THAT(bad.err, HasSubstr("bad.csv:2: \"many\" for \"ann\""));
}

}  // namespace
}  // namespace standfast::testing
