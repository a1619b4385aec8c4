// What planted shortcuts do to the models of a corpus: scores on the three sides, lambda curves, groups of label and
// value, recall by class, and how the cue was planted. Shown only where a condition plants a shortcut.
#pragma once

#include <string>
#include <vector>

#include "standfast/report/table/table.h"
#include "standfast/result/findings/corpus_findings.h"

namespace standfast::report {

// Accuracy as shown; macro F1 too for programs.
Table shortcut_delta_table(const RunRecords& run, size_t corpus, const CorpusFindings& found);
// Without rows where no two conditions differ in lambda alone.
Table shortcut_lambda_table(const RunRecords& run, size_t corpus, const CorpusFindings& found);
// The worst group of each model; all groups for programs.
Table shortcut_group_table(const RunRecords& run, size_t corpus, const CorpusFindings& found);
Table shortcut_recall_table(const RunRecords& run, size_t corpus, const CorpusFindings& found);
Table shortcut_planted_table(const RunRecords& run, size_t corpus, const CorpusFindings& found);

// One sentence for each condition and model but the guesser, by accuracy.
std::vector<std::string> shortcut_sentences(const RunRecords& run, const Summary& summary, size_t corpus,
                                            const CorpusFindings& found);

}  // namespace standfast::report
