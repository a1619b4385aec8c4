// What a corpus holds, in words.
#pragma once

#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "standfast/report/table/table.h"

namespace standfast::report {

// "6,000 documents by 60 authors on 36 topics".
inline std::string document_counts(uint64_t documents, uint64_t authors, uint64_t topics) {
  return fmt::format("{} by {} on {}", plural(documents, "document"), plural(authors, "author"),
                     plural(topics, "topic"));
}

// How words were cut, where that is by dictionaries too; else "".
inline std::string word_rule_sentence(double unspaced) {
  if (unspaced <= 0) return "";
  return fmt::format(
      " {} of the characters are of scripts without spaces between words; there dictionaries cut words, but for models "
      "that take words as spaces part them.",
      percent(unspaced));
}

}  // namespace standfast::report
