// Options and behaviour that wrap any splitter of the catalog.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "standfast/base/option_table.h"
#include "standfast/split/splitter.h"

namespace standfast {

// Returns the entry, extended by the options of `table`. around(splitter, extra, options) returns the wrapped
// splitter; options: all options, as records keep them.
template <class Struct, class Around>
SplitterCatalog::Entry with_options(SplitterCatalog::Entry entry, const OptionTable<Struct>& table,
                                    Around around) {
  std::vector<OptionSpec> specs = entry.options.specs();
  for (auto& spec : table.specs()) specs.push_back(std::move(spec));
  const OptionSet own = entry.options;
  entry.options = OptionSet(
      std::move(specs),
      [own, table](const Options& options) -> Status {
        SF_TRY(own.check(options));
        SF_TRY(table.read(options));
        return {};
      },
      own.presets());
  entry.make = [make = std::move(entry.make), table,
                around](const Options& options) -> Result<std::unique_ptr<Splitter>> {
    SF_ASSIGN(Struct extra, table.read(options));
    SF_ASSIGN(auto splitter, make(options));
    return around(std::move(splitter), std::move(extra), options);
  };
  return entry;
}

}  // namespace standfast
