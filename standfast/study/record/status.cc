#include "standfast/study/record/status.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/study/record/answer_files.h"
#include "standfast/study/record/provenance.h"
#include "standfast/study/record/run_folder.h"
#include "standfast/study/record/scores_file.h"
#include "standfast/study/spec/spec.h"
#include "standfast/study/task/task.h"
#include "standfast/study/unit/kinds.h"

namespace standfast {
namespace {

bool is_splits(const StageStatus& stage) {
  return stage.name == "splits";
}
bool read_by_splits(const UnitKind& kind) {
  return &kind == &vectors_kind() || &kind == &fit_kind() || &kind == &space_kind();
}
bool is_read_by_splits(const StageStatus& stage) {
  return std::ranges::any_of(unit_kinds(), [&](const UnitKind* kind) {
    return read_by_splits(*kind) && kind->units() == stage.name;
  });
}

// Returns the sides on which the cells of a corpus and a condition are examined, beside the test items: the
// sides of the corpus, and of a planted fold. study: of provenance.json.
std::vector<std::string> other_sides(const nlohmann::ordered_json& study, const Unit& unit) {
  std::vector<std::string> sides;
  for (const auto& corpus : study.at("corpora"))
    if (corpus.at("name") == unit.corpus && corpus.contains("sides"))
      for (const auto& [name, where] : corpus.at("sides").items()) sides.push_back(name);
  for (const auto& condition : study.at("conditions"))
    if (condition.at("name") == unit.condition && condition.contains("shortcut"))
      sides.insert(sides.end(), {kOriginalSide, kAntiTestSide});
  return sides;
}

// Returns the number of planned folds with a side that has no file of answers (result/run/add_predictions.h
// describes its place).
uint64_t folds_without(const nlohmann::ordered_json& study, const std::vector<Unit>& plan,
                       const std::vector<std::string>& places) {
  const Task* task = find_task(study.at("task").get<std::string>());
  if (task == nullptr) return 0;  // said elsewhere
  const std::vector<std::string> names = answer_file_names(task->answers_name());
  std::set<std::string> folders;  // folders with answers
  for (const std::string& place : places) {
    const size_t end = place.rfind('/');
    if (end != std::string::npos && std::ranges::find(names, place.substr(end + 1)) != names.end())
      folders.insert(place.substr(0, end));
  }
  std::map<std::string, bool> answered;  // by fold
  for (const Unit& unit : plan) {
    if (!unit.kind->examines()) continue;
    const std::string split = split_name(unit.corpus, unit.condition, unit.seed),
                      fold = fmt::format("{}/fold-{}", split, unit.fold);
    if (answered.contains(fold)) continue;
    const auto sides = other_sides(study, unit);
    answered[fold] =
        (folders.contains(fold) || folders.contains(fold + "/" + kTestSide) ||
         (!task->traits().draws_pairs && folders.contains(split))) &&
        std::ranges::all_of(sides, [&](const auto& side) { return folders.contains(fold + "/" + side); });
  }
  return static_cast<uint64_t>(std::ranges::count_if(answered, [](const auto& one) { return !one.second; }));
}

// Returns the predictions without answers. Unreadable folders are reported elsewhere.
std::vector<std::string> without_answers(const RunFolder& folder, const std::vector<Unit>& plan) {
  std::vector<std::string> all;
  const auto provenance = read_sealed(folder.file("provenance.json"), kProvenanceSchema);
  const auto study_folder = read_study_folder(folder);
  if (!provenance || !study_folder) return all;
  const Status parts = take_apart("", [&] {
    const auto& study = provenance->at("study");
    if (!study.contains("predictions")) return;
    for (const auto& one : study.at("predictions")) {
      const auto name = one.at("name").get<std::string>();
      const auto where = predictions_path({name, one.at("path").get<std::string>()}, *study_folder);
      if (!where) continue;
      const auto found = answer_places(*where);
      if (!found) continue;
      if (found->empty())
        all.push_back(fmt::format("predictions {}: no answers in {} yet", name, *where));
      else if (const uint64_t n = folds_without(study, plan, *found); n > 0)
        all.push_back(fmt::format("predictions {}: {} fold{} without answers in {}", name, n,
                                  n == 1 ? "" : "s", *where));
    }
  });
  if (!parts) all.clear();
  return all;
}

}  // namespace

bool RunStatus::all_done() const {
  return planned && damaged.empty() &&
         std::all_of(stages.begin(), stages.end(), [](const auto& s) { return s.done == s.total; });
}

Result<RunStatus> read_status(const RunFolder& folder, Check check) {
  SF_ASSIGN(const auto plan, folder.read_plan());
  RunStatus status;
  // The stages that splits read from and that cells share exist only in studies that need them. Splits and
  // cells always exist.
  status.stages = {{"splits", 0, 0, 0}, {"cells", 0, 0, 0}};
  for (const auto& unit : plan) {
    const std::string name = unit.kind->units();
    auto place = std::find_if(status.stages.begin(), status.stages.end(),
                              [&](const auto& s) { return s.name == name; });
    if (place == status.stages.end())
      place = status.stages.insert(read_by_splits(*unit.kind)
                                       ? std::find_if(status.stages.begin(), status.stages.end(), is_splits)
                                       : std::prev(status.stages.end()),
                                   {name, 0, 0, 0});
    auto& stage = *place;
    ++stage.total;
    status.planned |= unit.kind->examines();
    auto state = folder.state(unit, check);
    if (state.state == RunFolder::State::done) ++stage.done;
    if (state.state == RunFolder::State::damaged) {
      ++stage.damaged;
      status.damaged.push_back({unit.label(), std::move(state.reason)});
    }
    if (state.state == RunFolder::State::missing) status.missing.push_back(unit.label());
    if (state.state != RunFolder::State::failed) continue;
    ++stage.failed;
    status.failed.push_back({unit.label(), std::move(state.reason)});
  }
  if (check == Check::digests)
    if (const auto provenance = read_sealed(folder.file("provenance.json"), kProvenanceSchema); !provenance)
      status.damaged.push_back({"provenance.json", provenance.error().message});
  if (check == Check::digests && status.all_done()) {
    SF_ASSIGN(const ScoresText scores, scores_text(folder, plan));
    const auto there = read_file(folder.file("scores.csv"));
    if (there && *there != scores.text)
      status.damaged.push_back({"scores.csv", folder.file("scores.csv") + " is not what the records say"});
  }
  status.unanswered = without_answers(folder, plan);
  return status;
}

nlohmann::ordered_json status_to_json(const RunStatus& status) {
  nlohmann::ordered_json json;
  json["schema"] = "standfast-status/1";
  json["complete"] = status.complete();
  json["planned"] = status.planned;
  json["stages"] = nlohmann::ordered_json::array();
  for (const auto& stage : status.stages)
    json["stages"].push_back({{"name", stage.name},
                              {"total", stage.total},
                              {"done", stage.done},
                              {"failed", stage.failed},
                              {"damaged", stage.damaged},
                              {"missing", stage.missing()}});
  json["failed"] = nlohmann::ordered_json::array();
  for (const auto& unit : status.failed)
    json["failed"].push_back({{"label", unit.label}, {"reason", unit.reason}});
  json["damaged"] = nlohmann::ordered_json::array();
  for (const auto& unit : status.damaged)
    json["damaged"].push_back({{"label", unit.label}, {"reason", unit.reason}});
  json["missing"] = status.missing;
  json["unanswered"] = status.unanswered;
  return json;
}

std::string status_text(const RunStatus& status) {
  std::string text;
  for (const auto& stage : status.stages) {
    if (!status.planned && !is_splits(stage) && !is_read_by_splits(stage)) {
      text += fmt::format("{:<14} planned once all splits are done\n", stage.name);
      continue;
    }
    text += fmt::format("{:<14} {} of {} done", stage.name, stage.done, stage.total);
    if (stage.failed > 0) text += fmt::format(", {} failed", stage.failed);
    if (stage.damaged > 0) text += fmt::format(", {} damaged", stage.damaged);
    if (stage.missing() > 0) text += fmt::format(", {} missing", stage.missing());
    text += "\n";
  }
  // One line for each reason, with the number of units that it stopped: a study of a thousand cells fails in
  // few ways.
  std::vector<std::pair<std::string, std::vector<std::string>>> reasons;
  for (const auto& unit : status.failed) {
    auto found =
        std::find_if(reasons.begin(), reasons.end(), [&](const auto& r) { return r.first == unit.reason; });
    if (found == reasons.end()) found = reasons.insert(reasons.end(), {unit.reason, {}});
    found->second.push_back(unit.label);
  }
  for (const auto& [reason, labels] : reasons)
    text += labels.size() == 1
                ? fmt::format("failed: {}: {}\n", labels.front(), reason)
                : fmt::format("failed: {} and {} more: {}\n", labels.front(), labels.size() - 1, reason);
  if (!status.missing.empty())
    text += status.missing.size() == 1
                ? fmt::format("missing: {}\n", status.missing.front())
                : fmt::format("missing: {} and {} more\n", status.missing.front(), status.missing.size() - 1);
  for (const auto& predictions : status.unanswered) text += predictions + "\n";
  for (const auto& unit : status.damaged) text += fmt::format("damaged: {}: {}\n", unit.label, unit.reason);
  if (!status.damaged.empty()) text += "standfast run with the same study makes damaged parts again\n";
  return text;
}

}  // namespace standfast
