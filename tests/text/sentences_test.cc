// Sentence boundaries: they equal the boundaries of ICU's own iterator on random texts of awkward characters
// and on real texts, except for abbreviations, which hand-made cases test.
#include "standfast/text/sentences.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unicode/brkiter.h>
#include <unicode/locid.h>
#include <unicode/unistr.h>

#include "standfast/base/json.h"
#include "standfast/base/rng.h"
#include "standfast/text/unicode.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;

std::vector<uint32_t> ours(std::string_view text) {
  std::vector<uint32_t> starts = {7};
  sentence_starts(text, starts);
  return starts;
}

constexpr std::string_view kLineEnds[] = {"\n", "\r", "\u0085", "\u2028", "\u2029"};

class Icu {
 public:
  Icu() {
    UErrorCode code = U_ZERO_ERROR;
    sentences_.reset(icu::BreakIterator::createSentenceInstance(icu::Locale::getRoot(), code));
    if (U_FAILURE(code)) throw std::runtime_error(u_errorName(code));
  }

  // Returns boundaries in bytes, after the following white space, as `sentence_starts` does; boundaries after
  // abbreviations are removed by the function that is tested separately below.
  std::vector<uint32_t> starts(std::string_view text) {
    const auto units = icu::UnicodeString::fromUTF8({text.data(), static_cast<int32_t>(text.size())});
    sentences_->setText(units);
    std::vector<uint32_t> all;
    for (int32_t unit = sentences_->first(); unit != icu::BreakIterator::DONE; unit = sentences_->next()) {
      std::string before;
      units.tempSubString(0, unit).toUTF8String(before);
      size_t at = before.size();
      for (size_t next = at; at < text.size() && is_space(next_code_point(text, next)); at = next) {
      }
      if (at == text.size()) continue;
      size_t next = at;
      const CodePoint c = next_code_point(text, next);
      size_t end = 0;  // of `before` without the white space behind it
      for (size_t i = 0; i < before.size();)
        if (!is_space(next_code_point(before, i))) end = i;
      const std::string_view mark = std::string_view(before).substr(0, end),
                             space = std::string_view(before).substr(end);
      const bool new_line =
          std::ranges::any_of(kLineEnds, [&](auto line) { return space.find(line) != space.npos; });
      if (!space.empty() && !new_line && mark.ends_with('.') && ends_with_abbreviation(mark, c)) continue;
      if (all.empty() || all.back() != at) all.push_back(static_cast<uint32_t>(at));
    }
    if (all.empty()) all.push_back(0);
    return all;
  }

 private:
  std::unique_ptr<icu::BreakIterator> sentences_;
};

// Pieces of every class of the rules, of one to four bytes.
constexpr std::string_view kPieces[] = {
    ".",      ".",      ".",      "!",      "?", "…", "。", "!", " ",    " ",    " ",  "\n", "\r", "\r\n",
    "\u0085", "\u2028", "\t",     "\u00A0", "a", "b", "é",  "A", "B",    "É",    "ж",  "Ж",  "字", "ا",
    "1",      "٣",      ",",      "-",      ":", ";", "、", "(", ")",    "\"",   "'",  "“",  "”",  "»",
    "\u0301", "\u00AD", "\u200D", "😀",      "€", "/", "𝐀",  "ǅ", "word", "Word", "Dr", "no"};

TEST(Sentences, AreThoseOfIcuOnRandomTexts) {
  Icu icu;
  for (uint64_t draw = 0; draw < 60'000; ++draw) {
    Rng rng(draw, "tests/sentences");
    std::string text;
    const size_t pieces = 1 + rng.below(14);
    // Half of the texts are ASCII, as most real ones are.
    const bool ascii = draw % 2 == 0;
    while (text.size() < pieces) {
      const std::string_view piece = kPieces[rng.below(std::size(kPieces))];
      if (!ascii || std::ranges::all_of(piece, is_ascii)) text += piece;
    }
    ASSERT_EQ(ours(text), icu.starts(text)) << '"' << text << '"';
  }
}

TEST(Sentences, AreThoseOfIcuOnRealTexts) {
  Icu icu;
  for (const std::string name :
       {"base_train", "base_test", "style_shakespeare_train", "style_formal_train"}) {
    const std::string path = "shortcuts/goemotions/" + name + ".jsonl";
    STANDFAST_NEEDS_DATA(path);
    std::ifstream file(testing::data_path(path));
    for (std::string line; std::getline(file, line);) {
      const auto document = nlohmann::json::parse(line);
      const auto text = document.at("text").get<std::string>();
      ASSERT_EQ(ours(text), icu.starts(text)) << document.at("id");
    }
  }
}

TEST(Sentences, WhiteSpaceBelongsToNone) {
  EXPECT_THAT(ours(""), ElementsAre(0));
  EXPECT_THAT(ours(" \n "), ElementsAre(0));
  EXPECT_THAT(ours("  One.  \n Two?Three! \n"), ElementsAre(2, 10, 14));
  EXPECT_THAT(ours("First line\r\nsecond"), ElementsAre(0, 12));
}

// Returns the text with a bar where a sentence begins.
std::string barred(std::string_view text) {
  std::string out;
  size_t last = 0;
  for (const uint32_t at : ours(text)) {
    if (at > 0) (out += text.substr(last, at - last)) += '|';
    last = at;
  }
  return out += text.substr(last);
}

TEST(Sentences, AbbreviationsEndNone) {
  EXPECT_EQ(barred("I saw Dr. Smith in St. Louis. He was there."),
            "I saw Dr. Smith in St. Louis. |He was there.");
  EXPECT_EQ(barred("Gen. Lee of the U.S. Army, DR. J. R. DOE and Prof. X."),
            "Gen. Lee of the U.S. Army, DR. J. R. DOE and Prof. X.");
  EXPECT_EQ(barred("Tea, e.g. Assam, cf. No. 5 of vol. 3. On Jan. 7 we met."),
            "Tea, e.g. Assam, cf. No. 5 of vol. 3. |On Jan. 7 we met.");
  EXPECT_EQ(barred("Smith et al. (2020) hold a Ph.D. They know."),
            "Smith et al. (2020) hold a Ph.D. They know.");
}

TEST(Sentences, WordsThatOnlyLookLikeAbbreviationsEndOne) {
  EXPECT_EQ(barred("No. He did. At 5 p.m. We left, etc. Then home."),
            "No. |He did. |At 5 p.m. |We left, etc. |Then home.");
  EXPECT_EQ(barred("(See the U.S.) He went."), "(See the U.S.) |He went.");
  EXPECT_EQ(barred("The dr.\nSmith line"), "The dr.\n|Smith line");
  EXPECT_EQ(barred("In 1990s. Then XYZ. Then."), "In 1990s. |Then XYZ. |Then.");
  EXPECT_EQ(barred("O'No. 5. Then 3rd. Éc. 5"), "O'No. |5. |Then 3rd. |Éc. |5");
}

}  // namespace
}  // namespace standfast
