// The learning rate schedule: a linear rise over the first updates, then a linear fall to 0 (as the linear
// schedule of transformers).
#pragma once

#include <cstdint>

namespace standfast {

struct RateSchedule {
  double rate = 2e-5;     // the largest
  uint64_t updates = 0;   // of the whole training
  uint64_t warm_up = 0;   // updates of the rise; the first of them has rate 0
  bool constant = false;  // no fall

  double at(uint64_t update) const {  // from 0
    const auto t = static_cast<double>(update);
    if (update < warm_up) return rate * t / static_cast<double>(warm_up);
    if (constant) return rate;
    return update >= updates
               ? 0
               : rate * (static_cast<double>(updates) - t) / static_cast<double>(updates - warm_up);
  }
};

}  // namespace standfast
