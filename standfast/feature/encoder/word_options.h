// What the encoders over words share: options that choose the vocabulary, and their translation for the
// vectorizer.
#pragma once

#include <string>
#include <vector>

#include "standfast/base/options.h"
#include "standfast/feature/ngram/tfidf.h"

namespace standfast {

// max-features, min-df, max-df with these defaults. A bound below 1 (max-df: of 1 and below) is a share of
// the documents, otherwise a number of them.
std::vector<OptionSpec> word_options(int64_t max_features, double min_df, double max_df);

// Words of at least two letters, lower-cased, within the bounds. A usage error if they exclude everything.
Result<TfidfOptions> word_tfidf(const Options& options);

// A usage error unless least <= value <= most.
Status check_range(const Options& options, const std::string& name, int64_t least, int64_t most);

// "words in at least 10 % of 100 documents and at most 50 %", for messages.
std::string describe_bounds(const TfidfOptions& options);

}  // namespace standfast
