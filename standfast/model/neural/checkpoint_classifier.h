// The mapping from the classes of a pretrained model to the classes of a corpus.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

// Returns for each class of the model its place in `corpus`, or kMissing if it is left out. labels:
// "LABEL_0=hateful", and "LABEL_2=" for a class to leave out; unlisted classes are matched by their exact
// names. Several classes of the model may map to one of the corpus. A usage error if labels name a class that
// does not exist; a data error, with both lists and a guess, if a class of either side has no counterpart.
Result<std::vector<uint32_t>> match_labels(std::span<const std::string> model,
                                           std::span<const std::string> corpus,
                                           std::span<const std::string> labels);

}  // namespace standfast
