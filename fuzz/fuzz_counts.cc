// Tables of counts (analyze --table): never out of bounds; what is read is whole.
#include <cstdlib>

#include "standfast/corpus/topic_counts.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  const auto table = parse_topic_counts({reinterpret_cast<const char*>(data), size}, "fuzz");
  if (!table) {
    if (table.error().message.empty() || table.error().kind != ErrorKind::data) std::abort();
    return 0;
  }
  if (table->counts.size() != table->topics.size() * table->authors.size()) std::abort();
  uint64_t by_topic = 0, by_author = 0;
  for (size_t t = 0; t < table->topics.size(); ++t) by_topic += table->topic_total(t);
  for (size_t a = 0; a < table->authors.size(); ++a) by_author += table->author_total(a);
  if (by_topic != table->total() || by_author != by_topic || by_topic == 0) std::abort();
  return 0;
}
