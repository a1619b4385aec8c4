// How files and folders of a split are called: in RUN/splits, in what `pairs --run` writes and in a folder of predictions.
#pragma once

#include <cstdint>
#include <string>

namespace standfast {

// "<corpus>--<condition>--seed<seed>"; the condition of the study, without a side.
std::string split_name(const std::string& corpus, const std::string& condition, uint64_t seed);

}  // namespace standfast
