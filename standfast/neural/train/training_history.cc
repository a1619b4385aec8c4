#include "standfast/neural/train/training_history.h"

#include <algorithm>
#include <cmath>

#include "standfast/base/json.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

// Fractions of the loss of guessing.
constexpr double kLeastLearned = 0.05, kDiverged = 1.2;

double mean_of(const std::vector<double>& values, size_t from, size_t count) {
  double sum = 0;
  for (size_t i = from; i < from + count; ++i) sum += values[i];
  return sum / static_cast<double>(count);
}

}  // namespace

double TrainingHistory::share_cut() const {
  return texts == 0 ? 0 : static_cast<double>(texts_cut) / static_cast<double>(texts);
}

double TrainingHistory::loss_of_weights() const {
  if (!best) return last;
  const uint64_t end = validations[*best].update, some = std::max<uint64_t>(1, updates / 20);
  double sum = 0, count = 0;
  uint64_t before = 0;
  for (const Point& part : losses) {
    // The part in which the validation lies, and those behind which it has not gone a twentieth of all updates.
    if (before < end && part.update + some > end) {
      sum += part.loss * static_cast<double>(part.update - before);
      count += static_cast<double>(part.update - before);
    }
    before = part.update;
  }
  return count > 0 ? sum / count : last;
}

bool TrainingHistory::ends_at_guessing() const {
  return updates > 0 && guessing > 0 && loss_of_weights() >= (1 - kLeastLearned) * guessing && !diverged();
}
bool TrainingHistory::diverged() const {
  return updates > 0 && guessing > 0 && loss_of_weights() > kDiverged * guessing;
}

TrainingHistory history_of(const FineTuned& done) {
  TrainingHistory out;
  out.updates = done.updates;
  out.updates_planned = done.updates_planned;
  const size_t n = done.losses.size();
  if (n > 0) {
    const size_t some = std::max<size_t>(1, n / 20);
    out.first = mean_of(done.losses, 0, some);
    out.last = mean_of(done.losses, n - some, some);
  }
  const size_t part = (n + TrainingHistory::kMostPoints - 1) / TrainingHistory::kMostPoints;
  for (size_t from = 0; from < n; from += part) {
    const size_t count = std::min(part, n - from);
    out.losses.push_back({from + count, mean_of(done.losses, from, count)});
  }
  for (const Validation& one : done.validations)
    out.validations.push_back({one.update, one.loss, one.accuracy});
  out.best = done.best;
  return out;
}

void add_history(const TrainingHistory& history, Json& facts) {
  Json losses = Json::array(), validations = Json::array();
  for (const auto& one : history.losses) losses.push_back({one.update, one.loss});
  for (const auto& one : history.validations) validations.push_back({one.update, one.loss, one.accuracy});
  facts["history"] = {{"model", history.model},
                      {"texts", history.texts},
                      {"texts_cut", history.texts_cut},
                      {"validation_texts", history.validation_texts},
                      {"most_tokens", history.most_tokens},
                      {"updates", history.updates},
                      {"updates_planned", history.updates_planned},
                      {"guessing", history.guessing},
                      {"first", history.first},
                      {"last", history.last},
                      {"losses", std::move(losses)},
                      {"validations", std::move(validations)},
                      {"best", history.best ? Json(*history.best) : Json(nullptr)}};
}

std::optional<TrainingHistory> history_in(const Json& facts) {
  if (!facts.is_object()) return std::nullopt;
  const auto found = facts.find("history");
  if (found == facts.end()) {
    const auto base = facts.find("model");
    return base != facts.end() && base->is_object() ? history_in(*base) : std::nullopt;
  }
  TrainingHistory out;
  found->at("model").get_to(out.model);
  found->at("texts").get_to(out.texts);
  found->at("texts_cut").get_to(out.texts_cut);
  found->at("validation_texts").get_to(out.validation_texts);
  found->at("most_tokens").get_to(out.most_tokens);
  found->at("updates").get_to(out.updates);
  found->at("updates_planned").get_to(out.updates_planned);
  found->at("guessing").get_to(out.guessing);
  found->at("first").get_to(out.first);
  found->at("last").get_to(out.last);
  for (const Json& one : found->at("losses"))
    out.losses.push_back({one.at(0).get<uint64_t>(), one.at(1).get<double>()});
  for (const Json& one : found->at("validations"))
    out.validations.push_back({one.at(0).get<uint64_t>(), one.at(1).get<double>(), one.at(2).get<double>()});
  if (const Json& best = found->at("best"); !best.is_null()) {
    out.best = best.get<size_t>();
    if (*out.best >= out.validations.size()) out.best.reset();
  }
  return out;
}

}  // namespace standfast
