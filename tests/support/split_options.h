// Options, classes and vectors that let every splitter of the catalog cut the small corpora of tests.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "standfast/base/rng.h"
#include "standfast/corpus/document_vectors.h"
#include "standfast/corpus/fold.h"
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

// Synthetic vectors for splitters that read vectors. Each document has a vector near one of eight points,
// drawn from its id. Another order of the corpus and other names of groups therefore change nothing.
class MadeUpVectors {
 public:
  explicit MadeUpVectors(const Corpus& corpus) : rows_(whole_corpus(corpus).rows), matrix_(rows_.size(), 8) {
    for (const uint32_t row : rows_) {
      Rng rng(1, "tests/vectors", std::string(corpus.id(row)));
      for (float& value : matrix_.row(row)) value = static_cast<float>(rng.below(100)) / 100;
      matrix_.row(row)[rng.below(8)] += 3;
    }
  }
  DocumentVectors view() const { return {matrix_, rows_, "made up"}; }

 private:
  std::vector<uint32_t> rows_;
  FloatMatrix matrix_;
};

}  // namespace standfast::testing
