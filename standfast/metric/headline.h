// The metric that tables show where they show one.
#pragma once

#include <string>
#include <string_view>

#include "standfast/base/result.h"

namespace standfast {

// Of verification the metric of which a share of the lead over guessing can be told, else overall; of
// classification the main one of its profile. Unknown profile: a usage error with a suggestion.
Result<std::string> headline_metric(bool classifies, std::string_view profile);

}  // namespace standfast
