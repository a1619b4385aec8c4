// Companions of the topic: columns that a split by topic moves together with the topic (a venue, a thread,
// the authors, copies of a text, the date). The loss in such a split may be due to them (docs/drop-parts.md).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "standfast/analysis/leak/condition_measures.h"
#include "standfast/corpus/corpus.h"

namespace standfast {

struct Companion {
  std::string column;
  double strength =
      0;  // Dependence::strength over documents, scaled down by the share of documents without a value
};
struct Companions {
  std::string of;                // "topic" or "author": the role that the split keeps apart
  std::vector<Companion> loose;  // companions that the control does not keep whole, strongest first
  bool kept = false;             // the control keeps at least one companion whole
};

// The columns by which a control restricts its trades.
struct ControlKeeps {
  Role target = Role::label;
  std::vector<std::string>
      whole;  // the columns of its blocks; empty if documents of a block can be separated
  std::vector<std::string> match;
};

inline constexpr const char* kCopiesOfTexts = "copies of texts";

// Finds the companions of `apart` among the roles and categories of the corpus, `others` (columns of its
// files that it lacks) and the texts themselves. rows: of the split. copies: by row of the corpus, the group
// of documents with one text (MeasuredCorpus::copies); empty: no text occurs twice.
//
// - A column is a companion if it depends on `apart`: a strength of 0.2 or more, two standard deviations
//   above chance. Numbers are also cut into fifths, and dates into tenths: single days may show no dependence
//   where months do.
// - Excluded columns: the target and columns that it determines, since a control keeps classes; another name
//   of `apart`; matched columns.
// - A column is kept whole if, between documents of different blocks, the dependence is below 0.2, and so is
//   the upper end of its interval (BlockDependence::upper); or if no value is in two blocks. So days are kept
//   by threads that last a day or two, and are not kept if topics follow each other by months. If there are
//   too few blocks to tell, the column is not kept.
Companions companions(const Corpus& corpus, std::span<const uint32_t> rows, Role apart,
                      std::span<const BlockValues> others, const ControlKeeps& control,
                      std::span<const uint32_t> copies = {});

// Cramer's V of two categorical columns: their association over documents (dependence_between_blocks: between
// documents of different blocks such as threads, cases, books).
struct Dependence {
  // Cramer's V with the bias correction of Bergsma (2013), over the rows that have a value in both columns: 0
  // for independent columns, 1 if one column determines the other.
  double strength = 0;
  double above_chance = 0;  // chi-square minus its mean under independence, in its standard deviations
};
// Estimates the association. a, b: codes of the same rows; kMissing: no value. Nothing if one of the columns
// has fewer than two values.
std::optional<Dependence> dependence(std::span<const uint32_t> a, std::span<const uint32_t> b);

// The association of two columns if documents of one block are redundant. Each block counts as one
// observation, shared by its documents. None of these numbers depends on the order of rows.
struct BlockDependence {
  uint64_t blocks = 0;  // with a value in both columns; a row without a block is one
  // No value of `a` is in two blocks. Then there is no dependence between blocks, however few there are.
  bool apart = false;
  double phi =
      0;  // mean square contingency (chi-square over n) of the table in which each block has weight 1
  double chance = 0;    // mean of phi over all permutations of the blocks' values of `b`
  double sd = 0;        // standard deviation of phi over these permutations
  double strength = 0;  // V: the square root of (phi - chance) / (its largest value)
  // The upper end of a one-sided 95 % interval for V; 1 if there are too few blocks for an interval.
  double upper = 1;
};
// Estimates the association between blocks. a, b, blocks: codes of the same rows; kMissing: no value, or no
// block. Nothing if there are fewer than two values.
//
// - Mean and variance over all permutations are exact: Kazi-Aoual, Hitier, Sabatier and Lebreton (1995),
//   Refined approximations to permutation tests for multivariate inference, Computational Statistics & Data
//   Analysis 20. With one value to a block the mean equals Bergsma's correction.
// - The interval inverts the test of each V, as intervals by the non-central chi-square do (Smithson 2003,
//   Confidence Intervals, chapter 4): phi has mean chance + room V^2 and variance sd^2 + 4 room V^2 / (blocks
//   - 1), and is taken as normal. Its left tail is shorter than the normal one, so the coverage of V is at
//   least nominal.
std::optional<BlockDependence> dependence_between_blocks(std::span<const uint32_t> a,
                                                         std::span<const uint32_t> b,
                                                         std::span<const uint32_t> blocks);

}  // namespace standfast
