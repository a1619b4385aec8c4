// Overlap of test sets between draws of one condition and between two conditions (Züfle 2023, table 4.5). If
// draws share little, a score is one of many: another seed would have tested other documents.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "standfast/result/run/records.h"

namespace standfast::result {

struct TestOverlap {
  size_t first = 0, second = 0;  // places in RunRecords::conditions; equal: draws of one condition
  uint64_t pairs = 0;            // of draws: two seeds of one condition, or any seed of each of two
  double mean = 0;               // over these of |A and B| / min(|A|, |B|)
  std::optional<double> sd;      // over these, n - 1; nothing of a single pair
  double chance = 0;             // mean expected overlap of two random sets of these sizes
  double tested = 0;             // documents in the test set, mean over the draws of both
};

struct TestOverlaps {
  std::vector<TestOverlap> pairs;  // of one condition first, then of two, each in the order of the study
  std::vector<size_t> all_tested;  // conditions that test every document they use: their overlap says nothing
  std::vector<size_t> single;      // conditions with one draw: nothing to compare within them
  bool across = true;              // false: with so many draws, two conditions were not compared
};

// Returns |A and B| / min(|A|, |B|) of two test sets that are not empty.
double overlap_of(const RowSet& a, const RowSet& b);

// Returns true if two folds of a condition test mostly the same documents, more than half of them on average:
// folds of one draw that are copies of each other, draws that hardly differ, or a side that all folds answer.
// Then the folds are repeated uses of one data set. Returns false if splits do not record the documents that
// they test. seed: of one draw; nothing: all draws.
bool folds_test_one_set(const RunRecords& run, size_t corpus, size_t condition, std::optional<uint64_t> seed);

// Returns true if the draws of a condition (its seeds) test mostly the same documents, as all draws of k
// folds do.
bool draws_test_one_set(const RunRecords& run, size_t corpus, size_t condition);

// Computes the overlaps. The test set of a draw contains every document that any of its folds tests. Chance:
// max(|A|, |B|) / n, with n the documents that the splits use (of two, the larger number). Sides, and
// controls, which test the documents of their condition by design, take no part. Returns nothing if no
// condition tests only some of its documents.
std::optional<TestOverlaps> test_overlaps(const RunRecords& run, size_t corpus);

inline constexpr size_t kMostDrawsAcross = 300;  // of a corpus; beyond, conditions are not compared

}  // namespace standfast::result
