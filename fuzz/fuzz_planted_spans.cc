// Spans of planted words: any bytes give lines with ascending spans, each id once, or one line of refusal.
// Pieces of any size give the same.
#include <set>

#include "fuzz/reading.h"
#include "fuzz/require_line.h"
#include "standfast/analysis/attribution/planted_spans.h"
#include "tests/support/corpora.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  const auto input = fuzz::take_input(data, size);
  const auto read = [&](size_t piece) {
    standfast::testing::StringInput stream(input.bytes, piece);
    return parse_planted_spans(stream, "fuzz");
  };
  const auto whole = read(~size_t{0}), in_pieces = read(input.piece);
  fuzz::require_line(whole);
  fuzz::require(whole.has_value() == in_pieces.has_value());
  if (!whole) {
    fuzz::require(whole.error().message == in_pieces.error().message);
    return 0;
  }
  std::set<std::string> ids;
  for (const auto& line : whole->lines) {
    fuzz::require(ids.insert(line.id).second);
    uint32_t last = 0;
    for (const auto& span : line.spans) {
      fuzz::require(span.begin >= last && span.begin < span.end);
      last = span.end;
    }
  }
  static const Corpus corpus =
      standfast::testing::make_corpus({{"a", "a t\xC3\xA9xt of words", "", ""}, {"7", "", "", ""}});
  static const std::vector<uint32_t> rows = {0, 1};
  const auto bound = bind_planted_spans(*whole, {&corpus, rows});
  fuzz::require_line(bound);
  if (!bound) return 0;
  for (size_t i = 0; i < 2; ++i)
    for (const auto& span : bound->spans[i]) fuzz::require(span.end <= corpus.text(rows[i]).size());
  return 0;
}
