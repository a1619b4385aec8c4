// The overlap of the test sides of several splits.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/corpus/row_set.h"

namespace standfast {

struct TestOverlap {
  size_t a = 0, b = 0;  // indices of the sides, a < b
  uint64_t shared = 0, of_a = 0, of_b = 0;
  std::optional<double> jaccard;     // shared / in either; nothing if both are empty
  std::optional<double> of_smaller;  // shared / size of the smaller; nothing if it is empty
};
// Returns the overlap of every pair of sides.
std::vector<TestOverlap> test_overlaps(std::span<const RowSet> sides);

// Pearson's correlation of a property with a score over splits (or other points), with the p of a two-sided t
// test. p assumes that the points are independent and, for each property, that the scores are normal.
struct PropertyCorrelation {
  std::string property;
  uint64_t used = 0, total = 0;      // splits in which both are defined, out of all
  std::optional<double> r, p, holm;  // holm: p corrected for all properties of the call (Holm 1979)
  std::string why_not;
};
// Correlates properties with scores. values[k][s]: property k of split s. scores[s]: of split s, NaN for
// none. points: the name of the points, for messages.
std::vector<PropertyCorrelation> correlate_properties(
    const std::vector<std::string>& properties, const std::vector<std::vector<std::optional<double>>>& values,
    std::span<const double> scores, std::string_view points = "splits");

// Applies Holm's correction to all of them, which may come from several calls.
void correct_by_holm(std::span<PropertyCorrelation* const> correlations);

}  // namespace standfast
