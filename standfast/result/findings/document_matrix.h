// Who wrote how much about what: documents per author and topic, where both have most of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/result/run/records.h"

namespace standfast::result {

// At most this many of each: more cannot be told apart in a figure.
inline constexpr size_t kMostAuthorsShown = 60, kMostTopicsShown = 60;

struct DocumentMatrix {
  std::vector<std::string> authors, topics;  // with most documents first
  struct Cell {
    size_t author = 0, topic = 0;  // places in the lists
    uint64_t documents = 0;
  };
  std::vector<Cell> cells;  // the non-empty ones
  uint64_t documents = 0;   // in these cells
  bool of_all = true;       // no author and no topic is left out
};

DocumentMatrix document_matrix(const CorpusSummary& summary);

}  // namespace standfast::result
