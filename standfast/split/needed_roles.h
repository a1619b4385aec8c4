// Roles without which a splitter with the given options cannot divide a corpus, for checks before the draw.
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
  std::string option;  // the option that requires the role; "": the method itself
};

// Returns the needed roles, without those required by options of the kind column name. The same role may
// occur for several reasons.
std::vector<NeededRole> needed_roles(const SplitterTraits& traits, const Options& options);

// Returns true if validation is taken from train, by the unit that validation-unit names.
bool draws_validation_by_unit(const Options& options);
// Returns the role that `validation` keeps whole; nothing if no validation is drawn, or validation of single
// documents.
std::optional<Role> unit_of_validation(const Options& options);
bool is_author_disjoint(const Options& options);

}  // namespace standfast
