// Companions of the topic: columns that a split by topic moves together with the topic (a venue, a thread, the authors,
// copies of a text, the date). What is lost to such a split may be due to them (docs/drop-parts.md).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "standfast/analysis/leak/condition_measures.h"
#include "standfast/corpus/corpus.h"

namespace standfast {

// How strongly two columns depend on each other.
struct Dependence {
  // Cramer's V with the correction for bias of Bergsma (2013), over the rows that have a value in both columns: 0 for
  // independent columns, 1 where one column tells the other.
  double strength = 0;
  double above_chance = 0;  // chi-square minus its mean under independence, in its standard deviations
};
// Codes of the same rows; kMissing: no value. Nothing: one of the columns has fewer than two values.
std::optional<Dependence> dependence(std::span<const uint32_t> a, std::span<const uint32_t> b);

struct Companion {
  std::string column;
  double strength = 0;  // Dependence::strength, scaled down by the share of documents without a value
};
struct Companions {
  std::string of;                // "topic" or "author": what the split keeps apart
  std::vector<Companion> loose;  // those that the control does not keep whole, strongest first
  bool kept = false;             // there is one that it does keep whole
};

// What documents of a control trade places by.
struct ControlKeeps {
  Role target = Role::label;
  std::vector<std::string>
      whole;  // the columns of its blocks; empty where documents of a block can be parted
  std::vector<std::string> match;
};

inline constexpr const char* kCopiesOfTexts = "copies of texts";

// The companions of `apart` among the roles and categories of the corpus, `others` (columns of its files that it lacks)
// and the texts themselves (texts that are alike but for case and white space). rows: of the split.
//
// - A column is a companion if it depends on `apart`: a strength of 0.2 or more, two standard deviations above chance.
//   Numbers are also cut into fifths, and dates into tenths: single days may say nothing where months do.
// - Left out: the target and what it tells, since a control keeps classes; another name of `apart`; matched columns.
// - Kept whole: it depends on `apart` no more once each block counts a single time for each value of the column. So days are
//   kept by threads that are of a day or two, and are not where topics follow each other by months.
Companions companions(const Corpus& corpus, std::span<const uint32_t> rows, Role apart,
                      std::span<const BlockValues> others, const ControlKeeps& control);

}  // namespace standfast
