// The plan of a training: its batches, its updates, and the learning rate of each.
#pragma once

#include <cstdint>
#include <string>

#include "standfast/base/result.h"
#include "standfast/neural/train/adamw.h"
#include "standfast/neural/train/schedule.h"

namespace standfast {

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
