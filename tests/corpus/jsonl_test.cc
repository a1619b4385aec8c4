#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/corpus/read/readers.h"
#include "tests/support/streams.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;
using testing::ListeningSink;
using testing::StringInput;

struct JsonRead {
  Result<Corpus> corpus;
  ReadReport report;
};

JsonRead read_json(const std::string& bytes, const ReadOptions& options = {}, size_t piece = ~size_t{0}) {
  StringInput input(bytes, piece);
  ReadReport report;
  auto corpus = read_jsonl(input, "x.jsonl", options, report);
  return {std::move(corpus), report};
}

ReadOptions with(BadRowPolicy policy) {
  ReadOptions options;
  options.bad_rows = policy;
  return options;
}

// Returns the message of a failing read, or "" if the read did not fail.
std::string json_error(const std::string& bytes, const ReadOptions& options = {}) {
  const auto result = read_json(bytes, options);
  return result.corpus ? "" : result.corpus.error().message;
}

TEST(Jsonl, ReadsTextIdAndRoles) {
  const auto [corpus, report] =
      read_json(R"({"id":"a","text":"one \u00e9\n","author":"ann","topic":"t1","extra":[1,{"x":"y"}]}
{"text":"two","topic":"t2","author":null,"id":7}
)");
  ASSERT_TRUE(corpus) << corpus.error().message;
  ASSERT_EQ(corpus->size(), 2u);
  EXPECT_EQ(corpus->text(0), "one \xc3\xa9\n");
  EXPECT_EQ(corpus->id(1), "7");
  EXPECT_EQ(corpus->value(Role::author, 0), "ann");
  EXPECT_EQ(corpus->value(Role::author, 1), "");
  EXPECT_EQ(corpus->value(Role::topic, 1), "t2");
  EXPECT_EQ(corpus->column(Role::label), nullptr);
  EXPECT_EQ(report.columns, (std::vector<std::string>{"id", "text", "author", "topic", "extra"}));
  EXPECT_EQ(report.rows, 2u);
}

TEST(Jsonl, NumbersAndBooleansAreTakenAsWritten) {
  const auto [corpus, report] =
      read_json("{\"text\":1.50,\"label\":true,\"author\":1e3,\"topic\":12345678901234567890123 }\n");
  ASSERT_TRUE(corpus) << corpus.error().message;
  EXPECT_EQ(corpus->text(0), "1.50");
  EXPECT_EQ(corpus->value(Role::label, 0), "true");
  EXPECT_EQ(corpus->value(Role::author, 0), "1e3");
  EXPECT_EQ(corpus->value(Role::topic, 0), "12345678901234567890123");
}

TEST(Jsonl, IsTheSameForEveryPieceSize) {
  std::string bytes = "\xef\xbb\xbf";
  for (int i = 0; i < 50; ++i)
    bytes += "{\"id\":\"d" + std::to_string(i) + "\",\"text\":\"" +
             std::string(static_cast<size_t>(i * 7), 'x') + "\"}\r\n\n";
  const auto whole = read_json(bytes);
  ASSERT_TRUE(whole.corpus) << whole.corpus.error().message;
  for (const size_t piece : {1u, 2u, 3u, 17u, 1000u}) {
    const auto pieces = read_json(bytes, {}, piece);
    ASSERT_TRUE(pieces.corpus) << pieces.corpus.error().message;
    EXPECT_EQ(pieces.corpus->data_hash(), whole.corpus->data_hash()) << piece;
  }
}

TEST(Jsonl, BrokenLinesAreNamedByLine) {
  const std::string good = "{\"text\":\"a\"}\n";
  const struct {
    const char *line, *message;
  } cases[] = {
      {"{\"text\":\"a\"", "cut off"},
      {"{\"text\":\"a", "cut off"},
      {"{\"text\":\"a\"} {\"text\":\"b\"}", "text follows it|after the closing brace"},
      {"{\"text\":\"a\"}}", "text follows it|after the closing brace"},
      {"{\"text\":\"a\",}", "not valid JSON"},
      {"{\"text\" \"a\"}", "not valid JSON"},
      {"{\"text\":\"a\" \"b\":1}", "not valid JSON"},
      {"{\"text\":\"a\",\"n\":NaN}", "Python"},
      {"{\"text\":\"a\",\"n\":None}", "Python"},
      {"{\"text\":\"a\",\"n\":01}", "not a JSON value"},
      {"{\"text\":\"a\",\"n\":[1,]}", "not a JSON value"},
      {"{\"text\":\"a\",\"n\":[1 2]}", "not valid JSON|not a JSON value"},
      {"{\"text\":\"a\",\"n\":[1}", "not valid JSON"},
      {"{\"text\":\"a\",\"n\":{\"b\"}}", "not valid JSON"},
      {"{\"text\":\"a\",\"n\":\"b\":1}", "not valid JSON"},
      {"{\"text\":\"a\",\"n\":}", "not a JSON value"},
      {"{\"text\":\"a\",\"n\":\"\\q\"}", "escape"},
      {"{\"text\":\"\\ud800\"}", "surrogate"},
      {"{\"text\":\"a\",\"n\":\"\\ud800\"}", "surrogate"},
      {"{\"text\":\"a\xff\"}", "UTF-8"},
      {"{\"text\":\"a\tb\"}", "control character"},
      {"[\"text\"]", "list"},
      {"\"text\"", "object was expected"},
      {"{\"text\":[\"a\"]}", "holds a list"},
      {"{\"text\":{\"a\":1}}", "holds a nested object"},
      {"{\"text\":null}", "no text"},
      {"{\"body\":\"a\"}", "no text"},
      {"text", "object was expected|not valid JSON|not a JSON value"},
  };
  for (const auto& c : cases) {
    const std::string bytes = good + c.line + "\n" + good;
    const std::string message = json_error(bytes);
    EXPECT_THAT(message, HasSubstr("x.jsonl:2: ")) << c.line;
    EXPECT_THAT(message, ::testing::ContainsRegex(c.message)) << c.line;
    const auto skipped = read_json(bytes, with(BadRowPolicy::skip));
    ASSERT_TRUE(skipped.corpus) << c.line;
    EXPECT_EQ(skipped.corpus->size(), 2u) << c.line;
    EXPECT_EQ(skipped.report.skipped, 1u);
    EXPECT_EQ(skipped.report.rows, 3u);
  }
}

TEST(Jsonl, RepairMendsWhatCanBeMended) {
  const auto [corpus, report] = read_json(
      "{\"id\":\"a\",\"text\":\"x\xff y\"}\n"
      "{\"id\":\"a\",\"text\":\"twice\"}\n"
      "{\"text\":\"no id\"}\n"
      "{\"id\":\"n\",\"text\":\"nan\",\"v\":[NaN,-Infinity]}\n"
      "{\"id\":\"s\",\"text\":\"\\ud83d\\ude00 \\ud800 \\udc00.\"}\n"
      "{\"id\":\"lost\"}\n"
      "{\"id\":\"k\",\"text\":\"fine\"}\n",
      with(BadRowPolicy::repair));
  ASSERT_TRUE(corpus) << corpus.error().message;
  ASSERT_EQ(corpus->size(), 6u);
  EXPECT_EQ(corpus->text(0), "x\xef\xbf\xbd y");
  EXPECT_EQ(corpus->id(1), "a-row2");
  EXPECT_EQ(corpus->id(2), "row3");
  EXPECT_EQ(corpus->text(4), "\xf0\x9f\x98\x80 \xef\xbf\xbd \xef\xbf\xbd.");
  EXPECT_EQ(report.repaired, 5u);
  EXPECT_EQ(report.skipped, 1u);
}

TEST(Jsonl, MissingAndDuplicateIdsStopByDefault) {
  EXPECT_THAT(json_error("{\"id\":\"a\",\"text\":\"x\"}\n{\"text\":\"y\"}\n"), HasSubstr("x.jsonl:2: no id"));
  EXPECT_THAT(json_error("{\"id\":\"a\",\"text\":\"x\"}\n\n{\"id\":\"a\",\"text\":\"y\"}\n"),
              HasSubstr("x.jsonl:3: the id \"a\" occurs a second time"));
}

TEST(Jsonl, WithoutIdsTheRowNumberIsTheId) {
  const auto [corpus, report] = read_json("\n{\"text\":\"x\"}\n   \n{\"text\":\"\"}");
  ASSERT_TRUE(corpus) << corpus.error().message;
  EXPECT_EQ(corpus->id(0), "row1");
  EXPECT_EQ(corpus->id(1), "row2");
  EXPECT_EQ(report.empty_texts, 1u);
}

TEST(Jsonl, EmptyInputIsAnError) {
  EXPECT_EQ(json_error(""), "x.jsonl: is empty");
  EXPECT_EQ(json_error("\n \n"), "x.jsonl: holds no documents");
  EXPECT_THAT(json_error("{\"text\":1\n", with(BadRowPolicy::skip)), HasSubstr("every row was left out"));
  EXPECT_THAT(json_error(std::string("\xff\xfe{\0", 4)), HasSubstr("UTF-16"));
}

TEST(Jsonl, LongLinesAreBadRows) {
  ReadOptions options;
  options.max_row_bytes = 1000;
  const std::string bytes =
      "{\"text\":\"a\"}\n{\"text\":\"" + std::string(3000000, 'x') + "\"}\n{\"text\":\"b\"}\n";
  EXPECT_THAT(json_error(bytes, options), HasSubstr("x.jsonl:2: longer than 1000 bytes"));
  options.bad_rows = BadRowPolicy::skip;
  const auto skipped = read_json(bytes, options);
  ASSERT_TRUE(skipped.corpus);
  EXPECT_EQ(skipped.corpus->size(), 2u);
  EXPECT_EQ(skipped.corpus->id(1), "row3");
  options.max_row_bytes = uint64_t{256} << 20;
  EXPECT_EQ(read_json(bytes, options).corpus->text(1).size(), 3000000u);
}

TEST(Jsonl, ColumnsAreGuessedByName) {
  ListeningSink sink;
  ReadOptions options;
  options.sink = &sink;
  const auto [corpus, report] =
      read_json("{\"Doc-ID\":\"1\",\"Body\":\"x\",\"user\":\"u\",\"fandom\":\"f\",\"label\":[1]}\n", options);
  ASSERT_TRUE(corpus) << corpus.error().message;
  EXPECT_EQ(report.text_column, "Body");
  EXPECT_EQ(report.id_column, "Doc-ID");
  EXPECT_EQ(corpus->value(Role::author, 0), "u");
  EXPECT_EQ(corpus->value(Role::topic, 0), "f");
  EXPECT_EQ(corpus->column(Role::label), nullptr);
  EXPECT_THAT(sink.infos,
              HasSubstr("text \"Body\", id \"Doc-ID\", author \"user\", topic \"fandom\" (guessed by name)"));
}

TEST(Jsonl, AmbiguousAndUnknownColumnsAreUsageErrors) {
  const auto ambiguous = read_json("{\"content\":\"x\",\"body\":\"y\"}\n");
  ASSERT_FALSE(ambiguous.corpus);
  EXPECT_EQ(ambiguous.corpus.error().kind, ErrorKind::usage);
  EXPECT_THAT(ambiguous.corpus.error().message, HasSubstr("say which with --text NAME"));
  ReadOptions options;
  options.text_column = "contnt";
  EXPECT_THAT(json_error("{\"content\":\"x\",\"body\":\"y\"}\n", options),
              HasSubstr("did you mean \"content\"?"));
  options.text_column = "content";
  EXPECT_EQ(json_error("{\"content\":\"x\",\"body\":\"y\"}\n", options), "");
  options.role_columns[static_cast<size_t>(Role::topic)] = "bodi";
  const auto unknown = read_json("{\"content\":\"x\",\"body\":\"y\"}\n", options);
  ASSERT_FALSE(unknown.corpus);
  EXPECT_EQ(unknown.corpus.error().kind, ErrorKind::usage);
  EXPECT_THAT(unknown.corpus.error().message, HasSubstr("--topic; did you mean \"body\"?"));
  EXPECT_THAT(json_error("{\"a\":\"x\",\"b\":\"y\"}\n"),
              HasSubstr("name it with --text NAME (columns: a, b)"));
}

TEST(Jsonl, NoneLeavesARoleOutAndOneColumnMayPlayTwo) {
  ReadOptions options;
  options.role_columns[static_cast<size_t>(Role::author)] = "none";
  options.role_columns[static_cast<size_t>(Role::label)] = "topic";
  const auto [corpus, report] = read_json("{\"text\":\"x\",\"author\":\"a\",\"topic\":\"t\"}\n", options);
  ASSERT_TRUE(corpus) << corpus.error().message;
  EXPECT_EQ(corpus->column(Role::author), nullptr);
  EXPECT_EQ(corpus->value(Role::label, 0), "t");
}

TEST(Jsonl, TheLastOfAKeyTwiceCountsAndKeysMayBeEscaped) {
  const auto [corpus, report] = read_json("{\"text\":\"x\",\"te\\u0078t\":\"y\"}\n{\"t\\u0065xt\":\"z\"}\n");
  ASSERT_TRUE(corpus) << corpus.error().message;
  EXPECT_EQ(corpus->text(0), "y");
  EXPECT_EQ(corpus->text(1), "z");
}

// Long texts are decoded in place, and their memory is given back while they are stored.
TEST(Jsonl, LongTextsKeepTheirBytesAlsoWhereTheyPlayTwoRoles) {
  std::string raw, text;
  for (int i = 0; text.size() < 9'000'000; ++i) {
    raw += std::to_string(i) + R"( \u00e9\n\"\ud83d\ude00 )" + std::string(static_cast<size_t>(i % 100), 'x');
    text += std::to_string(i) + " \u00e9\n\"\U0001F600 " + std::string(static_cast<size_t>(i % 100), 'x');
  }
  ReadOptions options;
  options.text_column = options.role_columns[static_cast<size_t>(Role::topic)] = "text";
  const std::string line = R"({"text":")" + raw + R"(","author":"\u0061nn","id":"a\tb"})" + "\n";
  for (const size_t piece : {~size_t{0}, size_t{70'001}}) {
    const auto [corpus, report] = read_json(line + R"({"text":"two","id":"b"})", options, piece);
    ASSERT_TRUE(corpus) << corpus.error().message;
    ASSERT_EQ(corpus->size(), 2u);
    EXPECT_TRUE(corpus->text(0) == text);
    EXPECT_TRUE(corpus->value(Role::topic, 0) == text);
    EXPECT_EQ(corpus->id(0), "a\tb");
    EXPECT_EQ(corpus->value(Role::author, 0), "ann");
    EXPECT_EQ(corpus->text(1), "two");
  }
}

TEST(Jsonl, OnlyKeepsDocumentsWithAValueInARole) {
  const std::string bytes =
      "{\"text\":\"one\",\"genre\":\"news\"}\n{\"text\":\"two\"}\n{\"text\":\"three\",\"genre\":\"news\"}\n"
      "{\"text\":\"four\",\"genre\":\"mail\"}\n";
  ReadOptions options;
  options.role_columns[static_cast<size_t>(Role::source)] = "genre";
  options.only[static_cast<size_t>(Role::source)] = "news";
  const auto [corpus, report] = read_json(bytes, options);
  ASSERT_TRUE(corpus) << corpus.error().message;
  ASSERT_EQ(corpus->size(), 2u);
  EXPECT_EQ(corpus->id(1), "row3");  // its row in the file
  EXPECT_EQ(report.rows, 4u);
  EXPECT_EQ(report.not_asked_for, 2u);
  options.limit = 1;
  EXPECT_EQ(read_json(bytes, options).corpus->size(), 1u);
  options.only[static_cast<size_t>(Role::source)] = "News";
  EXPECT_THAT(json_error(bytes, options), HasSubstr("none of 4 rows has the values asked for"));
  options.role_columns = {};
  EXPECT_THAT(json_error(bytes, options), HasSubstr("no column is its source (--source COLUMN)"));
}

TEST(Jsonl, TheLimitStopsReading) {
  ReadOptions options;
  options.limit = 2;
  EXPECT_EQ(read_json("{\"text\":\"x\"}\n{\"text\":\"y\"}\nbroken\n", options).corpus->size(), 2u);
}

// The shapes are those that pandas' to_json writes unless it is told to write lines.
TEST(Jsonl, ATableInOneObjectIsNamedByItsShape) {
  for (const auto& [bytes, shape] :
       {std::pair{R"({"id":{"0":"a","1":"b"},"text":{"0":"x","1":"y"}})", "columns"},
        {R"({"0":{"id":"a","text":"x"},"1":{"id":"b","text":"y"}})", "index"},
        {R"({"columns":["id","text"],"index":[0,1],"data":[["a","x"],["b","y"]]})", "split"},
        {R"({"schema":{"fields":[]},"data":[{"id":"a","text":"x"}]})", "table"}}) {
    testing::StringInput input(bytes);
    ReadReport report;
    const auto corpus = read_jsonl(input, "x.json", {}, report);
    ASSERT_FALSE(corpus) << shape;
    EXPECT_THAT(corpus.error().message,
                ::testing::AllOf(
                    ::testing::HasSubstr(std::string("x.json: is one object with the whole table, as pandas' "
                                                     "to_json(orient=\"") +
                                         shape + "\")"),
                    ::testing::HasSubstr("orient=\"records\", lines=True")));
  }
}

TEST(Jsonl, ShapesOfOtherToolsAreNamedWithWhatMakesDocumentsOfThem) {
  for (const auto& [bytes, said] :
       {std::pair{
            R"({"features":[{"name":"text"}],"rows":[{"row_idx":0,"row":{"text":"x"}}],"num_rows_total":1})",
            "x.json: is an answer of the rows API of a datasets server; jq -c '.rows[].row'"},
        {R"({"doc_id":0,"doc":{"text":"x"},"target":"a","resps":[["a"]],"filtered_resps":["a"],"acc":1.0})",
         "x.json: holds samples of lm-evaluation-harness"}}) {
    testing::StringInput input(bytes);
    ReadReport report;
    const auto corpus = read_jsonl(input, "x.json", {}, report);
    ASSERT_FALSE(corpus);
    EXPECT_THAT(corpus.error().message, ::testing::HasSubstr(said));
  }
  // A document may have columns with these names.
  testing::StringInput input(R"({"doc_id":"a","doc":"x","target":"b","text":"y"})");
  ReadReport report;
  EXPECT_TRUE(read_jsonl(input, "x.json", {}, report));
}

}  // namespace
}  // namespace standfast
