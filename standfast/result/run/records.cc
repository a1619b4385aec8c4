#include "standfast/result/run/records.h"

#include <algorithm>
#include <cassert>
#include <tuple>

#include "standfast/split/splitter.h"
#include "standfast/study/task/task.h"

namespace standfast::result {

std::string name_of_side(const std::string& condition, const std::string& side) {
  return side == kTestSide ? condition : condition + "/" + side;
}

std::optional<double> CellRecord::value_of(const std::string& metric) const {
  for (const auto& score : scores)
    if (score.metric == metric) return score.value;
  return std::nullopt;
}

bool ConditionInfo::keeps_topics_apart() const {
  const auto known = splitters().find(splitter);
  return side == kTestSide && known && keeps_apart((*known)->traits, splitter_options, Role::topic);
}

const Task& RunRecords::the_task() const {
  const Task* known = find_task(task);
  assert(known != nullptr);
  return *known;
}

bool RunRecords::asks(size_t corpus, size_t condition) const {
  const auto& [names, side] = std::tie(conditions[condition].corpora, conditions[condition].side);
  const auto& sides = corpora[corpus].sides;
  const bool has_side =
      side == kTestSide || conditions[condition].of_planted_fold() ||
      std::any_of(sides.begin(), sides.end(), [&](const SideFacts& one) { return one.name == side; });
  return has_side &&
         (names.empty() || std::find(names.begin(), names.end(), corpora[corpus].name) != names.end());
}

bool RunRecords::is_chance(size_t model) const {
  return the_task().model_facts(models[model].model).chance;
}

bool RunRecords::topics_only(size_t model) const {
  return the_task().model_facts(models[model].model).topics_only;
}

bool RunRecords::is_pretrained(size_t model) const {
  return the_task().model_facts(models[model].model).pretrained;
}

Result<RunProfile> run_profile(const RunRecords& run) {
  return run.the_task().profile(run.profile);
}

}  // namespace standfast::result
