#include "standfast/neural/train/validations.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "standfast/num/autodiff/losses.h"

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

}  // namespace standfast
