#include "standfast/split/needed_roles.h"

#include <string_view>

namespace standfast {
namespace {

// Returns the value of the option; null if there is no such option, or one of another type.
template <class T>
const T* value_of(const Options& options, std::string_view name) {
  const auto found = options.values().find(name);
  return found == options.values().end() ? nullptr : std::get_if<T>(&found->second);
}

}  // namespace

bool draws_validation_by_unit(const Options& options) {
  const auto* const share = value_of<double>(options, kValidationOption);
  return share != nullptr && *share > 0 && value_of<std::string>(options, kValidationUnitOption) != nullptr;
}

std::optional<Role> unit_of_validation(const Options& options) {
  return draws_validation_by_unit(options)
             ? role_from_name(*value_of<std::string>(options, kValidationUnitOption))
             : std::nullopt;
}

bool is_author_disjoint(const Options& options) {
  const auto* const flag = value_of<bool>(options, kAuthorDisjointOption);
  return flag != nullptr && *flag;
}

std::vector<NeededRole> needed_roles(const SplitterTraits& traits, const Options& options) {
  std::vector<NeededRole> needed;
  if (traits.needs_topics) needed.push_back({Role::topic, ""});
  // If an option names the groups that stay whole, authors are only its default.
  if (traits.needs_authors && traits.keeps_whole.empty()) needed.push_back({Role::author, ""});
  if (traits.needs_dates) needed.push_back({Role::date, ""});
  if (traits.needs_labels)
    if (const auto* const by = value_of<std::string>(options, "by"))
      if (const auto role = role_from_name(*by)) needed.push_back({*role, "by"});
  if (is_author_disjoint(options)) needed.push_back({Role::author, kAuthorDisjointOption});
  if (const auto unit = unit_of_validation(options)) needed.push_back({*unit, kValidationOption});
  return needed;
}

}  // namespace standfast
