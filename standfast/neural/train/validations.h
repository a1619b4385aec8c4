// Validations of a classifier during training: their scores, and the choice of the best.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "standfast/neural/train/training.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

struct Validation {
  uint64_t update;       // number of updates before it
  double training_loss;  // mean over the texts since the previous validation
  double loss, accuracy;
  double worst_group = 0;  // lowest accuracy of a group, if groups are known
};

enum class BestBy : uint8_t { accuracy, loss, worst_group, none };  // none: the last parameters stay

struct ValidationScore {
  double loss = 0, accuracy = 0;  // weighted means
};
// Computes loss and accuracy. scores: a row a text, at least one; of equal scores the first counts as the
// answer. weights: of the texts; empty: all 1.
ValidationScore validation_score(const FloatMatrix& scores, std::span<const uint32_t> classes,
                                 std::span<const double> weights);

class Validations {
 public:
  explicit Validations(BestBy by) : by_(by) {}

  // Adds a validation. best: better than all before by the criterion; progress: better by it, or a lower
  // loss.
  Trainer::Check add(const Validation& now);
  const std::vector<Validation>& all() const { return all_; }
  std::optional<size_t> best() const { return best_; }  // a place in all()
  // Returns the number of updates before the last validation; 0 without any.
  uint64_t last_update() const { return all_.empty() ? 0 : all_.back().update; }

  // Adds its members to the state of a trainer, and reads them back.
  void add_to(nlohmann::ordered_json& state) const;
  void resume(const nlohmann::ordered_json& state);

 private:
  BestBy by_;
  std::vector<Validation> all_;
  std::optional<size_t> best_;
};

// Returns "epoch 1.50: loss 0.6931, validation loss 0.7000, accuracy 0.5000"; batches: updates of an epoch.
std::string line_of(const Validation& one, uint64_t batches);

}  // namespace standfast
