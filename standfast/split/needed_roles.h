// Roles without which a splitter cannot divide a corpus, as its options are: for whoever asks before it draws.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "standfast/base/options.h"
#include "standfast/corpus/corpus.h"
#include "standfast/split/splitter.h"

namespace standfast {

inline constexpr const char* kValidationOption = "validation";
inline constexpr const char* kValidationUnitOption = "validation-unit";
inline constexpr const char* kAuthorDisjointOption = "author-disjoint";

struct NeededRole {
  Role role;
  std::string option;  // that asks for it; "": the method itself
};

// Columns that options of the kind column name are not among them. The same role may stand there for several reasons.
std::vector<NeededRole> needed_roles(const SplitterTraits& traits, const Options& options);

// Whether validation is taken from train, by the unit that validation-unit names.
bool draws_validation_by_unit(const Options& options);
// What `validation` keeps whole. Nothing: no validation is drawn, or one of single documents.
std::optional<Role> unit_of_validation(const Options& options);
bool is_author_disjoint(const Options& options);

}  // namespace standfast
