// Index files of two lines: any bytes give every row of the corpus once, or one line of refusal. Written
// again, the file reads back the same.
#include <algorithm>
#include <cstdlib>
#include <set>

#include "standfast/split/file/row_lists.h"
#include "tests/support/corpora.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  static const Corpus corpus = standfast::testing::grid_corpus(3, 2, 2);
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  FileRows of_file(corpus);
  const auto file = parse_index_file(text, "fuzz", of_file);
  if (!file) {
    const auto& error = file.error();
    if (error.kind != ErrorKind::data || error.message.empty() ||
        error.message.find('\n') != std::string::npos)
      std::abort();
    return 0;
  }
  std::set<uint32_t> rows(file->test.begin(), file->test.end());
  rows.insert(file->train.begin(), file->train.end());
  if (rows.size() != corpus.size() || file->test.size() + file->train.size() != corpus.size()) std::abort();
  Split split;
  split.folds.push_back(
      {.train = sorted_rows(file->train), .validation = {}, .test = sorted_rows(file->test)});
  const auto written = write_index_file(corpus, split);
  if (!written) std::abort();
  const auto again = parse_index_file(*written, "written", of_file);
  if (!again || sorted_rows(again->test) != split.folds[0].test || again->train.size() != file->train.size())
    std::abort();
  return 0;
}
