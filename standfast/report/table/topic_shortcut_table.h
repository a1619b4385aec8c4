// The topic shortcut test (result/findings/topic_shortcut.h), as a table and in words.
#pragma once

#include <string>
#include <vector>

#include "standfast/report/table/table.h"
#include "standfast/result/findings/topic_shortcut.h"

namespace standfast::report {

Table topic_shortcut_table(const RunRecords& run, const Contrast& contrast, const TopicShortcut& test,
                           size_t corpus, const RankingOptions& options);

// One sentence a model: it loses, it gains, or neither is shown.
std::vector<std::string> topic_shortcut_sentences(const RunRecords& run, const Contrast& contrast,
                                                  const TopicShortcut& test, size_t corpus,
                                                  const RankingOptions& options);

}  // namespace standfast::report
