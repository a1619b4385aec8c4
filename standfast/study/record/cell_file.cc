#include "standfast/study/record/cell_file.h"

#include <fmt/format.h>

#include "standfast/study/record/record_file.h"
#include "standfast/text/printable.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;
using Counts = std::map<std::string, uint64_t>;

uint64_t count_of(const Counts& counts, const std::string& what) {
  const auto found = counts.find(what);
  return found == counts.end() ? 0 : found->second;
}

// Returns the fields of the record's member "key".
const FieldTable<CellFile>& key_fields() {
  static const auto table = [] {
    using C = CellFile;
    FieldTable<C> fields;
    fields.add("task", &C::task);
    fields.add("corpus", &C::corpus);
    fields.add("condition", &C::condition);
    fields.add("model", &C::model);
    fields.add("seed", &C::seed);
    fields.add("fold", &C::fold);
    add_rare_fields_of_key(fields);
    return fields;
  }();
  return table;
}

Json counts_json(const Counts& counts) {
  return counts.empty() ? Json::object() : Json(counts);
}

FieldTable<CellSide> side_fields() {
  FieldTable<CellScore> score;
  score.add("metric", &CellScore::metric);
  score.add("value", &CellScore::value);
  score.add("n_used", &CellScore::n_used);
  score.add("n_total", &CellScore::n_total);

  using S = CellSide;
  FieldTable<S> fields;
  fields.add("side", &S::side);
  fields.add("predictions", &S::predictions);
  fields.add("n", &S::n);
  fields.add_as(
      "counts", [](const S& side) { return counts_json(side.counts); },
      [](const Json& json, S& side) { side.counts = json.get<Counts>(); });
  fields.add("scores", &S::scores, score);
  return fields;
}

FieldTable<CellFile> fields_of_cell() {
  using C = CellFile;
  const auto has_classes = [](const C& cell) { return !cell.classes.empty(); };
  FieldTable<C> fields;
  fields.constant("schema", kRecordSchema);
  fields.add_as(
      "key", [](const C& cell) { return key_fields().write(cell); },
      [](const Json& json, C& cell) { key_fields().take(json, cell); });
  fields.add_as(
      "status", [](const C& cell) { return cell.ok ? "ok" : "failed"; },
      [](const Json& json, C& cell) { cell.ok = json.get<std::string>() == "ok"; });
  fields.add("reason", &C::reason);
  fields.add_as(
      "counts", [](const C& cell) { return counts_json(cell.fold_counts); },
      [](const Json& json, C& cell) { cell.fold_counts = json.get<Counts>(); });
  fields.add("profile", &C::profile);
  fields.add("classes", &C::classes).only_if(has_classes);
  fields.add("probabilities", &C::probabilities).only_if(has_classes);
  fields
      .add_as(
          "shortcut", [](const C& cell) { return to_json(*cell.shortcut); },
          [](const Json& json, C& cell) {
            auto planted = planted_record_from_json(json, cell.classes.size());
            if (!planted) throw WrongField(planted.error().message);
            cell.shortcut = std::move(*planted);
          })
      .only_if([](const C& cell) { return cell.shortcut.has_value(); });
  fields.add("rationales", &C::rationales).only_if([](const C& cell) { return !cell.rationales.empty(); });
  fields.add("sides", &C::sides, side_fields());
  fields.add_as(
      "facts", [](const C& cell) { return cell.facts.is_null() ? Json::object() : cell.facts; },
      [](const Json& json, C& cell) { cell.facts = json; });
  fields.require([](const C& cell) {
    return cell.ok && (cell.sides.empty() || cell.sides.front().side != kTestSide)
               ? "its first side is not the test side"
               : "";
  });
  return fields;
}

const FieldTable<CellFile>& cell_fields() {
  static const auto fields = fields_of_cell();
  return fields;
}

}  // namespace

uint64_t CellSide::count(const std::string& what) const {
  return count_of(counts, what);
}
uint64_t CellFile::count(const std::string& what) const {
  return count_of(fold_counts, what);
}

std::vector<CellScore> cell_scores(const std::vector<std::string>& metrics,
                                   const std::vector<std::optional<double>>& values, uint64_t n) {
  std::vector<CellScore> scores;
  for (size_t i = 0; i < metrics.size(); ++i) scores.push_back({metrics[i], values[i], values[i] ? n : 0, n});
  return scores;
}

CellFile cell_file(const Unit& cell, const StudySpec& study) {
  CellFile file;
  file.score_key() = cell;
  file.task = study.task;
  file.profile = study.profile;
  return file;
}

CellFile failed_cell_file(const Unit& cell, const StudySpec& study, const std::string& reason) {
  CellFile file = cell_file(cell, study);
  file.ok = false;
  file.reason = message_line(reason);
  return file;
}

std::string predictions_name(const std::string& side) {
  return side == kTestSide ? "predictions.jsonl.gz" : fmt::format("predictions-{}.jsonl.gz", side);
}

ScoreKey key_in_record(const Json& json) {
  CellFile cell;
  key_fields().take(json.at("key"), cell);
  return cell;
}

Json to_json(const CellFile& cell) {
  return cell_fields().write(cell);
}

Result<CellFile> cell_from_json(const Json& json, const std::string& path) {
  return record_from(cell_fields(), json, path);
}

}  // namespace standfast
