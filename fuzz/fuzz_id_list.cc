// Lists of ids or rows: any bytes give documents of the corpus, each once, or one line of refusal.
#include <cstdlib>
#include <set>

#include "standfast/split/file/row_lists.h"
#include "tests/support/corpora.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  static const Corpus corpus = standfast::testing::make_corpus(
      {{"a", "x", "", ""}, {"7", "x", "", ""}, {"two words", "x", "", ""}, {"\u00e9", "x", "", ""}});
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const RowUnit unit : {RowUnit::id, RowUnit::row}) {
    FileRows of_file(corpus);
    const auto documents = parse_id_list(text, "fuzz", unit, of_file);
    if (!documents) {
      const auto& error = documents.error();
      if (error.kind != ErrorKind::data || error.message.empty() ||
          error.message.find('\n') != std::string::npos)
        std::abort();
      continue;
    }
    std::set<uint32_t> rows;
    uint64_t line = 0;
    for (const auto& one : *documents) {
      if (one.row >= corpus.size() || !rows.insert(one.row).second || one.line <= line) std::abort();
      line = one.line;
    }
    if (rows.empty()) std::abort();
  }
  return 0;
}
