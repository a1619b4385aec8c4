// Differences between two splits of one corpus: the documents that changed sides, and the overlap of test
// sides compared with chance (the overlap of test sets in Züfle 2023, table 4.5: |A and B| / |test|).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "standfast/corpus/corpus.h"
#include "standfast/corpus/fold.h"

namespace standfast {

inline constexpr std::array<const char*, 5> kSidesOfDifference = {"train", "validation", "test", "aside",
                                                                  "none"};

struct SideOverlap {
  uint64_t a = 0, b = 0, both = 0;  // documents
  // Return the overlap as a share of the smaller side, as a share of the documents on either side, and the
  // expected overlap of two random sides of these sizes among n documents. NaN if undefined: an empty side,
  // no documents.
  double of_smaller() const;
  double jaccard() const;
  double by_chance(uint64_t n) const;  // documents: a * b / n
};

struct FoldDifference {
  uint32_t a = 0, b = 0;             // numbers of the folds
  std::array<SideOverlap, 4> sides;  // train, validation, test, aside
  // Documents of the corpus by side in A, then by side in B, in the order of kSidesOfDifference.
  std::array<std::array<uint64_t, 5>, 5> documents = {};
  uint64_t moved() const;  // documents on another side
};

struct SplitDifference {
  uint64_t documents = 0;  // documents used by a fold of A or of B: the population for the overlap by chance
  std::vector<FoldDifference> folds;     // in the order of A
  std::vector<uint32_t> only_a, only_b;  // folds without a partner
  bool matched = false;  // folds were paired by the overlap of test sides; false: they are paired by number
  bool same() const;     // every fold has a partner with the same documents on the same sides
};

// Pairs folds so that the test sides of partners share the most documents in total; among equal pairings one
// that keeps the numbers is taken. Splits with more than kMostFoldsMatched folds are paired by number.
inline constexpr size_t kMostFoldsMatched = 300;
SplitDifference split_difference(const Corpus& corpus, const Split& a, const Split& b);

// Returns, by row of the corpus, the index of its side in kSidesOfDifference.
std::vector<uint8_t> sides_of_rows(uint32_t rows, const Fold& fold);

}  // namespace standfast
