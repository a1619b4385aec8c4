// The studies of a design (synthetic_study.h), run on one of its corpora in memory.
#pragma once

#include "standfast/base/result.h"
#include "standfast/result/run/records.h"
#include "standfast/simulate/synthetic_corpus.h"

namespace standfast::simulate {

struct SyntheticRecords {
  result::RunRecords whole, halves;  // records of the studies of the same names
};

// Runs the studies. Documents have their rows as codes, authors and topics the order of the design's table.
// Usage errors are the errors of synthetic_studies(). Data errors: a condition that cannot be drawn; for
// classification a fold that cannot be answered; for verification a model that answers no fold of a condition
// and seed. A fold of verification without pairs is a failed cell.
Result<SyntheticRecords> synthetic_records(const SyntheticDesign& design, const SyntheticCorpus& corpus);

}  // namespace standfast::simulate
