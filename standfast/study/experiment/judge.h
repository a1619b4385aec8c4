// From a study and its drawn conditions to the checks of analysis/leak/design_checks.h. It says what is
// counted in a drawn condition, in which file a run keeps the counts, and how they become a design.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "standfast/analysis/leak/companions.h"
#include "standfast/analysis/leak/design_checks.h"
#include "standfast/analysis/leak/planted_checks.h"
#include "standfast/base/sink.h"
#include "standfast/corpus/corpus.h"
#include "standfast/study/experiment/measured_corpus.h"
#include "standfast/study/plan/plan.h"
#include "standfast/study/record/design_file.h"
#include "standfast/study/record/pairs_file.h"
#include "standfast/study/record/planted_record.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

// pairs: one entry for each fold; empty in classification, where target is the column of the classes. needed: columns that
// the condition needs (needed_columns).
ConditionMeasures measure_drawn(const Corpus& corpus, const Sample& sample, const Split& split,
                                const std::vector<FoldPairs>& pairs, Role target,
                                const MeasuredCorpus& measured = {},
                                const std::vector<std::string>& needed = {});

// Columns of the corpus that group documents within topics (analysis/leak/condition_measures.h). These are columns with
// a role that the study does not ask about, and columns of the file whose name suggests it (thread, case ...). Where
// pairs are drawn or documents trade places, also all other columns that may group documents, whatever they are called:
// pairs may share them, and what a control leaves may be due to them. Columns of the file are read once more, without the texts, unless the corpus has them. Columns that cannot be read are skipped,
// and so are other names of the author and of the topic.
std::vector<BlockValues> blocks_of(const StudySpec& study, const CorpusSpec& spec,
                                   const std::string& study_folder, const Corpus& corpus);
// Whether anything asks for them: a control, which may trade them, or pairs, which may share them.
bool needs_blocks(const StudySpec& study);
// measured_corpus() with these columns, if anything asks for them.
MeasuredCorpus measured_corpus(const StudySpec& study, const CorpusSpec& spec,
                               const std::string& study_folder, const Corpus& corpus);
// Those that a control could trade: there is no topic without topics.
std::vector<BlockColumn> tradable(const Corpus& corpus, const std::vector<BlockValues>& blocks);

// The columns that travel with the topic, else with the author, in the documents of a control, and which of them it keeps
// whole. Nothing: it is no control, or there is neither topic nor author beside the target.
std::optional<Companions> companions_of(const Corpus& corpus, const Split& split,
                                        const ConditionSpec& condition, Role target,
                                        const MeasuredCorpus& measured);

// {"code", "title", "severity", "corpus", "message", "docs"}: the form in which dry runs and reports print a
// warning.
nlohmann::ordered_json warning_json(const DesignWarning& warning);

// Adds what a draw or a fold has planted. Those of one corpus and condition become one entry; entries of a corpus stand
// together if they are added corpus by corpus.
void add_planted(std::vector<PlantedCondition>& conditions, const std::string& corpus,
                 const std::string& condition, const std::vector<std::string>& classes,
                 const PlantedRecord& planted);

// A condition of a design, without its draws and blocks.
DesignCondition outline_condition(const std::string& name, const std::string& sampler,
                                  const std::string& splitter, bool reference, const std::string& control_of,
                                  bool classifies, const Options& splitter_options = {});

// The design of a study, without draws.
StudyDesign outline(const StudySpec& study, const std::vector<CorpusFacts>& corpora);
// Adds a draw of one of the design's conditions. A draw of an unknown condition is skipped.
void add_draw(StudyDesign& design, const DesignFile& drawn);

// Checks of a study before it runs, in memory.

// Results of measured_corpus(), keyed by the corpus's data hash and whether blocks were asked for, for
// callers that judge many studies of one corpus.
using KnownCorpora = std::map<std::pair<std::string, bool>, MeasuredCorpus>;

// The warnings that a dry run would show for a study of one corpus. If a condition cannot be drawn, that is
// an error that says why.
Result<std::vector<DesignWarning>> judge_study(const StudySpec& study, const std::string& study_folder,
                                               const Corpus& corpus, int threads, Sink& sink,
                                               KnownCorpora* known = nullptr);

}  // namespace standfast
