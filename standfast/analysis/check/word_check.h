// Words that give a label away: their share of one label's documents is far from their share of all others.
//
// What is measured: informedness, the share of the documents of a label that have the word, minus the share of all other
// documents that have it (Powers 2011, Evaluation: from Precision, Recall and F-measure to ROC, Informedness, Markedness
// & Correlation, section 2; Youden's J). 0 for a word that has nothing to do with the label, 1 for one that only this
// label has and always has, -1 for one that only this label lacks. It does not depend on how many documents a label has.
//
// One half of the documents chooses at most 50 words, the other measures them (telling_values.h). A word is told if its
// informedness there reaches `least` and Fisher's exact test, corrected for the number of chosen words (Holm), rejects
// that word and label are independent. If labels are dealt out at random, the chance of any word is at most `level`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/analysis/check/telling_values.h"

namespace standfast {

struct TellingWord {
  std::string word;           // in lower case; what stands between white space, or a word in it
  uint32_t label = 0;         // place in LabelHalves::labels
  double informedness = 0;    // on the half that measures
  uint64_t with = 0, of = 0;  // there: documents of the label that have the word, documents of the label
  uint64_t others_with = 0, others = 0;
  double p = 1;  // corrected
};

struct TellingWordOptions {
  double least = kTells;       // 0 to 1
  double level = kTellsLevel;  // above 0
  uint32_t chosen = 50;        // words that go to the second half, at most
};

struct TellingWords {
  std::vector<TellingWord> words;  // the most telling first
  uint32_t chosen = 0;             // how many were tested
};

TellingWords telling_words(const CheckedData& data, const LabelHalves& halves,
                           const TellingWordOptions& options = {});

}  // namespace standfast
