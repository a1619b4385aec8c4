// What --devices means, to run and to work alike.
#pragma once

namespace standfast::cli {

inline constexpr const char* kDevicesHelp =
    "Accelerators that models with devices = N may use at once; where CUDA_VISIBLE_DEVICES is set, the first of "
    "its entries";

}  // namespace standfast::cli
