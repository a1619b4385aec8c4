#include "standfast/neural/train/training_history.h"

#include <algorithm>
#include <cmath>

#include "standfast/base/field_table.h"

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

// Adds a list of records, each a list of its numbers without names.
template <class Record, class... Numbers>
void add_rows(FieldTable<TrainingHistory>& table, const char* name,
              std::vector<Record> TrainingHistory::*list, Numbers Record::*... numbers) {
  table.add_as(
      name,
      [=](const TrainingHistory& from) {
        Json rows = Json::array();
        for (const Record& one : from.*list) rows.push_back(Json::array({one.*numbers...}));
        return rows;
      },
      [=](const Json& rows, TrainingHistory& to) {
        for (const Json& row : rows) {
          size_t at = 0;
          (to.*list).push_back({row.at(at++).template get<Numbers>()...});
        }
      });
}

FieldTable<TrainingHistory> history_fields() {
  using H = TrainingHistory;
  FieldTable<H> table;
  table.add_all("model", &H::model, "texts", &H::texts, "texts_cut", &H::texts_cut, "validation_texts",
                &H::validation_texts, "most_tokens", &H::most_tokens, "updates", &H::updates,
                "updates_planned", &H::updates_planned, "guessing", &H::guessing, "first", &H::first, "last",
                &H::last);
  add_rows(table, "losses", &H::losses, &H::Point::update, &H::Point::loss);
  add_rows(table, "validations", &H::validations, &H::Checked::update, &H::Checked::loss,
           &H::Checked::accuracy);
  table.add("best", &H::best);
  return table;
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
    // Includes the part that contains the validation, and the previous parts within a twentieth of all
    // updates.
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
  facts["history"] = history_fields().write(history);
}

std::optional<TrainingHistory> history_in(const Json& facts) {
  if (!facts.is_object()) return std::nullopt;
  const auto found = facts.find("history");
  if (found == facts.end()) {
    const auto base = facts.find("model");
    return base != facts.end() && base->is_object() ? history_in(*base) : std::nullopt;
  }
  TrainingHistory out;
  history_fields().take(*found, out);
  if (out.best && *out.best >= out.validations.size()) out.best.reset();
  return out;
}

}  // namespace standfast
