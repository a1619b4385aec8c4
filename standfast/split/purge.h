// Purge: a wrapper for any splitter that removes training documents which leak information about test
// documents.
//
// By group: a document of train or validation is removed if it has the value of a tested document of its fold
// in a column (a thread, an author, a case). A document without a value is a group by itself and stays. By
// text: a document is removed if its text equals or nearly equals the text of a tested document: the Jaccard
// similarity of their sets of tokens (corpus/duplicate/token_sets.h) reaches a threshold. The search is
// exact, so no near duplicate is missed. Removed documents are kept aside and counted (Fold::purged); test
// sides stay as they were. Validation may become smaller than its share. A side that is left without
// documents is a data error. The idea follows the purging of time series (López de Prado 2018, Advances in
// Financial Machine Learning, chapter 7).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "standfast/corpus/duplicate/set_join.h"
#include "standfast/split/splitter.h"

namespace standfast {

// Returns the entry, extended by the options purge, purge-near and purge-tokens.
SplitterCatalog::Entry with_purge(SplitterCatalog::Entry entry);

// Returns the column that a split was purged by, or "". The options may come from a file.
std::string purged_by(const Options& options);

struct NearPurge {
  double threshold = 0;
  NearTokens tokens = NearTokens::runs;
};
// Returns the settings by which a split was purged of near duplicates, if it was.
std::optional<NearPurge> near_purge(const Options& options);

// Returns all pairs of documents of these rows whose texts are equal or near duplicates. A data error if
// there are too many.
Result<std::vector<SimilarPair>> near_pairs(const Corpus& corpus, std::span<const uint32_t> rows,
                                            const NearPurge& purge, int threads);

}  // namespace standfast
