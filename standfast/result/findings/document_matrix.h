// How many documents each author wrote on each topic, for the authors and topics with most documents.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/result/run/records.h"

namespace standfast::result {

// At most this many authors and topics: more cannot be told apart in a figure.
inline constexpr size_t kMostAuthorsShown = 60, kMostTopicsShown = 60;

struct DocumentMatrix {
  std::vector<std::string> authors, topics;  // most documents first
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
