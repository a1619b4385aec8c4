// Where features stand in a text: as often as they are counted, and where they are read.
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/feature/document/document_features.h"
#include "standfast/text/utf8.h"

namespace standfast {
namespace {

DocumentFeatures features_of(DocumentFeatureOptions options, const std::vector<std::string_view>& texts) {
  options.weight = FeatureWeight::counts;
  DocumentFeatures features(options);
  const auto status = features.fit(texts);
  EXPECT_TRUE(status) << status.error().message;
  return features;
}

// "term@text" of each place, in the order of the text.
std::multimap<uint32_t, std::string> placed(const DocumentFeatures& features, std::string_view text) {
  const auto names = features.names();
  std::multimap<uint32_t, std::string> found;
  for (const auto& at : features.places(text))
    found.emplace(at.begin, fmt::format("{}@{}", names[at.column], text.substr(at.begin, at.end - at.begin)));
  return found;
}
std::vector<std::string> list(const std::multimap<uint32_t, std::string>& found) {
  std::vector<std::string> all;
  for (const auto& [begin, name] : found) all.push_back(name);
  return all;
}

TEST(FeaturePlaces, OfWords) {
  const std::string_view text = "Don't (re-do)  IT!";
  EXPECT_EQ(list(placed(features_of({}, {text}), text)),
            (std::vector<std::string>{"dont@Don't", "redo@re-do", "it@IT"}));
  DocumentFeatureOptions letters;
  letters.words = WordRule::letters;
  letters.min_word_length = 2;
  EXPECT_EQ(list(placed(features_of(letters, {text}), text)),
            (std::vector<std::string>{"don@Don", "re@re", "do@do", "it@IT"}));
  DocumentFeatureOptions pairs;
  pairs.word_n = {2, 2};
  EXPECT_EQ(list(placed(features_of(pairs, {text}), text)),
            (std::vector<std::string>{"dont redo@Don't (re-do", "redo it@re-do)  IT"}));
}

TEST(FeaturePlaces, OfCharactersAndMarks) {
  const std::string_view text = "A  b\xC3\x89,";
  DocumentFeatureOptions characters;
  characters.families = {Family::character};
  characters.char_n = {2, 2};
  EXPECT_EQ(list(placed(features_of(characters, {text}), text)),
            (std::vector<std::string>{"a @A  ", " b@  b", "b\xC3\xA9@b\xC3\x89", "\xC3\xA9,@\xC3\x89,"}));
  DocumentFeatureOptions marks;
  marks.families = {Family::punctuation};
  EXPECT_EQ(list(placed(features_of(marks, {text}), text)), (std::vector<std::string>{",@,"}));
}

// Any text, any features: a term has as many places as transform() counts.
TEST(FeaturePlaces, AreAsManyAsAreCounted) {
  Rng rng(3, "tests/places");
  const CodePoint kSome[] = {' ',    ' ',    ' ',    '\n',   'a',    'b',    'C',    'd',    '_',    '.',
                             '\'',   '-',    '7',    0xE9,   0xA0,   0x3A3,  0x130,  0x301,  'i',    0x1F600,
                             0x4E2D, 0x6587, 0x7684, 0x3042, 0x0E01, 0x0E32, 0x0915, 0x093F, 0x200D, 0x3002};
  const auto text_of = [&] {
    std::string text;
    for (uint64_t k = rng.below(60); k > 0; --k) append_utf8(kSome[rng.below(std::size(kSome))], text);
    return text;
  };
  std::vector<DocumentFeatureOptions> all(8);
  all[0].word_n = {1, 3};
  all[1].words = WordRule::letters;
  all[1].word_n = {1, 2};
  all[1].min_word_length = 2;
  all[2].families = {Family::character, Family::word};
  all[2].char_n = {1, 9};
  all[3].families = {Family::punctuation, Family::lengths, Family::character};
  all[3].lower_case = false;
  all[4].distort = FeatureDistortion::rare_multiple;
  all[4].distort_words = 5;
  all[5].distort = FeatureDistortion::frequent_single;
  all[5].distort_words = 5;
  all[5].words = WordRule::letters;
  all[5].families = {Family::word, Family::function_words};
  all[6].max_features = 20;
  all[6].lower_case = false;
  all[6].families = {Family::function_words, Family::word};
  all[7].words = WordRule::spaces;
  all[7].families = {Family::word, Family::function_words};
  for (size_t o = 0; o < all.size(); ++o)
    for (int round = 0; round < 40; ++round) {
      // Enough of the English function words for their list to be taken.
      std::vector<std::string> owned = {
          "a of the b i me my we our you your he him his she her it its they them their what which who this that these "
          "those am is are was were be been have has had do does did"};
      for (int i = 0; i < 12; ++i) owned.push_back(text_of());
      const std::vector<std::string_view> texts(owned.begin(), owned.end());
      const DocumentFeatures features = features_of(all[o], texts);
      ASSERT_EQ(features.why_no_places(), "");
      const CsrMatrix x = features.transform(texts);
      size_t first_length = ~size_t{0}, last_length = 0, column = 0;
      for (const auto& part : features.parts()) {
        if (part.family == "lengths") {
          first_length = column;
          last_length = column + part.columns;
        }
        column += part.columns;
      }
      for (size_t i = 0; i < texts.size(); ++i) {
        std::map<uint32_t, double> counts, expected;
        for (const auto& at : features.places(texts[i])) {
          ++counts[at.column];
          ASSERT_LE(at.begin, at.end);
          ASSERT_LE(at.end, texts[i].size());
          ASSERT_TRUE(at.begin == texts[i].size() || !is_continuation(texts[i][at.begin]));
        }
        for (size_t k = 0; k < x.row_columns(i).size(); ++k)
          if (x.row_columns(i)[k] < first_length || x.row_columns(i)[k] >= last_length)
            expected[x.row_columns(i)[k]] = x.row_values(i)[k];
        ASSERT_EQ(counts, expected) << "options " << o << ": " << texts[i];
      }
    }
}

TEST(FeaturePlaces, HiddenCharactersHaveNone) {
  DocumentFeatureOptions options;
  options.families = {Family::character};
  options.distort = FeatureDistortion::rare_single;
  EXPECT_NE(features_of(options, {"some words of a text"}).why_no_places(), "");
}

TEST(WordBag, IsTheRuleOfRows) {
  DocumentFeatureOptions options;
  options.weight = FeatureWeight::tf_idf;
  DocumentFeatures features(options);
  const std::vector<std::string_view> texts = {"a a b", "b c", "c c c d"};
  ASSERT_TRUE(features.fit(texts));
  const auto bag = features.word_bag();
  ASSERT_TRUE(bag);
  EXPECT_EQ(bag->norm, Norm::l2);
  ASSERT_EQ(bag->idf.size(), 4U);
  const CsrMatrix x = features.transform(texts);
  const double length = std::sqrt(4 * bag->idf[0] * bag->idf[0] + bag->idf[1] * bag->idf[1]);
  EXPECT_NEAR(x.row_values(0)[0], 2 * bag->idf[0] / length, 1e-12);
}

}  // namespace
}  // namespace standfast
