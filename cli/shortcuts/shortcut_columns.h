// The columns of a corpus file that nobody asked for: `standfast shortcut` keeps them all.
#pragma once

#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/corpus/read/read_options.h"

namespace standfast::cli {

struct OtherColumns {
  std::vector<AttributeRule> rules;   // texts, under their own names; a file may lack them
  std::vector<std::string> left_out;  // hold lists or objects
  std::vector<std::string> reserved;  // have a name that no other column may have, or that the command writes
  bool unseen = false;  // a file is standard input, which cannot be read twice: its columns are not known
};

// Of the files, which are read by `options`: all columns but id, text, roles, and those of options.attributes. Nothing
// where a file is standard input, a folder or PAN pairs. Reads each file once.
Result<OtherColumns> other_columns(const std::vector<std::string>& paths, const ReadOptions& options);

}  // namespace standfast::cli
