// A sound study for a corpus, as a commented study file: what `standfast init` writes.
//
// The corpus's own numbers decide. Every condition takes a sample of the same size and draws the same kind of
// pairs; a classification gets a matched control; there are several draws. Each candidate is drawn and
// checked as a dry run would (analysis/leak/design_checks.h), and the first without a warning is taken, else
// the one with fewest.
#pragma once

#include <string>
#include <vector>

#include "standfast/analysis/leak/design_checks.h"
#include "standfast/corpus/corpus.h"
#include "standfast/study/propose/propose_options.h"

namespace standfast {

struct ProposedStudy {
  std::string text;                     // of the study file
  std::vector<std::string> choices;     // what was chosen and why, a sentence each
  std::vector<DesignWarning> warnings;  // that remain
};

// corpus: read as options.corpus says. A data error, in one line, where nothing can be studied.
Result<ProposedStudy> propose_study(Corpus corpus, const ProposeOptions& options);

}  // namespace standfast
