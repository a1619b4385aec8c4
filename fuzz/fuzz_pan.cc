// PAN pairs and truth (separated by a line "---"): no access out of bounds; pieces of any size give the same;
// policies agree.
#include "fuzz/reading.h"
#include "standfast/corpus/read/readers.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  const auto input = fuzz::take_input(data, size);
  const size_t parting = input.bytes.find("\n---\n");
  const std::string pairs = input.bytes.substr(0, parting);
  const std::string truth = parting == std::string::npos ? "" : input.bytes.substr(parting + 5);
  fuzz::check_policies(input, [&](const ReadOptions& options, size_t piece) -> Result<Corpus> {
    standfast::testing::StringInput pairs_stream(pairs, piece), truth_stream(truth, piece);
    ReadReport report;
    SF_ASSIGN(auto problems,
              read_pan_streams(pairs_stream, "pairs", parting == std::string::npos ? nullptr : &truth_stream,
                               "truth", options, report));
    fuzz::require(problems.pairs.ids.size() == problems.pairs.pairs.size());
    for (const Pair& pair : problems.pairs.pairs)
      fuzz::require(pair.a < problems.corpus.size() && pair.b < problems.corpus.size());
    return std::move(problems.corpus);
  });
  return 0;
}
