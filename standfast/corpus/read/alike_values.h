// Variant spellings: values of a column that look like one, as "Ann", "ann" and "Ann "; "1", "1.0" and "01".
// They may or may not be one, so they are named (standfast check) and joined only on request.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/corpus/read/read_options.h"

namespace standfast {

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

}  // namespace standfast
