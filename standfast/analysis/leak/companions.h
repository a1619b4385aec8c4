// Companions of the topic: columns that a split by topic moves together with the topic (a venue, a thread, the authors,
// copies of a text, the date). What is lost to such a split may be due to them (docs/drop-parts.md).
#pragma once

#include <cstdint>
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
// and the texts themselves. rows: of the split. copies: by row of the corpus, the group of documents with one text
// (MeasuredCorpus::copies); empty: no text is there twice.
//
// - A column is a companion if it depends on `apart`: a strength of 0.2 or more, two standard deviations above chance.
//   Numbers are also cut into fifths, and dates into tenths: single days may say nothing where months do.
// - Left out: the target and what it tells, since a control keeps classes; another name of `apart`; matched columns.
// - Kept whole: between documents of different blocks the dependence is below 0.2, and so is the upper end of its interval
//   (BlockDependence::upper); or no value is in two blocks. So days are kept by threads that are of a day or two, and are not
//   where topics follow each other by months. Where there are too few blocks to tell, the column is not kept.
Companions companions(const Corpus& corpus, std::span<const uint32_t> rows, Role apart,
                      std::span<const BlockValues> others, const ControlKeeps& control,
                      std::span<const uint32_t> copies = {});

}  // namespace standfast
