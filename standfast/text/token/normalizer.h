// The normalizers of tokenizer.json as a list of steps. Offsets equal the reference's, also through the
// reordering of combining marks, where it goes by places: the k-th mark gets the bytes of the k-th mark.
#pragma once

#include <vector>

#include "standfast/text/token/aligned_text.h"

namespace standfast::token {

enum class Step {
  clean,         // BERT: removes controls; white space becomes a space
  ideographs,    // BERT: a space on both sides of each ideograph
  drop_accents,  // BERT: NFD without Mn, not composed again
  lower,         // code point by code point
  nfd,
  nfc,
  nfkd,
  nfkc,
  strip_accents,  // without marks
};

using Normalizer = std::vector<Step>;

void normalise(const Normalizer& steps, AlignedText& text);

}  // namespace standfast::token
