// Where phrases are put, and how they are taken out, on hand-made cases. The scheme of the released data was recovered
// from them (spec of the benchmark, 1.2): split at ". " alone, an empty last segment counts.
#include "standfast/shortcut/edit/insertion.h"

#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/shortcut/edit/removal.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

// What 400 draws make of the text, and how often.
std::map<std::string, int> outcomes(const std::string& text, const InsertionOptions& options = {},
                                    const std::string& phrase = "honestly") {
  auto inserter = Inserter::make(options);
  if (!inserter) throw std::runtime_error(inserter.error().message);
  std::map<std::string, int> seen;
  for (int i = 0; i < 400; ++i) {
    Rng rng(static_cast<uint64_t>(i), "tests/insertion");
    PlantedDocument to;
    inserter->insert(text, phrase, rng, to);
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
  EXPECT_EQ(removed("Honestly", RemovalRule::none), "Honestly");
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

}  // namespace
}  // namespace standfast
