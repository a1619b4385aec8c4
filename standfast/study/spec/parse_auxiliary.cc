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
  for (const auto& kind : auxiliary_kinds()) kinds.push_back(kind.name);
  SF_ASSIGN(auxiliary.kind, reader.word("kind", kinds, ""));
  if (auxiliary.kind.empty())
    return reader.fail_here(
        fmt::format("{}: kind is missing; it is one of {}", reader.owner(), fmt::join(kinds, ", ")));
  SF_TRY(reader.finish());
  return auxiliary;
}

}  // namespace standfast
