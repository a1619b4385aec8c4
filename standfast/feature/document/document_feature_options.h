// The options of document features, to be a member of the options of a classifier, which sets its own
// defaults there. (document_features.h describes their meaning.)
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/option_table.h"

namespace standfast {

enum class Family : uint8_t { word, character, function_words, punctuation, lengths };
inline constexpr std::string_view kFamilyNames[] = {"word", "char", "function-words", "punctuation",
                                                    "lengths"};

enum class FeatureWeight : uint8_t { presence, counts, relative, tf_idf };
enum class FeatureNorm : uint8_t { automatic, none, l1, l2 };  // automatic: l2 for tf-idf, else none
enum class FeatureDistortion : uint8_t {
  none,
  rare_single,
  rare_multiple,
  frequent_single,
  frequent_multiple
};

// Rules for words. paper: text/words.h after the deletions of ngram/text_preparation.h; letters:
// text/words.h; spaces: stretches between white space, so that users may cut texts themselves.
enum class WordRule : uint8_t { paper, letters, spaces };

// The lengths of n-grams, 1 to 30.
struct GramLengths {
  uint32_t low = 1, high = 1;
  bool operator==(const GramLengths&) const = default;
};

struct DocumentFeatureOptions {
  std::vector<Family> families = {Family::word};
  GramLengths word_n = {}, char_n = {4, 4};
  WordRule words = WordRule::paper;
  uint32_t min_word_length = 1;
  bool lower_case = true;
  FeatureWeight weight = FeatureWeight::presence;
  FeatureNorm norm = FeatureNorm::automatic;
  double min_df = 1, max_df = 1;    // for n-grams; below 1 (max_df: up to 1) a share of the documents
  uint64_t max_features = 0;        // limit of each family; 0: all
  std::string function_words = {};  // a file, or the code of a built-in list; "": the English list
  FeatureDistortion distort = FeatureDistortion::none;
  uint64_t distort_words = 300;
  bool operator==(const DocumentFeatureOptions&) const = default;
};

OptionTable<DocumentFeatureOptions> document_feature_table();

}  // namespace standfast
