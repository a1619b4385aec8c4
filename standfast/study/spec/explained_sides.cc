#include "standfast/study/spec/explained_sides.h"

#include <algorithm>

#include "standfast/study/task/task.h"

namespace standfast {

bool is_among(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

bool guesses(const StudySpec& study, const StudyCatalogs& catalogs, const ModelSpec& model) {
  return study.the_task().model_facts(model.model.name, catalogs).chance;
}

bool covers(const ExplainSpec& explain, const ConditionSpec& condition) {
  return explain.conditions.empty() || is_among(explain.conditions, condition.name);
}

std::vector<std::string> sides_to_explain(const StudySpec& study, const StudyCatalogs& catalogs,
                                          const CorpusSpec& corpus, const ConditionSpec& condition,
                                          const ModelSpec& model) {
  std::vector<std::string> sides;
  if (!study.explain || !covers(*study.explain, condition)) return sides;
  const auto& models = study.explain->models;
  if (models.empty() ? guesses(study, catalogs, model) : !is_among(models, model.name)) return sides;
  const bool planted = condition.shortcut.has_value();
  for (const auto& side : study.explain->sides)
    if (side == kTestSide || (planted && (side == kOriginalSide || side == kAntiTestSide)) ||
        std::ranges::any_of(corpus.sides, [&](const SideSpec& one) { return one.name == side; }))
      sides.push_back(side);
  return sides;
}

}  // namespace standfast
