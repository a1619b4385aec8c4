// Readers of answers and truth. Any bytes give rows or one line of refusal. Scores stay in [0, 1]; scores
// kept unchanged are finite.
#include <cmath>
#include <cstdlib>
#include <string>

#include "standfast/answers/answers.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  const std::string content(reinterpret_cast<const char*>(data), size);
  for (const auto rule : {OutOfRange::refuse, OutOfRange::clip, OutOfRange::keep}) {
    const auto answers = parse_answers(content, "fuzz", rule);
    if (!answers) {
      if (answers.error().message.empty()) std::abort();
      continue;
    }
    for (const double value : answers->predictions.values)
      if (!(rule == OutOfRange::keep ? std::isfinite(value) : value >= 0 && value <= 1)) std::abort();
    if (answers->predictions.ids.size() != answers->predictions.values.size()) std::abort();
  }
  const auto truth = parse_truth(content, "fuzz");
  if (truth && (truth->ids.empty() || truth->ids.size() != truth->same.size() ||
                truth->ids.size() != truth->author_a.size()))
    std::abort();
  return 0;
}
