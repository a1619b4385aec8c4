// Test documents with a near duplicate in train or validation, by fold. The search is exact: if `all` is
// true, no other document has one.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "standfast/corpus/duplicate/duplicates.h"
#include "standfast/corpus/fold.h"

namespace standfast {

struct NearLeakOptions {
  double threshold = 0.8;  // least Jaccard similarity of the sets of tokens
  NearTokens tokens = NearTokens::runs;
  int threads = 1;  // changes no result
};

struct NearLeak {
  uint32_t test = 0, train = 0;  // rows; train: a row of train or of validation
  double similarity = 0;
  friend bool operator==(const NearLeak&, const NearLeak&) = default;
};

struct FoldLeaks {
  std::vector<NearLeak> leaks;  // by test, then train
  uint64_t test = 0;            // all test documents
  uint64_t leaking = 0;         // test documents with a near duplicate on the other side
  // The smallest sets of rows to drop so that none is left (least_cover), ascending.
  std::vector<uint32_t> drop_test, drop_train;
};

struct NearLeaks {
  std::vector<FoldLeaks> folds;
  bool all = true;         // false: the corpus has too many near duplicates to list (similar_pairs())
  uint64_t too_short = 0;  // as in Duplicates
};

// Finds the near duplicates of each fold. Texts that are equal up to case and white space have similarity 1,
// even if they have no run of five words. texts: by row.
NearLeaks near_leaks(std::span<const std::string_view> texts, const std::vector<Fold>& folds,
                     const NearLeakOptions& options);
// Finds the near duplicates of each fold from known near duplicates, in a corpus of `rows` rows.
NearLeaks near_leaks(const Duplicates& duplicates, size_t rows, std::span<const Fold> folds);

// Pairs of sides of a fold that are searched for near duplicates, besides test against training: a document
// that stops training or sets thresholds should be new to the model too, and documents are usually set aside
// because they must not be known.
struct SidePair {
  const char* of;  // the side whose documents are counted
  const char* in;  // the side that they are compared with
  RowSet Fold::*rows_of;
  RowSet Fold::*rows_in;
};
inline constexpr std::array<SidePair, 4> kOtherSides = {
    SidePair{"validation", "train", &Fold::validation, &Fold::train},
    SidePair{"aside", "train", &Fold::aside, &Fold::train},
    SidePair{"aside", "validation", &Fold::aside, &Fold::validation},
    SidePair{"aside", "test", &Fold::aside, &Fold::test}};

// Returns each fold with rows_of as its test side and rows_in as its train side; empty if no fold has both.
std::vector<Fold> folds_of_pair(std::span<const Fold> folds, const SidePair& pair);

// Computes a minimum vertex cover of a bipartite graph (König 1931), from a maximum matching (Hopcroft, Karp
// 1973): the smallest set of documents whose removal leaves no test-train pair. pairs: (left, right), any
// numbers. Returns (left ones, right ones), each ascending. If either end of a pair can be removed, the left
// one is.
std::pair<std::vector<uint32_t>, std::vector<uint32_t>> least_cover(
    std::span<const std::pair<uint32_t, uint32_t>> pairs);

}  // namespace standfast
