// Options that let every splitter of the catalog cut the small corpora of tests.
#pragma once

#include <map>
#include <string>

#include "standfast/split/splitter.h"

namespace standfast::testing {

// Returns `values` without the options that the splitter does not have with that type.
inline std::map<std::string, OptionValue> options_of(const SplitterCatalog::Entry& entry,
                                                     const std::map<std::string, OptionValue>& values) {
  std::map<std::string, OptionValue> options;
  for (const auto& option : entry.options)
    if (const auto found = values.find(option.name);
        found != values.end() && found->second.index() == option.default_value.index())
      options.insert(*found);
  return options;
}

inline std::map<std::string, OptionValue> small_options(const SplitterCatalog::Entry& entry, int64_t folds,
                                                        double validation) {
  std::map<std::string, OptionValue> values = {{"folds", folds},
                                               {"validation", validation},
                                               {"by", std::string("topic")},
                                               {"column", std::string("topic")},
                                               {"test", 0.3},
                                               {"most-nodes", int64_t{500}},
                                               {"authors-per-half", int64_t{2}}};
  // A small test share, because few documents of a class are unusual in their cluster.
  if (entry.traits.needs_classes) values.insert({{"test-share", 0.1}, {"train-on", std::string("all")}});
  return options_of(entry, values);
}

// Returns classes for the splitters that need them.
inline const Column* needed_classes(const SplitterCatalog::Entry& entry, const Corpus& corpus) {
  return entry.traits.needs_classes ? corpus.column(Role::author) : nullptr;
}

}  // namespace standfast::testing
