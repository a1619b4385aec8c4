#include "standfast/corpus/read/row_policy.h"

#include <fmt/format.h>

namespace standfast {
namespace {

std::string at_line(uint64_t line, const std::string& what) {
  return line == 0 ? what : fmt::format("line {}: {}", line, what);
}

}  // namespace

Status RowPolicy::reject(uint64_t line, const std::string& why) {
  ++report_.rows;
  if (options_.bad_rows == BadRowPolicy::fail)
    return data_error(fmt::format("{}{} (--bad-rows skip leaves such rows out)",
                                  line == 0 ? "" : fmt::format("{}:{}: ", file_, line), why));
  ++report_.skipped;
  if (first_skipped_.empty()) first_skipped_ = at_line(line, why);
  return {};
}

void RowPolicy::accept(uint64_t line, const std::string& mended) {
  ++report_.rows;
  if (mended.empty()) return;
  ++report_.repaired;
  if (first_mended_.empty()) first_mended_ = at_line(line, mended);
}

void RowPolicy::summarise() const {
  if (report_.skipped > 0)
    options_.sink->warn(fmt::format("{}: left out {} of {} rows; the first: {}", file_, report_.skipped,
                                    report_.rows, first_skipped_));
  if (report_.repaired > 0)
    options_.sink->warn(fmt::format("{}: repaired {} of {} rows; the first: {}", file_, report_.repaired,
                                    report_.rows, first_mended_));
}

Failure RowPolicy::nothing_left() const {
  if (report_.skipped > 0)
    return data_error(fmt::format("{}: every row was left out; the first: {}", file_, first_skipped_));
  return data_error(file_ + ": holds no documents");
}

}  // namespace standfast
