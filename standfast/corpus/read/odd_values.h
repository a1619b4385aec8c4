// Suspicious values of a column: several spellings of one value, words for no value, and several values in
// one cell. They may be meant so, so they are only named, in `standfast check` and wherever they become
// classes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/corpus/corpus.h"

namespace standfast {

// Returns whether a value is "nan", "None", "N/A" or the like, in any case.
bool says_nothing(std::string_view value);
// Returns the codes of such values; for classes also the code of "-1", which marks unlabelled documents where
// the others are 1, 2 ... (0, 1, 2 ...) and none of them is negative.
std::vector<uint32_t> values_for_none(const Column& column, bool of_classes);

// Returns the codes of values that look like a list of others: "sports;news", "sports|news", "sports, news"
// or "sports/news", where each part stands alone elsewhere, or in the list of another value. Names ("Smith,
// John") and paths (arts/film) have parts in common too, so with a comma or a slash a part behind the first
// must stand alone.
std::vector<uint32_t> values_in_one_cell(const Column& column);

struct OddValues {
  std::string column;   // a role
  std::string message;  // "4 of 7 values of label ..."; it quotes no author and no topic
};
// Returns the odd values in the columns of roles other than date.
std::vector<OddValues> odd_values(const Corpus& corpus);

}  // namespace standfast
