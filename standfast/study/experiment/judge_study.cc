#include "standfast/study/experiment/judge_study.h"

#include <algorithm>

#include "standfast/study/experiment/drawing_in_memory.h"
#include "standfast/study/experiment/judge.h"
#include "standfast/study/plan/plan.h"
#include "standfast/study/record/summary.h"

namespace standfast {

Result<std::vector<DesignWarning>> judge_study(const StudySpec& study, const std::string& study_folder,
                                               const Corpus& corpus, int threads, Sink& sink) {
  const CorpusSpec& spec = study.corpora.front();
  StudyDesign design = outline(study, {corpus_facts(spec.name, corpus)});
  const auto blocks =
      needs_blocks(study) ? blocks_of(study, spec, study_folder, corpus) : std::vector<BlockValues>{};
  // The plan knows which conditions share a space.
  const std::vector<CorpusFacts> facts = {corpus_facts(spec.name, corpus)};
  Plan plan(study, study_catalogs(), facts);
  SF_TRY(plan.begin());
  DrawingInMemory drawing(corpus, study_folder, study_catalogs(), threads);
  const auto units = plan.splits_of(spec.name);
  const uint64_t steps = units.size();
  uint64_t step = 0;
  for (const auto& unit : units) {
    sink.progress("drawing splits", step++, steps);
    auto drawn = drawing.draw(study, unit);
    if (!drawn) return with_context("condition " + unit.condition, drawn.error());
    add_draw(design, {unit.corpus,
                      unit.condition,
                      measure_drawn(corpus, drawn->sample, drawn->split, drawn->pairs, study.target, blocks),
                      {}});
  }
  if (std::any_of(study.conditions.begin(), study.conditions.end(),
                  [](const auto& condition) { return !condition.control_of.empty(); }))
    add_draw(design, {spec.name, "", {}, tradable(corpus, blocks)});
  sink.progress("drawing splits", steps, steps);
  auto warnings = check_design(design);
  leave_out(warnings, study.ignore);
  return warnings;
}

}  // namespace standfast
