// How much a value of a document (its source, its length) says about its label.
//
// What is measured: a rule that sees the value alone, and answers the label that has the greatest share of its documents
// with that value. Its score is the mean over labels of the share of documents named right (balanced accuracy), put on a
// scale where guessing is 0 and knowing is 1: (score - 1/C) / (1 - 1/C) for C labels. Of two labels it is the difference
// of the two shares, as for words (word_check.h). One half of the documents makes the rule, the other measures it.
//
// p: labels of the tested documents are dealt out again at random, and the share of dealings in which the rule scores at
// least as high is counted, with the dealing as it is (Phipson, Smyth 2010, Permutation p-values should never be zero).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/analysis/check/checked_data.h"

namespace standfast {

// Two halves of the labelled documents, for the checks of what gives a label away: one half chooses a rule, the other
// measures it, so what is measured is no luck of the choice.

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

struct TellingValues {
  double informedness = 0;  // on the half that measures; below 0: worse than guessing
  double accuracy = 0;      // there: mean over labels of the share named right
  uint64_t n = 0;           // documents measured
  double p = 1;             // one-sided, on tested documents alone
};

// value: by row, below `values`, or kMissing: the rule has no answer. name: of the stream of the dealings.
TellingValues telling_values(const CheckedData& data, const LabelHalves& halves,
                             std::span<const uint32_t> value, uint32_t values, uint32_t dealings,
                             std::string_view name);

}  // namespace standfast
