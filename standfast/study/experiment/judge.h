// From a study and its drawn conditions to the checks of analysis/leak/design_checks.h: what is counted in a
// drawn condition, the file in which a run keeps the counts, and the outline that they are put in.
#pragma once

#include <string>
#include <vector>

#include "standfast/analysis/leak/design_checks.h"
#include "standfast/study/plan/plan.h"
#include "standfast/study/record/pairs_file.h"

namespace standfast {

// pairs: one entry a fold, none in classification, where target is the column of the classes.
ConditionMeasures measure_drawn(const Corpus& corpus, const Sample& sample, const Split& split,
                                const std::vector<FoldPairs>& pairs, Role target);

// Columns of the corpus that group documents within topics (analysis/leak/condition_measures.h) and that the
// study uses for nothing: those that play a role, and those of the file whose name says so (thread, case
// ...), which are read once more, without the texts. Columns that cannot be read are passed over.
std::vector<BlockColumn> unused_blocks(const StudySpec& study, const CorpusSpec& spec,
                                       const std::string& study_folder, const Corpus& corpus);

// design.json of a splits unit: the counts of its condition and seed; of a control also the columns above.
struct DesignFile {
  std::string corpus, condition;
  ConditionMeasures measures;
  std::vector<BlockColumn> blocks;
};
inline constexpr const char* kDesignFile = "design.json";
std::string design_text(const DesignFile& design);
Result<DesignFile> read_design(const std::string& path);

// {"code", "title", "severity", "corpus", "message", "docs"}: as dry runs and reports print a warning.
nlohmann::ordered_json warning_json(const DesignWarning& warning);

// A condition without its draws and blocks.
DesignCondition outline_condition(const std::string& name, const std::string& sampler,
                                  const std::string& splitter, bool reference, const std::string& control_of,
                                  bool classifies, const Options& splitter_options = {});

// The design of a study without draws.
StudyDesign outline(const StudySpec& study, const std::vector<CorpusFacts>& corpora);
// A draw of one of its conditions; one that it does not know is passed over.
void add_draw(StudyDesign& design, const DesignFile& drawn);

}  // namespace standfast
