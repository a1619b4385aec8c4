// Output paths that would destroy what a command reads.
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

// A usage error if the file (or folder) `out` is one of the inputs, also by another path or a link, one of the files of
// a PAN folder among them, or the ids beside a .npy file. Empty paths, "-" and paths at which nothing is are no input.
// flag: what names `out`, for the message.
Status keep_inputs(std::string_view flag, const std::string& out, std::vector<std::string> inputs);

// The same where the whole folder `out` is written anew: nothing that is read may lie in it.
Status keep_inputs_outside(std::string_view flag, const std::string& out,
                           const std::vector<std::string>& inputs);

// A usage error if `out` is a folder that is read as a whole (a model, a run), or lies in it, whether or not anything is
// at `out`. A path at which no folder is is no input.
Status keep_folder(std::string_view flag, const std::string& out, const std::string& folder);

// Whether a path, at which nothing needs to be, lies in the folder, at any depth.
bool lies_in(const std::string& path, const std::string& folder);

// The files that options of a component name, as inputs: those of the kind path, and words of commands.
std::vector<std::string> files_named(const Options& options, const std::vector<OptionSpec>& specs);
// The same of options as given. Those that cannot be resolved name none: who makes the component says what is wrong.
std::vector<std::string> files_named(const ComponentList& catalog, const std::string& component,
                                     const std::map<std::string, OptionValue>& given,
                                     const std::string& preset = {});

// Several lists of files as one.
std::vector<std::string> together(std::initializer_list<std::vector<std::string>> lists);

// Outputs of one command that would overwrite each other.
struct NamedOutput {
  std::string flag, path;  // "-": standard output
};

// A usage error if two outputs go to one path, also by another writing of it or a linked folder, or both to standard output.
// Devices, such as /dev/null, take any number.
Status distinct_outputs(const std::vector<NamedOutput>& outputs);

}  // namespace standfast::cli
