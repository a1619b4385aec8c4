#include "standfast/feature/ngram/distortion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standfast {
namespace {

using ::testing::ElementsAre;

constexpr std::string_view kSentence = "The dogs and cats are running in the garden";
const std::vector<std::string> kFrequent = {"the", "and", "are", "in"};

std::string masked(std::string_view text, const DistortionOptions& options,
                   const std::vector<std::string>& words = kFrequent) {
  std::string out = "left over";
  Distortion(options, words).apply(text, out);
  return out;
}

// The first line is the example of Sawatphol et al. 2024, Table 3.
TEST(Distortion, FourWaysToMask) {
  EXPECT_EQ(masked(kSentence, {}), "*** dogs *** cats *** running ** *** garden");
  EXPECT_EQ(masked(kSentence, {.per_letter = false}), "* dogs * cats * running * * garden");
  EXPECT_EQ(masked(kSentence, {.mask_listed = false}), "The **** and **** are ******* in the ******");
  EXPECT_EQ(masked(kSentence, {.mask_listed = false, .per_letter = false}), "The * and * are * in the *");
}

TEST(Distortion, NumbersShowAsSigns) {
  const DistortionOptions per_word{.mask_listed = true, .per_letter = false, .number_signs = true};
  EXPECT_EQ(masked("In 1984, the 2nd of 3.", per_word), "* #, * 2nd of #.");
  const DistortionOptions view_ma{.mask_listed = false, .per_letter = true, .number_signs = true};
  EXPECT_EQ(masked("In 1984, the 2nd of 3.", view_ma), "In ####, the #** ** #.");
  EXPECT_EQ(masked("²½", per_word), "²½");  // a fraction is no digit, so this is no number
  EXPECT_EQ(masked("²٣", per_word), "#");
}

TEST(Distortion, LettersAreCodePointsAndCaseIsFolded) {
  EXPECT_EQ(masked("ÉTÉ été ete", {}, {"été"}), "*** *** ete");
  EXPECT_EQ(masked("ΟΔΟΣ.", {}, {"οδος"}), "****.");
  EXPECT_EQ(masked("", {}), "");
  EXPECT_EQ(masked(" ... ", {}), " ... ");
}

TEST(Distortion, WordsAsSpacesPartThemMayBeLeftOut) {
  const Distortion left({.between_spaces = true, .leave_out = true}, {"x-y", "的…"});
  std::string out;
  left.apply("X-Y a 的… x y 的", out);
  EXPECT_EQ(out, " a  x y 的");
  const std::vector<std::string_view> texts = {"x-y x-y x"};
  EXPECT_EQ(frequent_words(texts, {.count = 1, .between_spaces = true}), std::vector<std::string>{"x-y"});
}

TEST(FrequentWords, CountsTiesAndLengths) {
  const std::vector<std::string_view> texts = {"b A a The the", "the I b a"};
  FrequentWordOptions options;
  EXPECT_THAT(frequent_words(texts, options), ElementsAre("a", "the", "b", "i"));
  options.count = 1;
  EXPECT_THAT(frequent_words(texts, options), ElementsAre("a"));
  const FrequentWordOptions literal{
      .count = 10, .min_word_length = 2, .lower_case = false, .ties_by_first = true};
  EXPECT_THAT(frequent_words(texts, literal), ElementsAre("the", "The"));
  EXPECT_THAT(frequent_words(std::vector<std::string_view>{"zz yy zz yy xx"}, literal),
              ElementsAre("zz", "yy", "xx"));
}

}  // namespace
}  // namespace standfast
