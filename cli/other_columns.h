// The columns of a corpus file that nobody asked for: `standfast shortcut` and `convert` keep them.
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
  std::set<std::string> bare;        // of the texts: JSON has nothing but numbers, true and false there
  std::vector<std::string> left_out;  // hold other lists, or objects
  std::vector<std::string> reserved;  // have a name that no other column may have, or that is taken
  bool unseen =
      false;  // a file is standard input or a pipe, which cannot be read twice: its columns are not known
};

enum class OtherLists { left_out, kept };

// Of the files, which are read by `options`: all columns but id, text, roles, and those of which options.attributes
// take the whole value. Nothing where a file can be read once only, is a folder or holds PAN pairs. Reads each file
// once. taken: names that the caller needs for columns of its own.
Result<OtherColumns> other_columns(const std::vector<std::string>& paths, const ReadOptions& options,
                                   std::span<const std::string_view> taken = {},
                                   OtherLists lists = OtherLists::left_out);

// The columns of a file that was read by `options` of which nothing was taken.
std::vector<std::string> columns_not_taken(const ReadReport& report, const ReadOptions& options);

}  // namespace standfast::cli
