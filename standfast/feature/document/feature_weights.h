// Conversion of counts to weights, and concatenation of families of features. (document_features.h describes
// the rules.)
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/num/kernel/csr.h"

namespace standfast {

enum class Norm : uint8_t { none, l1, l2 };

// Converts values to weights, row by row. units: for `relative`; idf: for tf-idf; either may be empty.
void weigh(CsrMatrix& m, const std::vector<double>& units, const std::vector<double>& idf, Norm norm,
           int threads);

// Converts counts of lengths to shares of the words and of the sentences.
void share_lengths(CsrMatrix& m);

// Concatenates columns: row i is the rows i of the parts (at least one, of equally many rows) behind one
// another.
CsrMatrix side_by_side(std::vector<CsrMatrix> parts);

}  // namespace standfast
