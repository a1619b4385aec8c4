// Spans of planted text, and texts without them: any lines give ascending spans, or one line of refusal. A
// text without spans is unchanged; a text with spans removed is valid UTF-8 with fewer characters.
#include <algorithm>

#include "fuzz/reading.h"
#include "fuzz/require_line.h"
#include "standfast/analysis/check/cue/cue_files.h"
#include "standfast/text/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  using fuzz::require;
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const auto found = parse_cue_spans(bytes, "fuzz");
  fuzz::require_line(found);
  // A final newline does not begin another line.
  const auto ended = parse_cue_spans(bytes + "\n", "fuzz");
  require(found.has_value() == ended.has_value());
  if (!found) {
    require(found.error().message == ended.error().message);
    return 0;
  }
  require(*found == *ended);
  const std::string text = repair_utf8(bytes);
  const uint64_t characters = count_code_points(text);
  require(without_spans(text, {}) == text);
  require(without_spans(text, {{0, characters}}).empty());
  for (const auto& [id, spans] : *found) {
    uint64_t last = 0, covered = 0;
    for (const auto& [begin, end] : spans) {
      require(begin >= last && begin <= end);
      last = end;
      covered += std::min(end, characters) - std::min(begin, characters);
    }
    const std::string without = without_spans(text, spans);
    require(is_valid_utf8(without) && count_code_points(without) <= characters - covered);
    if (covered == 0) require(without == text);
  }
  return 0;
}
