#include "cli/keep_inputs.h"

#include <filesystem>

#include <fmt/format.h>

#include "standfast/base/paths.h"
#include "standfast/corpus/read/pan_files.h"

namespace standfast::cli {
namespace {

namespace fs = std::filesystem;

// Devices, such as /dev/null, may be read and written at once.
bool can_be_lost(const std::string& path) {
  return path != "-" && (is_file(path) || is_folder(path));
}

bool is_one_file(const fs::path& a, const fs::path& b) {
  std::error_code code;
  return fs::equivalent(a, b, code) && !code;
}

// With the texts of settings, and with the files of PAN folders.
std::vector<std::string> all_of(std::vector<std::string> inputs,
                                const std::map<std::string, OptionValue>& settings) {
  for (const auto& [name, value] : settings)
    if (const auto* text = std::get_if<std::string>(&value)) inputs.push_back(*text);
  std::erase_if(inputs, [](const std::string& path) { return !can_be_lost(path); });
  for (size_t i = 0, given = inputs.size(); i < given; ++i)
    if (is_folder(inputs[i]))
      if (const auto files = find_pan(inputs[i])) inputs.insert(inputs.end(), {files->pairs, files->truth});
  return inputs;
}

bool lies_in(const std::string& input, const std::string& folder) {
  std::error_code code;
  const fs::path whole = fs::canonical(input, code);
  for (fs::path at = whole.parent_path(); !code && at.has_relative_path(); at = at.parent_path())
    if (is_one_file(folder, at)) return true;
  return false;
}

Status refusal(std::string_view flag, const std::string& input) {
  return usage_error(fmt::format("{} would overwrite the input {}; choose another path", flag, input));
}

}  // namespace

Status keep_inputs(std::string_view flag, const std::string& out, std::vector<std::string> inputs,
                   const std::map<std::string, OptionValue>& settings) {
  if (!can_be_lost(out)) return {};
  for (const auto& input : all_of(std::move(inputs), settings))
    if (is_one_file(out, input)) return refusal(flag, input);
  return {};
}

Status keep_inputs_outside(std::string_view flag, const std::string& out,
                           const std::vector<std::string>& inputs,
                           const std::map<std::string, OptionValue>& settings) {
  if (!can_be_lost(out)) return {};
  SF_TRY(keep_inputs(flag, out, inputs, settings));
  for (const auto& input : all_of(inputs, settings))
    if (lies_in(input, out)) return refusal(flag, input);
  return {};
}

}  // namespace standfast::cli
