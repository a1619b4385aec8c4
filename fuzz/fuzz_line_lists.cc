// Lists of words, phrases and frequencies: any bytes give entries or one line of refusal. Entries can be
// written and read again.
#include <cmath>
#include <cstdlib>
#include <set>
#include <string>

#include <fmt/format.h>

#include "fuzz/require_line.h"
#include "standfast/text/line_lists.h"
#include "standfast/text/utf8.h"

namespace {

void require_good(bool holds) {
  if (!holds) std::abort();
}

bool is_entry(const std::string& text) {
  return !text.empty() && standfast::is_valid_utf8(text) && text.find_first_of("\t\n") == std::string::npos &&
         text.front() != ' ' && text.back() != ' ' && text.front() != '#';
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);

  const auto words = parse_word_list(bytes, "fuzz");
  fuzz::require_line(words);
  if (words)
    for (const auto& word : *words) require_good(is_entry(word));

  const auto phrases = parse_phrases(bytes, "fuzz");
  fuzz::require_line(phrases);
  if (phrases) {
    require_good(words && words->size() == phrases->size());
    require_good(std::set(phrases->begin(), phrases->end()).size() == phrases->size());
    std::string written = "# phrases\n";
    for (const auto& phrase : *phrases) {
      require_good(is_entry(phrase) && phrase.find("  ") == std::string::npos);
      written += phrase + "\n";
    }
    const auto again = parse_phrases(written, "again");
    require_good(again && *again == *phrases);
  }

  const auto list = parse_frequency_list(bytes, "fuzz");
  fuzz::require_line(list);
  if (list) {
    require_good(!list->empty());
    std::string written = "word\tcount\n";
    for (const auto& one : *list) {
      require_good(is_entry(one.word) && std::isfinite(one.frequency) && one.frequency >= 0);
      written += fmt::format("{}\t{}\n", one.word, one.frequency);
    }
    const auto again = parse_frequency_list(written, "again");
    require_good(again && *again == *list);
  }
  return 0;
}
