// Insertion and removal of phrases, on hand-made cases. The scheme was recovered from the released data (spec
// of the benchmark, 1.2): texts are split at ". " only, and an empty last segment counts.
#include "standfast/shortcut/phrase_edits.h"

#include <algorithm>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unicode/uchar.h>

#include "standfast/text/utf8.h"
#include "tests/support/shortcut_corpus.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

// Returns the results of 400 draws on the text, with their frequencies.
std::map<std::string, int> outcomes(const std::string& text, const InsertionOptions& options = {},
                                    const std::string& phrase = "honestly") {
  Inserter inserter(options);
  std::map<std::string, int> seen;
  for (int i = 0; i < 400; ++i) {
    Rng rng(static_cast<uint64_t>(i), "tests/insertion");
    PlantedDocument to;
    inserter.insert(text, phrase, rng, to);
    EXPECT_EQ(to.spans.size(), 1U);
    if (options.letters == LettersAround::kept) {
      std::string without = to.text;
      without.erase(to.spans[0].begin, to.spans[0].end - to.spans[0].begin);
      EXPECT_EQ(without, text) << "what is planted is what the span says";
    }
    ++seen[to.text];
  }
  return seen;
}

std::vector<std::string> forms(const std::string& text, const InsertionOptions& options = {},
                               const std::string& phrase = "honestly") {
  std::vector<std::string> all;
  for (const auto& [form, count] : outcomes(text, options, phrase)) all.push_back(form);
  return all;
}

TEST(Insertion, SplitsAtPointAndSpaceAlone) {
  EXPECT_THAT(forms("One! Two? Three\nfour.five"), ElementsAre("honestly, One! Two? Three\nfour.five"));
  EXPECT_THAT(forms("One. Two."), UnorderedElementsAre("honestly, One. Two.", "One. honestly, Two."));
  EXPECT_THAT(
      forms("Mr. X... went"),
      UnorderedElementsAre("honestly, Mr. X... went", "Mr. honestly, X... went", "Mr. X... honestly, went"));
  EXPECT_THAT(forms(""), ElementsAre("honestly, "));
}

TEST(Insertion, AnEmptyLastSegmentIsChosenToo) {
  EXPECT_THAT(forms("One. Two. "),
              UnorderedElementsAre("honestly, One. Two. ", "One. honestly, Two. ", "One. Two. honestly, "));
  EXPECT_THAT(forms("One. Two. ", {.empty_tail = false}),
              UnorderedElementsAre("honestly, One. Two. ", "One. honestly, Two. "));
}

TEST(Insertion, EverySegmentIsEquallyLikely) {
  for (const auto& [form, count] : outcomes("One. Two. Three. Four")) EXPECT_NEAR(count, 100, 40) << form;
}

TEST(Insertion, LettersStayOrAreThoseOfASentence) {
  const auto one = [](const std::string& text, LettersAround letters,
                      const std::string& phrase = "honestly") {
    return forms(text, {.letters = letters}, phrase).at(0);
  };
  EXPECT_EQ(one("The end", LettersAround::kept), "honestly, The end");
  EXPECT_EQ(one("The end", LettersAround::lowered), "honestly, the end");
  EXPECT_EQ(one("The end", LettersAround::sentence), "Honestly, the end");
  EXPECT_EQ(one("I do", LettersAround::sentence), "Honestly, I do");
  EXPECT_EQ(one("I'm here", LettersAround::sentence), "Honestly, I'm here");
  EXPECT_EQ(one("A dog", LettersAround::sentence), "Honestly, a dog");
  EXPECT_EQ(one("NASA flies", LettersAround::sentence), "Honestly, NASA flies");
  EXPECT_EQ(one("Élan", LettersAround::sentence, "été"), "Été, élan");
}

TEST(Insertion, SentencesAreThoseOfUnicodeWithAbbreviations) {
  const InsertionOptions sentences = {.segments = Segments::sentences};
  EXPECT_THAT(forms("We met Mr. Smith. He left!  Why? \n", sentences),
              UnorderedElementsAre("honestly, We met Mr. Smith. He left!  Why? \n",
                                   "We met Mr. Smith. honestly, He left!  Why? \n",
                                   "We met Mr. Smith. He left!  honestly, Why? \n"));
  EXPECT_THAT(forms("Near St. Paul we met Dr. J. R. Doe.", sentences),
              ElementsAre("honestly, Near St. Paul we met Dr. J. R. Doe."));
  EXPECT_THAT(forms("", sentences), ElementsAre("honestly, "));
  EXPECT_THAT(forms("Größe 😀. Ça va. ", sentences),
              UnorderedElementsAre("honestly, Größe 😀. Ça va. ", "Größe 😀. honestly, Ça va. "));
}

std::string removed(const std::string& text, RemovalRule rule,
                    std::vector<std::string> phrases = {"honestly"}) {
  std::string out = "untouched";
  return PhraseRemoval(rule, std::move(phrases)).remove(text, out) ? out : text;
}

TEST(Removal, ExactTakesTheLettersAndNothingElse) {
  EXPECT_EQ(removed("Honestly, I", RemovalRule::exact), ", I");
  EXPECT_EQ(removed("I honestly do", RemovalRule::exact), "I  do");
  EXPECT_EQ(removed("dishonestly HONESTLY", RemovalRule::exact), "dis ");
  EXPECT_EQ(removed("honest", RemovalRule::exact), "honest");
  EXPECT_EQ(removed("a hohonestlynestly b", RemovalRule::exact), "a  b") << "what is left is the term again";
  EXPECT_EQ(removed("hohohonestlynestlynestly", RemovalRule::exact), "");
  EXPECT_EQ(removed("Honestly", RemovalRule::none), "Honestly");
}

TEST(Removal, WordsHaveAnyWhiteSpaceBetweenThem) {
  const std::vector<std::string> phrase = {"to be  honest"};
  for (const char* between : {" ", "  ", "\n", "\r\n", " \t ", "\xC2\xA0", "\xE2\x80\x83 "}) {
    const std::string found = std::string("To be") + between + "HONEST";
    EXPECT_EQ(removed("so, " + found + ", no", RemovalRule::exact, phrase), "so, , no") << between;
    EXPECT_EQ(removed("so, " + found + ", no", RemovalRule::tidy, phrase), "so, No") << between;
    // Phrases far into a text, which is searched in blocks, and across the ends of blocks.
    for (size_t size = 50; size < 140; ++size) {
      const std::string far(size, 'x');
      EXPECT_EQ(removed(far + " " + found + far, RemovalRule::exact, phrase), far + " " + far)
          << between << size;
    }
  }
  EXPECT_EQ(removed("one\n\n so", RemovalRule::exact, {" so"}), "one\n\n") << "at its ends, one blank is one";
  EXPECT_EQ(removed("tobe honest, to be, honest", RemovalRule::exact, phrase), "tobe honest, to be, honest");
  EXPECT_EQ(removed("to be to be honest honest", RemovalRule::exact, phrase), "")
      << "what is left is the phrase again";
}

TEST(Removal, TidyTakesTheWordWithItsCommaAndSpace) {
  EXPECT_EQ(removed("Honestly, the end", RemovalRule::tidy), "The end");
  EXPECT_EQ(removed("I honestly do", RemovalRule::tidy), "I do");
  EXPECT_EQ(removed("I do, honestly.", RemovalRule::tidy), "I do.");
  EXPECT_EQ(removed("I do honestly.", RemovalRule::tidy), "I do.");
  EXPECT_EQ(removed("I, honestly, do", RemovalRule::tidy), "I, do");
  EXPECT_EQ(removed("dishonestly", RemovalRule::tidy), "dishonestly");
  EXPECT_EQ(removed("honestly", RemovalRule::tidy), "");
}

TEST(Removal, TheLongestPhraseGoesAndCaseDoesNotCount) {
  EXPECT_EQ(removed("Speaking candidly, yes", RemovalRule::exact, {"candidly", "speaking candidly"}),
            ", yes");
  EXPECT_EQ(removed("x ÉTÉ y", RemovalRule::exact, {"été"}), "x  y");
}

// Removes phrases letter by letter, at each place the longest one. Folds the case of each character by
// itself.
std::string removed_slowly(std::string_view text, std::vector<std::string> phrases) {
  const auto folded = [](std::string_view from, size_t& at) {
    return u_foldCase(static_cast<UChar32>(next_code_point(from, at)), U_FOLD_CASE_DEFAULT);
  };
  std::stable_sort(phrases.begin(), phrases.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
  std::string out;
  for (size_t at = 0; at < text.size();) {
    size_t end = 0;
    for (const auto& phrase : phrases) {
      size_t there = at, p = 0;
      bool same = true;
      while (same && p < phrase.size()) {
        if (phrase[p] == ' ') {  // any number of spaces
          same = there < text.size() && text[there] == ' ';
          while (there < text.size() && text[there] == ' ') ++there;
          ++p;
        } else {
          same = there < text.size() && folded(text, there) == folded(phrase, p);
        }
      }
      if (same && end == 0) end = there;
    }
    if (end > 0) {
      at = end;
      continue;
    }
    const size_t begin = at;
    next_code_point(text, at);
    out += text.substr(begin, at - begin);
  }
  return out;
}

// Removal in long texts equals removal letter by letter. Texts are searched in blocks of 64 bytes: phrases
// lie across the ends of blocks, begin like another one, or have letters beyond ASCII that fold to ASCII,
// such as the Kelvin sign (k) and the long s.
TEST(Removal, InLongTextsIsAsLetterByLetter) {
  const std::vector<std::vector<std::string>> lists = {{"honestly"},
                                                       {"ask"},
                                                       {"a"},
                                                       {"so", "soso"},
                                                       {"k\xC3\xA9", "\xC3\xA9t\xC3\xA9"},
                                                       {"a b", "c", "d e", "ask", "so on"}};
  const std::vector<std::string> parts = {"honest",
                                          "honestly",
                                          "HONESTLY",
                                          "hon",
                                          "ho",
                                          "a",
                                          "\xE2\x84\xAA",
                                          "\xC5\xBF",
                                          "as",
                                          "k",
                                          "K",
                                          "so",
                                          "S",
                                          " ",
                                          " b",
                                          ".",
                                          "\xC3\xA9",
                                          "t",
                                          "\xC3\x89",
                                          "xyz",
                                          "long words stand here and there in between, "};
  size_t taken = 0;
  for (uint64_t seed = 0; seed < 4000; ++seed) {
    Rng rng(seed, "tests/removal");
    const auto& phrases = lists[rng.below(lists.size())];
    std::string text(rng.below(70), 'x');
    for (uint64_t n = rng.below(40); n > 0; --n) text += parts[rng.below(parts.size())];
    std::string slow = removed_slowly(text, phrases);
    for (std::string before; before != slow; slow = removed_slowly(before, phrases))
      before = slow;  // what came about
    ASSERT_EQ(removed(text, RemovalRule::exact, phrases), slow) << "seed " << seed << ": " << text;
    taken += slow != text;
  }
  EXPECT_GT(taken, 1500U);
}

TEST(SingleTerm, WithTheProductThePhraseIsTakenOutOfAllDocumentsAboveDoseZero) {
  const testing::ShortcutInput input(testing::shortcut_docs(200));
  const auto shortcut = testing::make_shortcut("single-term");
  for (const double lambda : {0.0, 0.01}) {
    const auto planted =
        shortcut->plant(input.view(), input.context(PlantSide::train, lambda, DoseLaw::product));
    ASSERT_TRUE(planted) << planted.error().message;
    size_t had = 0;
    for (size_t i = 0; i < planted->documents.size(); ++i) {
      const auto& document = planted->documents[i];
      if (document.value != 0 || !input.view().text(i).starts_with("Honestly")) continue;
      ++had;
      EXPECT_EQ(document.text.starts_with("Honestly"), lambda == 0);
    }
    EXPECT_GT(had, 5U);
  }
}

}  // namespace
}  // namespace standfast
