// Words in every script: comparisons with ICU and with a pass by code points, and texts with known words.
#include "standfast/text/words.h"

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unicode/brkiter.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>

#include "standfast/base/input_stream.h"
#include "standfast/base/rng.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> words(std::string_view text, size_t min_length = 2) {
  std::vector<std::string> result;
  for_each_word(text, min_length, [&](std::string_view word) { result.emplace_back(word); });
  return result;
}

TEST(Words, RunsOfWordCharacters) {
  EXPECT_THAT(words("The cat's a_b 3rd x2 I am."), ElementsAre("The", "cat", "a_b", "3rd", "x2", "am"));
  EXPECT_THAT(words("I am, a b", 1), ElementsAre("I", "am", "a", "b"));
  EXPECT_THAT(words("x² ½Ⅷ ① é ÉÀ"), ElementsAre("x²", "½Ⅷ", "ÉÀ"));  // lengths are code points
  EXPECT_THAT(words("", 1), IsEmpty());
}

TEST(Words, MarksAndJoinersStayWithTheirLetter) {
  EXPECT_THAT(words("naïve cafe\u0301s", 1), ElementsAre("naïve", "cafe\u0301s"));
  EXPECT_THAT(words("का की के को किताब", 1), ElementsAre("का", "की", "के", "को", "किताब"));
  EXPECT_THAT(words("كِتَابٌ שָׁלוֹם", 1), ElementsAre("كِتَابٌ", "שָׁלוֹם"));
  EXPECT_THAT(words("می\u200Cخواهم क्\u200Dष", 1), ElementsAre("می\u200Cخواهم", "क्\u200Dष"));
  EXPECT_THAT(words("\u0301 \u200D 👩\u200D👧 a", 1), ElementsAre("a"));  // no letter: no word
  // Soft hyphens and other invisible characters.
  EXPECT_THAT(words("donau\u00ADdampf \u00AD- wort\u2060teil", 1),
              ElementsAre("donau\u00ADdampf", "wort\u2060teil"));
}

TEST(Words, ScriptsWithoutSpacesAreCutByDictionary) {
  EXPECT_THAT(words("今天天气很好，我们去公园。"), ElementsAre("今天", "天气", "很好", "我们", "去", "公园"));
  EXPECT_THAT(words("私は東京に住んでいます"),
              ElementsAre("私", "は", "東京", "に", "住", "んで", "い", "ます"));
  EXPECT_THAT(words("ฉันรักภาษาไทยมาก"), ElementsAre("ฉัน", "รัก", "ภาษา", "ไทย", "มาก"));
  EXPECT_THAT(words("ພາສາລາວສວຍງາມ"), ElementsAre("ພາສາ", "ລາວ", "ສວຍງາມ"));
  EXPECT_THAT(words("មើលភាសាខ្មែរ"), ElementsAre("មើល", "ភាសាខ្មែរ"));
  EXPECT_THAT(words("မြန်မာဘာသာစကား"), ElementsAre("မြန်မာဘာသာ", "စကား"));
  // Text of another script is a separate word and follows the length rule of its script.
  EXPECT_THAT(words("用GNU的ls命令3次 x"), ElementsAre("用", "GNU", "的", "ls", "命令", "次"));
  EXPECT_THAT(words("\U00020000\U00020000\U00020001", 1),
              ::testing::Contains("\U00020001"));  // beyond sixteen bits
  EXPECT_THAT(words("한국어는 띄어쓰기를 한다"),
              ElementsAre("한국어는", "띄어쓰기를", "한다"));  // Korean has spaces
}

// Makes a text of parts that are plain, accented, wide, malformed, marks or white space.
std::string text_in_all_scripts(Rng& rng) {
  static const std::vector<std::string> kParts = {
      "a", "Bc", "_",  "9", " ",  "\n", ".",      "'",      "Zebra", "long_word_1", "é",    "Éa",
      "ß", "日", "の", "ก", "本", "½",  "\u0301", "\u200D", "ि",     "—",           "\x80", "\xC3"};
  const bool plain = rng.chance(.3);
  std::string text;
  for (uint64_t parts = rng.below(120); parts > 0; --parts)
    text += kParts[rng.below(plain ? 10 : rng.chance(.8) ? 13 : kParts.size())];
  return text;
}

TEST(Words, AreCountedAsAReaderDoes) {
  EXPECT_EQ(count_words(" don't  stop -- it\u00A0is\n"), 5U);  // words are separated by white space
  EXPECT_EQ(count_words("今天天气很好，我们去公园。"), 6U);
  EXPECT_EQ(count_words("用GNU的ls命令。 x"), 6U);
  EXPECT_EQ(count_words("ฉันรักภาษาไทยมาก"), 5U);
  EXPECT_EQ(count_words("한국어는 띄어쓰기를 한다"), 3U);
  EXPECT_EQ(count_words(" \n"), 0U);
}

TEST(Words, EqualAWalkByCodePoints) {
  Rng rng(1, "words");
  for (int round = 0; round < 3000; ++round) {
    const std::string text = text_in_all_scripts(rng);
    for (const size_t least : {0U, 1U, 2U, 5U}) {
      std::vector<std::string> expected;
      std::string run;
      size_t length = 0;
      Writing inside = Writing::none;
      const auto end_run = [&] {
        if (inside == Writing::spaced && length >= least) expected.push_back(run);
        if (inside == Writing::unspaced) {
          std::vector<uint32_t> ends;
          unspaced_words(run, ends);
          for (uint32_t from = 0; const uint32_t end : ends)
            expected.push_back(run.substr(from, end - from)), from = end;
        }
        run.clear();
        length = 0;
      };
      for (size_t at = 0; at < text.size();) {
        const size_t begin = at;
        const Writing now = writing_of(next_code_point(text, at), inside);
        if (now != inside) end_run();
        inside = now;
        run += text.substr(begin, at - begin);
        ++length;
      }
      end_run();
      std::vector<std::string> found;
      for_each_word(text, least, [&](std::string_view one) {
        EXPECT_TRUE(one.data() >= text.data() && one.data() + one.size() <= text.data() + text.size());
        found.emplace_back(one);
      });
      ASSERT_EQ(found, expected) << ::testing::PrintToString(text) << " least " << least;
    }
  }
}

TEST(Words, LastWordMayEndWhereSixtyFourBytesEnd) {
  for (size_t size = 60; size < 200; ++size) {
    const std::string text = std::string(size - 3, '.') + "abc";
    for_each_word(text, 1, [&](std::string_view one) { EXPECT_EQ(one, "abc"); });
    size_t words = 0;
    for_each_word(std::string(size, 'x'), 1, [&](std::string_view one) {
      ++words;
      EXPECT_EQ(one.size(), size);
    });
    EXPECT_EQ(words, 1U);
  }
}

// The unspaced letters are all letters of the scripts without spaces, by ICU's own table of scripts.
TEST(Words, UnspacedAreTheLettersOfTheirScripts) {
  const std::set<UScriptCode> scripts = {USCRIPT_HAN, USCRIPT_HIRAGANA, USCRIPT_KATAKANA, USCRIPT_THAI,
                                         USCRIPT_LAO, USCRIPT_KHMER,    USCRIPT_MYANMAR};
  for (CodePoint c = 0x80; c < 0x110000; ++c) {
    if (!is_word(c)) continue;
    UErrorCode error = U_ZERO_ERROR;
    const UScriptCode script = uscript_getScript(static_cast<UChar32>(c), &error);
    if (script == USCRIPT_COMMON || script == USCRIPT_INHERITED) continue;  // ー belongs to both kana
    // Circled numerals and similar characters do not belong to the running text of a script.
    ASSERT_EQ(writing_of(c, Writing::none) == Writing::unspaced, scripts.contains(script)) << std::hex << c;
  }
}

// In scripts without spaces the words equal those of ICU's iterator over whole lines.
TEST(Words, EqualIcuOverWholeLines) {
  for (const char* language : {"zh", "ja"}) {
    const std::string name = std::string("languages/") + language + ".jsonl.gz";
    STANDFAST_NEEDS_DATA(name);
    const auto lines = read_file(testing::data_path(name));
    ASSERT_TRUE(lines);
    const auto text = icu::UnicodeString::fromUTF8(*lines);
    UErrorCode error = U_ZERO_ERROR;
    const std::unique_ptr<icu::BreakIterator> rules(
        icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), error));
    ASSERT_TRUE(U_SUCCESS(error));
    rules->setText(text);
    std::vector<std::string> expected, found;
    for (int32_t from = rules->first(), end = rules->next(); end != icu::BreakIterator::DONE;
         from = std::exchange(end, rules->next())) {
      if (writing_of(static_cast<CodePoint>(text.char32At(from)), Writing::none) != Writing::unspaced)
        continue;
      text.tempSubStringBetween(from, end).toUTF8String(expected.emplace_back());
    }
    for_each_word(*lines, 1, [&](std::string_view word) {
      size_t at = 0;
      if (writing_of(next_code_point(word, at), Writing::none) == Writing::unspaced) found.emplace_back(word);
    });
    EXPECT_GT(found.size(), 20000U) << language;
    ASSERT_EQ(found, expected) << language;
  }
}

}  // namespace
}  // namespace standfast
