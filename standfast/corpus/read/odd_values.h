// Values of a column that may not be what they seem: several spellings of one value, words for no value, and several values
// in one cell. Nobody can know, so they are named, in `standfast check` and wherever they become classes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/corpus/corpus.h"

namespace standfast {

// "nan", "None", "N/A" and the like, in any case.
bool says_nothing(std::string_view value);
// The codes of such values; of classes also that of "-1", which marks what is not labelled where the others are 1, 2 ... (0, 1,
// 2 ...) and none of them is negative.
std::vector<uint32_t> values_for_none(const Column& column, bool of_classes);

// The codes of values that look like a list of others: "sports;news", "sports|news", "sports, news" or "sports/news", where
// each part stands alone elsewhere, or in the list of another value. Names ("Smith, John") and paths (arts/film) have parts in
// common too, so with a comma or a slash a part behind the first must stand alone.
std::vector<uint32_t> values_in_one_cell(const Column& column);

struct OddValues {
  std::string column;   // of a role
  std::string message;  // "4 of 7 values of label ..."; it quotes no author and no topic
};
// Of the columns of roles that are no dates.
std::vector<OddValues> odd_values(const Corpus& corpus);

}  // namespace standfast
