#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/study/spec/parse_parts.h"

namespace standfast {

Result<AuxiliarySpec> parse_auxiliary(TableReader reader) {
  AuxiliarySpec auxiliary;
  SF_ASSIGN(auxiliary.path, reader.text("path"));
  if (auxiliary.path.empty()) return reader.fail_here("this [[auxiliary]] has no path");
  SF_ASSIGN(auxiliary.name, reader.text("name"));
  if (auxiliary.name.empty()) return reader.fail_here("this [[auxiliary]] has no name");
  std::vector<std::string> kinds;
  for (const auto& kind : auxiliary_kinds().entries()) kinds.push_back(kind.name);
  SF_ASSIGN(auxiliary.kind, reader.word("kind", kinds, ""));
  if (auxiliary.kind.empty())
    return reader.fail_here(
        fmt::format("{}: kind is missing; it is one of {}", reader.owner(), fmt::join(kinds, ", ")));
  SF_ASSIGN(const auto given, reader.rest());
  SF_ASSIGN(auto component, reader.resolve(auxiliary_kinds(), auxiliary.kind, given));
  auxiliary.options = std::move(component.options);
  return auxiliary;
}

bool kind_is_read(std::string_view kind, const StudyCatalogs& catalogs) {
  const auto reads = [&](const auto* catalog) {
    for (const auto& entry : catalog->entries())
      for (const auto& option : entry.options)
        if (option.holds == kind) return true;
    return false;
  };
  return reads(catalogs.samplers) || reads(catalogs.splitters) || reads(catalogs.encoders) ||
         reads(catalogs.reductions) || reads(catalogs.verifiers) || reads(catalogs.classifiers) ||
         reads(catalogs.split_analyses) || reads(catalogs.shortcuts);
}

}  // namespace standfast
