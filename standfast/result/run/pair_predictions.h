// Reads what a cell of verification answered (docs/run-folder.md).
#pragma once

#include <string>
#include <unordered_map>

#include "standfast/base/result.h"
#include "standfast/result/run/interner.h"
#include "standfast/result/run/records.h"

namespace standfast::result {

// side: that every line says. A data error names file and line.
Status read_pair_predictions(const std::string& path, std::string_view side, Interner& authors,
                             Interner& topics, CellPredictions& out);

// Which documents the pairs of the same file are of: document_a and document_b. places: of all documents of
// the corpus, by id. The id of a pair is that of its documents with a "|" between; where ids have one of
// their own and it may be cut in two ways, neither document is told.
Status read_documents_of_pairs(const std::string& path,
                               const std::unordered_map<std::string, uint32_t>& places, Interner& documents,
                               CellPredictions& out);

}  // namespace standfast::result
