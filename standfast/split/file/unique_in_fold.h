// Checks that each fold names a document once, on one side only.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/fold.h"

namespace standfast {

struct NamedSide {
  const char* name;
  const RowSet* rows;
};
std::array<NamedSide, 4> sides_of(const Fold& fold);

// Returns the first row that the side names twice.
std::optional<uint32_t> first_twice(const RowSet& rows);

// The first row of a fold that is on two sides, and the names of these sides in the order of sides_of().
struct RowOnTwoSides {
  uint32_t row;
  const char *one, *other;
};
std::optional<RowOnTwoSides> first_on_two_sides(const Fold& fold);

// Checks all folds; a data error names the file, fold, document and sides. where: the file.
Status check_unique_in_folds(const std::vector<Fold>& folds, const Corpus& corpus, const std::string& where);

}  // namespace standfast
