// How long a training is: its batches, its updates, and the learning rate of each.
#pragma once

#include <cstdint>
#include <string>

#include "standfast/base/result.h"
#include "standfast/neural/train/adamw.h"
#include "standfast/neural/train/schedule.h"

namespace standfast {

struct Course {
  uint64_t batches = 0;  // of an epoch; the last one may be smaller
  uint64_t updates = 0;  // of all epochs, rounded, at least one
  RateSchedule schedule;

  // items: at least one. warm_up: share of the updates in which the rate rises.
  Course(uint64_t items, uint32_t of_batch, double epochs, double rate, double warm_up);
};

// A data error if the loss of an update or the norm of its gradient is not finite. update: from 1, of `planned`. rate: the largest
// learning rate.
Status check_finite(double loss, double norm, uint64_t update, uint64_t planned, double rate);

// All options, for keys of states that are kept.
std::string in_words(const AdamWOptions& options);

}  // namespace standfast
