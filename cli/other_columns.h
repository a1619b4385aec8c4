// The columns of a corpus file that no option names; `standfast shortcut` and `convert` keep them.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/corpus/read/read_options.h"

namespace standfast::cli {

struct OtherColumns {
  std::vector<AttributeRule> rules;  // texts, and lists of texts; under their own names; a file may lack them
  std::set<std::string> bare;        // texts whose JSON values are only numbers, true and false
  std::vector<std::string> left_out;  // hold other lists, or objects
  std::vector<std::string> reserved;  // have a name that no other column may have, or that is taken
  bool unseen =
      false;  // a file is standard input or a pipe, which cannot be read twice: its columns are not known
};

enum class OtherLists { left_out, kept };

// Returns all columns of the files, read with `options`, except id, text, roles and columns whose whole value
// options.attributes take. Returns nothing if a file can be read only once, is a folder or holds PAN pairs.
// Reads each file once. taken: names that the caller needs for columns of its own.
Result<OtherColumns> other_columns(const std::vector<std::string>& paths, const ReadOptions& options,
                                   std::span<const std::string_view> taken = {},
                                   OtherLists lists = OtherLists::left_out);

// Returns the columns of a file read with `options` from which nothing was taken.
std::vector<std::string> columns_not_taken(const ReadReport& report, const ReadOptions& options);

}  // namespace standfast::cli
