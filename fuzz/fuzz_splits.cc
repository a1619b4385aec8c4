// splits.json: any bytes give a file or one line of refusal. If it binds to a corpus, it stays within the
// corpus, and reads back the same when written again.
#include <cstdlib>
#include <string>

#include "standfast/split/file/check.h"
#include "standfast/split/file/read_splits.h"
#include "tests/support/corpora.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  static const Corpus corpus = standfast::testing::grid_corpus(3, 3, 2);
  const auto file = parse_splits({reinterpret_cast<const char*>(data), size}, "fuzz");
  if (!file) {
    if (file.error().message.empty() || file.error().kind != ErrorKind::data) std::abort();
    return 0;
  }
  const auto splits = bind_splits(*file, corpus);
  if (!splits) {
    if (splits.error().message.empty()) std::abort();
    return 0;
  }
  for (const auto& fold : splits->split.folds)
    for (const auto* side : {&fold.train, &fold.validation, &fold.test})
      for (const uint32_t row : *side)
        if (row >= corpus.size()) std::abort();
  if (check_splits(*file, *splits, corpus).empty()) std::abort();
  const std::string written =
      write_splits(corpus, splits->sample, splits->split,
                   split_statistics(corpus, splits->sample, splits->split, nullptr), file->unit);
  const auto again = parse_splits(written, "written");
  if (!again || !bind_splits(*again, corpus)) std::abort();
  return 0;
}
