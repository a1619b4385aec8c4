// Lines of vectors and lists of ids: no access out of bounds; a table that was read is complete.
#include <cstdlib>

#include "standfast/feature/encoder/vectors_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto table = parse_vector_lines(text, "fuzz")) {
    const auto& vectors = std::get<DenseMatrix>(table->vectors);
    if (vectors.rows != table->ids.size() || vectors.data.size() != vectors.rows * vectors.columns)
      std::abort();
  }
  if (const auto ids = parse_ids(text, "fuzz"); ids && ids->size() > size) std::abort();
  return 0;
}
