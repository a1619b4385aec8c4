// The classifier `a2r`: answers from one sentence that it chooses (Yu, Zhang, Chang and Jaakkola 2021,
// Understanding interlocking dynamics of cooperative rationalization), and reports that sentence.
//
// Differences from the released code (docs/a2r.md): exploration draws a text's own sentences, not 50 padded
// places; a sentence of one token may be chosen; the vocabulary is learned from the training texts; a batch
// has at most an eighth of the texts; the weights are taken from the best epoch on validation documents;
// sentences and tokens are cut here, not by spaCy.
#pragma once

#include "standfast/model/classify/classifier.h"

namespace standfast {

ClassifierCatalog::Entry a2r_entry();

}  // namespace standfast
