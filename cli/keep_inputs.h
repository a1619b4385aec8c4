// Protection of input files against output paths that would overwrite them.
#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/catalog.h"
#include "standfast/base/options.h"
#include "standfast/base/result.h"

namespace standfast::cli {

// Returns a usage error if the file (or folder) `out` is one of the inputs, also by another path or a link.
// The files of a PAN folder and the ids beside a .npy file count as inputs. Empty paths, "-" and paths that
// do not exist are not inputs. flag: the flag that names `out`, for the message.
Status keep_inputs(std::string_view flag, const std::string& out, std::vector<std::string> inputs);

// Does the same where the whole folder `out` is written anew: no input may lie in it.
Status keep_inputs_outside(std::string_view flag, const std::string& out,
                           const std::vector<std::string>& inputs);

// Returns a usage error if `out` is a folder that is read as a whole (a model, a run) or lies in it, even if
// `out` does not exist yet. If `folder` is not a folder, it is not an input.
Status keep_folder(std::string_view flag, const std::string& out, const std::string& folder);

// Returns true if a path, which need not exist, lies in the folder, at any depth.
bool lies_in(const std::string& path, const std::string& folder);

// Returns the files that options of a component name, as inputs: options of the kind path, and words of
// commands.
std::vector<std::string> files_named(const Options& options, const std::vector<OptionSpec>& specs);
// Does the same for options as given. Options that cannot be resolved name no files; making the component
// reports the error.
std::vector<std::string> files_named(const ComponentList& catalog, const std::string& component,
                                     const std::map<std::string, OptionValue>& given,
                                     const std::string& preset = {});

// Concatenates several lists of files.
std::vector<std::string> together(std::initializer_list<std::vector<std::string>> lists);

// An output of a command, checked for collisions with the other outputs.
struct NamedOutput {
  std::string flag, path;  // "-": standard output
};

// Returns a usage error if two outputs go to one path, also by another spelling of it or a linked folder, or
// if both go to standard output. Devices, such as /dev/null, take any number.
Status distinct_outputs(const std::vector<NamedOutput>& outputs);

}  // namespace standfast::cli
