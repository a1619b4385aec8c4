// The plan of a training: its batches, its updates, and the learning rate of each.
#pragma once

#include <cstdint>
#include <string>

#include "standfast/base/result.h"
#include "standfast/neural/train/adamw.h"

namespace standfast {

// The learning rate schedule: a linear rise over the first updates, then a linear fall to 0 (as the linear
// schedule of transformers).
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

struct UpdatePlan {
  uint64_t batches = 0;  // of an epoch; the last one may be smaller
  uint64_t updates = 0;  // of all epochs, rounded, at least one
  RateSchedule schedule;

  // items: at least one. warm_up: share of the updates in which the rate rises.
  UpdatePlan(uint64_t items, uint32_t of_batch, double epochs, double rate, double warm_up);
};

// Checks that the loss of an update and the norm of its gradient are finite, else a data error. update: from
// 1, of `planned`. rate: the largest learning rate.
Status check_finite(double loss, double norm, uint64_t update, uint64_t planned, double rate);

// Returns all options in words, for keys of stored states.
std::string in_words(const AdamWOptions& options);

}  // namespace standfast
