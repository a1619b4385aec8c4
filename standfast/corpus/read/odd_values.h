// Suspicious values of a column: several spellings of one value, words for no value, and several values in
// one cell. They may be meant so, so they are only named, in `standfast check` and wherever they become
// classes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/read/read_options.h"

namespace standfast {

// Variant spellings: values of a column that look like one, as "Ann", "ann" and "Ann "; "1", "1.0" and "01".
// They may or may not be one, so they are named (standfast check) and joined only on request.

// Returns the common form of such values: no case, no white space around and one space within, Unicode's NFKC
// without soft hyphens, and numbers without insignificant zeros.
std::string alike_form(std::string_view value);

// Returns the codes of the column with a common form, in groups of two or more; groups and codes ascend.
std::vector<std::vector<uint32_t>> alike_values(const Column& column);

// Returns whether a value of the role or attribute is the wanted one: Unicode form does not count, and where
// the column is among join_values, nothing counts that makes values look alike.
bool is_asked_for(const ReadOptions& options, std::string_view column, std::string_view value,
                  std::string_view wanted);

// Returns the column with each such group merged into one value, spelled as in its first row.
Column with_alike_joined(const Column& column);

// Makes each such group of these columns (roles or category attributes) one value, in the spelling of its
// first document. A data error for a column that is not there or of another kind.
Result<Corpus> join_alike_values(Corpus corpus, const std::vector<std::string>& columns);

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
