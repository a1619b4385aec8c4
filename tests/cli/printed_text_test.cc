// Tests of the text that the program prints for people: no formulas in tables, no control characters on
// terminals, and one line for each message.
#include <gmock/gmock.h>

#include "standfast/base/json.h"
#include "tests/support/command.h"

namespace standfast::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::ordered_json;

const std::string kFormula = "=cmd|' /C calc'!A0", kAt = "@SUM(1,2)", kMinus = "-anna",
                  kEscape = "\x1b]0;owned\x07\x1b[2J", kTurn = "\u202ereversed", kTwoLines = "one\ntwo";

std::string document(const std::string& id, const std::string& author, const std::string& topic) {
  return Json{{"id", id}, {"text", "some words of " + id}, {"author", author}, {"topic", topic}}.dump() +
         "\n";
}

bool is_plain(const std::string& text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) {
                       return c == '\n' || c == '\t' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f);
                     }) &&
         text.find("\u202e") == std::string::npos;
}

TEST(PrintedText, NamesThatBeginLikeFormulasAreTextInTables) {
  TemporaryFolder folder;
  std::string lines;
  int n = 0;
  for (const auto& author : {kFormula, kMinus, std::string("ann")})
    for (const auto& topic : {kAt, std::string("sea")})
      for (int k = 0; k < 2; ++k) lines += document("d" + std::to_string(n++), author, topic);
  ASSERT_TRUE(write_file(folder.file("c.jsonl"), lines));
  const auto said = standfast("analyze c.jsonl --out tables", folder.path());
  ASSERT_EQ(said.code, 0) << said.err;
  for (const char* table : {"topics", "authors", "counts"}) {
    const std::string csv = *read_file(folder.file(std::string("tables/") + table + ".csv"));
    EXPECT_THAT(csv, HasSubstr("'-anna")) << table;
    for (const char* start : {"\n=", "\n@", "\n-a", ",=", ",@", ",-a", ",\"=", ",\"@", "\n\"@"})
      EXPECT_EQ(csv.find(start), std::string::npos) << table << " " << start;
  }
  EXPECT_THAT(*read_file(folder.file("tables/authors.csv")), HasSubstr("'" + kFormula));
  // The table of counts is read again under the names that the corpus has.
  const auto again = standfast("analyze --table tables/counts.csv --json", folder.path());
  const auto first = standfast("analyze c.jsonl --json", folder.path());
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(Json::parse(again.out)["tables"]["counts"], Json::parse(first.out)["tables"]["counts"]);
  // A corpus stays as it is, byte for byte.
  ASSERT_EQ(standfast("convert c.jsonl c.csv", folder.path()).code, 0);
  EXPECT_THAT(*read_file(folder.file("c.csv")), HasSubstr("," + kFormula + ","));
  ASSERT_EQ(standfast("convert c.csv back.jsonl", folder.path()).code, 0);
  ASSERT_EQ(standfast("convert c.jsonl there.jsonl", folder.path()).code, 0);
  EXPECT_EQ(*read_file(folder.file("back.jsonl")), *read_file(folder.file("there.jsonl")));
}

TEST(PrintedText, ControlCharactersOfACorpusAreShownNotObeyed) {
  TemporaryFolder folder;
  std::string lines;
  int n = 0;
  for (const auto& author : {kEscape, kTurn, kTwoLines})
    for (const auto& topic : {kEscape, std::string("sea"), std::string("sky")})
      for (int k = 0; k < 4; ++k) lines += document(kEscape + std::to_string(n++), author, topic);
  lines += document(kEscape + "twin", kEscape, "sea") + document(kEscape + "twin 2", kEscape, "sea");
  ASSERT_TRUE(write_file(folder.file("c.jsonl"), lines));
  for (const char* command :
       {"check c.jsonl", "check c.jsonl --json", "analyze c.jsonl", "analyze c.jsonl --json",
        "split c.jsonl --set folds=2 -o s.json", "check c.jsonl --splits s.json",
        "sample c.jsonl --set topics=2 --set min-docs=1",
        "sample c.jsonl --set topics=2 --set min-docs=1 --json", "analyze c.jsonl --author 'id\x1b[1m'",
        "check '\x1b[1m.jsonl'"}) {
    const auto said = standfast(command, folder.path());
    EXPECT_TRUE(is_plain(said.out)) << command;
    EXPECT_TRUE(is_plain(said.err)) << command;
    EXPECT_THAT(said.out + said.err, HasSubstr("\\u001b")) << command;
    const bool json = std::string_view(command).ends_with("--json");
    EXPECT_TRUE(!json || Json::accept(said.out)) << command;
  }
  // A name of two lines does not make a table row into two.
  EXPECT_THAT(standfast("analyze c.jsonl", folder.path()).out, HasSubstr("one\\u000atwo"));
  // Output that the user asked for has the bytes of the corpus.
  ASSERT_EQ(standfast("convert c.jsonl c.csv", folder.path()).code, 0);
  EXPECT_THAT(*read_file(folder.file("c.csv")), HasSubstr(kEscape));
}

TEST(PrintedText, AMessageIsOneLineOfBearableLength) {
  TemporaryFolder folder;
  const std::string long_id(100'000, 'x');
  ASSERT_TRUE(
      write_file(folder.file("c.jsonl"), document("a\nb", "ann", "sea") + document("a\nb", "ben", "sky")));
  const auto twice = standfast("check c.jsonl -q", folder.path());
  EXPECT_EQ(twice.code, 3);
  EXPECT_EQ(std::count(twice.err.begin(), twice.err.end(), '\n'), 1) << twice.err;
  EXPECT_THAT(twice.err, HasSubstr("a\\u000ab"));
  ASSERT_TRUE(
      write_file(folder.file("l.jsonl"), document(long_id, "ann", "sea") + document(long_id, "ben", "sky")));
  const auto large = standfast("check l.jsonl", folder.path());
  EXPECT_EQ(large.code, 3);
  EXPECT_LT(large.err.size(), 1000U);
  EXPECT_THAT(large.err, HasSubstr("xxx..."));
}

TEST(PrintedText, ConvertRefusesANameOfAnotherFormatBeforeItReads) {
  TemporaryFolder folder;
  const auto said = standfast("convert not-there.jsonl out.parquet", folder.path());
  EXPECT_EQ(said.code, 2);
  EXPECT_THAT(said.err, HasSubstr("standfast: out.parquet: .parquet is no format that can be written"));
}

TEST(PrintedText, WhatAProgramSaysStaysOneShortLine) {
  TemporaryFolder folder;
  ASSERT_EQ(standfast("synth --authors 4 --topics 2 --families 1 --documents 16 --length 20 --out c.jsonl",
                      folder.path())
                .code,
            0);
  ASSERT_TRUE(
      write_file(folder.file("noisy.sh"),
                 "printf '\\033]0;owned\\007' >&2; head -c 60000 /dev/zero | tr '\\0' y >&2; exit 3\n"));
  ASSERT_TRUE(write_file(folder.file("study.toml"),
                         "[[corpus]]\npath = \"c.jsonl\"\n[[condition]]\nname = \"iid\"\nsplit = { method = "
                         "\"k-fold\", folds = 2 }\n[[model]]\ntype = \"command\"\ncommand = [\"sh\", \"" +
                             folder.file("noisy.sh") + "\", \"{test}\", \"{answers}\"]\n"));
  const auto said = standfast("run study.toml --out run --no-report", folder.path());
  EXPECT_EQ(said.code, 5) << said.err;
  EXPECT_TRUE(is_plain(said.err));
  EXPECT_LT(said.err.size(), 10'000U);
  const auto status = Json::parse(standfast("status run --json", folder.path()).out);
  ASSERT_FALSE(status["failed"].empty());
  for (const auto& unit : status["failed"]) {
    const std::string reason = unit["reason"];
    EXPECT_THAT(reason, HasSubstr("sh ended with exit code 3; its output is in the log"));
    EXPECT_LT(reason.size(), 4100U);
    EXPECT_TRUE(is_plain(reason));
  }
}

}  // namespace
}  // namespace standfast::testing
