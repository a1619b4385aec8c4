// A selection of documents of a corpus, in an order: the input of classifiers and encoders.
#pragma once

#include <cstdint>
#include <span>

#include "standfast/corpus/corpus.h"

namespace standfast {

struct DocumentView {
  const Corpus* corpus = nullptr;
  std::span<const uint32_t> rows;  // rows of the corpus, in the order of the answers

  uint32_t size() const { return static_cast<uint32_t>(rows.size()); }
  std::string_view text(size_t i) const { return corpus->text(rows[i]); }
};

}  // namespace standfast
