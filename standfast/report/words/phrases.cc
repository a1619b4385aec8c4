#include "standfast/report/words/phrases.h"

#include <fmt/format.h>

#include "standfast/report/table/table.h"

namespace standfast::report {

bool is_share(double value) {
  return value >= 0 && value <= kLargestShare;
}

std::string share_in_words(const Estimate& share) {
  if (!share.value) return "";
  if (is_share(*share.value)) return percent(*share.value);
  if (!share.interval) return "";
  if (*share.value > kLargestShare)
    return share.interval->low > 0 && share.interval->low <= 1
               ? fmt::format("at least {}", percent(share.interval->low))
               : "";
  return share.interval->high > 0 && share.interval->high < 1
             ? fmt::format("at most {}", percent(share.interval->high))
             : "";
}

std::string survives_in_words(const Estimate& share) {
  const std::string words = share_in_words(share);
  return words.empty() ? "" : words + " survives";
}

}  // namespace standfast::report
