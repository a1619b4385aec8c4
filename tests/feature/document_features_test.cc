// Compares document features with scikit-learn and Python's re
// (tests/reference/document_features_reference.py), and tests the laws that classifiers rely on.
#include "standfast/feature/document/document_features.h"

#include <algorithm>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/feature/document/length_counts.h"
#include "standfast/feature/ngram/text_preparation.h"
#include "standfast/feature/ngram/tfidf.h"
#include "standfast/text/function_words.h"
#include "standfast/text/utf8.h"
#include "tests/support/data.h"
#include "tests/support/scripts_corpus.h"

namespace standfast {
namespace {

using Json = nlohmann::json;
using Given = std::map<std::string, OptionValue>;

Result<DocumentFeatures> features(const Given& given) {
  const auto table = document_feature_table();
  SF_ASSIGN(const Options options, Options::resolve("features", table.specs(), given));
  SF_ASSIGN(const DocumentFeatureOptions read, table.read(options));
  return DocumentFeatures(read);
}

std::vector<std::string_view> views(const std::vector<std::string>& texts) {
  return {texts.begin(), texts.end()};
}

const Json& reference() {
  static const Json json = [] {
    std::ifstream file(std::string(STANDFAST_SOURCE_DIR) + "/tests/reference/document_features_small.json");
    return Json::parse(file);
  }();
  return json;
}

Given given_by(const Json& options, const std::string& list) {
  Given given;
  for (const auto& [name, value] : options.items()) {
    if (value == "LIST")
      given[name] = list;
    else if (value.is_string())
      given[name] = value.get<std::string>();
    else if (value.is_boolean())
      given[name] = value.get<bool>();
    else if (value.is_number_integer())
      given[name] = value.get<int64_t>();
    else
      given[name] = value.get<double>();
  }
  return given;
}

TEST(DocumentFeatures, EqualScikitLearn) {
  const testing::TemporaryFolder folder;
  std::ofstream list(folder.file("list.txt"));
  list << "# words\n\n";
  for (const auto& word : reference()["list"]) list << " " << word.get<std::string>() << "\r\n";
  list.close();
  const auto texts = reference()["texts"].get<std::vector<std::string>>();
  const auto all = views(texts);
  const auto train = std::span(all).first(reference()["train"].get<size_t>());
  ASSERT_EQ(reference()["answers"].size(), 14U);
  for (const auto& answer : reference()["answers"])
    for (const int threads : {1, 3}) {
      SCOPED_TRACE(answer["options"].dump());
      auto made = features(given_by(answer["options"], folder.file("list.txt")));
      ASSERT_TRUE(made) << made.error().message;
      const auto status = made->fit(train, threads);
      ASSERT_TRUE(status) << status.error().message;
      ASSERT_EQ(made->names(), answer["names"].get<std::vector<std::string>>());
      const CsrMatrix m = made->transform(all, threads);
      ASSERT_EQ(m.columns_count, made->columns());
      ASSERT_EQ(m.begin, answer["begin"].get<std::vector<uint64_t>>());
      for (size_t k = 0; k < m.columns.size(); ++k) {
        ASSERT_EQ(m.columns[k], answer["columns"][k].get<uint32_t>()) << k;
        ASSERT_NEAR(m.values[k], answer["values"][k].get<double>(), 1e-12) << k;
      }
      // Features that are saved and restored have the same state and give the same rows.
      auto again = features(given_by(answer["options"], "no longer there"));
      ASSERT_TRUE(again);
      const auto restored = again->restore(made->save());
      ASSERT_TRUE(restored) << restored.error().message;
      EXPECT_EQ(again->save(), made->save());
      const CsrMatrix same = again->transform(all, threads);
      EXPECT_EQ(same.columns, m.columns);
      EXPECT_EQ(same.values, m.values);
    }
}

TEST(DocumentFeatures, FamiliesStandSideBySide) {
  const auto texts = reference()["texts"].get<std::vector<std::string>>();
  const auto all = views(texts);
  for (const std::string weight : {"presence", "counts", "relative", "tf-idf"}) {
    auto joined = features(
        {{"features", std::string("lengths+word+punctuation+function-words+char")}, {"weight", weight}});
    ASSERT_TRUE(joined);
    ASSERT_TRUE(joined->fit(all));
    const CsrMatrix m = joined->transform(all);
    auto names = joined->names();
    std::sort(names.begin(), names.end());
    EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
    size_t offset = 0, entries = 0;
    for (const auto& part : joined->parts()) {
      auto alone = features({{"features", part.family}, {"weight", weight}});
      ASSERT_TRUE(alone && alone->fit(all));
      const CsrMatrix own = alone->transform(all);
      ASSERT_EQ(own.columns_count, part.columns);
      entries += own.columns.size();
      for (size_t i = 0; i < own.rows(); ++i)
        for (size_t k = 0; k < own.row_columns(i).size(); ++k) {
          const auto columns = m.row_columns(i);
          const auto at = std::find(columns.begin(), columns.end(), own.row_columns(i)[k] + offset);
          ASSERT_NE(at, columns.end());
          EXPECT_EQ(m.row_values(i)[static_cast<size_t>(at - columns.begin())], own.row_values(i)[k]);
        }
      offset += part.columns;
    }
    EXPECT_EQ(entries, m.columns.size());
    EXPECT_EQ(joined->presence(), weight == "presence");
  }
}

// The expected characters are, in Python, [c for c in text if not c.isalnum() and not c.isspace() and
// unicodedata.category(c) != "Cc"].
TEST(DocumentFeatures, ControlCharactersAndWhitespaceAreNoPunctuation) {
  const std::string text =
      "one\x01 two\x1b three\x7f four\xc2\x92 five\xc2\x85 six\x1f seven\t_ eight, nine! \xe2\x80\x99";
  auto made = features({{"features", std::string("punctuation")}, {"weight", std::string("counts")}});
  ASSERT_TRUE(made && made->fit(std::vector<std::string_view>{text}));
  EXPECT_EQ(made->parts().front().columns, 4U) << "_ , ! and the apostrophe U+2019";
  EXPECT_EQ(made->transform(std::vector<std::string_view>{text}).columns.size(), 4U);
}

TEST(DocumentFeatures, FitForgetsAndOrderDoesNotMatter) {
  const auto texts = reference()["texts"].get<std::vector<std::string>>();
  auto all = views(texts);
  for (const Given& given : {Given{}, Given{{"features", std::string("char")},
                                            {"max-features", int64_t{40}},
                                            {"weight", std::string("tf-idf")},
                                            {"distort", std::string("mask-frequent-multiple")},
                                            {"distort-words", int64_t{5}}}}) {
    auto once = features(given), twice = features(given);
    ASSERT_TRUE(once && twice);
    ASSERT_TRUE(once->fit(all));
    ASSERT_TRUE(twice->fit(std::vector<std::string_view>{"other words", "alone", "other *"}));
    std::reverse(all.begin(), all.end());
    ASSERT_TRUE(twice->fit(all));
    EXPECT_EQ(once->save(), twice->save());
  }
}

// The laws of the tests above hold for texts in all kinds of script, and the places of features agree with
// the counts of the row.
TEST(DocumentFeatures, KeepTheirLawsInEveryScript) {
  const Corpus corpus = testing::scripts_corpus(1), other = testing::scripts_corpus(2);
  auto all = texts_of(corpus);
  const std::vector<std::string_view> train(all.begin(), all.begin() + 30);
  for (const std::string words : {"paper", "letters", "spaces"})
    for (const std::string family : {"word", "char", "punctuation", "lengths"})
      for (const std::string distort : {"none", "mask-frequent-multiple"}) {
        SCOPED_TRACE(words + " " + family + " " + distort);
        const Given given = {{"features", family},
                             {"words", words},
                             {"weight", std::string("counts")},
                             {"distort", distort},
                             {"distort-words", int64_t{20}}};
        auto once = features(given), twice = features(given), again = features(given);
        ASSERT_TRUE(once && twice && again);
        ASSERT_TRUE(once->fit(train));
        ASSERT_TRUE(twice->fit(texts_of(other)));
        auto reversed = train;
        std::reverse(reversed.begin(), reversed.end());
        ASSERT_TRUE(twice->fit(reversed, 3));
        EXPECT_EQ(once->save(), twice->save());
        ASSERT_TRUE(again->restore(once->save()));
        const CsrMatrix rows = once->transform(all), same = again->transform(all, 3);
        EXPECT_EQ(rows.columns, same.columns);
        EXPECT_EQ(rows.values, same.values);
        EXPECT_GT(rows.columns.size(), 100U);
        EXPECT_TRUE(rows.row_columns(all.size() - 1).empty()) << "of an empty text";
        if (distort != "none" && family == "word") {
          for (const auto& name : once->names()) EXPECT_EQ(name.find('*'), std::string::npos) << name;
        }
        if (family == "lengths" || !once->why_no_places().empty()) continue;
        for (size_t i = 0; i < 5; ++i) {
          std::vector<double> counted(once->columns());
          for (const auto& place : once->places(all[i])) {
            counted[place.column] += 1;
            EXPECT_TRUE(is_valid_utf8(all[i].substr(place.begin, place.end - place.begin)));
          }
          const auto columns = rows.row_columns(i);
          for (size_t k = 0; k < columns.size(); ++k) counted[columns[k]] -= rows.row_values(i)[k];
          EXPECT_EQ(counted, std::vector<double>(counted.size())) << i;
        }
      }
}

// Asterisks are no words, although they would be if spaces alone parted words.
TEST(DocumentFeatures, HiddenWordsLeaveNoWordWhereSpacesPartWords) {
  const std::vector<std::string_view> texts = {"a-b a-b a-b c…", "a-b d"};
  auto made = features({{"words", std::string("spaces")},
                        {"distort", std::string("mask-frequent-multiple")},
                        {"distort-words", int64_t{1}}});
  ASSERT_TRUE(made && made->fit(texts));
  EXPECT_THAT(made->names(), ::testing::UnorderedElementsAre("c…", "d"));
}

TEST(DocumentFeatures, PaperWords) {
  std::string out;
  PaperWords(true).apply("Don't  stop—the WELL-known_3rd\tÉtude №5 İ x²", out);
  EXPECT_EQ(out, "dont  stopthe wellknown3rd\tétude 5 i x²");
  PaperWords(false).apply("Don't SHOUT!", out);
  EXPECT_EQ(out, "Dont SHOUT");
  PaperWords(true).apply("", out);
  EXPECT_EQ(out, "");
  PaperWords(true).apply("broken \xff\xc3 bytes \xe2\x82", out);
  EXPECT_EQ(out, "broken  bytes ");
}

TEST(DocumentFeatures, LengthsAddUp) {
  const auto counts =
      length_counts("One two three four five six. Is 3.5 (or so) \"enough?\" yes... No\n\nend");
  uint32_t words = 0, sentences = 0;
  for (uint32_t c = 0; c < kWordLengths; ++c) words += counts[c];
  for (uint32_t c = kWordLengths; c < kLengthColumns; ++c) sentences += counts[c];
  EXPECT_EQ(words, 15U);
  EXPECT_EQ(sentences, 5U);  // six words; is .. enough; yes; No; end
  EXPECT_EQ(counts[kWordLengths + 1], 2U);
  EXPECT_EQ(length_names().size(), kLengthColumns);
}

TEST(DocumentFeatures, EnglishListIsOfSingleDifferentWords) {
  std::vector<std::string_view> words(english_function_words().begin(), english_function_words().end());
  std::sort(words.begin(), words.end());
  EXPECT_EQ(std::adjacent_find(words.begin(), words.end()), words.end());
  for (const auto word : words)
    EXPECT_TRUE(std::all_of(word.begin(), word.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || c == '\'';
    })) << word;
}

TEST(DocumentFeatures, WhatIsWrongIsSaid) {
  const auto message = [](const Given& given) {
    const auto made = features(given);
    return made ? std::string("made") : made.error().message;
  };
  using ::testing::HasSubstr;
  EXPECT_THAT(message({{"features", std::string("word+chars")}}), HasSubstr("there is no family \"chars\""));
  EXPECT_THAT(message({{"features", std::string("word+word")}}), HasSubstr("is named twice"));
  EXPECT_THAT(message({{"features", std::string("")}}), HasSubstr("there is no family \"\""));
  for (const char* wrong : {"0", "3-2", "x", "1-", "-1", "1-99", "", "1-2-3"})
    EXPECT_THAT(message({{"word-n", std::string(wrong)}}), HasSubstr("it is a length from 1 to 30")) << wrong;
  EXPECT_THAT(message({{"min-df", -1.0}}), HasSubstr("min-df = -1: must be at least 0"));
  EXPECT_THAT(message({{"distort-words", int64_t{0}}}), HasSubstr("at least 1"));
  EXPECT_EQ(message({{"word-n", int64_t{2}}}), "made");

  const std::vector<std::string_view> texts = {"one two", "two three"};
  const auto fitting = [&](const Given& given, std::span<const std::string_view> on) {
    auto made = features(given);
    if (!made) return made.error().message;
    const auto status = made->fit(on);
    return status ? std::string("fitted") : status.error().message;
  };
  EXPECT_THAT(fitting({}, {}), HasSubstr("no documents"));
  EXPECT_THAT(fitting({}, std::vector<std::string_view>{"", "!?"}),
              HasSubstr("features \"word\" of 2 documents"));
  EXPECT_THAT(fitting({{"min-df", 2.0}}, std::vector<std::string_view>{"one", "two"}),
              HasSubstr("no term is left"));
  EXPECT_THAT(fitting({{"features", std::string("punctuation")}}, texts), HasSubstr("none of the asked"));
  EXPECT_EQ(fitting({{"features", std::string("punctuation+word")}}, texts), "fitted");
  EXPECT_THAT(
      fitting({{"features", std::string("function-words")}, {"function-words", std::string("/nowhere")}},
              texts),
      HasSubstr("/nowhere"));
  const testing::TemporaryFolder folder;
  std::ofstream(folder.file("list")) << "in front of\n";
  EXPECT_THAT(
      fitting({{"features", std::string("function-words")}, {"function-words", folder.file("list")}}, texts),
      HasSubstr("\"in front of\" is 3 words"));
  // A list with a letter that is not UTF-8 could not be saved.
  std::ofstream(folder.file("list")) << "the\ncaf\xe9\n";
  EXPECT_THAT(
      fitting({{"features", std::string("function-words")}, {"function-words", folder.file("list")}}, texts),
      HasSubstr("list:2: not UTF-8"));
}

TEST(DocumentFeatures, RefusesWhatWasNotSaved) {
  auto made = features({});
  ASSERT_TRUE(made && made->fit(std::vector<std::string_view>{"b a", "c"}));
  const std::string saved = made->save();
  const auto refused = [](std::string text, const Given& given = {}) {
    return !features(given)->restore(text);
  };
  EXPECT_FALSE(refused(saved));
  EXPECT_TRUE(refused(saved, {{"weight", std::string("counts")}}));
  EXPECT_TRUE(refused("{}"));
  EXPECT_TRUE(refused(saved.substr(1)));
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = saved;
    changed.replace(changed.find(from), from.size(), to);
    return changed;
  };
  EXPECT_TRUE(refused(with("\"a\",\"b\"", "\"b\",\"a\"")));
  EXPECT_TRUE(refused(with("\"a\",\"b\"", "\"a\"")));
  EXPECT_TRUE(refused(with("\"documents\":2", "\"documents\":0")));
  EXPECT_TRUE(refused(with("\"documents\":2", "\"documents\":1e26")));
}

}  // namespace
}  // namespace standfast
