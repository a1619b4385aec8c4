#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/corpus/read/csv_record.h"
#include "standfast/corpus/read/readers.h"
#include "tests/support/streams.h"

namespace standfast {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using testing::StringInput;

struct Read {
  Result<Corpus> corpus;
  ReadReport report;
};

Read read(const std::string& bytes, BadRowPolicy policy = BadRowPolicy::fail, char separator = '\0') {
  StringInput input(bytes);
  ReadReport report;
  ReadOptions options;
  options.bad_rows = policy;
  auto corpus = read_csv(input, "x.csv", separator, options, report);
  return {std::move(corpus), report};
}

std::string error_of(const std::string& bytes) {
  const auto result = read(bytes);
  return result.corpus ? "" : result.corpus.error().message;
}

TEST(Csv, ReadsQuotedFieldsWithSeparatorsLineBreaksAndQuotes) {
  const auto [corpus, report] =
      read("id,text,author\r\n1,\"a, \"\"b\"\"\r\nc\",ann\r\n2,plain \"text\",\r\n\r\n3,\"\",bob");
  ASSERT_TRUE(corpus) << corpus.error().message;
  ASSERT_EQ(corpus->size(), 3u);
  EXPECT_EQ(corpus->text(0), "a, \"b\"\r\nc");
  EXPECT_EQ(corpus->text(1), "plain \"text\"");
  EXPECT_EQ(corpus->text(2), "");
  EXPECT_EQ(corpus->value(Role::author, 0), "ann");
  EXPECT_EQ(corpus->value(Role::author, 1), "");
  EXPECT_EQ(report.empty_texts, 1u);
  EXPECT_EQ(report.rows, 3u);
}

TEST(Csv, TheSeparatorIsGuessedFromTheHeader) {
  for (const char c : {',', ';', '\t'}) {
    const std::string s(1, c);
    const auto [corpus, report] = read(
        "\xef\xbb\xbf\"id\"" + s + "text" + s + "topic\n1" + s + "x,y;z" + s + "t\n", BadRowPolicy::skip);
    if (c == '\t') {
      ASSERT_TRUE(corpus) << corpus.error().message;
      EXPECT_EQ(corpus->text(0), "x,y;z");
    } else {
      EXPECT_FALSE(corpus) << "the unquoted separator makes too many fields";
    }
  }
  EXPECT_EQ(read("text\nonly one column, really\n", BadRowPolicy::fail, '\t').corpus->text(0),
            "only one column, really");
}

TEST(Csv, AFirstLineOfExcelSaysTheSeparator) {
  const auto [corpus, report] = read("\xef\xbb\xbfsep=;\r\nid;text\r\n1;a, b, c, d\r\n");
  ASSERT_TRUE(corpus) << corpus.error().message;
  EXPECT_EQ(corpus->text(0), "a, b, c, d");
  EXPECT_EQ(read("sep=|\nid|text\n1|a\n").corpus->text(0), "a");
  EXPECT_THAT(error_of("sep=;\nid;text\n1;a;b\n"), HasSubstr("x.csv:3: 3 fields"));
}

TEST(Csv, IsTheSameForEveryPieceSize) {
  std::string bytes = "id,text,topic\n";
  for (int i = 0; i < 60; ++i)
    bytes += std::to_string(i) + ",\"" + std::string(static_cast<size_t>(i), 'x') + "\"\"\n\"," +
             (i % 3 ? "a" : "\"b\"") + "\r\n";
  const auto whole = read(bytes);
  ASSERT_TRUE(whole.corpus) << whole.corpus.error().message;
  for (const size_t piece : {1u, 2u, 5u, 64u})
    for (const size_t block : {8u, 100u, 4096u}) {
      StringInput input(bytes, piece);
      CsvReader reader(input, "x.csv", 1 << 20, block);
      CsvRecord record;
      size_t records = 0;
      for (;;) {
        const auto more = reader.next(',', false, record);
        ASSERT_TRUE(more);
        if (!*more) break;
        ASSERT_EQ(record.problem, "");
        ASSERT_EQ(record.fields.size(), 3u);
        if (records > 0) {
          EXPECT_EQ(record.fields[1].decode(), whole.corpus->text(static_cast<uint32_t>(records - 1)));
          EXPECT_EQ(record.line, 2 * records);
        }
        ++records;
      }
      EXPECT_EQ(records, 61u);
    }
}

TEST(Csv, BadRowsAreNamedByTheLineTheyStartIn) {
  const std::string head = "id,text,author\n1,\"two\nlines\",ann\n";
  const struct {
    std::string row, message;
  } cases[] = {
      {"2,short", "2 fields where the header has 3"},
      {"2,a,b,c", "4 fields where the header has 3"},
      {"2,\"a\"b,c", "behind a closing quote"},
      {"2,a\rb,c", "carriage return"},
      {"2,a\xff,c", "UTF-8"},
      {std::string("2,a\0,c", 6), "NUL"},
      {"2,,c", "no text"},
      {",a,c", "no id"},
      {"1,a,c", "a second time"},
  };
  for (const auto& c : cases) {
    const std::string bytes = head + c.row + "\n9,last,bob\n";
    const std::string message = error_of(bytes);
    EXPECT_THAT(message, HasSubstr("x.csv:4: ")) << c.row;
    EXPECT_THAT(message, HasSubstr(c.message)) << c.row;
    const auto skipped = read(bytes, BadRowPolicy::skip);
    ASSERT_TRUE(skipped.corpus) << c.row;
    EXPECT_EQ(skipped.corpus->size(), 2u) << c.row;
    EXPECT_EQ(skipped.corpus->id(1), "9");
    EXPECT_EQ(skipped.report.skipped, 1u);
  }
}

TEST(Csv, AQuoteThatNeverClosesCostsOneLine) {
  const std::string bytes = "id,text\n1,a\n2,\"open\n3,c\n4,d\n";
  EXPECT_THAT(error_of(bytes), HasSubstr("x.csv:3: a quote that opens here never closes"));
  const auto [corpus, report] = read(bytes, BadRowPolicy::skip);
  ASSERT_TRUE(corpus);
  ASSERT_EQ(corpus->size(), 3u);
  EXPECT_EQ(corpus->id(1), "3");
  EXPECT_EQ(report.skipped, 1u);
}

// The bytes of an earlier record must not be looked at again, because the buffer has moved by then.
TEST(Csv, AQuoteThatNeverClosesLeavesNoBytesBehind) {
  for (const size_t block : {16u, 17u, 64u, 4096u})
    for (const size_t length : {1u, 14u, 15u, 16u, 17u, 31u, 32u, 33u, 100u, 5000u, 20000u})
      for (const uint64_t most : {uint64_t{1} << 20, uint64_t{64}}) {
        StringInput input("id,text\n0,zero\n1,\"" + std::string(length, 'a') + "\n2,b\n", 7);
        CsvReader reader(input, "x.csv", most, block);
        CsvRecord record;
        for (const char* id : {"id", "0"}) {
          ASSERT_TRUE(reader.next(',', false, record).value());
          EXPECT_EQ(record.fields.at(0).raw, id);
        }
        ASSERT_TRUE(reader.next(',', false, record).value());
        EXPECT_NE(record.problem, "") << block << " " << length;
        EXPECT_EQ(record.bytes.data(), nullptr) << block << " " << length;
        EXPECT_TRUE(record.fields.empty());
        ASSERT_TRUE(reader.next(',', false, record).value());
        EXPECT_EQ(record.problem, "");
        EXPECT_EQ(record.line, 4u);
        EXPECT_EQ(record.bytes, "2,b");
        EXPECT_FALSE(reader.next(',', false, record).value());
        EXPECT_EQ(record.bytes.data(), nullptr);
      }
}

TEST(Csv, AQuoteThatNeverClosesIsSaidUnderEveryPolicyAtEveryBlockSize) {
  for (const size_t block : {16u, 64u, 4096u, 1u << 20})
    for (const auto policy : {BadRowPolicy::fail, BadRowPolicy::skip, BadRowPolicy::repair}) {
      ReadOptions options;
      options.bad_rows = policy;
      options.block_bytes = block;
      StringInput input("id,text\n1,a\n2,\"" + std::string(3 * block, 'a'));
      ReadReport report;
      const auto corpus = read_csv(input, "x.csv", '\0', options, report);
      if (policy == BadRowPolicy::fail) {
        ASSERT_FALSE(corpus);
        EXPECT_THAT(corpus.error().message, HasSubstr("x.csv:3: a quote that opens here never closes"));
      } else {
        ASSERT_TRUE(corpus) << corpus.error().message;
        EXPECT_EQ(corpus->size(), 1u);
        EXPECT_EQ(report.skipped, 1u);
      }
    }
}

TEST(Csv, LongTextsKeepTheirBytesAlsoWhereTheyPlayTwoRoles) {
  std::string raw, text;
  for (int i = 0; text.size() < 9'000'000; ++i) {
    raw += std::to_string(i) + "\"\"\n" + std::string(static_cast<size_t>(i % 100), 'x');
    text += std::to_string(i) + "\"\n" + std::string(static_cast<size_t>(i % 100), 'x');
  }
  ReadOptions options;
  options.text_column = options.role_columns[static_cast<size_t>(Role::topic)] = "text";
  StringInput input("id,text\na,\"" + raw + "\"\nb,two\n", 70'001);
  ReadReport report;
  const auto corpus = read_csv(input, "x.csv", '\0', options, report);
  ASSERT_TRUE(corpus) << corpus.error().message;
  ASSERT_EQ(corpus->size(), 2u);
  EXPECT_TRUE(corpus->text(0) == text);
  EXPECT_TRUE(corpus->value(Role::topic, 0) == text);
  EXPECT_EQ(corpus->text(1), "two");
}

TEST(Csv, RepairReadsAsPythonDoes) {
  const auto [corpus, report] =
      read("id,text,author\n1,\"a\"b,ann\n2,c\rd,bob\n3,short\n4,x\xffy,eve\n4,again,eve\n5,a,b,c\n" +
               std::string("6,n\0n,o\n", 8),
           BadRowPolicy::repair);
  ASSERT_TRUE(corpus) << corpus.error().message;
  ASSERT_EQ(corpus->size(), 6u);
  EXPECT_EQ(corpus->text(0), "ab");
  EXPECT_EQ(corpus->text(1), "c\rd");
  EXPECT_EQ(corpus->value(Role::author, 2), "");
  EXPECT_EQ(corpus->text(3), "x\xef\xbf\xbdy");
  EXPECT_EQ(corpus->id(4), "4-row5");
  EXPECT_EQ(corpus->text(5), "n\xef\xbf\xbdn");
  EXPECT_EQ(report.repaired, 6u);
  EXPECT_EQ(report.skipped, 1u);
}

TEST(Csv, EmptyInputs) {
  EXPECT_EQ(error_of(""), "x.csv: is empty");
  EXPECT_EQ(error_of("\n\n"), "x.csv: is empty");
  EXPECT_EQ(error_of("id,text\n"), "x.csv: holds no documents");
  EXPECT_THAT(error_of("a,b\n1,2\n"),
              HasSubstr("no column looks like the text; name it with --text NAME (columns: a, b)"));
  EXPECT_THAT(error_of("text,text\n1,2\n"),
              HasSubstr("x.csv: two columns or more are called \"text\"; rename one"));
  EXPECT_EQ(error_of("content,body\n1,2\n"),
            "x.csv: \"content\" and \"body\" could both be the text; say which with --text NAME");
  EXPECT_THAT(error_of("id,\"text\n1,2\n"), ContainsRegex("x.csv:1: in the header: a quote that opens here"));
}

TEST(Csv, RecordsThatAreTooLong) {
  StringInput input("id,text\n1,\"" + std::string(5000, 'x') + "\n" + std::string(5000, 'y') + "\"\n2,b\n");
  ReadReport report;
  ReadOptions options;
  options.max_row_bytes = 1000;
  const auto corpus = read_csv(input, "x.csv", ',', options, report);
  ASSERT_FALSE(corpus);
  EXPECT_THAT(corpus.error().message, HasSubstr("x.csv:2: longer than 1000 bytes"));
}

// Documents and reported losses together account for all rows.
TEST(Csv, AStrayQuoteInATsvTakesNoOtherRow) {
  const std::string tsv =
      "id\tauthor\ttext\n1\tann\t\"Hello there\n2\tben\tokay\n3\tcid\tsee you\"\n4\tdan\tbye\n";
  EXPECT_THAT(error_of(tsv),
              HasSubstr("x.csv:2: a quote opens here and closes in a later line, but each of these lines "
                        "is a row of its own (a stray quote? --quotes none"));
  const auto skipped = read(tsv, BadRowPolicy::skip);
  ASSERT_TRUE(skipped.corpus);
  EXPECT_EQ(skipped.corpus->size(), 3U);
  EXPECT_EQ(skipped.report.skipped, 1U);
  EXPECT_EQ(skipped.corpus->text(1), "see you\"");
  // Every 33rd of many rows has a stray quote, as forums write them.
  std::string many = "id\tauthor\ttext\n";
  for (int i = 0; i < 2000; ++i)
    many += std::to_string(i) + "\tann\t" +
            (i % 33 == 0    ? "\"begins"
             : i % 33 == 20 ? "ends\""
                            : "says") +
            " a word\n";
  const auto lossy = read(many, BadRowPolicy::skip);
  ASSERT_TRUE(lossy.corpus);
  EXPECT_EQ(lossy.corpus->size() + lossy.report.skipped, 2000U);

  const std::string lines = "id\tauthor\ttext\n1\tann\t\"first line\nsecond line\"\n2\tben\tx\n";
  EXPECT_EQ(read(lines).corpus->size(), 2U) << "a quoted text of several lines";
}

// The content of a quoted text never becomes a row, even if the text is not quoted as it should be.
TEST(Csv, ABadRecordMakesNoDocumentsOfItsText) {
  const std::string head = "id,author,text\n", last = "9,zoe,last\n";
  const struct {
    std::string what, rows;
    size_t skipped;
    std::string message;
  } cases[] = {
      {"a table in a text", "1,ann,\"a table:\na,b,c\nd,e,f\n\"tail\n", 1, "(lines 2 to 5)"},
      {"an undoubled quote, and a table behind it", "1,ann,\"5\" long\na,b,c\nmore\"\n", 1, "(lines 2 to 4)"},
      {"two of them", "1,ann,\"he said \"hi\", so\na,b,c\nand \"she\" too\nd,e,f\nend\"\n", 1,
       "(lines 2 to 6)"},
      {"quotes that close in their line", "1,ann,\"he said \"hi\"\"\n2,ben,\"fine\"\n", 1,
       "x.csv:2: text behind"},
      {"rows with literal quotes behind it", "1,ann,\"a\"b\n2,ben,fine\n3,cid,said \"ok\"\n", 1,
       "x.csv:2: text behind"},
      {"a stray quote", "1,ann,\"Hello\n2,ben,\"okay\"\n", 2, "(lines 2 to 3, each of which would be a row"},
      {"a stray quote that joins columns", "1,\"ann,Hello\n2,ben,\"\n", 2, "2 fields where the header has 3"},
  };
  for (const auto& c : cases) {
    const std::string bytes = head + c.rows + last;
    EXPECT_THAT(error_of(bytes), HasSubstr(c.message)) << c.what;
    for (const size_t block : {16U, 4096U}) {
      ReadOptions options;
      options.bad_rows = BadRowPolicy::skip;
      options.block_bytes = block;
      StringInput input(bytes, 7);
      ReadReport report;
      const auto corpus = read_csv(input, "x.csv", ',', options, report);
      ASSERT_TRUE(corpus) << c.what << corpus.error().message;
      EXPECT_EQ(corpus->id(corpus->size() - 1), "9") << c.what;
      EXPECT_EQ(report.skipped, c.skipped) << c.what;
      const size_t whole_rows = c.what.starts_with("quotes") ? 1 : c.what.starts_with("rows") ? 2 : 0;
      EXPECT_EQ(corpus->size(), whole_rows + 1) << c.what;
    }
  }
}

// An undoubled quote does not take the rows after it, although one of them has a quote before its separator.
TEST(Csv, AnUndoubledQuoteTakesNoRowsBehindIt) {
  std::string bytes = "text,author\n\"he said \"hi\" to\",a\n";
  for (int i = 0; i < 500; ++i) bytes += "good row " + std::to_string(i) + ",b\n";
  bytes += "a tv of 27\",d\n";
  for (int i = 0; i < 20; ++i) bytes += "more " + std::to_string(i) + ",c\n";
  const auto skipped = read(bytes, BadRowPolicy::skip);
  ASSERT_TRUE(skipped.corpus) << skipped.corpus.error().message;
  EXPECT_EQ(skipped.corpus->size() + skipped.report.skipped, 522U);
  EXPECT_EQ(skipped.report.skipped, 1U);
}

TEST(Csv, AFileThatEndsInsideATextMakesNoDocumentsOfIt) {
  const std::string cut = "id,text\n1,a\n2,\"a letter:\nDear all, hello\nno more\nfor now";
  EXPECT_THAT(error_of(cut),
              HasSubstr("x.csv:3: a quote that opens here never closes (a stray quote? --quotes none takes "
                        "quotes as they are); all lines behind it seem to be its text"));
  const auto skipped = read(cut, BadRowPolicy::skip);
  EXPECT_EQ(skipped.corpus->size(), 1U);
  EXPECT_EQ(skipped.report.skipped, 1U);
  EXPECT_THAT(read("id\ttext\n1\t\"a\n2\tb\n", BadRowPolicy::fail, '\t').corpus.error().message,
              HasSubstr("--quotes none"));
}

TEST(Csv, AQuotedFieldFullOfRowsIsToldOf) {
  testing::ListeningSink sink;
  ReadOptions options;
  options.sink = &sink;
  ReadReport report;
  StringInput input("id,author,text\n1,ann,\"Hello there\n2,ben,okay\n3,cid,see you\"\n4,dan,bye\n");
  ASSERT_TRUE(read_csv(input, "x.csv", ',', options, report));
  EXPECT_THAT(sink.warnings, HasSubstr("the first in line 2; if stray quotes swallowed 2 rows"));
  sink.warnings.clear();
  options.quotes = Quotes::none;
  StringInput again("id,author,text\n1,ann,\"Hello there\n2,ben,okay\n3,cid,see you\"\n4,dan,\"\"\n");
  const auto corpus = read_csv(again, "x.csv", ',', options, report = {});
  ASSERT_TRUE(corpus);
  EXPECT_EQ(corpus->size(), 4U);
  EXPECT_EQ(corpus->text(0), "\"Hello there");
  EXPECT_EQ(corpus->text(3), "\"\"");
  EXPECT_TRUE(sink.warnings.empty());
}

TEST(Csv, AHeaderInsideIsABadRow) {
  const std::string joined = "id,text\n1,one\n\xEF\xBB\xBFid,text\n2,two\nid,text\n3,\"id\"\n";
  EXPECT_THAT(error_of(joined), HasSubstr("x.csv:3: the header stands here again (were files joined"));
  const auto skipped = read(joined, BadRowPolicy::skip);
  ASSERT_TRUE(skipped.corpus);
  EXPECT_EQ(skipped.corpus->size(), 3U);
  EXPECT_EQ(skipped.report.skipped, 2U);
}

// The second of two joined files has no header, and begins with a byte order mark. The mark would become part
// of its first id, which then would equal no id of another file.
TEST(Csv, AByteOrderMarkInsideIsABadRow) {
  const std::string joined =
      "id,text\n1,one\n\xEF\xBB\xBF"
      "2,two\n3,\"\xEF\xBB\xBFmarked\"\n";
  EXPECT_THAT(error_of(joined),
              HasSubstr("x.csv:3: begins with a byte order mark, as files do (were files joined"));
  const auto mended = read(joined, BadRowPolicy::repair);
  ASSERT_TRUE(mended.corpus);
  ASSERT_EQ(mended.corpus->size(), 3U);
  EXPECT_EQ(mended.corpus->id(1), "2");
}

}  // namespace
}  // namespace standfast
