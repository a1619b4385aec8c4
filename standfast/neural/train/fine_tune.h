// Fine-tuning: an encoder and a head are trained to classify texts by AdamW on batches in random order.
//
// The result is a function of the model, the texts, the options and the seed. It does not depend on threads,
// on pieces of a batch, on memory or on whether the training was killed and resumed.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/work.h"
#include "standfast/neural/classify/sequence_classifier.h"
#include "standfast/neural/train/adamw.h"
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

struct FineTuneOptions {
  using Best = BestBy;
  double epochs = 3;
  uint32_t batch = 16;
  double learning_rate = 2e-5;
  double warm_up = 0;  // share of all updates
  AdamWOptions adamw;
  float dropout = 0.1F;
  // Number of untrained layers: 0 none, 1 the embeddings, 2 also the first layer ... One more than there are
  // layers trains only the head.
  uint32_t frozen = 0;
  double until = 0;          // mean training loss of an epoch below which training ends; 0: never
  uint32_t validations = 1;  // validations in an epoch
  uint32_t patience = 0;     // validations without a better loss or accuracy after which training ends; 0:
                             // never
  Best best = Best::accuracy;
  // Group DRO: step size of the weights of groups, 0: every text counts only by its own
  // weight; and the adjustment for small groups. With a step every training text has a group.
  double group_step = 0, group_adjustment = 0;
};

inline constexpr uint32_t kNoGroup = UINT32_MAX;

struct LabelledTexts {
  TextTokens texts;
  std::vector<uint32_t> classes;      // by text
  std::vector<double> weights;        // by text, above 0; empty: all 1
  std::vector<uint32_t> groups = {};  // by text: 0, 1 ...; validation texts may have kNoGroup; empty: unknown
};

// The record of fine-tuning. Losses are weighted as the texts of each batch are.
struct FineTuned : Trained {
  std::vector<Validation> validations;
  std::optional<size_t> best;         // the validation whose parameters the model has; nothing: the last
                                      // update
  std::vector<double> group_weights;  // of group DRO after the last update, by group
};

// Fine-tunes a model. key: identifies everything that the texts and the model do not determine (options ...),
// for the state in work.scratch. validation may have no texts: then the last parameters stay. A data error if
// the loss is no longer a number.
Result<FineTuned> fine_tune(SequenceClassifier& model, const LabelledTexts& training,
                            const LabelledTexts& validation, const FineTuneOptions& options, const Work& work,
                            const std::string& key);

// Returns the bytes that training keeps of each token of a text until its backward pass: outputs of layers
// with gradients.
uint64_t bytes_under_way(const ModelConfig& config);
// Estimates the memory of fine-tuning, in bytes, from the most texts of a batch and the most tokens of a
// text. Without texts, the minimum: parameters, gradients, moments of AdamW and the best parameters.
uint64_t fine_tuning_bytes(const ModelConfig& config, size_t most_tokens, uint64_t most_texts, int threads);

// Group DRO for training networks (Sagawa et al. 2020, algorithm 1): groups with a high loss gain weight.
//
// The loss of a batch is the sum over its groups of q_g * (weighted mean loss of g in the batch). After each
// batch
//
//   q_g <- q_g exp(step (loss_g + adjustment / sqrt(n_g))), normalised; n_g: texts of g in training
//
// where a group that the batch lacks has a loss of 0, as in the authors' code. So the weights that a batch
// changes take effect from the next batch on. Groups take turns in the batches, as the algorithm draws all
// groups equally often.
class GroupWeights {
 public:
  // groups: of the training texts, numbered from 0, each with at least one text.
  GroupWeights(std::span<const uint32_t> groups, double step, double adjustment);

  // Returns the order of an epoch, which has as many places as there are texts. Each place has the next group
  // of a shuffled list of all groups, and the next of its shuffled texts, from the first one again when they
  // are used up.
  std::vector<uint32_t> order(uint64_t epoch, uint64_t seed) const;
  // Returns the weight of each text of a batch; weights: of the texts. They add up to the q of the batch's
  // groups.
  std::vector<double> shares(std::span<const uint32_t> batch, std::span<const double> weights) const;
  // Updates the weights of groups. losses: of the texts of a batch.
  void learn(std::span<const uint32_t> batch, std::span<const double> weights,
             std::span<const double> losses);

  std::vector<double> q() const;
  // Returns the logarithms of q up to a constant, to store and restore.
  const std::vector<double>& logs() const { return logs_; }
  void go_on(std::vector<double> logs) { logs_ = std::move(logs); }

 private:
  std::vector<double> in_batch(std::span<const uint32_t> batch, std::span<const double> weights) const;

  std::span<const uint32_t> groups_;  // by text
  std::vector<std::vector<uint32_t>> texts_;
  double step_, adjustment_;
  std::vector<double> logs_;
};

}  // namespace standfast
