// What every reader of rows does with a row: the policy for bad ones, made ids, counts, the limit.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "standfast/corpus/read.h"

namespace standfast {

// Views are needed only during add().
struct Row {
  uint64_t line = 0;  // where it starts, 1-based
  std::optional<std::string_view> text, id;
  std::array<std::optional<std::string_view>, kRoles.size()> values;  // "" counts as missing
  bool mended = false;  // the reader already had to mend it
};

class RowCollector {
 public:
  // has_ids: an id column is mapped, so a row without one is bad; otherwise ids are made: "row17" for the
  // 17th row (bad rows count, blank lines do not), which survives a change of format.
  RowCollector(std::string file, const ReadOptions& options, ReadReport& report, bool has_ids);

  // Both count one row. They fail where the policy says so, with file:line.
  Status add(const Row& row);
  Status reject(uint64_t line, const std::string& why);

  bool repairs() const { return options_.bad_rows == BadRowPolicy::repair; }
  bool full() const { return options_.limit > 0 && builder_.size() >= options_.limit; }

  // A corpus without documents is a data error. Tells the sink what was skipped and mended.
  Result<Corpus> finish() &&;

 private:
  bool asked_for(const Row& row) const;
  std::string made_id(std::string_view stem) const;
  void note_mended(uint64_t line, const std::string& what);

  std::string file_;
  const ReadOptions& options_;
  ReadReport& report_;
  bool has_ids_;
  CorpusBuilder builder_;
  std::string first_skipped_, first_mended_;
};

}  // namespace standfast
