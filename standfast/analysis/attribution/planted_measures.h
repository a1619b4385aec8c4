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

// A mean over items that come in documents, each item counting once. The interval (Student's t) is over documents: that of
// a ratio of two sums, by the jackknife (Cochran 1977, Sampling techniques, section 6.17), with the degrees of freedom of the
// number of equally long documents that would tell as much (1 / sum of squared shares of the items; Kish 1965). Documents have
// different lengths, and with n - 1 degrees and linearised errors the interval of ten documents holds the truth in 91 of 100
// cases instead of 95. None with fewer than kFewestUnits documents, nor where all documents agree: then nothing tells how
// much the next one would differ.
struct ClusteredMean {
  std::optional<double> mean;
  std::optional<Interval> interval;
  uint64_t documents = 0, items = 0;
};
// sums[d], counts[d]: of document d; documents without items count nowhere.
ClusteredMean clustered_mean(std::span<const double> sums, std::span<const double> counts,
                             double level = 0.95);

// What the measures below take from one document. So nobody needs to keep its attribution.
struct MeasuredDocument {
  // Of the ranking of its tokens by |share|: what was found, what random rankings reach on average, and what a ranking
  // with all planted tokens on top would reach.
  struct Figure {
    double found = 0, random = 0, best = 0;
  };
  std::string value;     // what was planted; "" where the file names no values
  uint64_t tokens = 0;   // all of them
  uint64_t planted = 0;  // those that overlap a planted span
  uint64_t spans = 0;    // planted
  std::vector<double> in_planted,
      in_others;                // by class: the sum of the shares of planted tokens and of others
  std::vector<Figure> ranking;  // by measure; empty unless there are planted and other tokens
};
// Tokens rank by |share|: for the class `output`, or, without one, by the largest over classes. Equal tokens share their
// ranks: figures are means over all ways to order them, so a constant attribution comes out as random. top: the k of
// precision at k.
MeasuredDocument measured_document(const Attribution& attribution, std::span<const TokenSpan> spans,
                                   std::string value, std::optional<size_t> output, uint32_t top);

// Mean shares for the output of one class, of documents that have one value planted.
struct PlantedShares {
  std::string value;
  size_t output = 0;       // class
  ClusteredMean planted;   // a token
  ClusteredMean per_span;  // the tokens of a span together
  ClusteredMean others;    // a token of the same documents
};
// By value, then class. Documents without a planted token are left out. clusters: by document; those with the same number
// are one document for the intervals (several models explained it). Empty: each is one of its own.
std::vector<PlantedShares> planted_shares(std::span<const MeasuredDocument> documents, size_t classes,
                                          std::span<const uint32_t> clusters = {}, double level = 0.95);

// One figure of the ranking, the mean over documents with its interval over them (cut at what a document can have), what
// random rankings reach on average on the same documents, and what a ranking with all planted tokens on top would reach.
struct RankingMeasure {
  std::string name, meaning;
  ClusteredMean found;
  double random = 0, best = 0;
};
// Documents with planted and other tokens count; the random and best figures are means over the same ones. top: as the
// documents were made. clusters: as above.
std::vector<RankingMeasure> planted_ranking(std::span<const MeasuredDocument> documents, uint32_t top,
                                            std::span<const uint32_t> clusters = {}, double level = 0.95);

}  // namespace standfast
