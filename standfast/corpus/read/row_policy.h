// The policy for bad rows, and the counts that go with it.
#pragma once

#include <string>

#include "standfast/corpus/read/read.h"

namespace standfast {

class RowPolicy {
 public:
  // The options and the report must outlive the policy. file: the name of the input in messages.
  RowPolicy(std::string file, const ReadOptions& options, ReadReport& report)
      : file_(std::move(file)), options_(options), report_(report) {}

  const std::string& file() const { return file_; }
  bool repairs() const { return options_.bad_rows == BadRowPolicy::repair; }
  // Returns the number of the row now being read, 1-based; blank lines do not count.
  uint64_t row_number() const { return report_.rows + 1; }

  // Reject or accept a row; each row ends in one of the two. line: 1-based, 0 where the input has no lines
  // (`why` then names the place). reject() fails where the policy says so.
  Status reject(uint64_t line, const std::string& why);
  void accept(uint64_t line, const std::string& mended);  // mended: what was mended, or ""

  // Tells the sink the rows left out and the repairs.
  void summarise() const;
  // Returns the data error of an input of which nothing is left.
  Failure nothing_left() const;

 private:
  std::string file_;
  const ReadOptions& options_;
  ReadReport& report_;
  std::string first_skipped_, first_mended_;
};

}  // namespace standfast
