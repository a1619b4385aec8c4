// Preparation of answers to pairs for a metric profile, and checks of the accompanying arrays.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include "errors.h"
#include "standfast/base/result.h"
#include "standfast/metric/pairs/profile.h"

namespace standfast::python {

// Applies the policy of the profile to scores outside [0, 1]; returns a data error if it refuses them. owner:
// the system of the answers; "" if there is only one.
Status as_profile_has_them(const MetricProfile& profile, const std::string& owner,
                           std::vector<double>& scores);

// Refuses an array whose length differs from the number of items.
inline void refuse_other_length(const char* what, size_t length, size_t items) {
  if (length != items)
    refuse(ErrorKind::usage, fmt::format("{} has {} values for {} items", what, length, items));
}

// Refuses codes out of range. none: the code of a missing answer.
template <class Codes>
void refuse_codes(const char* what, const Codes& codes, size_t below, uint32_t none = 0) {
  for (size_t i = 0; i < codes.shape(0); ++i)
    if (const uint32_t code = codes.data()[i]; code >= below && (none == 0 || code != none))
      refuse(ErrorKind::usage, fmt::format("{} has a code of {} where there are {}", what, code, below));
}

// Refuses author codes that do not fit the pairs. units: 0 if no authors are given.
template <class Codes>
void refuse_authors(const Codes& left, const Codes& right, uint32_t units, size_t items) {
  for (const Codes* side : {&left, &right}) {
    refuse_other_length("clusters", side->shape(0), units == 0 ? 0 : items);
    refuse_codes("clusters", *side, units);
  }
}

}  // namespace standfast::python
