// Judgement of a study's design: it counts in a drawn condition what the checks of
// analysis/leak/design_checks.h need, keeps the counts in a file of the run, and builds the design from them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "standfast/analysis/leak/companions.h"
#include "standfast/analysis/leak/design_checks.h"
#include "standfast/analysis/leak/run_checks.h"
#include "standfast/base/sink.h"
#include "standfast/corpus/corpus.h"
#include "standfast/study/experiment/measured_corpus.h"
#include "standfast/study/plan/plan.h"
#include "standfast/study/record/pairs_file.h"
#include "standfast/study/record/planted_record.h"
#include "standfast/study/record/split_record.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

// Measures a drawn condition. pairs: one entry for each fold; empty in classification, where target is the
// column of the classes. needed: columns that the condition needs (needed_columns).
ConditionMeasures measure_drawn(const Corpus& corpus, const Sample& sample, const Split& split,
                                const std::vector<FoldPairs>& pairs, Role target,
                                const MeasuredCorpus& measured = {},
                                const std::vector<std::string>& needed = {});

// Returns the columns that travel with the topic, else with the author, in the documents of a control, and
// the columns among them that it keeps whole. Nothing if the condition is no control, or has neither topic
// nor author beside the target.
std::optional<Companions> companions_of(const Corpus& corpus, const Split& split,
                                        const ConditionSpec& condition, Role target,
                                        const MeasuredCorpus& measured);

// Returns {"code", "title", "severity", "corpus", "message", "docs"}: the form in which dry runs and reports
// print a warning.
nlohmann::ordered_json warning_json(const StudyWarning& warning);

// Adds the planting record of a draw or a fold. Records of one corpus and condition become one entry; entries
// of a corpus stand together if they are added corpus by corpus.
void add_planted(std::vector<PlantedCondition>& conditions, const std::string& corpus,
                 const std::string& condition, const std::vector<std::string>& classes,
                 const PlantedRecord& planted);

// Returns a condition of a design, without its draws and blocks.
DesignCondition outline_condition(const std::string& name, const std::string& sampler,
                                  const std::string& splitter, bool reference, const std::string& control_of,
                                  bool classifies, const Options& splitter_options = {});

// Returns the design of a study, without draws.
StudyDesign outline(const StudySpec& study, const std::vector<CorpusFacts>& corpora);
// Adds a draw of one of the design's conditions. Skips a draw of an unknown condition.
void add_draw(StudyDesign& design, const DesignFile& drawn);

// Results of measured_corpus(), keyed by the corpus's data hash and whether blocks were asked for, for
// callers that judge many studies of one corpus.
using KnownCorpora = std::map<std::pair<std::string, bool>, MeasuredCorpus>;

// Returns the warnings that a dry run would show for a study of one corpus, judged in memory. If a condition
// cannot be drawn, returns an error with the reason.
Result<std::vector<StudyWarning>> judge_study(const StudySpec& study, const std::string& study_folder,
                                              const Corpus& corpus, int threads, Sink& sink,
                                              KnownCorpora* known = nullptr);

}  // namespace standfast
