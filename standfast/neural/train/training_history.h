// The history of a fine-tuning, as the facts of a fitted model keep it: a curve of few points, whatever the number of updates.
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
  uint64_t most_tokens = 0;  // of a text; what is longer is cut there
  uint64_t updates = 0, updates_planned = 0;
  // guessing_loss() (divergence.h) of the training texts: what `losses` begin near. 0 where losses are weighed by groups,
  // which no guesser has.
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
    uint64_t update;  // after so many
    double loss, accuracy;
    bool operator==(const Checked&) const = default;
  };
  std::vector<Checked> validations;
  std::optional<size_t> best;  // a place in `validations`: the model has the weights of that moment

  bool operator==(const TrainingHistory&) const = default;
  double share_cut() const;
  // The training loss near the weights that the model has: `last`, or where a validation chose them, the mean of the curve
  // over the twentieth of all updates up to that moment.
  double loss_of_weights() const;
  // By loss_of_weights(), the model is where guessing is (it has lost less than a twentieth of the guesser's loss), or much
  // worse (by a fifth). A task whose texts say little of the classes ends at guessing too, with all learned that there is.
  bool ends_at_guessing() const;
  bool diverged() const;
};

// The curve and the ends of a training; the caller fills in what is known of its texts.
TrainingHistory history_of(const FineTuned& done);

// Adds its members to the facts of a model, and reads them back from there or from the facts of its base model (`model`).
// Nothing where there is no history: other models, and runs of earlier versions. Exceptions of nlohmann::json may escape.
void add_history(const TrainingHistory& history, nlohmann::ordered_json& facts);
std::optional<TrainingHistory> history_in(const nlohmann::ordered_json& facts);

}  // namespace standfast
