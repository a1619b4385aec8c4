// Rationales held against a planted cue: does the part of a document that a classifier chose to read hold what was planted
// in it? Beside it stands what a random rationale of as many units would hold, exactly.
//
// A rationale holds a cue if it covers at least half of its characters. Characters of a cue are those from its first to
// its last word character without white space, which tokens never have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "standfast/model/classify/classifier.h"

namespace standfast {

// The characters of a cue in a text, as spans of bytes without white space. spans: planted, ascending; several are one
// cue. Marks and white space at the ends of each are left out where it has words (words_of_span).
std::vector<TokenSpan> spans_of_cue(std::string_view text, std::span<const TokenSpan> spans);

struct HeldCue {
  double covered = 0;  // share of the characters of the cue that the rationale covers
  bool held = false;   // at least half of them
  // Means of both over all rationales of as many units of the text.
  double random_covered = 0, random_held = 0;
};
// cue: as spans_of_cue, not empty, in the same characters or bytes as the rationale. Characters of the cue in no unit (the
// model cut the text) are never covered.
HeldCue held_cue(const Rationale& rationale, std::span<const TokenSpan> cue);

// Share of the length of all units that the chosen ones have; 0 without units.
double share_read(const Rationale& rationale);

// The probability that `chosen` of `units` units, drawn at random without replacement, cover `needed` characters or more.
// covers: of each unit that has some, how many. The hypergeometric distribution, where all of these have as many. Units are
// looked at one after the other: of those that are left, each is as likely to be drawn as any other.
double chance_to_cover(size_t units, size_t chosen, std::span<const uint32_t> covers, uint64_t needed);

}  // namespace standfast
