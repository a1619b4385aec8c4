#include "standfast/study/experiment/judge_study.h"

#include <algorithm>

#include "standfast/study/experiment/drawing_in_memory.h"
#include "standfast/study/experiment/judge.h"
#include "standfast/study/plan/plan.h"
#include "standfast/study/record/summary.h"

namespace standfast {

Result<std::vector<DesignWarning>> judge_study(const StudySpec& study, const std::string& study_folder,
                                               const Corpus& corpus, int threads, Sink& sink,
                                               KnownCorpora* known) {
  const CorpusSpec& spec = study.corpora.front();
  const std::vector<CorpusFacts> facts = {corpus_facts(spec.name, corpus)};
  StudyDesign design = outline(study, facts);
  KnownCorpora here;
  KnownCorpora& all = known != nullptr ? *known : here;
  const std::pair key(corpus.data_hash(), needs_blocks(study));
  auto found = all.find(key);
  if (found == all.end()) found = all.emplace(key, measured_corpus(study, spec, study_folder, corpus)).first;
  MeasuredCorpus& measured = found->second;
  measured.columns = needed_columns(study);  // those found may be of another study
  // The plan knows which conditions share a space.
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
                      measure_drawn(corpus, drawn->sample, drawn->split, drawn->pairs, study.target, measured,
                                    needed_columns(study, study.condition(unit.condition))),
                      {}});
  }
  if (std::any_of(study.conditions.begin(), study.conditions.end(),
                  [](const auto& condition) { return !condition.control_of.empty(); }))
    add_draw(design, {spec.name, "", {}, tradable(corpus, measured.blocks)});
  sink.progress("drawing splits", steps, steps);
  auto warnings = check_design(design);
  leave_out(warnings, study.ignore);
  return warnings;
}

}  // namespace standfast
