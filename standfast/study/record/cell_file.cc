#include "standfast/study/record/cell_file.h"

#include <fmt/format.h>

#include "standfast/study/record/marker.h"
#include "standfast/text/printable.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;
using Counts = std::map<std::string, uint64_t>;

uint64_t count_of(const Counts& counts, const std::string& what) {
  const auto found = counts.find(what);
  return found == counts.end() ? 0 : found->second;
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
  file.task = study.task;
  file.corpus = cell.corpus;
  file.condition = cell.condition;
  file.model = cell.model;
  file.seed = cell.seed;
  file.fold = cell.fold;
  file.trade = cell.trade;
  file.fit = cell.fit;
  file.left_out = cell.left_out;
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

Json to_json(const CellFile& cell) {
  Json json;
  json["schema"] = kRecordSchema;
  json["key"] = {{"task", cell.task},   {"corpus", cell.corpus}, {"condition", cell.condition},
                 {"model", cell.model}, {"seed", cell.seed},     {"fold", cell.fold}};
  if (cell.trade > 0) json["key"]["trade"] = cell.trade;
  if (cell.fit > 0) json["key"]["fit"] = cell.fit;
  if (cell.left_out) json["key"]["left_out"] = to_json(*cell.left_out);
  json["status"] = cell.ok ? "ok" : "failed";
  json["reason"] = cell.reason;
  json["counts"] = cell.fold_counts.empty() ? Json::object() : Json(cell.fold_counts);
  json["profile"] = cell.profile;
  if (!cell.classes.empty()) {
    json["classes"] = cell.classes;
    json["probabilities"] = cell.probabilities;
  }
  if (cell.shortcut) json["shortcut"] = to_json(*cell.shortcut);
  json["sides"] = Json::array();
  for (const auto& side : cell.sides) {
    Json scores = Json::array();
    for (const auto& score : side.scores)
      scores.push_back({{"metric", score.metric},
                        {"value", score.value ? Json(*score.value) : Json(nullptr)},
                        {"n_used", score.n_used},
                        {"n_total", score.n_total}});
    json["sides"].push_back({{"side", side.side},
                             {"predictions", side.predictions},
                             {"n", side.n},
                             {"counts", side.counts.empty() ? Json::object() : Json(side.counts)},
                             {"scores", std::move(scores)}});
  }
  json["facts"] = cell.facts.is_null() ? Json::object() : cell.facts;
  return json;
}

Result<CellFile> cell_from_json(const Json& json, const std::string& path) {
  CellFile cell;
  Status shortcut;
  SF_TRY(take_apart(path, [&] {
    const Json& key = json.at("key");
    key.at("task").get_to(cell.task);
    key.at("corpus").get_to(cell.corpus);
    key.at("condition").get_to(cell.condition);
    key.at("model").get_to(cell.model);
    key.at("seed").get_to(cell.seed);
    key.at("fold").get_to(cell.fold);
    cell.trade = key.value("trade", 0U);
    cell.fit = key.value("fit", 0U);
    if (const auto left = key.find("left_out"); left != key.end()) cell.left_out = left_out_from_json(*left);
    cell.ok = json.at("status").get<std::string>() == "ok";
    json.at("reason").get_to(cell.reason);
    cell.fold_counts = json.at("counts").get<Counts>();
    json.at("profile").get_to(cell.profile);
    cell.classes = json.value("classes", std::vector<std::string>());
    cell.probabilities = json.value("probabilities", true);
    if (const auto planted = json.find("shortcut"); planted != json.end()) {
      auto read = planted_record_from_json(*planted, cell.classes.size());
      if (read)
        cell.shortcut = std::move(*read);
      else
        shortcut = Failure(read.error());
    }
    for (const Json& one : json.at("sides")) {
      CellSide side;
      one.at("side").get_to(side.side);
      one.at("predictions").get_to(side.predictions);
      one.at("n").get_to(side.n);
      side.counts = one.at("counts").get<Counts>();
      for (const Json& score : one.at("scores")) {
        const Json& value = score.at("value");
        side.scores.push_back({score.at("metric").get<std::string>(),
                               value.is_null() ? std::nullopt : std::optional(value.get<double>()),
                               score.at("n_used").get<uint64_t>(), score.at("n_total").get<uint64_t>()});
      }
      cell.sides.push_back(std::move(side));
    }
    cell.facts = json.at("facts");
  }));
  if (!shortcut) return unreadable_part(path, shortcut.error().message);
  if (cell.ok && (cell.sides.empty() || cell.sides.front().side != kTestSide))
    return unreadable_part(path, "its first side is not the test side");
  return cell;
}

}  // namespace standfast
