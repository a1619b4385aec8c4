// Score-Split: in each class, the documents at one end of a score are tested and the others train. The score is a
// number column (the likelihood of a text under a language model, its perplexity, a readability) or the length
// of the text. With keep-whole a group has the mean of the scores of its documents, and quotas count groups.
//
// With likelihood as score it is the split of Godbole and Jia 2023 ("Benchmarking long-tail generalization with
// likelihood splits", Findings of EACL), which also holds length fixed: here `control`. With length it is the
// length split of Søgaard, Ebert, Bastings and Filippova 2021 ("We need to talk about random splits", EACL), by
// class and with an exact size.
#pragma once

#include "standfast/split/splitter.h"

namespace standfast {

SplitterCatalog::Entry score_split_splitter();

}  // namespace standfast
