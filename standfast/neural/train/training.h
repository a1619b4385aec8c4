// The training loop of all networks: updates, learning rates, checks that choose the best parameters, early
// stopping, warnings about losses that do not fall, and a state from which a killed training resumes. A
// Trainer supplies the gradients, the checks and the messages.
//
// A training leaves the same bytes whether it ran through or was killed and resumed.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/json.h"
#include "standfast/base/result.h"
#include "standfast/base/work.h"
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

struct TrainingPlan {
  uint64_t updates = 1;       // of the whole training
  uint64_t epoch = 1;         // updates of an epoch
  double rate = 0;            // the largest learning rate, which messages name
  uint32_t checks = 1;        // checks in an epoch, evenly spaced, and one after the last update; 0: none
  bool checks_first = false;  // also checks before the first update
  double until = 0;           // mean loss of an epoch below which training ends with it; 0: never
  uint32_t patience = 0;      // checks without progress after which training ends; 0: no early stopping

  bool is_check(uint64_t updates_done) const;
};

// The record of any training.
struct Trained {
  uint64_t updates = 0, updates_planned = 0;
  uint64_t tokens = 0;         // tokens in all updates
  uint64_t tokens_before = 0;  // the part of them before this process resumed
  std::vector<double> losses;  // of each update
  double norm = 0;             // norm of the last gradient, before clipping

  // Returns the mean loss of the updates after the first `before`. There must be at least one such update.
  double mean_loss_since(uint64_t before) const;
};

class Trainer {
 public:
  Trainer() = default;
  Trainer(const Trainer&) = delete;
  Trainer& operator=(const Trainer&) = delete;
  virtual ~Trainer() = default;

  struct Step {
    double loss = 0;
    uint64_t tokens = 0;   // learned from
    size_t optimiser = 0;  // the optimiser that moves its parameters; gradients of the others are dropped
  };
  // Computes the gradients of an update, counted from 0. They depend on the parameters and `update` alone.
  virtual Step learn(uint64_t update) = 0;
  virtual double rate(uint64_t update) const = 0;
  // Called whenever parameters have changed: after an update, and when a state was resumed or the best
  // parameters restored.
  virtual void parameters_changed() {}

  struct Check {
    bool best = false;      // best so far: these parameters are stored, and are the model's in the end
    bool progress = false;  // some value is the best so far: the count of checks without progress restarts
  };
  virtual Check check(const Trained& so_far) = 0;

  struct Progress {
    uint64_t done = 0, total = 0;  // tokens
  };
  virtual Progress progress(const Trained& so_far) const = 0;
  // Returns a warning about a training that has ended; "": there is none.
  virtual std::string warning(const Trained&) const { return ""; }

  // Returns the trainer's own part of a state: everything that later updates and checks depend on, beside
  // parameters and optimisers.
  virtual nlohmann::ordered_json state() const = 0;
  // Restores the trainer's part of a state, and logs its checks again, so that the log of a resumed training
  // has the same lines as the log of an uninterrupted one.
  virtual void resume(const nlohmann::ordered_json& state) = 0;
};

// Runs a training. optimisers: at least one; no parameter is in two of them. key: identifies the options and
// inputs on which the training depends, so that only a state of the same training in work.scratch is resumed.
// A data error if a loss or a gradient is no longer finite. If a stop is requested, stores the state and
// throws Stopped (base/stop.h) between two updates.
Result<Trained> train(Trainer& trainer, std::span<AdamW* const> optimisers, const TrainingPlan& plan,
                      const Work& work, const std::string& key);

// The batches of items, one for each update. Each epoch has its own order of the items, which is cut into
// batches.
class EpochBatches {
 public:
  using Order = std::function<std::vector<uint32_t>(uint64_t epoch)>;
  // batches: of an epoch; the last one may be smaller.
  EpochBatches(uint64_t batches, uint32_t batch, Order order)
      : batches_(batches), batch_(batch), order_(std::move(order)) {}

  // Returns a batch, valid until the next call.
  std::span<const uint32_t> of_update(uint64_t update);

 private:
  uint64_t batches_;
  uint32_t batch_;
  Order order_;
  uint64_t epoch_ = 0;  // the epoch of the order in `items_`, unless items_ is empty
  std::vector<uint32_t> items_;
};

// Returns the cross-entropy, in nats, of guessing by the frequencies of the classes, without reading texts.
// classes, weights: of texts; empty weights: all 1.
double guessing_loss(const std::vector<uint32_t>& classes, const std::vector<double>& weights);

// Returns a warning about a loss that ends above the loss of guessing, or that grew; "" if there is none.
// Compares the mean of the last quarter of the losses with the loss of guessing, and with the first quarter.
// A difference that the batches alone explain (three standard errors) does not count. Fewer than 20 losses
// give no warning, nor does a single class (guessing: 0).
std::string divergence(std::span<const double> losses, double guessing, double learning_rate);

// Returns the warning about a loss that grew, or "". Growth below a fixed share of `scale` is ignored;
// divergence() passes the loss of guessing. scale 0: the mean loss of the first quarter is used.
std::string growth(std::span<const double> losses, double learning_rate, double scale = 0);

}  // namespace standfast
