// True PPM with escape methods C and D and full exclusion: probabilities over the alphabet sum to 1.
//
// In each context, from the longest seen down to the empty one, with counts n_c of the characters seen there
// that no longer context has offered yet, their sum n and their number q:
//   C (Moffat 1990):  p(c) = n_c / (n + q),          p(escape) = q / (n + q)
//   D (Howard 1993):  p(c) = (2 n_c - 1) / (2 n),    p(escape) = q / (2 n)
// Below the empty context the rest of a nominal alphabet of 256 is uniform. A model that has itself seen 256
// different characters or more keeps one place for all others. Counts are of every order (no update
// exclusion), as in ppm_matches.h. Contexts are at most 5 code points.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "standfast/model/ppm/ppm_contexts.h"

namespace standfast {

class PpmEscapeModel {
 public:
  PpmEscapeModel(std::string_view text, int order, EscapeMethod method);  // order 0..5
  ~PpmEscapeModel();
  PpmEscapeModel(PpmEscapeModel&&) noexcept;

  // Returns the bits per code point of the text; NaN if it is empty.
  double cross_entropy(std::string_view text) const;

  // Returns the probability of `next` after `context` (its last `order` code points count).
  double probability(std::u32string_view context, char32_t next) const;

 private:
  struct Tables;
  std::unique_ptr<Tables> tables_;
};

}  // namespace standfast
