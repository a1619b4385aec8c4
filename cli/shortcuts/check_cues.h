// The part of `standfast check` that audits a planted shortcut for cues that nobody meant.
#pragma once

#include "cli/check_findings.h"
#include "cli/corpus_args.h"
#include "cli/shortcuts/cue_sides.h"
#include "standfast/corpus/duplicate/duplicates.h"

namespace standfast::cli {

// Prints what each single thing alone tells, and what the checks of data find on train, dev and test. The error is
// check_failed if a finding counts as a problem.
Status check_cues(const CueSidesArgs& given, const CorpusArgs& args, const DuplicateOptions& options,
                  const FindingArgs& asked, bool json);

}  // namespace standfast::cli
