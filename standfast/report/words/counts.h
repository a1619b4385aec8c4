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

}  // namespace standfast::report
