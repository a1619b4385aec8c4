// The choice of the files of a model folder that are read: its configuration, its tokenizer, its weights, and
// the files of the modules of a sentence encoder (modules.json). Everything else of a repository (cards,
// other frameworks, images) is left there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

inline constexpr std::string_view kModules = "modules.json";

// Returns the folders that a modules.json names, "" for the folder itself. A data error for a path that
// leaves its folder.
Result<std::vector<std::string>> module_folders(std::string_view modules_json);

// Names are sorted, here and below.

// Returns, from these names, the files with the weights in a folder ("": the first): one file or all its
// parts, safetensors before pickles. Nothing: there are none, or a part is missing.
std::vector<std::string> weight_files(const std::vector<std::string>& names, const std::string& folder);

// Returns, from these names, the files that are read, the configuration of the network last: where it is, all
// is. A missing error where the names hold no model.
Result<std::vector<std::string>> wanted_files(const std::vector<std::string>& names,
                                              const std::vector<std::string>& modules);

// Returns whether the names hold a configuration and its weights.
bool is_whole_model(const std::vector<std::string>& names, const std::vector<std::string>& modules);

}  // namespace standfast
