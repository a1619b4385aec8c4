// Measures of how strongly an attribute of a document (source, length), or a word in it, predicts its label.
//
// The measured rule sees the value alone, and answers the label with the greatest share of its documents with
// that value. Its score is the balanced accuracy (the mean over labels of the share of documents named
// right), rescaled so that guessing is 0 and perfection is 1: (score - 1/C) / (1 - 1/C) for C labels. For two
// labels it is the difference of the two shares, as for words (below). One half of the documents makes
// the rule, the other measures it.
//
// p: a permutation test that permutes the labels of the tested documents at random. p is the share of
// permutations in which the rule scores at least as high, with the observed one included (Phipson, Smyth
// 2010, Permutation p-values should never be zero).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/analysis/check/checked_data.h"

namespace standfast {

// The least number of documents of a label in each half; rarer labels are left out, with their documents.
inline constexpr uint32_t kLeastOfLabel = 10;
// With more labels than this no rule of one word or one value says much about any of them.
inline constexpr uint32_t kMostLabels = 50;
// If labels are assigned at random, each check reports a finding with at most this probability.
inline constexpr double kTellsLevel = 0.01;
// From this informedness on, a rule gives the label away.
inline constexpr double kTells = 0.25;

struct LabelHalves {
  // The two halves of the labelled documents: one chooses a rule and the other measures it, so the
  // measurement is free of selection bias. Copies of a text, and all documents of a known author, are in one
  // half. With two files the first chooses and the second measures.
  std::vector<uint32_t> choosing, measuring;
  // From the measuring half: one document of each author (or of each group of copies), in random order. Tests
  // use only these, since documents of one author are not independent.
  std::vector<uint32_t> tested;
  std::vector<uint32_t> label;      // by row: an index into `labels`, or kMissing
  std::vector<std::string> labels;  // the remaining labels
  uint64_t labelled = 0;            // documents with a label, including rare labels
  std::string why_not;              // not "": the reason why there are no such halves
};
LabelHalves label_halves(const CheckedData& data);

struct TellingValues {
  double informedness = 0;  // on the measuring half; below 0: worse than guessing
  double accuracy = 0;      // on the measuring half: mean over labels of the share named right
  uint64_t n = 0;           // documents measured
  double p = 1;             // one-sided, on tested documents alone
};

// Measures the rule. value: by row, below `values`, or kMissing: the rule has no answer. name: the random
// stream of the permutations.
TellingValues telling_values(const CheckedData& data, const LabelHalves& halves,
                             std::span<const uint32_t> value, uint32_t values, uint32_t dealings,
                             std::string_view name);

// Words that give a label away: their share of one label's documents is far from their share of all others.
//
// The measure is informedness, the share of the documents of a label that have the word, minus the share of
// all other documents that have it (Powers 2011, Evaluation: from Precision, Recall and F-measure to ROC,
// Informedness, Markedness & Correlation, section 2; Youden's J). It is 0 for a word that is independent of
// the label, 1 for a word in all documents of this label and no others, -1 for a word in no document of this
// label and all others. It does not depend on the number of documents of a label.
//
// One half of the documents chooses at most 50 words, the other measures them. A word is
// reported if its informedness there reaches `least` and Fisher's exact test, corrected for the number of
// chosen words (Holm), rejects that word and label are independent. If labels are assigned at random, the
// probability of reporting any word is at most `level`.
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
