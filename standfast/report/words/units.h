// What intervals and sign flips take together, in words.
#pragma once

#include <cstdint>
#include <string>

#include <fmt/format.h>

namespace standfast::report {

// "authors and topics"; of a corpus with neither, "documents".
inline std::string units_in_words(uint64_t authors, uint64_t topics) {
  if (authors == 0 && topics == 0) return "documents";
  return authors == 0 ? "topics" : topics == 0 ? "authors" : "authors and topics";
}

// "pairs that share an author or a topic are not independent".
inline std::string shared_in_words(const std::string& items, uint64_t authors, uint64_t topics) {
  if (authors == 0 && topics == 0) return fmt::format("{} count as independent", items);
  return fmt::format("{} that share {} are not independent", items,
                     authors == 0  ? "a topic"
                     : topics == 0 ? "an author"
                                   : "an author or a topic");
}

}  // namespace standfast::report
