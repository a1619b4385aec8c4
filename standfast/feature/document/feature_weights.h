// Counts to weights, and families of features put side by side. (The rules stand in document_features.h.)
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/num/kernel/csr.h"

namespace standfast {

enum class Norm : uint8_t { none, l1, l2 };

// values -> weights, row by row. units: of `relative`; idf: of tf-idf; either may be empty.
void weigh(CsrMatrix& m, const std::vector<double>& units, const std::vector<double>& idf, Norm norm,
           int threads);

// Counts of lengths as shares of the words and of the sentences.
void share_lengths(CsrMatrix& m);

// Row i is the rows i of the parts (at least one, of equally many rows) behind one another.
CsrMatrix side_by_side(std::vector<CsrMatrix> parts);

}  // namespace standfast
