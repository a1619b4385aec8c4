// Measures of attributions against planted tokens: the mean share of planted tokens and of all others (table
// 4 of Zhou et al. 2024, Navigating the Shortcut Maze), and the rank of planted tokens (Bastings et al. 2022,
// Will you find these shortcuts?), with the expected values of a random ranking.
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

// A mean over items clustered in documents, each item counting once. The interval (Student's t) is over
// documents: it is the jackknife interval of a ratio of two sums (Cochran 1977, Sampling techniques, section
// 6.17), with the degrees of freedom of the effective number of equally long documents (1 / sum of squared
// shares of the items; Kish 1965). Documents have different lengths, and with n - 1 degrees of freedom and
// linearised errors the interval of ten documents covers the truth in 91 of 100 cases instead of 95. There is
// no interval with fewer than kFewestUnits documents, nor if all documents agree: the variation is then
// unknown.
struct ClusteredMean {
  std::optional<double> mean;
  std::optional<Interval> interval;
  uint64_t documents = 0, items = 0;
};
// Estimates the mean. sums[d], counts[d]: of document d; documents without items are ignored.
ClusteredMean clustered_mean(std::span<const double> sums, std::span<const double> counts,
                             double level = 0.95);

// The figures of one document for the measures below, so its attribution need not be kept.
struct MeasuredDocument {
  // A figure of the ranking of tokens by |share|: the observed value, the mean over random rankings, and the
  // value of a ranking with all planted tokens on top.
  struct Figure {
    double found = 0, random = 0, best = 0;
  };
  std::string value;     // the planted value; "" if the file names no values
  uint64_t tokens = 0;   // all tokens
  uint64_t planted = 0;  // tokens that overlap a planted span
  uint64_t spans = 0;    // planted spans
  std::vector<double> in_planted,
      in_others;                // by class: the sums of the shares of planted tokens and of the others
  std::vector<Figure> ranking;  // by measure; empty unless there are planted and other tokens
};
// Measures one document. Tokens rank by |share|: for the class `output`, or, without one, by the largest over
// classes. Tied tokens share their ranks: figures are means over all orders of ties, so a constant
// attribution has the figures of a random one. top: the k of precision at k.
MeasuredDocument measured_document(const Attribution& attribution, std::span<const TokenSpan> spans,
                                   std::string value, std::optional<size_t> output, uint32_t top);

// Mean shares for the output of one class, over documents with one planted value.
struct PlantedShares {
  std::string value;
  size_t output = 0;       // class
  ClusteredMean planted;   // a token
  ClusteredMean per_span;  // the tokens of a span together
  ClusteredMean others;    // a token of the same documents
};
// Computes mean shares, by value, then class. Documents without a planted token are left out. clusters: by
// document; documents with the same number are one document for the intervals (several models explained it).
// Empty: each document is a cluster.
std::vector<PlantedShares> planted_shares(std::span<const MeasuredDocument> documents, size_t classes,
                                          std::span<const uint32_t> clusters = {}, double level = 0.95);

// A figure of the ranking: the mean over documents with its interval over them (clipped to the possible
// range), the mean of random rankings on the same documents, and the value of a ranking with all planted
// tokens on top.
struct RankingMeasure {
  std::string name, meaning;
  ClusteredMean found;
  double random = 0, best = 0;
};
// Computes the ranking measures over documents with planted and other tokens; the random and best figures are
// means over the same documents. top: the value with which the documents were measured. clusters: as above.
std::vector<RankingMeasure> planted_ranking(std::span<const MeasuredDocument> documents, uint32_t top,
                                            std::span<const uint32_t> clusters = {}, double level = 0.95);

}  // namespace standfast
