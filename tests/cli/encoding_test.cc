// Tests of corpora in other encodings on the command line: the messages without --encoding, and that with it
// every command that reads a corpus finds what it finds in the same corpus in UTF-8.
#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "tests/support/command.h"
#include "tests/support/encoded.h"

namespace standfast::testing {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using Json = nlohmann::ordered_json;

class Encoding : public ::testing::Test {
 protected:
  Said standfast(const std::string& arguments) { return testing::standfast(arguments, folder_.path()); }
  void write(const std::string& name, const std::string& bytes) {
    ASSERT_TRUE(write_file(folder_.file(name), bytes));
  }
  std::string text_of(const std::string& name) { return read_file(folder_.file(name)).value(); }
  // Expects that the last line refuses.
  void expect_refusal(const std::string& arguments, int code, const std::string& line) {
    const Said said = standfast(arguments);
    EXPECT_EQ(said.code, code) << arguments << "\n" << said.err;
    EXPECT_EQ(said.out, "") << arguments;
    EXPECT_THAT(said.err, EndsWith("standfast: " + line + "\n")) << arguments;
  }
  TemporaryFolder folder_;
};

constexpr const char* kRussian =
    "id,author,topic,text\n1,Ann,море,It is a plain text\n2,Пётр,горы,\"Это русский текст, и его мало.\"\n"
    "3,Иван,море,Ещё один русский текст\n4,Олег,горы,И последний из них\n";

TEST_F(Encoding, TheMessageNamesFileLineGuessAndOption) {
  const std::string repair =
      "; --bad-rows repair puts U+FFFD into texts) (--bad-rows skip leaves such rows out)";
  write("ru.csv", must_encode(kRussian, "windows-1251"));
  for (const char* command : {"check", "analyze", "scan", "split", "init", "encode --out v.npy"})
    EXPECT_THAT(standfast(fmt::format("{} ru.csv", command)).err,
                EndsWith("standfast: ru.csv:2: not valid UTF-8 (it looks like windows-1251: --encoding "
                         "windows-1251" +
                         repair + "\n"))
        << command;
  write("ru.csv", must_encode(kRussian, "koi8-r"));
  expect_refusal("check ru.csv", 3,
                 "ru.csv:2: not valid UTF-8 (it looks like koi8-r: --encoding koi8-r" + repair);
  write("fr.jsonl",
        "{\"text\":\"plain\"}\n{\"text\":\"d\xe9j\xe0 vu, \xe7"
        "a et l\xe0\"}\n");
  expect_refusal(
      "check fr.jsonl", 3,
      "fr.jsonl:2: the line is not valid UTF-8 (it looks like windows-1252: --encoding windows-1252" +
          repair);
  write("torn.csv", "id,text\n1,\xe9 und Größe\n2,Übung\n3,größer\n");
  expect_refusal("check torn.csv", 3,
                 "torn.csv:2: not valid UTF-8 (damaged: the text around it is UTF-8" + repair);
}

TEST_F(Encoding, Utf16IsToldWithAndWithoutAMark) {
  for (const char* order : {"le", "be"}) {
    const std::string name = std::string("utf-16") + order,
                      upper = std::string("UTF-16") + (*order == 'l' ? "LE" : "BE"),
                      mark = *order == 'l' ? "\xff\xfe" : "\xfe\xff",
                      bytes = must_encode("id,text\r\n1,größer\r\n", name);
    write("a.csv", bytes);
    expect_refusal("check a.csv", 3,
                   fmt::format("a.csv: is {0} without a byte order mark, where UTF-8 is expected (a corpus: "
                               "--encoding {1}; any other file: iconv -f {0} -t UTF-8)",
                               upper, name));
    EXPECT_EQ(standfast("check a.csv --encoding " + name).code, 0);
    write("a.csv", mark + bytes);
    expect_refusal("check a.csv", 3,
                   fmt::format("a.csv: is {0}, where UTF-8 is expected (a corpus: --encoding {1}; any other "
                               "file: iconv -f {0} -t UTF-8)",
                               upper, name));
    EXPECT_EQ(standfast("check a.csv --encoding utf-16").code, 0);
    // No ASCII letter reveals the encoding.
    write("a.csv", must_encode("текст,автор\r\nпривет,мир\r\n", name));
    for (const char* rows : {"fail", "repair"})
      EXPECT_THAT(standfast(fmt::format("check a.csv --bad-rows {}", rows)).err,
                  HasSubstr("--encoding " + name));
  }
}

TEST_F(Encoding, EscapeSequencesOfIso2022JpAreToldAndRead) {
  // Rows 3 and 4 hold bytes of a quote and of a comma.
  const std::string csv =
      "id,author,topic,text\n1,Ann,sea,It is a plain text\n2,Ann,sea,これは日本語の文章です。\n"
      "3,Ben,hill,\"東京タワーへ、行きました。\"\n4,Ben,hill,あいうえおかきくけこ\n";
  write("a.csv", must_encode(csv, "iso-2022-jp"));
  write("u.csv", csv);
  const std::string hint = "not UTF-8 text (it looks like iso-2022-jp: --encoding iso-2022-jp)",
                    skip = " (--bad-rows skip leaves such rows out)";
  expect_refusal("check a.csv", 3, "a.csv:3: " + hint + skip);
  EXPECT_THAT(standfast("check a.csv --bad-rows repair").err,
              HasSubstr("left out 3 of 4 rows; the first: line 3: " + hint))
      << "there is nothing to mend";
  EXPECT_THAT(standfast("check a.csv --encoding ISO-2022-JP").out, HasSubstr("documents 4"));
  const Said read = standfast("convert a.csv a.jsonl --encoding ISO-2022-JP");
  ASSERT_EQ(read.code, 0) << read.err;
  ASSERT_EQ(standfast("convert u.csv u.jsonl").code, 0);
  EXPECT_EQ(text_of("a.jsonl"), text_of("u.jsonl"));

  write("a.jsonl", must_encode(text_of("u.jsonl"), "iso-2022-jp"));
  expect_refusal("check a.jsonl", 3, "a.jsonl:2: the line is " + hint + skip);
  ASSERT_EQ(standfast("convert a.jsonl b.jsonl --encoding iso-2022-jp").code, 0);
  EXPECT_EQ(text_of("b.jsonl"), text_of("u.jsonl"));

  write("head.csv", must_encode("id,作者,本文\n1,Ann,plain\n", "iso-2022-jp"));
  expect_refusal(
      "check head.csv", 3,
      "head.csv:1: the header is not UTF-8 text (it looks like iso-2022-jp: --encoding iso-2022-jp)");
  std::filesystem::create_directory(folder_.file("f"));
  write("f/Ann_1.txt", must_encode("これは日本語の文章です。", "iso-2022-jp"));
  EXPECT_THAT(standfast("check f").err, HasSubstr("f/Ann_1.txt: is " + hint));
  // Escape sequences of terminals, and text that mentions such sequences, do not count.
  write("plain.csv", "id,text\n1,\x1b[1mbold\x1b(B\n2,\x1b$B is what switches\n3,größer \x1b$B\n");
  EXPECT_EQ(standfast("check plain.csv").code, 0);
}

TEST_F(Encoding, AWrongNameIsRefusedWithTheNearest) {
  write("a.csv", "id,text\n1,b\n");
  for (const char* command : {"check", "scan", "init", "analyze"})
    expect_refusal(fmt::format("{} a.csv --encoding windows-1259", command), 2,
                   "--encoding: there is no encoding \"windows-1259\"; did you mean \"windows-1250\"?");
  EXPECT_THAT(
      standfast("check a.csv --encoding klingon").err,
      StartsWith("standfast: --encoding: there is no encoding \"klingon\" (there are: utf-8, utf-16, "));
  EXPECT_EQ(standfast("check a.csv --encoding UTF8").code, 0);
}

TEST_F(Encoding, AWrongEncodingIsRefusedWhereABytePlaysNoPart) {
  write("ja.jsonl",
        must_encode("{\"text\":\"私は昨日東京タワーに行きました。とても楽しかったです。\"}\n", "euc-jp"));
  const Said said = standfast("check ja.jsonl --encoding shift_jis");
  EXPECT_EQ(said.code, 3);
  EXPECT_THAT(said.err, AllOf(StartsWith("standfast: ja.jsonl:1: the byte"),
                              EndsWith("in shift_jis (it looks like euc-jp: --encoding euc-jp)\n")));
  write("u.csv", "id,text\n1,größer\n");
  EXPECT_THAT(standfast("check u.csv --encoding us-ascii").err,
              StartsWith("standfast: u.csv:2: the byte 0xc3 is no character in us-ascii"));
}

TEST_F(Encoding, RepairMakesNoNameOfReplacementCharacters) {
  write("ru.csv", must_encode(kRussian, "koi8-r"));
  const Said none = standfast("check ru.csv --bad-rows repair");
  EXPECT_EQ(none.code, 3) << "the topic of each row is lost";
  EXPECT_THAT(
      none.err,
      HasSubstr("left out 4 of 4 rows; the first: line 2: the topic would be \"\ufffd\ufffd\ufffd\ufffd\": "
                "characters of a text can be replaced, but not characters of a name, because two names "
                "could become one (it looks like koi8-r: --encoding koi8-r)"));
  const Said said = standfast("convert ru.csv out.jsonl --bad-rows repair --topic none");
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.err, HasSubstr("left out 3 of 4 rows; the first: line 3: the author would be"));
  EXPECT_EQ(text_of("out.jsonl"), "{\"id\":\"1\",\"text\":\"It is a plain text\",\"author\":\"Ann\"}\n");
  EXPECT_EQ(standfast("convert ru.csv texts.jsonl --bad-rows repair --topic none --author none").code, 0);
  EXPECT_EQ(lines_of(text_of("texts.jsonl")), 4) << "texts are repaired";
  EXPECT_THAT(text_of("texts.jsonl"), HasSubstr("\ufffd"));
}

// Returns 48 documents of 6 authors on 4 topics, with letters beyond ASCII in texts and names.
std::string corpus_of_six() {
  const char* kAuthors[] = {"José", "Jörg", "Ångström", "Noël", "Zoë", "Ünal"};
  const char* kWords[] = {"größer", "über", "schön", "café", "naïve", "déjà", "straße", "müde", "öl", "fête"};
  std::string lines;
  for (size_t i = 0; i < 48; ++i) {
    std::string text = fmt::format("d{} e{} ", i, i * 7 % 11);
    for (size_t k = 0; k < 25; ++k)
      text += fmt::format("{} w{} ", kWords[(i % 6 * 3 + k * k) % 10], (i + k * i) % 7);
    lines += Json{{"id", fmt::format("é{}", i)},
                  {"text", text},
                  {"author", kAuthors[i % 6]},
                  {"topic", fmt::format("Übung {}", i / 6 % 4)}}
                 .dump() +
             "\n";
  }
  return lines;
}

TEST_F(Encoding, EveryCommandFindsWhatItFindsInUtf8) {
  std::filesystem::create_directory(folder_.file("u"));
  std::filesystem::create_directory(folder_.file("l"));
  write("u/c.jsonl", corpus_of_six());
  write("l/c.jsonl", must_encode(corpus_of_six(), "latin1"));
  for (const char* command :
       {"check c.jsonl", "scan c.jsonl --target author", "analyze c.jsonl",
        "split c.jsonl --method topic-k-fold --set folds=4 --out -",
        "encode c.jsonl --encoder lsa --set components=3 --out v.npy && cat v.npy",
        "convert c.jsonl - --to csv", "train c.jsonl --model naive-bayes --target author --out m && cat m/*",
        "init c.jsonl --out s.toml && sed /^encoding/d s.toml"}) {
    const std::string given = command;
    const size_t end = std::min(given.find(" &&"), given.size());
    const auto said = [&](const std::string& place, const std::string& more) {
      return in_shell("cd " + place + "; \"$standfast\" " + given.substr(0, end) + more + given.substr(end),
                      folder_.path());
    };
    const Said expected = said("u", ""), found = said("l", " --encoding latin1");
    EXPECT_EQ(expected.code, 0) << command << expected.err;
    EXPECT_EQ(found.code, 0) << command << found.err;
    EXPECT_EQ(found.out, expected.out) << command;
  }
  EXPECT_THAT(text_of("l/s.toml"), HasSubstr("encoding = \"iso-8859-1\"\n"));
  EXPECT_THAT(text_of("u/s.toml"), Not(HasSubstr("encoding")));
}

TEST_F(Encoding, AStudySaysItByCorpus) {
  write("u.jsonl", corpus_of_six());
  write("l.jsonl", must_encode(corpus_of_six(), "windows-1252"));
  const std::string rest =
      "\n[[condition]]\nname = \"iid\"\nsplit = { method = \"k-fold\", folds = 2 }\n\n[[model]]\ntype = \"ppm\"\n";
  write("u.toml", "[[corpus]]\nname = \"six\"\npath = \"u.jsonl\"\n" + rest);
  write("l.toml", "[[corpus]]\nname = \"six\"\npath = \"l.jsonl\"\nencoding = \"CP1252\"\n" + rest);
  for (const char* name : {"u", "l"}) {
    const Said said = standfast(fmt::format("run {0}.toml --out {0}", name));
    ASSERT_EQ(said.code, 0) << said.err;
  }
  const auto corpus_of = [&](const std::string& run) {
    return Json::parse(text_of(run + "/provenance.json")).at("study").at("corpora").at(0);
  };
  EXPECT_EQ(corpus_of("l").at("encoding"), "windows-1252") << "the run records it under its own name";
  EXPECT_FALSE(corpus_of("u").contains("encoding"));
  EXPECT_EQ(text_of("l/plan.jsonl"), text_of("u/plan.jsonl")) << "the same documents, so the same units";
  EXPECT_EQ(text_of("l/scores.csv"), text_of("u/scores.csv"));
  // Read in another encoding, the documents are different.
  write("l.toml", "[[corpus]]\nname = \"six\"\npath = \"l.jsonl\"\nencoding = \"windows-1250\"\n" + rest);
  EXPECT_THAT(standfast("run l.toml --out l").err,
              HasSubstr("l holds another run: corpus \"six\" has changed"));

  write("wrong.toml", "[[corpus]]\nname = \"six\"\npath = \"l.jsonl\"\nencoding = \"koi8-x\"\n" + rest);
  EXPECT_THAT(standfast("run wrong.toml --dry-run").err,
              HasSubstr("wrong.toml:4: corpus 1: there is no encoding \"koi8-x\"; did you mean \"koi8-r\"?"));
  write("wrong.toml", "[[corpus]]\nname = \"six\"\npath = \"l.jsonl\"\nencoding = 8\n" + rest);
  EXPECT_THAT(standfast("run wrong.toml --dry-run").err, HasSubstr("wrong.toml:4: "));
  write("wrong.toml", "[[corpus]]\nname = \"six\"\npath = \"l.jsonl\"\n" + rest);
  EXPECT_THAT(
      standfast("run wrong.toml --dry-run").err,
      HasSubstr("(it looks like windows-1252: encoding = \"windows-1252\"; bad-rows = \"repair\" puts "
                "U+FFFD into texts) (bad-rows = \"skip\" leaves such rows out)"))
      << "a study has keys and no flags";
}

}  // namespace
}  // namespace standfast::testing
