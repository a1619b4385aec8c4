#include "standfast/neural/train/fine_tune.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/counter_random.h"
#include "standfast/base/digest.h"
#include "standfast/base/rng.h"
#include "standfast/neural/train/batch.h"
#include "standfast/neural/train/kept_training.h"
#include "standfast/neural/train/learned_parts.h"
#include "standfast/neural/train/training.h"
#include "standfast/num/autodiff/losses.h"
#include "standfast/num/kernel/portable_math.h"

namespace standfast {

ValidationScore validation_score(const FloatMatrix& scores, std::span<const uint32_t> classes,
                                 std::span<const double> weights) {
  Tape tape;
  const ValuePtr rows = tape.make(scores.rows, scores.columns, false);
  std::ranges::copy(scores.data, rows->numbers.begin());
  std::vector<double> losses(scores.rows), shares(scores.rows, 1);
  cross_entropy(tape, rows, classes, shares, losses);
  double loss = 0, right = 0, all = 0;
  for (size_t i = 0; i < scores.rows; ++i) {
    const double weight = weights.empty() ? 1 : weights[i];
    const auto row = scores.row(i);
    const auto answer = static_cast<uint32_t>(std::ranges::max_element(row) - row.begin());
    loss += weight * losses[i];
    right += answer == classes[i] ? weight : 0;
    all += weight;
  }
  return {loss / all, right / all};
}

Trainer::Check Validations::add(const Validation& now) {
  bool better_loss = true, better_accuracy = true;
  const auto accuracy = by_ == BestBy::worst_group ? &Validation::worst_group : &Validation::accuracy;
  for (const Validation& one : all_) {
    better_loss = better_loss && now.loss < one.loss;
    better_accuracy = better_accuracy && now.*accuracy > one.*accuracy;
  }
  all_.push_back(now);
  const bool best = by_ != BestBy::none && (by_ == BestBy::loss ? better_loss : better_accuracy);
  if (best) best_ = all_.size() - 1;
  return {.best = best, .progress = better_loss || better_accuracy};
}

void Validations::add_to(nlohmann::ordered_json& state) const {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const Validation& one : all_)
    rows.push_back({one.update, one.training_loss, one.loss, one.accuracy, one.worst_group});
  state["validations"] = std::move(rows);
  state["best"] = best_ ? static_cast<int64_t>(*best_) : -1;
}

void Validations::resume(const nlohmann::ordered_json& state) {
  for (const auto& one : state.at("validations"))
    all_.push_back({one.at(0).get<uint64_t>(), one.at(1).get<double>(), one.at(2).get<double>(),
                    one.at(3).get<double>(), one.at(4).get<double>()});
  if (const auto best = state.at("best").get<int64_t>(); best >= 0) best_ = static_cast<size_t>(best);
}

std::string line_of(const Validation& one, uint64_t batches) {
  return fmt::format("epoch {:.2f}: loss {:.4f}, validation loss {:.4f}, accuracy {:.4f}",
                     static_cast<double>(one.update) / static_cast<double>(batches), one.training_loss,
                     one.loss, one.accuracy);
}

GroupWeights::GroupWeights(std::span<const uint32_t> groups, double step, double adjustment)
    : groups_(groups), step_(step), adjustment_(adjustment) {
  for (uint32_t text = 0; text < groups.size(); ++text) {
    if (groups[text] >= texts_.size()) texts_.resize(groups[text] + 1);
    texts_[groups[text]].push_back(text);
  }
  logs_.assign(texts_.size(), 0);
}

std::vector<uint32_t> GroupWeights::order(uint64_t epoch, uint64_t seed) const {
  Rng rng(seed, "fine-tune/groups", std::to_string(epoch));
  auto texts = texts_;
  for (auto& some : texts) rng.shuffle(some);
  std::vector<uint32_t> round(texts.size()), order;
  std::iota(round.begin(), round.end(), 0U);
  for (size_t turn = 0; order.size() < groups_.size(); ++turn) {
    rng.shuffle(round);
    for (const uint32_t group : round) order.push_back(texts[group][turn % texts[group].size()]);
  }
  order.resize(groups_.size());
  return order;
}

std::vector<double> GroupWeights::in_batch(std::span<const uint32_t> batch,
                                           std::span<const double> weights) const {
  std::vector<double> sums(texts_.size(), 0);
  for (size_t i = 0; i < batch.size(); ++i) sums[groups_[batch[i]]] += weights[i];
  return sums;
}

std::vector<double> GroupWeights::shares(std::span<const uint32_t> batch,
                                         std::span<const double> weights) const {
  const std::vector<double> sums = in_batch(batch, weights), all = q();
  std::vector<double> shares(batch.size());
  for (size_t i = 0; i < batch.size(); ++i)
    shares[i] = all[groups_[batch[i]]] * weights[i] / sums[groups_[batch[i]]];
  return shares;
}

void GroupWeights::learn(std::span<const uint32_t> batch, std::span<const double> weights,
                         std::span<const double> losses) {
  const std::vector<double> sums = in_batch(batch, weights);
  for (size_t g = 0; g < logs_.size(); ++g)
    logs_[g] += step_ * adjustment_ / std::sqrt(static_cast<double>(texts_[g].size()));
  for (size_t i = 0; i < batch.size(); ++i)
    logs_[groups_[batch[i]]] += step_ * weights[i] * losses[i] / sums[groups_[batch[i]]];
  const double most = *std::ranges::max_element(logs_);
  for (double& log : logs_) log -= most;
}

std::vector<double> GroupWeights::q() const {
  std::vector<double> q;
  double sum = 0;
  for (const double log : logs_) sum += q.emplace_back(exp_double(log));
  for (double& one : q) one /= sum;
  return q;
}

namespace {

// Returns the order of texts in an epoch.
std::vector<uint32_t> order_of(size_t texts, uint64_t epoch, uint64_t seed) {
  std::vector<uint32_t> order(texts);
  std::iota(order.begin(), order.end(), 0U);
  Rng(seed, "fine-tune/order", std::to_string(epoch)).shuffle(order);
  return order;
}

class FineTuning final : public Trainer {
 public:
  FineTuning(SequenceClassifier& model, const LabelledTexts& training, const LabelledTexts& validation,
             const FineTuneOptions& options, const Work& work)
      : model_(model),
        training_(training),
        validation_(validation),
        options_(options),
        work_(work),
        plan_(training.texts.texts(), options.batch, options.epochs, options.learning_rate, options.warm_up),
        optimiser_(options.adamw, let_learn(model, options.frozen)),
        dropout_(model.encoder().transformer, options.dropout),
        dropped_(Rng(work.seed, "fine-tune/dropout")),
        batches_(plan_.batches, options.batch, [this](uint64_t epoch) { return order(epoch); }),
        validations_(options.best) {
    if (!training.weights.empty())
      mean_weight_ = std::accumulate(training.weights.begin(), training.weights.end(), 0.0) /
                     static_cast<double>(training.weights.size());
    if (options.group_step > 0)
      group_weights_.emplace(training.groups, options.group_step, options.group_adjustment);
  }
  ~FineTuning() override { stop_learning(model_); }

  Result<FineTuned> run(const std::string& key) {
    const TrainingPlan plan{.updates = plan_.updates,
                            .epoch = plan_.batches,
                            .rate = plan_.schedule.rate,
                            .checks = validation_.texts.texts() > 0 ? std::max(options_.validations, 1U) : 0,
                            .until = options_.until,
                            .patience = options_.patience};
    AdamW* const optimiser = &optimiser_;
    SF_ASSIGN(static_cast<Trained&>(done_), train(*this, {&optimiser, 1}, plan, work_, key));
    done_.validations = validations_.all();
    done_.best = validations_.best();
    if (group_weights_) done_.group_weights = group_weights_->q();
    return std::move(done_);
  }

  Step learn(uint64_t update) override {
    const std::span chosen = batches_.of_update(update);
    Batch batch;
    std::vector<uint32_t> classes;
    std::vector<double> weights, shares;
    std::vector<uint64_t> streams;
    for (const uint32_t text : chosen) {
      batch.add(training_.texts, text);
      classes.push_back(training_.classes[text]);
      weights.push_back(training_.weights.empty() ? 1 : training_.weights[text] / mean_weight_);
      shares.push_back(weights.back() / static_cast<double>(chosen.size()));
      if (options_.dropout > 0) streams.push_back(dropped_.stream(update * options_.batch + streams.size()));
    }
    if (group_weights_) shares = group_weights_->shares(chosen, weights);
    std::vector<double> losses(chosen.size());
    runner_.run(
        batch, streams,
        [&](Tape& tape, const TokenRows& rows, size_t first, size_t last) {
          const ValuePtr scores = model_.scores(tape, rows, options_.dropout);
          const size_t some = last - first;
          cross_entropy(tape, scores, std::span(classes).subspan(first, some),
                        std::span(shares).subspan(first, some), std::span(losses).subspan(first, some));
        },
        work_.threads);
    double loss = 0;
    for (size_t i = 0; i < losses.size(); ++i) loss += shares[i] * losses[i];
    if (group_weights_) group_weights_->learn(chosen, weights, losses);
    return {.loss = loss, .tokens = batch.ids.size()};
  }

  double rate(uint64_t update) const override { return plan_.schedule.at(update); }

  Progress progress(const Trained& so_far) const override {
    const double of_epoch = static_cast<double>(training_.texts.ids.size());
    const double share = static_cast<double>(so_far.updates) / static_cast<double>(plan_.batches);
    const double all =
        of_epoch * static_cast<double>(so_far.updates_planned) / static_cast<double>(plan_.batches);
    return {.done = static_cast<uint64_t>(std::min(of_epoch * share, all)),
            .total = static_cast<uint64_t>(all)};
  }

  Check check(const Trained& so_far) override {
    const FloatMatrix scores = model_.scores(validation_.texts, work_.threads);
    const auto [loss, accuracy] = validation_score(scores, validation_.classes, validation_.weights);
    const Check found = validations_.add({so_far.updates, so_far.mean_loss_since(validations_.last_update()),
                                          loss, accuracy, worst_group(scores)});
    tell(validations_.all().back());
    return found;
  }

  std::string warning(const Trained& so_far) const override {
    // If the weights of groups move, only guessing with equal frequencies of the classes has a constant loss.
    const double guessing = group_weights_ ? std::log(static_cast<double>(model_.classes().size()))
                                           : guessing_loss(training_.classes, training_.weights);
    return divergence(so_far.losses, guessing, options_.learning_rate);
  }

  nlohmann::ordered_json state() const override {
    nlohmann::ordered_json out;
    validations_.add_to(out);
    out["groups"] = group_weights_ ? group_weights_->logs() : std::vector<double>();
    return out;
  }

  void resume(const nlohmann::ordered_json& state) override {
    validations_.resume(state);
    for (const Validation& one : validations_.all()) tell(one);
    if (group_weights_) group_weights_->go_on(state.at("groups").get<std::vector<double>>());
  }

 private:
  std::vector<uint32_t> order(uint64_t epoch) const {
    return group_weights_ ? group_weights_->order(epoch, work_.seed)
                          : order_of(training_.texts.texts(), epoch, work_.seed);
  }

  void tell(const Validation& one) { work_.sink->info(line_of(one, plan_.batches)); }

  double worst_group(const FloatMatrix& scores) const {
    std::map<uint32_t, std::pair<double, double>> groups;  // right, all
    for (size_t i = 0; i < validation_.groups.size(); ++i) {
      if (validation_.groups[i] == kNoGroup) continue;
      const double weight = validation_.weights.empty() ? 1 : validation_.weights[i];
      const auto row = scores.row(i);
      auto& [right, all] = groups[validation_.groups[i]];
      all += weight;
      if (std::ranges::max_element(row) - row.begin() == validation_.classes[i]) right += weight;
    }
    double least = groups.empty() ? 0 : 1;
    for (const auto& [group, counts] : groups) least = std::min(least, counts.first / counts.second);
    return least;
  }

  SequenceClassifier& model_;
  const LabelledTexts &training_, &validation_;
  const FineTuneOptions& options_;
  const Work& work_;
  UpdatePlan plan_;
  AdamW optimiser_;
  DropoutWhile dropout_;
  CounterRandom dropped_;
  std::optional<GroupWeights> group_weights_;
  EpochBatches batches_;
  BatchRunner runner_;
  double mean_weight_ = 1;
  Validations validations_;
  FineTuned done_;
};

std::string key_of(const LabelledTexts& training, const LabelledTexts& validation, const FineTuneOptions& o,
                   uint64_t seed, const std::string& key) {
  Sha256 digest;
  digest.add_field("fine-tune/3");
  digest.add_field(key);
  digest.add_field(in_words(o.adamw));
  digest.add_field(fmt::format("{} {} {} {} {} {} {} {} {} {} {} {} {}", seed, o.epochs, o.batch,
                               o.learning_rate, o.warm_up, o.dropout, o.frozen, o.validations, o.patience,
                               static_cast<int>(o.best), o.group_step, o.group_adjustment, o.until));
  for (const LabelledTexts* part : {&training, &validation}) {
    digest.add_field(bytes_of(part->texts.ids)).add_field(bytes_of(part->texts.begins));
    digest.add_field(bytes_of(part->classes)).add_field(bytes_of(part->weights));
    digest.add_field(bytes_of(part->groups));
  }
  return digest.hex().substr(0, 32);
}

}  // namespace

uint64_t bytes_under_way(const ModelConfig& config) {
  return 4 * config.layers * (25 * config.hidden + 4 * config.inner);
}

uint64_t fine_tuning_bytes(const ModelConfig& config, size_t most_tokens, uint64_t most_texts, int threads) {
  const uint64_t hidden = config.hidden, inner = config.inner;
  const uint64_t in_layers = config.layers * (4 * hidden * hidden + 2 * hidden * inner);
  const uint64_t in_tables = (config.vocabulary + config.positions + config.token_types) * hidden;
  // Numbers, gradient, two moments and the best; layers once more for the backward pass.
  const uint64_t learned = 5 * (in_layers + in_tables) + in_layers;
  const uint64_t tokens = std::min<uint64_t>(std::max<uint64_t>(BatchRunner::kTokensUnderWay, most_tokens),
                                             most_texts * most_tokens);
  const uint64_t shares =
      most_texts == 0 ? 0 : static_cast<uint64_t>(std::max(threads, 1)) * 4 * most_tokens * most_tokens;
  return 4 * (learned + shares) + bytes_under_way(config) * tokens;
}

Result<FineTuned> fine_tune(SequenceClassifier& model, const LabelledTexts& training,
                            const LabelledTexts& validation, const FineTuneOptions& options, const Work& work,
                            const std::string& key) {
  if (training.texts.texts() == 0) return data_error("there are no texts to learn from");
  const auto known = [](uint32_t group) { return group != kNoGroup; };
  if (options.group_step > 0 && (training.groups.empty() || !std::ranges::all_of(training.groups, known)))
    return data_error("weights of groups need the group of every training text");
  if (options.best == FineTuneOptions::Best::worst_group && validation.texts.texts() > 0 &&
      !std::ranges::any_of(validation.groups, known))
    return data_error("the worst group can decide only if the groups of the validation texts are known");
  FineTuning all(model, training, validation, options, work);
  return all.run(key_of(training, validation, options, work.seed, key));
}

}  // namespace standfast
