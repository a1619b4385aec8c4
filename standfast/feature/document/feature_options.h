// Reading the options of document features. (Their meaning stands in document_features.h.)
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "standfast/base/options.h"
#include "standfast/feature/document/feature_block.h"
#include "standfast/feature/ngram/tfidf.h"
#include "standfast/text/edit.h"

namespace standfast {

// "word+char". A usage error names the family that is not there.
Result<std::vector<Family>> parse_families(const std::string& text);

// "3" or "1-3": lengths of n-grams, 1 to 30. A usage error names the option.
Result<std::pair<uint32_t, uint32_t>> parse_lengths(const Options& options, const std::string& option);

// Bounds of the vocabulary and what counts as a word.
Result<TfidfOptions> parse_bounds(const Options& options);

// What word features see of a text, before anything is learned; null: all of it.
std::shared_ptr<const TextEdit> word_rule(const Options& options);

// The listed function words as the rule for words reads them, ascending. An entry of several words is an
// error in a file and left out of our own list (the contractions, where words are runs of letters).
Result<std::vector<std::string>> prepared_function_words(const Options& options);

}  // namespace standfast
