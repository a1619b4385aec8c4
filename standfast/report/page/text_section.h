// Tokens of a few documents coloured by attribution, and the rationales of a few. The section shows texts:
// write it only if a user asked for texts.
#pragma once

#include <string>

#include "standfast/report/result_names.h"
#include "standfast/result/findings/corpus_findings.h"
#include "standfast/study/experiment/explained_texts.h"

namespace standfast::report {

inline constexpr size_t kShownTexts = 3;  // of each condition, side and model

// Returns HTML with coloured documents; "" if no document of the corpus was explained.
Result<std::string> text_section(const RunRecords& run, size_t corpus, const CorpusFindings& found,
                                 ExplainedTexts& texts);
// Returns HTML with rationales; "" if no classifier has any.
Result<std::string> rationale_section(const RunRecords& run, size_t corpus, const CorpusFindings& found,
                                      ExplainedTexts& texts);

}  // namespace standfast::report
