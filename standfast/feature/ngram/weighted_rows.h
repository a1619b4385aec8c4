// Rows of tf-idf weights of texts: counts of the terms, times idf, brought to unit length. (tfidf.h describes
// the rules.)
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "standfast/feature/ngram/term_index.h"
#include "standfast/num/kernel/csr.h"

namespace standfast {

// Computes the rows. Row i is text i; columns are the terms. The same bytes for any number of threads.
CsrMatrix weighted_rows(const TfidfOptions& options, const TermIndex& index, const std::vector<double>& idf,
                        std::span<const std::string_view> texts, const TextEdit* edit, int threads);

}  // namespace standfast
