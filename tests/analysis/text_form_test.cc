// Tests of the form of a text: its looks, other than its words.
#include "standfast/analysis/scan/text_form.h"

#include <map>
#include <string>

#include <gtest/gtest.h>

namespace standfast {
namespace {

TEST(TextForm, SeesWhatIsThere) {
  const auto value = [](std::string_view text, FormFeature feature) {
    return std::string(form_values(feature).values[text_form(text).of(feature)]);
  };
  EXPECT_EQ(value(" x", FormFeature::leading_space), "space");
  EXPECT_EQ(value("\n \"x\"", FormFeature::leading_space), "line break");
  EXPECT_EQ(value("x", FormFeature::leading_space), "none");
  EXPECT_EQ(value("x \n", FormFeature::trailing_space), "line break");
  EXPECT_EQ(value("\n\"x y\" ", FormFeature::outer_quotes), "both");
  EXPECT_EQ(value("\u201Cx y\u201D", FormFeature::outer_quotes), "both");
  EXPECT_EQ(value("\"x\" y", FormFeature::outer_quotes), "opening only");
  EXPECT_EQ(value("x \"y\"", FormFeature::outer_quotes), "closing only");
  EXPECT_EQ(value("\"", FormFeature::outer_quotes), "opening only");
  EXPECT_EQ(value("\nx\n", FormFeature::line_breaks), "none") << "at the ends they are white space";
  EXPECT_EQ(value("x\r\ny", FormFeature::line_breaks), "one");
  EXPECT_EQ(value("x\n\ny", FormFeature::line_breaks), "several");
  EXPECT_EQ(value("don't", FormFeature::beyond_ascii), "ASCII alone");
  EXPECT_EQ(value("caf\u00E9", FormFeature::beyond_ascii), "characters beyond ASCII");
  EXPECT_EQ(value("caf\u00C3\u00A9", FormFeature::beyond_ascii), "broken encoding");
  EXPECT_EQ(value("don\u00E2\u20AC\u2122t", FormFeature::beyond_ascii), "broken encoding");
  EXPECT_EQ(value("a\uFFFDb", FormFeature::beyond_ascii), "broken encoding");
  for (const auto& [text, end] : std::map<std::string, std::string>{{"x.", "full stop"},
                                                                    {"x... ", "dots"},
                                                                    {"x\u2026", "dots"},
                                                                    {"x!", "exclamation mark"},
                                                                    {"x?\n", "question mark"},
                                                                    {"x,", "comma"},
                                                                    {"x\"", "quote"},
                                                                    {"x)", "bracket"},
                                                                    {"x", "letter"},
                                                                    {"7", "digit"},
                                                                    {"x;", "other mark"},
                                                                    {" ", "nothing"}})
    EXPECT_EQ(value(text, FormFeature::end_mark), end) << text;
  EXPECT_EQ(value("ABC", FormFeature::capitals), "more than 30 % of letters");
  EXPECT_EQ(value("abc", FormFeature::capitals), "none");
  EXPECT_EQ(value("see www.x.org", FormFeature::link), "yes");
  const TextForm form = text_form("\n \"To be, or not\u2014to be?\"");
  EXPECT_EQ(form.first_word, "To");
  EXPECT_EQ(form.last_word, "be");
  EXPECT_EQ(form.words, 5U);
  EXPECT_EQ(form.characters, 22U) << "white space around it is another feature";
  EXPECT_EQ(text_form("").words, 0U);
}

TEST(TextForm, ReadsOtherScripts) {
  const auto value = [](std::string_view text, FormFeature feature) {
    return std::string(form_values(feature).values[text_form(text).of(feature)]);
  };
  for (const auto& [text, end] : std::map<std::string, std::string>{{"好。", "full stop"},
                                                                    {"अच्छा है।", "full stop"},
                                                                    {"ٹھیک ہے۔", "full stop"},
                                                                    {"好！", "exclamation mark"},
                                                                    {"好？", "question mark"},
                                                                    {"لماذا؟", "question mark"},
                                                                    {"نعم،", "comma"},
                                                                    {"好，", "comma"},
                                                                    {"「好」", "quote"},
                                                                    {"sagt \u201Eja\u201C", "quote"},
                                                                    {"《好》", "bracket"},
                                                                    {"की", "letter"},
                                                                    {"好", "letter"}})
    EXPECT_EQ(value(text, FormFeature::end_mark), end) << text;
  for (const auto& [text, first] : std::map<std::string, std::string>{{"好", "letter without case"},
                                                                      {"की", "letter without case"},
                                                                      {"да", "small letter"},
                                                                      {"Да", "capital"}})
    EXPECT_EQ(value(text, FormFeature::first_letter), first) << text;
  EXPECT_EQ(value("「好」", FormFeature::outer_quotes), "both");
  EXPECT_EQ(value("\u201Aja\u2018", FormFeature::outer_quotes), "both");
  EXPECT_EQ(value("好吗？", FormFeature::question), "yes");
  EXPECT_EQ(without_form("好吗？ 好！", FormFeature::question), "好吗 好！");
  EXPECT_EQ(without_form("好吗？ 好！", FormFeature::exclamation), "好吗？ 好");
  EXPECT_EQ(value("（好）", FormFeature::brackets), "yes");
  EXPECT_EQ(without_form("अच्छा की।", FormFeature::end_mark), "अच्छा की");
  EXPECT_EQ(text_form("की बात").first_word, "की");
  EXPECT_EQ(text_form("वह को").last_word, "को");
  const TextForm chinese = text_form("今天天气很好，我们去公园。");
  EXPECT_EQ(chinese.first_word, "今天");
  EXPECT_EQ(chinese.last_word, "公园");
  EXPECT_EQ(chinese.words, 6U);
}

TEST(TextForm, WithoutAFeatureTheTextLooksPlain) {
  const std::string odd = "\n \"CAF\u00C3\u00A9 no. 7?!  See (www.x.org/a) @me... \nYes\u201D \t";
  for (const auto& feature : form_features()) {
    if (feature.feature == FormFeature::end_mark || feature.feature == FormFeature::first_letter) continue;
    const std::string without = without_form(odd, feature.feature);
    const uint8_t code = text_form(without).of(feature.feature);
    EXPECT_EQ(code, feature.feature == FormFeature::capitals ? 1 : 0) << feature.name << ": " << without;
    EXPECT_EQ(without_form(without, feature.feature), without) << feature.name;
    EXPECT_EQ(without_form("plain words here", feature.feature), "plain words here") << feature.name;
  }
  EXPECT_EQ(without_form("so it is!\u201D ", FormFeature::end_mark), "so it is");
}

}  // namespace
}  // namespace standfast
