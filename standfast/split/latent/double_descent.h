// Good sides of a cut in two dimensions, where the exact search begins.
#pragma once

#include <optional>

#include "standfast/split/latent/double_index.h"

namespace standfast {

// From random sides downhill: a group or a cluster changes sides, or a cluster with the groups that then have most of
// their documents on the other side, as long as fewer documents are beyond the bounds, or the cost falls with no more.
// The best of options.starts within the bounds, if one is.
std::optional<Sides> best_by_descent(const DoubleIndex& index, const CutOptions& options);

}  // namespace standfast
