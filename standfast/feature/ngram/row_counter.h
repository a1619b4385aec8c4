// A counter of the terms of one text at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "standfast/feature/ngram/nonzero.h"
#include "standfast/feature/ngram/term_index.h"
#include "standfast/num/kernel/buffer.h"

namespace standfast {

class RowCounter {
 public:
  RowCounter(const TfidfOptions& options, const TermIndex& index, size_t columns)
      : options_(options), index_(index), columns_(columns), counts_((columns + 7) / 8 * 8, 0) {}

  // Counts the terms of a text. Returns the most entries that take() may write.
  size_t count(std::string_view text, const TextEdit* edit) {
    text = workspace_.apply(edit, text);
    // Reading all counts out costs a step for every 8 of them; with many more features than n-grams it is
    // cheaper to note which were touched.
    read_all_ = columns_ <= 16 * text.size() + 4096;
    if (read_all_) {
      uint32_t* const counts = counts_.data();
      index_.for_each_column(text, options_, workspace_,
                             [counts](uint32_t column, bool hit) { counts[column] += hit ? 1U : 0U; });
      return counts_.size() + kNonzeroSlack;
    }
    touched_.clear();
    index_.for_each_column(text, options_, workspace_, [this](uint32_t column, bool hit) {
      if (hit && counts_[column]++ == 0) touched_.push_back(column);
    });
    std::sort(touched_.begin(), touched_.end());
    return touched_.size();
  }

  // Writes the columns of the terms counted, ascending, and their counts. Returns their number.
  size_t take(uint32_t* columns, uint32_t* counts) {
    if (read_all_) return take_nonzero(counts_.data(), counts_.size(), columns, counts);
    for (const uint32_t column : touched_) {
      *columns++ = column;
      *counts++ = std::exchange(counts_[column], 0);
    }
    return touched_.size();
  }

 private:
  const TfidfOptions& options_;
  const TermIndex& index_;
  size_t columns_;
  bool read_all_ = true;
  Workspace workspace_;
  Buffer<uint32_t> counts_;  // by column; padded to a multiple of 8
  std::vector<uint32_t> touched_;
};

}  // namespace standfast
