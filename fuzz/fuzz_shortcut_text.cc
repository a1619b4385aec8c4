// Edits of texts for shortcuts, and tables of other texts: valid UTF-8 gives valid UTF-8, planted text can be
// removed again, and a pool that was read has the properties that it states.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/reading.h"
#include "fuzz/require_line.h"
#include "standfast/shortcut/kind/style.h"
#include "standfast/shortcut/phrase_edits.h"
#include "standfast/shortcut/text_pool.h"
#include "standfast/text/mojibake.h"
#include "standfast/text/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  using fuzz::require;
  if (size < 2) return 0;
  const uint8_t choice = data[0];
  const std::string bytes(reinterpret_cast<const char*>(data + 1), size - 1);
  const std::string text = repair_utf8(bytes);
  std::string out;
  mend_mojibake(text, out);
  require(is_valid_utf8(out) && out.size() <= text.size());
  require(is_valid_utf8(without_outer_marks(text)));
  const std::string phrase = choice % 2 == 0 ? "honestly" : "été";
  for (const RemovalRule rule : {RemovalRule::exact, RemovalRule::tidy})
    if (PhraseRemoval(rule, {phrase, "in truth"}).remove(text, out)) require(is_valid_utf8(out));
  InsertionOptions options;
  options.segments = choice % 3 == 0 ? Segments::sentences : Segments::dot_space;
  options.empty_tail = choice % 5 != 0;
  Inserter inserter(options);
  Rng rng(choice, "fuzz/shortcut");
  PlantedDocument to;
  inserter.insert(text, phrase, rng, to);
  require(is_valid_utf8(to.text) && to.spans.size() == 1);
  to.text.erase(to.spans[0].begin, to.spans[0].end - to.spans[0].begin);
  require(to.text == text);

  standfast::testing::StringInput input(bytes, 16);
  const Format format = choice % 4 == 0 ? Format::csv : choice % 4 == 1 ? Format::tsv : Format::jsonl;
  const auto pool = parse_pool(input, "pool", format, {}, {});
  fuzz::require_line(pool);
  if (!pool) return 0;
  uint64_t texts = 0;
  for (const uint32_t n : pool->count) texts += n;
  require(texts == pool->texts.size());
  for (const auto& one : pool->texts) require(one.rating < pool->ratings.size() && !one.text.empty());
  return 0;
}
