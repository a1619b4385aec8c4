// Attributions held against what was planted: the mean share of planted tokens and of all others (table 4 of Zhou et
// al. 2024, Navigating the Shortcut Maze), and whether planted tokens rank on top (Bastings et al. 2022, Will you find
// these shortcuts?), beside what a random ranking would reach.
//
// A token is planted if it overlaps a planted span.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "standfast/analysis/attribution/explainer.h"
#include "standfast/metric/stat/interval.h"

namespace standfast {

// A mean over items that come in documents, each item counting once. The interval (95 %, Student's t) is over documents:
// that of a ratio of two sums (Cochran 1977, Sampling techniques, section 6.4). With fewer than two documents none.
struct ClusteredMean {
  std::optional<double> mean;
  std::optional<Interval> interval;
  uint64_t documents = 0, items = 0;
};
// sums[d], counts[d]: of document d; documents without items count nowhere.
ClusteredMean clustered_mean(std::span<const double> sums, std::span<const double> counts);

// Mean shares for the output of one class, of documents that have one value planted.
struct PlantedShares {
  std::string value;       // what was planted; "" where the file names no values
  size_t output = 0;       // class
  ClusteredMean planted;   // a token
  ClusteredMean per_span;  // the tokens of a span together
  ClusteredMean others;    // a token of the same documents
};
// By value, then class. Documents without a planted token are left out.
std::vector<PlantedShares> planted_shares(std::span<const Attribution> attributions,
                                          std::span<const std::vector<TokenSpan>> spans,
                                          std::span<const std::string> values, size_t classes);

// One figure of the ranking, the mean over documents with its interval over them, what random rankings reach on average
// on the same documents, and what a ranking with all planted tokens on top would reach.
struct RankingMeasure {
  std::string name, meaning;
  ClusteredMean found;
  double random = 0, best = 0;
};
// Tokens rank by |share|: for `output` of each document, or, where that is empty, by the largest over classes. Equal
// tokens share their ranks: figures are means over all ways to order them, so a constant attribution comes out as random.
// Documents with planted and other tokens count. top: the k of precision at k.
std::vector<RankingMeasure> planted_ranking(std::span<const Attribution> attributions,
                                            std::span<const std::vector<TokenSpan>> spans,
                                            std::span<const size_t> output, uint32_t top);

}  // namespace standfast
