#include "pair_scores.h"

#include <algorithm>

#include <fmt/format.h>

namespace standfast::python {

Status as_profile_has_them(const MetricProfile& profile, const std::string& owner,
                           std::vector<double>& scores) {
  if (profile.out_of_range == OutOfRange::keep) return {};
  for (size_t i = 0; i < scores.size(); ++i) {
    if (scores[i] >= 0 && scores[i] <= 1) continue;
    if (profile.out_of_range == OutOfRange::refuse)
      return data_error(fmt::format("{}{}answer {} is {}: a score lies between 0 and 1", owner,
                                    owner.empty() ? "" : ": ", i, scores[i]));
    scores[i] = std::clamp(scores[i], 0.0, 1.0);
  }
  return {};
}

}  // namespace standfast::python
