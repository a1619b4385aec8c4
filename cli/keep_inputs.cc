#include "cli/keep_inputs.h"

#include <filesystem>

#include <fmt/format.h>

#include "standfast/base/option_codec.h"
#include "standfast/base/paths.h"
#include "standfast/base/split_command.h"
#include "standfast/corpus/read/pan_files.h"
#include "standfast/feature/encoder/vectors_reader.h"

namespace standfast::cli {
namespace {

namespace fs = std::filesystem;

// Returns true for a file that can be overwritten. Devices, such as /dev/null, may be read and written at
// once.
bool can_be_lost(const std::string& path) {
  return path != "-" && (is_file(path) || is_folder(path));
}

bool is_one_file(const fs::path& a, const fs::path& b) {
  std::error_code code;
  return fs::equivalent(a, b, code) && !code;
}

// Returns the inputs that can be overwritten, and the files that are read along with them.
std::vector<std::string> all_of(std::vector<std::string> inputs) {
  std::erase_if(inputs, [](const std::string& path) { return !can_be_lost(path); });
  for (size_t i = 0, given = inputs.size(); i < given; ++i) {
    if (is_folder(inputs[i])) {
      if (const auto files = find_pan(inputs[i])) inputs.insert(inputs.end(), {files->pairs, files->truth});
    } else if (inputs[i].ends_with(".npy")) {
      inputs.push_back(ids_path_beside(inputs[i]));
      inputs.push_back(pairing_path_beside(inputs[i]));
    }
  }
  return inputs;
}

Status refusal(std::string_view flag, const std::string& input) {
  return usage_error(fmt::format("{} would overwrite the input {}; choose another path", flag, input));
}

}  // namespace

bool lies_in(const std::string& path, const std::string& folder) {
  std::error_code code;
  const fs::path whole = fs::absolute(path, code);
  if (code) return false;
  // A link that lies in the folder is replaced there, wherever it leads to.
  for (const fs::path& place : {fs::weakly_canonical(whole, code),
                                fs::weakly_canonical(whole.parent_path(), code) / whole.filename()})
    for (fs::path at = place.parent_path(); at.has_relative_path(); at = at.parent_path())
      if (is_one_file(folder, at)) return true;
  return false;
}

Status keep_inputs(std::string_view flag, const std::string& out, std::vector<std::string> inputs) {
  if (!can_be_lost(out)) return {};
  for (const auto& input : all_of(std::move(inputs)))
    if (is_one_file(out, input)) return refusal(flag, input);
  return {};
}

Status keep_inputs_outside(std::string_view flag, const std::string& out,
                           const std::vector<std::string>& inputs) {
  if (!can_be_lost(out)) return {};
  SF_TRY(keep_inputs(flag, out, inputs));
  for (const auto& input : all_of(inputs))
    if (lies_in(input, out)) return refusal(flag, input);
  return {};
}

Status keep_folder(std::string_view flag, const std::string& out, const std::string& folder) {
  if (out.empty() || out == "-" || !is_folder(folder)) return {};
  if (!is_one_file(out, folder) && !lies_in(out, folder)) return {};
  return usage_error(fmt::format(
      "{} would write into the folder {}, which is read; choose a path outside of it", flag, folder));
}

std::vector<std::string> files_named(const Options& options, const std::vector<OptionSpec>& specs) {
  std::vector<std::string> files;
  const auto add = [&](const std::vector<std::string>& more) {
    files.insert(files.end(), more.begin(), more.end());
  };
  for (const auto& spec : specs) {
    if (spec.kind == OptionKind::model) add({options.text(spec.name)});
    if (spec.kind == OptionKind::path)
      add(spec.list ? list_of(options.text(spec.name)) : std::vector{options.text(spec.name)});
    if (spec.kind != OptionKind::command) continue;
    if (const auto words = standfast::split_command(options.text(spec.name))) add(*words);
  }
  return files;
}

std::vector<std::string> files_named(const ComponentList& catalog, const std::string& component,
                                     const std::map<std::string, OptionValue>& given,
                                     const std::string& preset) {
  const auto found = catalog.info(component);
  const auto options = catalog.resolve(component, given, preset);
  return found && options ? files_named(*options, *found->options) : std::vector<std::string>{};
}

std::vector<std::string> together(std::initializer_list<std::vector<std::string>> lists) {
  std::vector<std::string> all;
  for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

namespace {

namespace fs = std::filesystem;

// Resolves links in the folders of a path, but not in its last name: a link there is replaced by a file.
fs::path real(const std::string& path) {
  std::error_code code;
  const fs::path whole = (fs::absolute(path, code) / "").lexically_normal().parent_path();
  const fs::path folder = fs::weakly_canonical(whole.parent_path(), code);
  return code ? whole : folder / whole.filename();
}

bool is_device(const std::string& path) {
  std::error_code code;
  const auto status = fs::status(path, code);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

bool is_same(const std::string& a, const std::string& b) {
  if (a == "-" || b == "-") return a == b;
  if (is_device(a)) return false;
  std::error_code code;
  return real(a) == real(b) || (fs::is_directory(a, code) && fs::equivalent(a, b, code) && !code);
}

}  // namespace

Status distinct_outputs(const std::vector<NamedOutput>& outputs) {
  for (size_t i = 0; i < outputs.size(); ++i)
    for (size_t k = 0; k < i; ++k)
      if (is_same(outputs[i].path, outputs[k].path))
        return usage_error(fmt::format("{} and {} would both write to {}", outputs[k].flag, outputs[i].flag,
                                       outputs[i].path == "-" ? std::string("standard output")
                                                              : outputs[i].path + "; choose another path"));
  return {};
}

}  // namespace standfast::cli
