// What differs between two splits of one corpus: which documents changed sides, and how much two test sides
// share compared with chance (the overlap of test sets in Züfle 2023, table 4.5: |A and B| / |test|).
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
  // Of the smaller side, of the documents on either side, and what two random sides of these sizes would
  // share of n documents. NaN where that has no meaning: an empty side, no documents.
  double of_smaller() const;
  double jaccard() const;
  double by_chance(uint64_t n) const;  // documents: a * b / n
};

struct FoldDifference {
  uint32_t a = 0, b = 0;             // numbers of the folds
  std::array<SideOverlap, 4> sides;  // train, validation, test, aside
  // By side in A, then in B, as kSidesOfDifference has them; over all documents of the corpus.
  std::array<std::array<uint64_t, 5>, 5> documents = {};
  uint64_t moved() const;  // documents on another side
};

struct SplitDifference {
  uint64_t documents = 0;                // that a fold of A or of B uses: chance is counted among these
  std::vector<FoldDifference> folds;     // in the order of A
  std::vector<uint32_t> only_a, only_b;  // folds without a partner
  bool matched = false;                  // partners were looked for; false: folds are paired by number
  bool same() const;                     // every fold has a partner with the same documents on the same sides
};

// Folds are paired so that the test sides of partners share most documents in all; of equal pairings one that
// keeps numbers. Where a split has more than kMostFoldsMatched folds they are paired by number.
inline constexpr size_t kMostFoldsMatched = 300;
SplitDifference split_difference(const Corpus& corpus, const Split& a, const Split& b);

// By row of the corpus: the place of its side in kSidesOfDifference.
std::vector<uint8_t> sides_of_rows(uint32_t rows, const Fold& fold);

}  // namespace standfast
