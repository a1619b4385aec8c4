// Options of document features, translated for the code. (document_features.h describes their meaning.)
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/feature/document/document_feature_options.h"
#include "standfast/feature/ngram/tfidf.h"
#include "standfast/text/edit.h"

namespace standfast {

// Returns the bounds of the vocabulary and the rule for words.
TfidfOptions bounds_of(const DocumentFeatureOptions& options);

// Returns the edit of a text for word features, before anything is learned; null: none.
std::shared_ptr<const TextEdit> word_rule(const DocumentFeatureOptions& options);

// Returns the listed function words as the rule for words reads them, ascending. An entry of several words is
// an error in a file and left out of a built-in list (English contractions, where words are runs of letters).
Result<std::vector<std::string>> prepared_function_words(const DocumentFeatureOptions& options);

}  // namespace standfast
