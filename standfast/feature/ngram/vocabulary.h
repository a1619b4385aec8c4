// The choice of a vocabulary from the n-grams of some texts: the most frequent of the n-grams whose document
// frequency is within bounds. (tfidf.h describes the rules.)
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/feature/ngram/tfidf_options.h"
#include "standfast/num/kernel/csr.h"
#include "standfast/text/edit.h"

namespace standfast {

struct Vocabulary {
  uint64_t documents = 0;                    // each counted as often as `times` says
  std::vector<std::string> terms;            // ascending
  std::vector<uint64_t> document_frequency;  // by term
};

// Chooses the vocabulary. times and edit as in Tfidf::fit. Data error if no term is left; usage error if the
// bounds cross.
Result<Vocabulary> choose_vocabulary(const TfidfOptions& options, std::span<const std::string_view> texts,
                                     std::span<const uint32_t> times, const TextEdit* edit, int threads);

// The counts of n-grams, by text.
struct GramCounts {
  std::vector<std::string> terms;  // all n-grams of the texts, ascending
  CsrMatrix rows;                  // texts x terms
};

// The counts of a selection of the texts of a GramCounts.
struct CountedRows {
  std::shared_ptr<const GramCounts> counts;
  std::vector<uint32_t> rows;  // of counts->rows, in the order of the texts that were asked for
};

// Chooses the vocabulary of texts that were counted before.
Result<Vocabulary> choose_vocabulary(const TfidfOptions& options, const CountedRows& counted);

}  // namespace standfast
