// The history of a fine-tuning, as recorded in the facts of a fitted model: a curve of few points for any
// number of updates.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "standfast/neural/train/fine_tune.h"

namespace standfast {

struct TrainingHistory {
  static constexpr size_t kMostPoints = 60;

  std::string model;  // the first 16 digits of the digest of the encoder's files
  uint64_t texts = 0, texts_cut = 0, validation_texts = 0;
  uint64_t most_tokens = 0;  // of a text; longer ones are cut there
  uint64_t updates = 0, updates_planned = 0;
  // guessing_loss() (training.h) of the training texts: the level near which `losses` start. 0 if losses
  // are weighted by groups, for which guessing has no loss.
  double guessing = 0;
  // Mean over the first and the last twentieth of the updates.
  double first = 0, last = 0;
  struct Point {
    uint64_t update;  // the last one of its part
    double loss;      // mean over the part
    bool operator==(const Point&) const = default;
  };
  std::vector<Point> losses;  // of training; parts of equal length, but for the last
  struct Checked {
    uint64_t update;  // number of updates before it
    double loss, accuracy;
    bool operator==(const Checked&) const = default;
  };
  std::vector<Checked> validations;
  std::optional<size_t> best;  // place in `validations` of the weights that the model has

  bool operator==(const TrainingHistory&) const = default;
  double share_cut() const;
  // Returns the training loss near the weights that the model has: `last`, or if a validation chose them, the
  // mean of the curve over the twentieth of all updates up to that moment.
  double loss_of_weights() const;
  // Returns whether, by loss_of_weights(), the model is no better than guessing (it has reduced that loss by
  // less than a twentieth), or much worse (by a fifth). A task whose texts say little of the classes also
  // ends at guessing, after all that can be learned.
  bool ends_at_guessing() const;
  bool diverged() const;
};

// Returns the curve and the ends of a training; the caller fills in the facts about its texts.
TrainingHistory history_of(const FineTuned& done);

// Adds its members to the facts of a model, and reads them back from there or from the facts of its base
// model (`model`). Nothing if there is no history: other models, and runs of earlier versions. Exceptions of
// nlohmann::json may escape.
void add_history(const TrainingHistory& history, nlohmann::ordered_json& facts);
std::optional<TrainingHistory> history_in(const nlohmann::ordered_json& facts);

}  // namespace standfast
