// Names, decoding and guesses of encodings.
#include "standfast/text/encodings.h"

#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/text/decoded_input.h"
#include "standfast/text/encoding_guess.h"
#include "standfast/text/utf8.h"
#include "tests/support/encoded.h"
#include "tests/support/streams.h"

namespace standfast {
namespace {

using ::testing::AllOf;
using testing::encoded;
using testing::encoding_of;
using ::testing::HasSubstr;
using testing::must_encode;

std::string name_of(std::string_view given) {
  const auto known = find_encoding(given);
  return known ? known->name : known.error().message;
}

struct Decoded {
  std::string text, problem;
};
Decoded decode(const std::string& bytes, std::string_view encoding, size_t piece = ~size_t{0},
               size_t block = size_t{1} << 16) {
  const auto input = decoded_input("f.txt", std::make_unique<testing::StringInput>(bytes, piece),
                                   encoding_of(encoding), block);
  Decoded out;
  std::string buffer(7, '\0');
  for (;;) {
    const auto n = input->read(buffer);
    if (!n) {
      EXPECT_FALSE(input->read(buffer)) << "an error stays";
      out.problem = n.error().message;
      return out;
    }
    if (*n == 0) return out;
    out.text.append(buffer, 0, *n);
  }
}

TEST(Encodings, NamesAreThoseOfIanaAndOfPeople) {
  EXPECT_EQ(name_of(""), "utf-8");
  for (const TextEncoding& one : encodings()) EXPECT_EQ(name_of(one.name), one.name);
  const std::pair<const char*, const char*> kNames[] = {{"UTF8", "utf-8"},
                                                        {"utf_8_sig", "utf-8"},
                                                        {"UTF-16LE", "utf-16le"},
                                                        {"latin1", "iso-8859-1"},
                                                        {"Latin-1", "iso-8859-1"},
                                                        {"l1", "iso-8859-1"},
                                                        {"ISO_8859-15", "iso-8859-15"},
                                                        {"latin9", "iso-8859-15"},
                                                        {"cp1252", "windows-1252"},
                                                        {"CP-1251", "windows-1251"},
                                                        {"windows1251", "windows-1251"},
                                                        {"koi8r", "koi8-r"},
                                                        {"IBM866", "cp866"},
                                                        {"866", "cp866"},
                                                        {"GBK", "gb18030"},
                                                        {"gb2312", "gb18030"},
                                                        {"cp936", "gb18030"},
                                                        {"Big5", "big5"},
                                                        {"cp950", "big5"},
                                                        {"sjis", "shift_jis"},
                                                        {"Shift-JIS", "shift_jis"},
                                                        {"cp932", "shift_jis"},
                                                        {"windows-31j", "shift_jis"},
                                                        {"eucjp", "euc-jp"},
                                                        {"euckr", "euc-kr"},
                                                        {"cp949", "euc-kr"},
                                                        {"uhc", "euc-kr"},
                                                        {"tis-620", "windows-874"},
                                                        {"ascii", "us-ascii"},
                                                        {"mac-roman", "macintosh"},
                                                        {"csShiftJIS", "shift_jis"}};
  for (const auto& [given, name] : kNames) EXPECT_EQ(name_of(given), name) << given;
}

TEST(Encodings, AnUnknownNameIsRefusedWithTheNearest) {
  EXPECT_EQ(name_of("windows-1259"), "there is no encoding \"windows-1259\"; did you mean \"windows-1250\"?");
  EXPECT_EQ(name_of("koi8-x"), "there is no encoding \"koi8-x\"; did you mean \"koi8-r\"?");
  EXPECT_THAT(name_of("klingon"),
              AllOf(HasSubstr("there is no encoding \"klingon\" (there are: utf-8, "), HasSubstr("gb18030")));
  EXPECT_EQ(find_encoding("klingon").error().kind, ErrorKind::usage);
  for (const char* given : {"ISO_2022,locale=ja,version=1", "ebcdic-xml-us", "utf-7", "---"})
    EXPECT_THAT(name_of(given), HasSubstr("there is no encoding")) << given;
}

// The static program has the tables of every encoding: packaging/static/icu_data.txt lists its items of ICU's
// data.
TEST(Encodings, TheStaticProgramHasEveryTable) {
  std::ifstream list(std::string(STANDFAST_SOURCE_DIR) + "/packaging/static/icu_data.txt");
  const std::set<std::string> items(std::istream_iterator<std::string>(list), {});
  ASSERT_TRUE(items.contains("cnvalias.icu"));
  for (const TextEncoding& one : encodings()) {
    const std::string name = one.converter;
    const bool is_code = name.empty() || name.starts_with("UTF-") || name == "US-ASCII" ||
                         name == "ISO-8859-1" || name.starts_with("ISO_2022");
    EXPECT_TRUE(is_code || items.contains(name + ".cnv")) << one.name;
  }
}

// Returns all letters of an encoding of one or two bytes.
std::string letters_of(const TextEncoding& encoding) {
  std::string letters;
  for (CodePoint c = 0x20; c < 0x10000; ++c) {
    if (c == 0xd800) c = 0xf900;  // no surrogates, no private characters
    if (c >= 0x7f && c < 0xa0) continue;
    std::string one;
    append_utf8(c, one);
    if (c == 0xfeff || !encoded(one, encoding)) continue;
    letters += one;
    if (letters.size() % 60 < 3) letters += '\n';
  }
  return letters;
}

TEST(Decoding, WhatAnEncodingHasComesOutInPiecesOfAnySize) {
  for (const TextEncoding& one : encodings()) {
    const bool is_wide =
        std::string_view(one.name).starts_with("utf-") || one.name == std::string_view("gb18030");
    const std::string text = is_wide ? "Grüße, 東京 и мир\n😀 ภาษา\n" : letters_of(one);
    EXPECT_GT(text.size(), is_wide ? 30 : 90) << one.name;
    const std::string bytes = must_encode(text, one.name);
    const Decoded whole = decode(bytes, one.name);
    EXPECT_EQ(whole.problem, "") << one.name;
    EXPECT_EQ(whole.text, text) << one.name;
    for (const size_t piece : {1, 3, 64}) EXPECT_EQ(decode(bytes, one.name, piece).text, text) << one.name;
    if (is_wide) continue;
    for (const size_t block : {4, 5, 7, 64})
      EXPECT_EQ(decode(bytes, one.name, 3, block).text, text) << one.name;
  }
}

TEST(Decoding, Utf16HasAMarkOrAnOrderThatCanBeTold) {
  const std::string text = "id,text\n1,Grüße 東京 😀\n";
  const std::string le = must_encode(text, "utf-16le"), be = must_encode(text, "utf-16be");
  for (const std::string& bytes : {"\xff\xfe" + le, "\xfe\xff" + be, le, be})
    EXPECT_EQ(decode(bytes, "utf-16").text, text);
  EXPECT_EQ(decode("\xff\xfe" + le, "utf-16le").text, text);
  EXPECT_EQ(decode("\xfe\xff" + le, "utf-16le").problem,
            "f.txt: begins with the byte order mark of utf-16be, so it is not utf-16le: --encoding utf-16be");
  EXPECT_EQ(decode("\xef\xbb\xbfx", "windows-1252").problem,
            "f.txt: begins with the byte order mark of utf-8, so it is not windows-1252: --encoding utf-8");
  // A Chinese text without a space: with its bytes swapped, few of its characters are letters.
  const std::string chinese = "北京大学生前来应聘他说中文很难学的目标是成为遵循一个可移植操作系统规约的实现";
  for (const char* order : {"utf-16le", "utf-16be"})
    EXPECT_EQ(decode(must_encode(chinese, order), "utf-16").text, chinese);
  EXPECT_THAT(decode("\x4e\x4e", "utf-16").problem,
              HasSubstr("has no byte order mark, and the order of its bytes cannot be told: "
                        "--encoding utf-16le or utf-16be"));
  EXPECT_EQ(decode("", "utf-16").text, "");
  const std::string wide = must_encode(text, "utf-32le");
  EXPECT_EQ(decode(wide, "utf-32").text, text);
  EXPECT_EQ(decode(must_encode(text, "utf-32be"), "utf-32").text, text);
  EXPECT_EQ(decode(std::string("\xff\xfe\0\0", 4) + wide, "utf-32").text, text);
}

TEST(Decoding, BytesThatTheEncodingLacksAreSaidWithTheLine) {
  EXPECT_EQ(
      decode("a\nb\x81\n", "windows-1252").problem,
      "f.txt:2: the byte 0x81 is a control code in windows-1252 (is the file damaged, or in another encoding?)");
  EXPECT_EQ(decode("a\nb\x81\n", "windows-1252").text, "a\nb") << "what stands before it comes first";
  EXPECT_EQ(
      decode("it\x92s caf\xe9\n", "latin1").problem,
      "f.txt:1: the byte 0x92 is a control code in iso-8859-1 (it looks like windows-1252: --encoding windows-1252)");
  EXPECT_THAT(decode("\x82\xa0\n\x82\xa0\xff\n", "shift_jis").problem,
              HasSubstr("f.txt:2: the byte 0xff is no character in shift_jis"));
  EXPECT_THAT(decode("ab\n\xb1\xb1\xbe", "gb18030").problem, HasSubstr("f.txt:2: the byte 0xbe at its end"));
  EXPECT_THAT(decode("caf\xe9", "us-ascii").problem, HasSubstr("the byte 0xe9 is no character in us-ascii"));
  const std::string lone(
      "a\0\0\xd8"
      "b\0",
      6);
  EXPECT_THAT(decode(lone, "utf-16le").problem, HasSubstr("no character in utf-16le"));
  EXPECT_THAT(
      decode(must_encode("私は昨日東京タワーに行きました。とても楽しかったです。", "euc-jp"), "shift_jis")
          .problem,
      HasSubstr("it looks like euc-jp: --encoding euc-jp"));
}

TEST(EncodingGuess, KnowsTextsOfManyScripts) {
  const std::pair<const char*, std::vector<const char*>> kTexts[] = {
      {"Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich, und „niemand“ weiß warum.",
       {"windows-1252", "macintosh"}},
      {"Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich, und wer weiß warum.", {"cp850"}},
      {"Съешь же ещё этих мягких французских булок, да выпей чаю. Это русский текст.",
       {"windows-1251", "koi8-r", "iso-8859-5", "cp866"}},
      {"Η ελληνική γλώσσα είναι μία από τις ινδοευρωπαϊκές γλώσσες", {"iso-8859-7"}},
      {"עברית היא שפה ממשפחת השפות השמיות", {"windows-1255"}},
      {"العربية لغة سامية جميلة جدا ومهمة", {"windows-1256"}},
      {"ภาษาไทยเป็นภาษาที่ไม่มีการเว้นวรรค", {"windows-874"}},
      {"私は昨日東京タワーに行きました。とても楽しかったです。",
       {"shift_jis", "euc-jp", "iso-2022-jp", "utf-16le", "utf-16be"}},
      {"北京大学生前来应聘。他说中文很难学！", {"gb18030"}},
      {"研究生命起源的學者們在圖書館裡討論問題。", {"big5"}},
      {"나는 어제 서울에 갔습니다. 한국어 문장입니다.", {"euc-kr"}},
      {"caf\u00e9", {"windows-1252"}}};
  for (const auto& [text, names] : kTexts)
    for (const char* name : names) {
      const std::string line = std::string("{\"id\": \"1\", \"text\": \"") + text + "\"}\n";
      EXPECT_EQ(guess_encoding(must_encode(line, name)), name) << text;
    }
}

TEST(EncodingGuess, SaysNothingOfUtf8AndOfNothing) {
  for (const char* text : {"", "plain", "größer", "größer und \xe9 kleiner, schöner"})
    EXPECT_EQ(guess_encoding(text), "") << text;
  EXPECT_EQ(encoding_hint("größer und \xe9 kleiner, schöner, über"), "damaged: the text around it is UTF-8");
  EXPECT_EQ(encoding_hint("caf\xe9"), "it looks like windows-1252: --encoding windows-1252");
  EXPECT_EQ(encoding_hint("\xff\xff\xff\xff"), "is it in another encoding? --encoding NAME");
}

TEST(ByteOrderMark, Utf16IsSaidWithAndWithoutAMark) {
  EXPECT_EQ(byte_order_mark("\xef\xbb\xbfx", "f").value(), 3u);
  EXPECT_EQ(byte_order_mark("text", "f").value(), 0u);
  EXPECT_EQ(
      byte_order_mark(std::string_view("\xff\xfei\0", 4), "f").error().message,
      "f: is UTF-16LE, where UTF-8 is expected (a corpus: --encoding utf-16le; any other file: iconv -f UTF-16LE -t UTF-8)");
  EXPECT_THAT(byte_order_mark(std::string_view("i\0d\0", 4), "f").error().message,
              HasSubstr("f: is UTF-16LE without a byte order mark, where UTF-8"));
  EXPECT_THAT(byte_order_mark(std::string_view("\0i\0d", 4), "f").error().message,
              HasSubstr("is UTF-16BE without"));
  EXPECT_THAT(byte_order_mark(std::string_view("\0\0\0i", 4), "f").error().message,
              HasSubstr("is UTF-32BE without"));
}

}  // namespace
}  // namespace standfast
