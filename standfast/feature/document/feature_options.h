// What the options of document features come to. (Their meaning stands in document_features.h.)
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/feature/document/document_feature_options.h"
#include "standfast/feature/ngram/tfidf.h"
#include "standfast/text/edit.h"

namespace standfast {

// Bounds of the vocabulary and what counts as a word.
TfidfOptions bounds_of(const DocumentFeatureOptions& options);

// What word features see of a text, before anything is learned; null: all of it.
std::shared_ptr<const TextEdit> word_rule(const DocumentFeatureOptions& options);

// The listed function words as the rule for words reads them, ascending. An entry of several words is an
// error in a file and left out of a built-in list (English contractions, where words are runs of letters).
Result<std::vector<std::string>> prepared_function_words(const DocumentFeatureOptions& options);

}  // namespace standfast
