// CSV: no access out of bounds; pieces of any size give the same; policies agree.
#include "fuzz/reading.h"
#include "standfast/corpus/read/readers.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  const auto input = fuzz::take_input(data, size);
  for (const char separator : {'\0', '\t'})
    fuzz::check_policies(input, [&](const ReadOptions& options, size_t piece) {
      standfast::testing::StringInput stream(input.bytes, piece);
      ReadReport report;
      return read_csv(stream, "fuzz", separator, options, report);
    });
  return 0;
}
