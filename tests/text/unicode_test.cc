#include "standfast/text/unicode.h"

#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/text/ascii.h"
#include "standfast/text/word_numbers.h"
#include "tests/support/data.h"
#include "tests/support/every_simd_level.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;

std::string lower(std::string_view text) {
  std::string out = "left over";
  to_lower(text, out);
  return out;
}
std::string squeezed(std::string_view text) {
  std::string out = "left over";
  squeeze_whitespace(text, out);
  return out;
}
// Expected values are Python's: "...".lower().
TEST(ToLower, SpecialCasing) {
  EXPECT_EQ(lower("ABC xyz 123"), "abc xyz 123");
  EXPECT_EQ(lower("İ"), "i\u0307");
  EXPECT_EQ(lower("\u212A\u212B"), "k\u00E5");  // Kelvin and Angstrom signs
  EXPECT_EQ(lower("STRASSE ẞ ß"), "strasse ß ß");
  EXPECT_EQ(lower("ΟΔΟΣ"), "οδος");
  EXPECT_EQ(lower("ΟΔΟΣ. ΣΑΣ"), "οδος. σας");
  EXPECT_EQ(lower("Σ ΑΣ'Α ΑΣ' Σ"), "σ ασ'α ας' σ");  // an apostrophe neither ends nor begins a word
  EXPECT_EQ(lower("Ⱥ"), "ⱥ");                        // two bytes become three
  EXPECT_EQ(lower(""), "");
}

TEST(ToLower, LongTextsEqualTheirParts) {
  Rng rng(1, "test/lower");
  const char* const parts[] = {"Plain ASCII Words And More OF them ", "É", "Ω ", "x", "  ", "Z"};
  for (int round = 0; round < 200; ++round) {
    std::string text, expected;
    for (int i = 0; i < 30; ++i) {
      const char* part = parts[rng.below(6)];
      text += part;
      expected += lower(part);
    }
    ASSERT_EQ(lower(text), expected);
  }
}

TEST(SqueezeWhitespace, OnlyRunsOfTwoOrMore) {
  EXPECT_EQ(squeezed(" a\tb\n\nc \r\n d  "), " a\tb c d ");
  EXPECT_EQ(squeezed("a\u00A0b\u00A0\u2003c\x1c\x1d"
                     "d\u200Be"),
            "a\u00A0b c d\u200Be");
  EXPECT_EQ(squeezed("\n"), "\n");
  EXPECT_EQ(squeezed("   "), " ");
}

// Makes a text of parts that are plain, accented, wide, malformed or white space.
std::string mixed_text(Rng& rng) {
  static const std::vector<std::string> kParts = {"a", "Bc",     "_",           "9",    " ",   "\n", ".",
                                                  "'", "Zebra",  "long_word_1", "é",    "Éa",  "ß",  "日",
                                                  "½", "\u0301", "—",           "\x80", "\xC3"};
  const bool plain = rng.chance(.3);
  std::string text;
  for (uint64_t parts = rng.below(120); parts > 0; --parts)
    text += kParts[rng.below(plain ? 10 : rng.chance(.8) ? 12 : kParts.size())];
  return text;
}

TEST(WordNumbers, CountFromNothingInTheOrderOfArrival) {
  WordNumbers numbers;
  std::map<std::string, uint32_t> expected;
  Rng rng(1, "numbers");
  for (int i = 0; i < 50000; ++i) {
    const std::string word = rng.chance(.01) ? "" : std::to_string(rng.below(20000));
    const auto [place, is_new] = expected.try_emplace(word, static_cast<uint32_t>(expected.size()));
    ASSERT_EQ(numbers.number(word), place->second);
  }
  ASSERT_EQ(numbers.words().size(), expected.size());
  for (const auto& [word, number] : expected) EXPECT_EQ(numbers.words()[number], word);
}

// Words that differ in one byte, in length or in a zero byte get different numbers, for all lengths around
// the key size.
TEST(WordNumbers, AlikeWordsAreDifferent) {
  WordNumbers numbers;
  std::set<std::string> seen;
  const auto take = [&](const std::string& word) {
    const bool is_new = seen.insert(word).second;
    EXPECT_EQ(numbers.number(word) + 1 == seen.size(), is_new) << word;
  };
  std::vector<std::string> words = {""};
  for (size_t begin = 0, length = 1; length <= 7; ++length) {
    const size_t end = words.size();
    for (; begin < end; ++begin)
      for (const char letter : {'a', 'b', '\0'}) words.push_back(words[begin] + letter);
  }
  for (const auto& word : words) take(word);
  for (size_t length = 1; length <= 20; ++length)
    for (size_t place = 0; place < length; ++place)
      for (const char letter : {'a', 'b', '\0'}) {
        std::string word(length, 'a');
        word[place] = letter;
        if (!seen.contains(word)) take(word);
      }
  EXPECT_EQ(numbers.words().size(), seen.size());
  for (uint32_t k = 0; k < seen.size(); ++k) EXPECT_EQ(numbers.number(std::string(numbers.words()[k])), k);
}

// to_lower is right for every length with a non-ASCII letter at every position: it takes thirty-two bytes at
// a time, and the last thirty-two once more.
TEST(ToLower, EveryLengthAndPlaceOfAnotherLetter) {
  const std::string letters = "aZ[@`{Mm 9";
  for (size_t size = 0; size <= 100; ++size)
    for (size_t place = 0; place <= size; ++place) {
      std::string text, expected;
      for (size_t i = 0; i < size; ++i) {
        if (i == place) {
          text += "É";
          expected += "é";
        }
        const char c = letters[(i * 7 + size) % letters.size()];
        text += c;
        expected += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
      }
      std::string out = "what was there before";
      to_lower(text, out);
      ASSERT_EQ(out, expected) << size << " " << place;
    }
}

TEST(ToLower, EqualsItsCodePointsOneByOne) {
  Rng rng(2, "lower");
  for (int round = 0; round < 3000; ++round) {
    const std::string text = mixed_text(rng) + (round % 2 == 0 ? "Ⱥ" : "");
    std::string expected;
    for (size_t at = 0; at < text.size();) {
      const size_t begin = at;
      const CodePoint c = next_code_point(text, at);
      CodePoint to[2];
      for (size_t i = 0, n = lower_code_point(text, begin, at, c, to); i < n; ++i)
        append_utf8(to[i], expected);
    }
    ASSERT_EQ(lower(text), expected);
  }
}

TEST(CopyPlain, StopsWhereItShould) {
  // Comparison with the definition, at every position relative to the blocks of the fast path.
  Rng rng(3, "test/copy-plain");
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (uint64_t i = rng.below(200); i > 0; --i) text += rng.chance(0.1) ? ' ' : "aZ.\t"[rng.below(40) / 10];
    if (rng.chance(0.5) && !text.empty()) text[rng.below(text.size())] = static_cast<char>(0xC3);
    size_t stop = 0;
    while (stop < text.size()) {
      const bool run = is_space(static_cast<unsigned char>(text[stop])) && is_ascii(text[stop]) &&
                       stop + 1 < text.size() &&
                       (!is_ascii(text[stop + 1]) || is_space(static_cast<unsigned char>(text[stop + 1])));
      if (!is_ascii(text[stop]) || run) break;
      ++stop;
    }
    const auto beyond = std::find_if(text.begin(), text.end(), [](char c) { return !is_ascii(c); });
    for (const Simd level : simd_levels()) {
      const testing::AtSimdLevel scope(level);
      std::string out(text.size() + kPlainSlack, '?');
      const size_t copied = at_level<Simd::v3>(
          [&](auto copy) { return copy_plain<true, true>(copy, text.data(), text.size(), out.data()); });
      ASSERT_EQ(copied, stop) << text << name_of(level);
      for (size_t i = 0; i < copied; ++i) ASSERT_EQ(out[i], ascii_lower(static_cast<unsigned char>(text[i])));
      ASSERT_EQ(
          at_level<Simd::v3>([&](auto copy) { return find_beyond_ascii(copy, text.data(), text.size()); }),
          static_cast<size_t>(beyond - text.begin()));
    }
  }
}

TEST(Utf8, MalformedBytesStandAlone) {
  const std::string_view text = "\xC3(\xE2\x82\xF0\x9F\x98\x80\xFF\xF7\xBF\xBF\xBF";
  std::vector<CodePoint> seen;
  for (size_t at = 0; at < text.size();) seen.push_back(next_code_point(text, at));
  EXPECT_THAT(seen,
              ElementsAre(0xFFFD, '(', 0xFFFD, 0xFFFD, 0x1F600, 0xFFFD, 0xFFFD, 0xFFFD, 0xFFFD, 0xFFFD));
  EXPECT_FALSE(is_valid_utf8(text));
  EXPECT_TRUE(is_valid_utf8("é😀"));
  EXPECT_EQ(count_code_points("é😀a"), 3U);
  for (const CodePoint c : {0x41U, 0xE9U, 0x20ACU, 0x1F600U}) {
    std::string written;
    append_utf8(c, written);
    size_t at = 0;
    EXPECT_EQ(next_code_point(written, at), c);
    EXPECT_EQ(at, utf8_length(c));
  }
}

// The tables equal Python's for every code point that the installed Python knows.
TEST(Unicode, EqualsPython) {
  const testing::TemporaryFolder folder;
  const std::string command =
      fmt::format("/usr/bin/python3 {}/tests/reference/unicode_reference.py > {} 2>/dev/null",
                  STANDFAST_SOURCE_DIR, folder.file("table.txt"));
  if (std::system(command.c_str()) != 0) GTEST_SKIP() << "needs /usr/bin/python3";
  std::ifstream table(folder.file("table.txt"));
  size_t lines = 0;
  for (std::string line; std::getline(table, line); ++lines) {
    std::istringstream fields(line);
    CodePoint c = 0, part = 0;
    std::string flags, text, expected;
    fields >> std::hex >> c >> flags;
    while (fields >> std::hex >> part) append_utf8(part, expected);
    append_utf8(c, text);
    ASSERT_EQ(lower(text), expected) << line;
    ASSERT_EQ(is_word(c), flags.find('w') != std::string::npos) << line;
    ASSERT_EQ(is_space(c), flags.find('s') != std::string::npos) << line;
    ASSERT_EQ(is_digit(c), flags.find('d') != std::string::npos) << line;
  }
  EXPECT_GT(lines, 100000U);
}

}  // namespace
}  // namespace standfast
