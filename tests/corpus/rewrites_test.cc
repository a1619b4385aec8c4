// Tests of rewrites of documents: formats, styles, and the messages about a table that holds none.
#include "standfast/corpus/read/rewrites.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "tests/support/data.h"
#include "tests/support/streams.h"

namespace standfast {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Result<Rewrites> parsed_rewrites(const std::string& bytes, Format format = Format::csv,
                                 const RewriteColumns& columns = {}) {
  testing::StringInput input(bytes);
  return parse_rewrites(input, "f", format, columns);
}

std::string rewrites_complaint(const std::string& bytes, Format format = Format::csv,
                               const RewriteColumns& columns = {}) {
  const auto rewrites = parsed_rewrites(bytes, format, columns);
  EXPECT_FALSE(rewrites) << bytes;
  if (rewrites) return "";
  EXPECT_EQ(rewrites.error().kind, ErrorKind::data);
  EXPECT_EQ(rewrites.error().message.find('\n'), std::string::npos);
  return rewrites.error().message;
}

TEST(Rewrites, EachFormatHoldsTheSame) {
  const std::vector<std::pair<Format, std::string>> tables = {
      {Format::csv, "id,style,text\np1,formal,\"Dear \"\"Sir\"\",\nyours\"\n\np2,formal,\" Good. \"\n"},
      {Format::csv,
       "text;id;other;style\n\"Dear \"\"Sir\"\",\nyours\";p1;;formal\n\" Good. \";p2;x;formal\n"},
      {Format::tsv, "style\tid\ttext\nformal\tp1\t\"Dear \"\"Sir\"\",\nyours\"\nformal\tp2\t Good. \n"},
      {Format::jsonl,
       "{\"id\":\"p1\",\"text\":\"Dear \\\"Sir\\\",\\nyours\",\"style\":\"formal\"}\n\n"
       "{\"style\":\"formal\",\"id\":\"p2\",\"text\":\" Good. \",\"tokens\":[1,2]}\n"}};
  for (const auto& [format, bytes] : tables) {
    const auto rewrites = parsed_rewrites(bytes, format);
    ASSERT_TRUE(rewrites) << rewrites.error().message;
    ASSERT_EQ(rewrites->all().size(), 2U);
    EXPECT_THAT(rewrites->styles(), ElementsAre("formal"));
    ASSERT_NE(rewrites->find("p1", "formal"), nullptr);
    EXPECT_EQ(rewrites->find("p1", "formal")->text, "Dear \"Sir\",\nyours");
    EXPECT_EQ(rewrites->find("p2", "formal")->text, " Good. ");  // as it is written
    EXPECT_EQ(rewrites->find("p1"), nullptr);
    EXPECT_EQ(rewrites->find("p3", "formal"), nullptr);
    EXPECT_EQ(rewrites->all()[1].id, "p2");
  }
}

TEST(Rewrites, OneTableMayHoldSeveralOfADocument) {
  const auto rewrites = parsed_rewrites("doc,register,rewrite\n7,b,Low.\n7,a,High.\n8,a,Up.\n", Format::csv,
                                        {.id = "doc", .text = "rewrite", .style = "register"});
  ASSERT_TRUE(rewrites) << rewrites.error().message;
  EXPECT_THAT(rewrites->styles(), ElementsAre("a", "b"));
  EXPECT_EQ(rewrites->find("7", "a")->text, "High.");
  EXPECT_EQ(rewrites->find("7", "b")->line, 2U);
  EXPECT_EQ(rewrites->find("8", "b"), nullptr);
  // Ids that are numbers are taken as they are written.
  const auto plain = parsed_rewrites("{\"id\":7,\"text\":\"One.\"}\n", Format::jsonl);
  ASSERT_TRUE(plain) << plain.error().message;
  EXPECT_THAT(plain->styles(), ElementsAre(""));
  EXPECT_EQ(plain->find("7")->text, "One.");
}

TEST(Rewrites, MistakesAreGuessed) {
  EXPECT_EQ(
      rewrites_complaint("id,text\na,one\nb,two\na,three\nb,four\n"),
      "f:4: document \"a\" has a rewrite in line 2 already; if they differ in style, name the column that "
      "tells it: style = \"COLUMN\"");
  EXPECT_EQ(rewrites_complaint("id,text,style\na,one,x\na,two,y\na,three,x\n"),
            "f:4: document \"a\" has a rewrite with \"x\" in column \"style\" in line 2 already");
  EXPECT_THAT(rewrites_complaint("id,text\na,\"\"\n"),
              HasSubstr("f:2: the rewrite of \"a\" is empty (did the rewriter"));
  EXPECT_THAT(rewrites_complaint("{\"id\":\"a\",\"text\":\" \\n\"}\n", Format::jsonl),
              HasSubstr("f:1: the rewrite of \"a\" is empty"));
  EXPECT_THAT(rewrites_complaint("id,text\na,\n"), HasSubstr("f:2: no text (column \"text\""));
  EXPECT_THAT(rewrites_complaint("{\"id\":\"a\",\"text\":null}\n", Format::jsonl), HasSubstr("f:1: no text"));
  EXPECT_THAT(rewrites_complaint("id,text\na,one\n,two\n"), HasSubstr("f:3: no id (column \"id\")"));
  EXPECT_THAT(rewrites_complaint("id,text,style\na,one,x\nb,two,\n"),
              HasSubstr("f:3: no style (column \"style\")"));
  EXPECT_THAT(rewrites_complaint("doc_id,text\na,one\n"),
              AllOf(HasSubstr("f: no column \"id\" (id = \"COLUMN\" names another)"),
                    HasSubstr("columns: doc_id, text")));
  EXPECT_THAT(rewrites_complaint("id,rewrite\na,one\n"), HasSubstr("no column \"text\""));
  // A message is one line, whatever ids and names of columns hold.
  EXPECT_THAT(rewrites_complaint("id,\"te\nxt\"\na,one\n"), HasSubstr("columns: id, te\\u000axt"));
  EXPECT_THAT(rewrites_complaint("id,text\n\"a\nb\",one\n\"a\nb\",two\n"),
              HasSubstr("document \"a\\u000ab\""));
  EXPECT_THAT(rewrites_complaint("id,text,registre\na,one,x\n", Format::csv, {.style = "register"}),
              HasSubstr("no column \"register\", which style names; did you mean \"registre\"?"));
  EXPECT_THAT(rewrites_complaint("id,text\n"), HasSubstr("f: no rewrite in it"));
  EXPECT_THAT(rewrites_complaint("id,text\na,one,two\n"), HasSubstr("f:2: 3 fields where the header has 2"));
  EXPECT_EQ(rewrites_complaint("id,text\na,caf\xe9\n"), "f:2: not valid UTF-8 (another encoding?)");
  EXPECT_EQ(rewrites_complaint("{\"id\":\"a\",\"text\":\"caf\xe9\"}\n", Format::jsonl),
            "f:1: not valid UTF-8 (another encoding?)");
  EXPECT_THAT(rewrites_complaint("{\"id\":\"a\",\"text\":[\"x\"]}\n", Format::jsonl),
              HasSubstr("f:1: \"text\" holds a list where text was expected"));
  EXPECT_THAT(rewrites_complaint("{\"id\":\"a\"\n", Format::jsonl), HasSubstr("f:1: "));
}

TEST(Rewrites, TheKindOfTheFileIsGuessed) {
  testing::TemporaryFolder folder;
  const std::string row = "{\"id\":\"a\",\"text\":\"one\"}\n";
  for (const char* name : {"r.jsonl", "r.jsonl.gz", "r.jsonl.zst", "rewrites"}) {
    ASSERT_TRUE(write_file(folder.file(name), row));
    const auto read = read_rewrites(folder.file(name), {});
    EXPECT_TRUE(read) << read.error().message;
  }
  ASSERT_TRUE(write_file(folder.file("r.csv.gz"), "id,text\na,one\n"));
  EXPECT_TRUE(read_rewrites(folder.file("r.csv.gz"), {}));
  ASSERT_TRUE(write_file(folder.file("list.jsonl"), "[" + row + "]"));
  EXPECT_THAT(read_rewrites(folder.file("list.jsonl"), {}).error().message, HasSubstr("is one JSON list"));
  ASSERT_TRUE(write_file(folder.file("words.txt"), "the\nand\n"));
  EXPECT_THAT(read_rewrites(folder.file("words.txt"), {}).error().message, HasSubstr("no column \"id\""));
  ASSERT_TRUE(write_file(folder.file("r.parquet"), std::string("PAR1\0\0\0", 7)));
  EXPECT_THAT(read_rewrites(folder.file("r.parquet"), {}).error().message, HasSubstr("is a Parquet file"));
}

TEST(Rewrites, ColumnsAreCheckedTogether) {
  const OptionSet options = rewrite_column_table("formal-");
  EXPECT_EQ(options.specs()[0].name, "formal-id");
  for (const auto& [value, complaint] :
       {std::pair{"id", "formal-id, formal-text and formal-style name different columns"},
        {"", "formal-text = \"\": must name a column"}}) {
    const auto given = Options::resolve("x", options, {{"formal-text", std::string(value)}});
    ASSERT_TRUE(given);
    const auto checked = options.check(*given);
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().message, complaint);
  }
}

}  // namespace
}  // namespace standfast
