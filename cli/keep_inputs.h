// Output paths that would destroy what a command reads.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/options.h"
#include "standfast/base/result.h"

namespace standfast::cli {

// A usage error if the file (or folder) `out` is one of the inputs, also by another path or a link, or one of the files of
// a PAN folder among them. Empty paths, "-" and paths at which nothing is are no input. flag: what names `out`, for the
// message. settings: options of components; their texts may be paths of inputs.
Status keep_inputs(std::string_view flag, const std::string& out, std::vector<std::string> inputs,
                   const std::map<std::string, OptionValue>& settings = {});

// The same where the whole folder `out` is written anew: nothing that is read may lie in it.
Status keep_inputs_outside(std::string_view flag, const std::string& out,
                           const std::vector<std::string>& inputs,
                           const std::map<std::string, OptionValue>& settings = {});

}  // namespace standfast::cli
