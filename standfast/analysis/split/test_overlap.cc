#include "standfast/analysis/split/test_overlap.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "standfast/metric/stat/correlation.h"
#include "standfast/metric/stat/distributions.h"
#include "standfast/metric/stat/multiple_tests.h"

namespace standfast {

std::vector<TestOverlap> test_overlaps(std::span<const RowSet> sides) {
  std::vector<TestOverlap> all;
  for (size_t a = 0; a < sides.size(); ++a)
    for (size_t b = a + 1; b < sides.size(); ++b) {
      TestOverlap one{a, b, 0, sides[a].size(), sides[b].size(), {}, {}};
      one.shared = sides[a].size() - sides[a].without(sides[b]).size();
      const uint64_t either = one.of_a + one.of_b - one.shared, smaller = std::min(one.of_a, one.of_b);
      if (either > 0) one.jaccard = static_cast<double>(one.shared) / static_cast<double>(either);
      if (smaller > 0) one.of_smaller = static_cast<double>(one.shared) / static_cast<double>(smaller);
      all.push_back(one);
    }
  return all;
}

std::vector<PropertyCorrelation> correlate_properties(
    const std::vector<std::string>& properties, const std::vector<std::vector<std::optional<double>>>& values,
    std::span<const double> scores, std::string_view points) {
  std::vector<PropertyCorrelation> all;
  for (size_t k = 0; k < properties.size(); ++k) {
    std::vector<double> x, y;
    for (size_t s = 0; s < scores.size(); ++s)
      if (values[k][s] && std::isfinite(scores[s])) {
        x.push_back(*values[k][s]);
        y.push_back(scores[s]);
      }
    PropertyCorrelation one{properties[k], x.size(), scores.size(), {}, {}, {}, ""};
    if (x.size() < 3) {
      one.why_not = fmt::format("property and score are both defined on fewer than three {}", points);
    } else if (one.r = pearson(x, y); !one.r) {
      one.why_not = fmt::format("the property or the score is the same on all {}", points);
    } else {
      const auto df = static_cast<double>(x.size() - 2);
      const double rest = 1 - *one.r * *one.r;
      one.p = rest <= 0 ? 0 : student_two_sided(*one.r * std::sqrt(df / rest), df);
    }
    all.push_back(std::move(one));
  }
  std::vector<PropertyCorrelation*> places;
  for (auto& one : all) places.push_back(&one);
  correct_by_holm(places);
  return all;
}

void correct_by_holm(std::span<PropertyCorrelation* const> correlations) {
  std::vector<double> ps;
  for (const auto* one : correlations)
    if (one->p) ps.push_back(*one->p);
  const auto corrected = holm(ps);
  size_t at = 0;
  for (auto* one : correlations)
    if (one->p) one->holm = corrected[at++];
}

}  // namespace standfast
