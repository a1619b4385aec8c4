// Tables of counts (analyze --table): no access out of bounds; a table that was read is complete.
#include <cstdlib>

#include "standfast/corpus/topic_counts.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  const auto table = parse_topic_counts({reinterpret_cast<const char*>(data), size}, "fuzz");
  if (!table) {
    if (table.error().message.empty() || table.error().kind != ErrorKind::data) std::abort();
    return 0;
  }
  // Cells are ordered by topic, then by author; each occurs once and none is empty.
  uint64_t by_topic = 0, by_author = 0;
  for (size_t c = 0; c < table->cells.size(); ++c) {
    const auto& cell = table->cells[c];
    if (cell.topic >= table->topics.size() || cell.author >= table->authors.size() || cell.documents == 0)
      std::abort();
    if (c == 0) continue;
    const auto& before = table->cells[c - 1];
    if (cell.topic < before.topic || (cell.topic == before.topic && cell.author <= before.author))
      std::abort();
  }
  for (const uint64_t n : table->topic_totals()) by_topic += n;
  for (const uint64_t n : table->author_totals()) by_author += n;
  if (by_topic != table->total() || by_author != by_topic || by_topic == 0) std::abort();
  return 0;
}
