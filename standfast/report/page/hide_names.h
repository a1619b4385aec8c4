// Pseudonymisation of reports that are passed on (--no-text). Authors and topics become codes A1, A2 ... and
// T1, T2 ..., numbered in a random order so that a code reveals nothing about its place in the alphabet. Free
// words that a sampler, a splitter or a failed cell left behind may hold names or ids of documents, and are
// dropped. Names that the study gave (corpora, conditions, models) stay. Documents and texts are in no report
// to begin with.
#pragma once

#include <string>

#include "standfast/report/result_names.h"
#include "standfast/result/run/run_reader.h"

namespace standfast::report {

// Hides the names of a run and returns the key, as CSV: corpus, kind ("author" or "topic"), code, name.
std::string hide_names(RunRecords& run);

}  // namespace standfast::report
