// Two halves of the labelled documents, for the checks of what gives a label away: one half chooses a rule, the other
// measures it, so what is measured is no luck of the choice.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/analysis/check/checked_data.h"

namespace standfast {

// Labels with fewer documents in a half are left out, with their documents.
inline constexpr uint32_t kLeastOfLabel = 10;
// With more labels than this no rule of one word or one value says much about any of them.
inline constexpr uint32_t kMostLabels = 50;
// If labels were dealt out at random, each check speaks with a chance of at most this.
inline constexpr double kTellsLevel = 0.01;
// From this informedness on, a rule gives the label away.
inline constexpr double kTells = 0.25;

struct LabelHalves {
  // Of the documents. Copies of a text, and all documents of an author where authors are known, are in one half. Of two
  // files the first chooses and the second measures.
  std::vector<uint32_t> choosing, measuring;
  // Of the half that measures: one document of each author (or of each group of copies), in drawn order. Tests use
  // only these, since documents of one author are not independent.
  std::vector<uint32_t> tested;
  std::vector<uint32_t> label;      // by row: a place in `labels`, or kMissing
  std::vector<std::string> labels;  // that are left
  uint64_t labelled = 0;            // documents with a label, those of small labels too
  std::string why_not;              // not "": there are no such halves
};
LabelHalves label_halves(const CheckedData& data);

}  // namespace standfast
