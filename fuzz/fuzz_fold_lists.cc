// Folds as lists in JSON: any bytes give folds with disjoint sides of existing rows, or one line of refusal.
#include <cstdlib>
#include <set>

#include "standfast/split/file/fold_lists.h"
#include "tests/support/corpora.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  static const Corpus corpus = standfast::testing::grid_corpus(3, 2, 2);
  FileRows of_file(corpus);
  const auto folds = parse_fold_lists({reinterpret_cast<const char*>(data), size}, "fuzz", of_file);
  if (!folds) {
    const auto& error = folds.error();
    if (error.kind != ErrorKind::data || error.message.empty() ||
        error.message.find('\n') != std::string::npos)
      std::abort();
    return 0;
  }
  if (folds->empty()) std::abort();
  for (const Fold& fold : *folds) {
    if (fold.train.empty() || fold.test.empty()) std::abort();
    std::set<uint32_t> seen;
    for (const RowSet* side : {&fold.train, &fold.validation, &fold.test, &fold.aside})
      for (const uint32_t row : *side)
        if (row >= corpus.size() || !seen.insert(row).second) std::abort();
  }
  return 0;
}
