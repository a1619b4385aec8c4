// Rewrites of documents: any bytes give rewrites, each once and none empty, or one line of refusal. Pieces of
// any size give the same.
#include "fuzz/reading.h"
#include "fuzz/require_line.h"
#include "standfast/corpus/read/rewrites.h"
#include "standfast/text/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  const auto input = fuzz::take_input(data, size);
  const TableLimits limits{input.max_row_bytes, input.block};
  for (const Format format : {Format::jsonl, Format::csv, Format::tsv}) {
    const auto read = [&](size_t piece) {
      standfast::testing::StringInput stream(input.bytes, piece);
      return parse_rewrites(stream, "fuzz", format, {}, limits);
    };
    const auto whole = read(~size_t{0}), in_pieces = read(input.piece);
    fuzz::require_line(whole);
    fuzz::require(whole.has_value() == in_pieces.has_value());
    if (!whole) {
      fuzz::require(whole.error().message == in_pieces.error().message);
      continue;
    }
    fuzz::require(!whole->all().empty() && whole->all().size() == in_pieces->all().size());
    uint64_t line = 0;
    for (size_t i = 0; i < whole->all().size(); ++i) {
      const Rewrite &one = whole->all()[i], &other = in_pieces->all()[i];
      fuzz::require(one.line > line && !one.id.empty() && !one.text.empty());
      fuzz::require(is_valid_utf8(one.text) && is_valid_utf8(one.id) && is_valid_utf8(one.style));
      fuzz::require(one.text == other.text && one.id == other.id && one.style == other.style);
      fuzz::require(whole->find(one.id, one.style) == &one);
      line = one.line;
    }
  }
  return 0;
}
