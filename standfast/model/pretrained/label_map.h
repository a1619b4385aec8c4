// Which class of a corpus each class of a pretrained model is.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

// For each class of the model: its place in `corpus`, or kMissing where it is left out. labels: "LABEL_0=hateful", and
// "LABEL_2=" for one that is left out; classes that it does not name are matched by their names, exactly. Several classes
// of the model may be one of the corpus. A usage error for labels that name what is not there; a data error, with both
// lists and a guess, where a class of either side has no other.
Result<std::vector<uint32_t>> match_labels(std::span<const std::string> model,
                                           std::span<const std::string> corpus,
                                           std::span<const std::string> labels);

}  // namespace standfast
