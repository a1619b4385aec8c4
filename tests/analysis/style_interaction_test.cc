#include "standfast/analysis/lexical/style_interaction.h"

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "standfast/analysis/lexical/style_measures.h"
#include "standfast/base/rng.h"
#include "standfast/corpus/synth/synth.h"
#include "tests/support/shuffled.h"

namespace standfast {
namespace {

std::map<std::string, std::optional<double>> measured(std::string_view text) {
  std::map<std::string, std::optional<double>> out;
  const auto values = measure_style(text);
  for (size_t m = 0; m < kStyleMeasures; ++m) out[std::string(style_measures()[m].name)] = values[m];
  return out;
}

TEST(StyleMeasures, ByHand) {
  const auto m = measured("The well-known café, he said (in 1999): \xE2\x80\x9Cyes\xE2\x80\x9D! Why?");
  EXPECT_DOUBLE_EQ(*m.at("word-length"), (3 + 4 + 5 + 4 + 2 + 4 + 2 + 4 + 3 + 3) / 10.0);
  EXPECT_DOUBLE_EQ(*m.at("sentence-length"), 10 / 2.0);
  EXPECT_DOUBLE_EQ(*m.at("commas"), 10);
  EXPECT_DOUBLE_EQ(*m.at("semicolons-colons"), 10);
  EXPECT_DOUBLE_EQ(*m.at("dashes"), 0) << "a hyphen between letters is none";
  EXPECT_DOUBLE_EQ(*m.at("quotation-marks"), 20);
  EXPECT_DOUBLE_EQ(*m.at("brackets"), 10);
  EXPECT_DOUBLE_EQ(*m.at("questions-exclamations"), 20);
  EXPECT_DOUBLE_EQ(*m.at("digits"), 4 / 34.0);
  EXPECT_DOUBLE_EQ(*m.at("upper-case"), 2 / 30.0);
  EXPECT_FALSE(m.at("vocabulary")) << "fewer than 50 words";
  EXPECT_DOUBLE_EQ(*measured("it - is \xE2\x80\x94 so -").at("dashes"), 100);
}

TEST(StyleMeasures, QuotationMarksOfEveryLanguage) {
  for (const char* text :
       {"er sagt \u201Eja\u201C", "er sagt \u201Aja\u2018", "il dit \u00ABoui\u00BB",
        "il dit \u2039oui\u203A", "han sa \u00BBja\u00AB", "azt mondta \u201Eigen\u201D", "he said \"yes\""})
    EXPECT_DOUBLE_EQ(*measured(text).at("quotation-marks"), 200.0 / 3) << text;
  EXPECT_DOUBLE_EQ(*measured("don\u2019t say \u2018no\u2019").at("quotation-marks"), 25)
      << "what may be an apostrophe is not counted";
  EXPECT_DOUBLE_EQ(*measured("o\u2018zbek").at("quotation-marks"), 0);
}

TEST(StyleMeasures, VocabularyIsAMeanOverWindows) {
  std::string same, different;
  for (int i = 0; i < 60; ++i) {
    same += "word ";
    different += "word" + std::to_string(i) + " ";
  }
  EXPECT_DOUBLE_EQ(*measured(same).at("vocabulary"), 1 / 50.0);
  EXPECT_DOUBLE_EQ(*measured(different).at("vocabulary"), 1);
  EXPECT_DOUBLE_EQ(*measured(same + "new").at("vocabulary"), (11 * 1 + 2) / (12 * 50.0));
}

TEST(StyleMeasures, NothingWhereThereIsNothing) {
  for (const char* text : {"", "...", " \n "})
    for (const auto& [name, value] : measured(text)) EXPECT_FALSE(value) << name;
}

const MeasureInteraction& named(const StyleInteraction& found, const std::string& name) {
  return *std::find_if(found.measures.begin(), found.measures.end(),
                       [&](const auto& measure) { return measure.name == name; });
}

// In a synthetic corpus, habits belong to authors and do not depend on the topic: sentence length and
// function words differ between authors, and the interaction is noise.
TEST(StyleInteraction, PlantedHabitsTravelAcrossTopics) {
  SynthOptions options;
  options.authors = 8;
  options.topics = 5;
  options.families = 5;
  options.documents = 600;
  options.length = 60;
  options.author_topic_correlation = 0.3;
  const Corpus corpus = *Synth::make(options)->corpus(1);
  const auto found = style_interaction(corpus, {});
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->documents + found->left_out, 600U);
  for (const char* habit : {"sentence-length", "function-words", "upper-case", "commas"}) {
    const auto& measure = named(*found, habit);
    EXPECT_LT(*measure.p_author, 1e-6) << habit;
    EXPECT_GT(*measure.p_interaction, 0.01) << habit;
    EXPECT_GE(*measure.p_interaction, *measure.anova->interaction.p);
  }
  EXPECT_FALSE(named(*found, "digits").p_author) << "there are no digits: no variance";
  // The order of documents and the number of threads change nothing.
  const auto again = style_interaction(testing::in_another_order(corpus), {.threads = 3});
  for (size_t m = 0; m < kStyleMeasures; ++m)
    EXPECT_EQ(found->measures[m].anova->a.f, again->measures[m].anova->a.f);
}

// The interaction is planted: an author writes long words on one topic and short words on the other.
TEST(StyleInteraction, AHabitThatDependsOnTheTopicIsFound) {
  std::vector<testing::Doc> docs;
  Rng rng(3, "tests/interaction");
  for (int a = 0; a < 2; ++a)
    for (int t = 0; t < 2; ++t)
      for (int k = 0; k < 20; ++k) {
        std::string text;
        for (int w = 0; w < 10; ++w) text += std::string((a == t ? 6 : 4) + rng.below(3), 'x') + " ";
        docs.push_back({std::to_string(docs.size()), text, "a" + std::to_string(a), "t" + std::to_string(t)});
      }
  const auto found = *style_interaction(testing::make_corpus(docs), {.type = SumsOfSquares::type3});
  const auto& length = named(found, "word-length");
  EXPECT_LT(*length.p_interaction, 1e-12);
  EXPECT_GT(*length.p_author, 0.01);
  EXPECT_GT(length.anova->interaction.eta_squared, 0.8);
}

TEST(StyleInteraction, ThinCorporaAreRefused) {
  const auto found = style_interaction(testing::grid_corpus(3, 3, 1), {});
  ASSERT_FALSE(found);
  EXPECT_NE(found.error().message.find("two authors and two topics with cells of at least 2 documents; there "
                                       "are 0 and 0"),
            std::string::npos)
      << found.error().message;
  EXPECT_TRUE(style_interaction(testing::grid_corpus(3, 3, 1), {.min_documents = 1}));
}

}  // namespace
}  // namespace standfast
