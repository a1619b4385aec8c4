// Purge: whatever the splitter, take out of train what a test document gives away.
//
// By group: a document of train or validation leaves if it has the value of a tested document of its fold in a
// column (a thread, an author, a case). A document without a value is a group by itself and stays. By text: it
// leaves if its text is that of a tested document, or nearly so: the Jaccard similarity of their sets of tokens
// (corpus/duplicate/token_sets.h) reaches a threshold. The search is exact, so no near duplicate is missed.
// What leaves is kept aside and counted (Fold::purged); test sides stay as they were. Validation may have become
// smaller than its share. A side that is left without documents is a data error.
// In the spirit of the purge of time series (López de Prado 2018, Advances in Financial Machine Learning, chapter 7).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "standfast/corpus/duplicate/set_join.h"
#include "standfast/split/splitter.h"

namespace standfast {

// The entry with the options purge, purge-near and purge-tokens.
SplitterCatalog::Entry with_purge(SplitterCatalog::Entry entry);

// The column that a split was purged by, or "". The options may come from a file.
std::string purged_by(const Options& options);

struct NearPurge {
  double threshold = 0;
  NearTokens tokens = NearTokens::runs;
};
// How a split was purged of near duplicates, if it was.
std::optional<NearPurge> near_purge(const Options& options);

// All pairs of documents of these rows whose texts agree or nearly do. A data error where there are too many.
Result<std::vector<SimilarPair>> near_pairs(const Corpus& corpus, std::span<const uint32_t> rows,
                                            const NearPurge& purge, int threads);

}  // namespace standfast
