// Words that give a label away: their share of one label's documents is far from their share of all others.
//
// The measure is informedness, the share of the documents of a label that have the word, minus the share of
// all other documents that have it (Powers 2011, Evaluation: from Precision, Recall and F-measure to ROC,
// Informedness, Markedness & Correlation, section 2; Youden's J). It is 0 for a word that is independent of
// the label, 1 for a word in all documents of this label and no others, -1 for a word in no document of this
// label and all others. It does not depend on the number of documents of a label.
//
// One half of the documents chooses at most 50 words, the other measures them (telling_values.h). A word is
// reported if its informedness there reaches `least` and Fisher's exact test, corrected for the number of
// chosen words (Holm), rejects that word and label are independent. If labels are assigned at random, the
// probability of reporting any word is at most `level`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/analysis/check/telling_values.h"

namespace standfast {

struct TellingWord {
  std::string word;         // in lower case; a whole token between white space, or a word in it
  uint32_t label = 0;       // index into LabelHalves::labels
  double informedness = 0;  // on the measuring half
  // On the measuring half: documents of the label that have the word, documents of the label.
  uint64_t with = 0, of = 0;
  uint64_t others_with = 0, others = 0;
  double p = 1;  // corrected
};

struct TellingWordOptions {
  double least = kTells;       // 0 to 1
  double level = kTellsLevel;  // above 0
  uint32_t chosen = 50;        // the largest number of words passed to the second half
};

struct TellingWords {
  std::vector<TellingWord> words;  // the most informative first
  uint32_t chosen = 0;             // number of tested words
};

TellingWords telling_words(const CheckedData& data, const LabelHalves& halves,
                           const TellingWordOptions& options = {});

}  // namespace standfast
