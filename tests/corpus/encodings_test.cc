// Tests of corpora in other encodings: they give the same data as in UTF-8, or one message that says what to
// do.
#include <filesystem>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/input_stream.h"
#include "standfast/corpus/read/read.h"
#include "tests/support/data.h"
#include "tests/support/encoded.h"
#include "tests/support/streams.h"

namespace standfast {
namespace {

using ::testing::AllOf;
using testing::encoded;
using ::testing::HasSubstr;
using testing::must_encode;
using ::testing::Not;

class EncodedCorpus : public ::testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& bytes) {
    EXPECT_TRUE(write_file(folder_.file(name), bytes));
    return folder_.file(name);
  }
  static Result<Corpus> read(const std::string& path, const std::string& encoding = "",
                             BadRowPolicy policy = BadRowPolicy::fail, Sink* sink = &null_sink()) {
    ReadOptions options;
    options.encoding = encoding;
    options.bad_rows = policy;
    options.sink = sink;
    return read_corpus(path, options);
  }
  std::string refusal(const std::string& name, const std::string& bytes, const std::string& encoding = "",
                      BadRowPolicy policy = BadRowPolicy::fail) {
    const auto corpus = read(write(name, bytes), encoding, policy);
    return corpus ? "" : corpus.error().message;
  }
  testing::TemporaryFolder folder_;
};

// Returns the lines that the encoding can hold, in UTF-8 and in the encoding.
std::pair<std::string, std::string> in_both(const std::string& lines, const TextEncoding& encoding) {
  std::string utf8;
  for (size_t at = 0, kept = 0; at < lines.size() && kept < 40;) {
    const size_t end = lines.find('\n', at) + 1;
    const std::string line = lines.substr(at, end - at);
    at = end;
    if (!encoded(line, encoding)) continue;
    utf8 += line;
    ++kept;
  }
  return {utf8, must_encode(utf8, encoding.name)};
}

TEST_F(EncodedCorpus, HasTheDataOfItsUtf8Form) {
  std::map<std::string, std::set<std::string>> held;  // the languages with documents in each encoding
  for (const std::string language : {"de", "fr", "es", "ru", "ja", "zh"}) {
    STANDFAST_NEEDS_DATA("languages/" + language + ".jsonl.gz");
    const std::string lines = read_file(testing::data_path("languages/" + language + ".jsonl.gz")).value();
    for (const TextEncoding& one : encodings()) {
      const auto [utf8, bytes] = in_both(lines, one);
      if (utf8.empty()) continue;
      if (utf8 != bytes) held[one.name].insert(language);
      const auto expected = read(write("utf8.jsonl", utf8)),
                 found = read(write("encoded.jsonl", bytes), one.name);
      ASSERT_TRUE(expected && found) << one.name << " " << found.error().message;
      EXPECT_EQ(found->data_hash(), expected->data_hash()) << language << " in " << one.name;
    }
  }
  for (const char* name : {"utf-16", "utf-16le", "utf-32be", "gb18030"})
    EXPECT_EQ(held[name].size(), 6u) << name;
  for (const char* name : {"iso-8859-1", "iso-8859-15", "windows-1252", "macintosh", "cp850"})
    EXPECT_TRUE(held[name].contains("de") && held[name].contains("fr") && held[name].contains("es")) << name;
  for (const char* name : {"windows-1251", "koi8-r", "koi8-u", "iso-8859-5", "cp866", "x-mac-cyrillic"})
    EXPECT_TRUE(held[name].contains("ru")) << name;
  for (const char* name : {"shift_jis", "euc-jp", "iso-2022-jp"})
    EXPECT_TRUE(held[name].contains("ja")) << name;
}

constexpr const char* kTable =
    "id,author,topic,text\n1,José,Übung,\"Größe, „Maß“\"\n2,Ångström,Café,\"zwei\nZeilen\"\n3,Jörg,Übung,drei\n";

TEST_F(EncodedCorpus, IsReadInEveryFormatAndPacked) {
  const auto expected = read(write("utf8.csv", kTable));
  const std::string bytes = must_encode(kTable, "windows-1252"), wide = must_encode(kTable, "utf-16");
  const auto expect_same = [&](const std::string& path, const char* encoding) {
    const auto found = read(path, encoding);
    ASSERT_TRUE(found) << path << " " << found.error().message;
    EXPECT_EQ(found->data_hash(), expected->data_hash()) << path;
  };
  expect_same(write("a.csv", bytes), "cp1252");
  expect_same(write("a", bytes), "cp1252");  // the format is guessed from the decoded bytes
  expect_same(write("w.csv", wide), "utf-16");
  expect_same(write("w", wide), "utf-16");
  expect_same(write("a.csv.gz", bytes), "cp1252");
  expect_same(write("w.csv.gz", wide), "utf-16");
  std::string tabs = kTable;
  for (char& c : tabs)
    if (c == ',') c = '\t';
  EXPECT_EQ(read(write("a.tsv", must_encode(tabs, "cp1252")), "cp1252")->value(Role::author, 1), "Ångström");

  ASSERT_TRUE(std::filesystem::create_directory(folder_.file("texts")));
  write("texts/Jos\u00e9_1.txt", must_encode("Größe\r\nzwei\n", "utf-16"));
  write("texts/Ann_2.txt.gz", must_encode("Straße", "utf-16"));
  const auto texts = read(folder_.file("texts"), "utf-16");
  ASSERT_TRUE(texts) << texts.error().message;
  EXPECT_EQ(texts->text(0), "Straße");
  EXPECT_EQ(texts->text(1), "Größe\nzwei\n");
  EXPECT_EQ(texts->value(Role::author, 1), "José");

  ASSERT_TRUE(std::filesystem::create_directory(folder_.file("pan")));
  write(
      "pan/pairs.jsonl",
      must_encode("{\"id\":\"1\",\"fandoms\":[\"Ä\",\"Ö\"],\"pair\":[\"größer\",\"kleiner\"]}\n", "latin1"));
  write("pan/truth.jsonl",
        must_encode("{\"id\":\"1\",\"same\":false,\"authors\":[\"José\",\"Zoë\"]}\n", "latin1"));
  for (const std::string& path : {folder_.file("pan"), folder_.file("pan/pairs.jsonl")}) {
    const auto pan = read(path, "latin1");
    ASSERT_TRUE(pan) << pan.error().message;
    EXPECT_EQ(pan->value(Role::author, 1), "Zoë");
    EXPECT_EQ(pan->value(Role::topic, 0), "Ä");
  }
}

TEST_F(EncodedCorpus, StopsAtBytesThatTheEncodingLacks) {
  const std::string bad = must_encode(kTable, "windows-1252") + "4,A\x81,b,c\n";
  for (const auto policy : {BadRowPolicy::fail, BadRowPolicy::skip, BadRowPolicy::repair})
    EXPECT_THAT(refusal("a.csv", bad, "windows-1252", policy),
                HasSubstr("a.csv:6: the byte 0x81 is a control code in windows-1252"));
  EXPECT_THAT(refusal("a.csv", kTable, "klingon"), HasSubstr("there is no encoding \"klingon\""));
  EXPECT_THAT(read(folder_.path(), "klingon").error().message, HasSubstr("there is no encoding \"klingon\""));
}

TEST_F(EncodedCorpus, TheMessageGuessesTheEncoding) {
  const std::string says =
      "(it looks like windows-1252: --encoding windows-1252; --bad-rows repair puts U+FFFD into texts)";
  EXPECT_THAT(refusal("a.csv", must_encode(kTable, "windows-1252")),
              HasSubstr("a.csv:2: not valid UTF-8 " + says));
  EXPECT_THAT(refusal("a.jsonl", must_encode("{\"text\":\"plain\"}\n{\"text\":\"Größe\"}\n", "latin1")),
              HasSubstr("a.jsonl:2: the line is not valid UTF-8 " + says));
  EXPECT_THAT(refusal("p.jsonl", must_encode("{\"id\":\"1\",\"pair\":[\"größer\",\"kleiner\"]}\n", "latin1")),
              HasSubstr("p.jsonl:1: the line is not valid UTF-8 " + says));
  EXPECT_THAT(refusal("h.csv", must_encode("größe,text\n1,b\n", "latin1")),
              HasSubstr("h.csv:1: the header is not UTF-8 text (it looks like windows-1252"));
  // A character of Shift_JIS whose second byte is a backslash hides the quote after it.
  EXPECT_THAT(
      refusal("s.jsonl", must_encode("{\"text\":\"私は昨日東京タワーに行きました。とても楽しかった表\"}\n",
                                     "shift_jis")),
      HasSubstr("s.jsonl:1: the line is not valid UTF-8 (it looks like shift_jis: --encoding shift_jis"));
  ASSERT_TRUE(std::filesystem::create_directory(folder_.file("texts")));
  write("texts/a_1.txt", must_encode("Это русский текст, и его мало.", "koi8-r"));
  EXPECT_THAT(read(folder_.file("texts")).error().message,
              HasSubstr("a_1.txt: not valid UTF-8 (it looks like koi8-r: --encoding koi8-r"));
}

TEST_F(EncodedCorpus, Utf16IsSaidWithAndWithoutAMark) {
  for (const std::string name : {"utf-16le", "utf-16be"}) {
    const std::string mark = name == "utf-16le" ? "\xff\xfe" : "\xfe\xff", says = "--encoding " + name;
    for (const std::string& before : {std::string(), mark}) {
      EXPECT_THAT(refusal("a.csv", before + must_encode("id,text\r\n1,größer\r\n", name)), HasSubstr(says));
      EXPECT_THAT(refusal("a.jsonl", before + must_encode("{\"text\":\"größer\"}\r\n", name)),
                  HasSubstr(says));
      EXPECT_THAT(refusal("c.csv", before + must_encode("текст,автор\r\nпривет,мир\r\n", name)),
                  HasSubstr(says));
      std::filesystem::create_directory(folder_.file("t" + name));
      write("t" + name + "/a_1.txt", before + must_encode("北京大学生前来应聘。\n他说中文很难学！\n", name));
      for (const auto policy : {BadRowPolicy::fail, BadRowPolicy::repair})
        EXPECT_THAT(read(folder_.file("t" + name), "", policy).error().message, HasSubstr(says))
            << before.size();
    }
  }
}

TEST_F(EncodedCorpus, NoNameIsMadeOfReplacementCharacters) {
  const std::string rows = must_encode(
      "{\"id\":\"1\",\"author\":\"Иван\",\"text\":\"Это русский текст, и его мало\"}\n{\"id\":\"2\",\"author\":\"Пётр\",\"text\":\"два\"}\n"
      "{\"id\":\"3\",\"author\":\"Олег\",\"text\":\"три\"}\n{\"id\":\"4\",\"author\":\"Ann\",\"text\":\"четыре\"}\n"
      "{\"id\":\"5\",\"author\":\"Bob\",\"text\":\"five\"}\n",
      "koi8-r");
  testing::ListeningSink sink;
  const auto corpus = read(write("a.jsonl", rows), "", BadRowPolicy::repair, &sink);
  ASSERT_TRUE(corpus) << corpus.error().message;
  ASSERT_EQ(corpus->size(), 2u);
  EXPECT_EQ(corpus->value(Role::author, 0), "Ann");
  EXPECT_EQ(corpus->text(0), "\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd");
  EXPECT_THAT(
      sink.warnings,
      AllOf(HasSubstr(
                "left out 3 of 5 rows; the first: line 1: the author would be \"\ufffd\ufffd\ufffd\ufffd\": "
                "characters of a text can be replaced, but not characters of a name"),
            HasSubstr("it looks like koi8-r: --encoding koi8-r"), HasSubstr("repaired 1 of 5 rows")));

  const std::string table = must_encode(
      "id,author,topic,text,place\n\u0416,a,b,c,d\n2,Иван,b,c,d\n3,a,Иван,c,d\n4,a,b,Иван,d\n5,a,b,c,Иван\n",
      "koi8-r");
  const auto left = read(write("a.csv", table), "", BadRowPolicy::repair);
  ASSERT_TRUE(left) << left.error().message;
  ASSERT_EQ(left->size(), 2u) << "a column that nobody reads does no harm";
  EXPECT_EQ(left->id(0), "4");
  ReadOptions options;
  options.bad_rows = BadRowPolicy::repair;
  options.attributes = {{.name = "place", .from = "place"}};
  EXPECT_EQ(read_corpus(folder_.file("a.csv"), options)->size(), 1u);
  options.attributes = {{.name = "place", .from = "place", .kind = AttributeKind::text}};
  EXPECT_EQ(read_corpus(folder_.file("a.csv"), options)->size(), 2u) << "a text may be repaired";

  // Without a line of UTF-8 the columns are not known.
  EXPECT_THAT(refusal("none.jsonl", rows.substr(0, rows.find('\n') + 1), "", BadRowPolicy::repair),
              HasSubstr("none.jsonl: none of its first lines is valid UTF-8 ("));

  // One line has half a surrogate pair in its text, and one has it in its author. The author is left out
  // instead of getting a name of replacement characters.
  const std::string halves =
      "{\"id\":\"1\",\"author\":\"\\ud800\",\"text\":\"a\"}\n{\"id\":\"2\",\"author\":\"A\",\"text\":\"\\ud800\"}\n";
  const auto whole = read(write("h.jsonl", halves), "", BadRowPolicy::repair);
  ASSERT_EQ(whole->size(), 1u);
  EXPECT_EQ(whole->text(0), "\ufffd");
  // A replacement character that the file itself has is kept.
  EXPECT_EQ(
      read(write("f.jsonl", "{\"author\":\"\ufffd\",\"text\":\"a\"}\n"), "", BadRowPolicy::repair)->size(),
      1u);
  // The same holds for pairs.
  const std::string pairs = must_encode(
      "{\"id\":\"1\",\"fandoms\":[\"Иван\",\"b\"],\"pair\":[\"a\",\"b\"]}\n"
      "{\"id\":\"2\",\"fandoms\":[\"a\",\"b\"],\"pair\":[\"Иван\",\"b\"]}\n",
      "koi8-r");
  EXPECT_EQ(read(write("p.jsonl", pairs), "", BadRowPolicy::repair)->size(), 2u);
  EXPECT_THAT(refusal("q.jsonl", pairs.substr(0, pairs.find('\n') + 1), "", BadRowPolicy::repair),
              HasSubstr("the fandoms would be"));
}

}  // namespace
}  // namespace standfast
