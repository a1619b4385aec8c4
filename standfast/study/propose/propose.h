// Proposal of a sound study for a corpus, as a commented study file: `standfast init` writes it.
//
// The numbers of the corpus determine the study. All conditions take samples of the same size and draw the
// same kind of pairs. A classification gets a matched control. There are several draws. Each candidate is
// drawn and checked as in a dry run (analysis/leak/design_checks.h). The first candidate without a warning is
// chosen, else the one with the fewest warnings.
#pragma once

#include <string>
#include <vector>

#include "standfast/analysis/leak/design_checks.h"
#include "standfast/corpus/corpus.h"
#include "standfast/study/propose/propose_options.h"

namespace standfast {

struct ProposedStudy {
  std::string text;                     // text of the study file
  std::vector<std::string> choices;     // choices and their reasons, one sentence each
  std::vector<DesignWarning> warnings;  // the warnings that remain
};

// Proposes a study. corpus: read with options.corpus. A data error, in one line, if nothing can be studied.
Result<ProposedStudy> propose_study(Corpus corpus, const ProposeOptions& options);

}  // namespace standfast
