// The classifier `a2r`: answers from one sentence that it chooses (Yu, Zhang, Chang and Jaakkola 2021, Understanding interlocking
// dynamics of cooperative rationalization), and says which.
//
// It departs from the released code in this (docs/a2r.md): exploration falls on a text's own sentences, not on 50 padded places; a
// sentence of one token may be chosen; the vocabulary is that of the training texts; a batch has at most an eighth of the texts; the
// weights are those of the best epoch on validation documents; sentences and tokens are cut here, not by spaCy.
#pragma once

#include "standfast/model/classify/classifier.h"

namespace standfast {

ClassifierCatalog::Entry a2r_entry();

}  // namespace standfast
