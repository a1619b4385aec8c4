#include "standfast/study/experiment/judge_study.h"

#include "standfast/study/experiment/draw.h"
#include "standfast/study/experiment/judge.h"
#include "standfast/study/record/summary.h"

namespace standfast {

Result<std::vector<DesignWarning>> judge_study(const StudySpec& study, const std::string& study_folder,
                                               const Corpus& corpus, int threads, Sink& sink) {
  const CorpusSpec& spec = study.corpora.front();
  StudyDesign design = outline(study, {corpus_facts(spec.name, corpus)});
  const uint64_t steps = study.conditions.size() * study.seeds.size();
  uint64_t step = 0;
  const auto blocks =
      needs_blocks(study) ? blocks_of(study, spec, study_folder, corpus) : std::vector<BlockValues>{};
  bool controls = false;
  for (const auto& condition : study.conditions) {
    if (!condition.asks(spec.name)) continue;
    controls |= !condition.control_of.empty();
    for (const uint64_t seed : study.seeds) {
      sink.progress("drawing splits", step++, steps);
      auto drawn = draw_condition(corpus, condition, study_catalogs(), drawn_for(study, study_folder), seed,
                                  threads, null_sink());
      if (!drawn) return with_context("condition " + condition.name, drawn.error());
      add_draw(design,
               {spec.name,
                condition.name,
                measure_drawn(corpus, drawn->sample, drawn->split, drawn->pairs, study.target, blocks),
                {}});
    }
  }
  if (controls) add_draw(design, {spec.name, "", {}, tradable(corpus, blocks)});
  sink.progress("drawing splits", steps, steps);
  auto warnings = check_design(design);
  leave_out(warnings, study.ignore);
  return warnings;
}

}  // namespace standfast
