#include "standfast/hub/model_files.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

#include <fmt/format.h>

#include "standfast/base/json.h"
#include "standfast/base/parse_json.h"
#include "standfast/hub/names.h"
#include "standfast/text/printable.h"

namespace standfast {
namespace {

constexpr std::string_view kConfig = "config.json";
constexpr std::array<std::string_view, 11> kSmallFiles = {kConfig,
                                                          "tokenizer.json",
                                                          "tokenizer_config.json",
                                                          "vocab.txt",
                                                          "vocab.json",
                                                          "merges.txt",
                                                          "special_tokens_map.json",
                                                          "added_tokens.json",
                                                          kModules,
                                                          "sentence_bert_config.json",
                                                          "config_sentence_transformers.json"};

std::string inside(const std::string& folder, std::string_view file) {
  return folder.empty() ? std::string(file) : fmt::format("{}/{}", folder, file);
}

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::binary_search(names, name);
}

// Returns the parts of weights in several files, BEGIN-00001-of-00003END, if all are there.
std::vector<std::string> parts_of(const std::vector<std::string>& names, const std::string& begin,
                                  std::string_view end) {
  constexpr std::string_view kFirst = "-00001-of-";
  for (const auto& name : names) {
    if (!name.starts_with(begin + std::string(kFirst)) || !name.ends_with(end)) continue;
    const size_t at = begin.size() + kFirst.size();
    if (name.size() != at + 5 + end.size()) continue;
    size_t parts = 0;
    const auto [stop, failed] = std::from_chars(name.data() + at, name.data() + at + 5, parts);
    if (failed != std::errc{} || stop != name.data() + at + 5) continue;
    std::vector<std::string> all;
    for (size_t i = 1; i <= parts; ++i) {
      all.push_back(fmt::format("{}-{:05}-of-{:05}{}", begin, i, parts, end));
      if (!has(names, all.back())) return {};
    }
    return all;
  }
  return {};
}

// Returns the folder of the network itself: the first with a configuration and weights.
std::optional<std::string> network_folder(const std::vector<std::string>& names,
                                          const std::vector<std::string>& modules) {
  const auto is_one = [&](const std::string& folder) {
    return has(names, inside(folder, kConfig)) && !weight_files(names, folder).empty();
  };
  if (is_one("")) return "";
  if (!modules.empty() && is_one(modules.front())) return modules.front();
  return std::nullopt;
}

}  // namespace

Result<std::vector<std::string>> module_folders(std::string_view modules_json) {
  SF_ASSIGN(const auto json, parse_json(modules_json));
  std::vector<std::string> folders;
  if (!json.is_array()) return data_error("it is not a list of modules");
  for (const auto& module : json) {
    const auto path = module.is_object() ? module.find("path") : module.end();
    if (!module.is_object() || path == module.end() || !path->is_string())
      return data_error("a module has no \"path\"");
    std::string folder = path->get<std::string>();
    while (folder.ends_with('/')) folder.pop_back();
    if (!folder.empty() && !is_safe_path(folder))
      return data_error(fmt::format("the path \"{}\" of a module could leave its folder",
                                    shortened(printable_line(folder), 100)));
    folders.push_back(std::move(folder));
  }
  return folders;
}

std::vector<std::string> weight_files(const std::vector<std::string>& names, const std::string& folder) {
  struct Kind {
    std::string_view begin, end;
  };
  for (const auto& [begin, end] : {Kind{"model", ".safetensors"}, Kind{"pytorch_model", ".bin"}}) {
    const std::string base = inside(folder, begin), whole = base + std::string(end);
    if (has(names, whole)) return {whole};
    const std::string index = whole + ".index.json";
    auto parts = parts_of(names, base, end);
    if (parts.empty() || !has(names, index)) continue;
    parts.insert(parts.begin(), index);
    return parts;
  }
  return {};
}

Result<std::vector<std::string>> wanted_files(const std::vector<std::string>& names,
                                              const std::vector<std::string>& modules) {
  const auto network = network_folder(names, modules);
  if (!network)
    return missing_error(
        "there is no readable model, which needs config.json with model.safetensors or pytorch_model.bin, "
        "each in one file or in all its parts");
  std::set<std::string> folders(modules.begin(), modules.end());
  folders.insert("");
  std::set<std::string> wanted;
  for (const auto& folder : folders) {
    for (const auto file : kSmallFiles)
      if (has(names, inside(folder, file))) wanted.insert(inside(folder, file));
    for (auto& file : weight_files(names, folder)) wanted.insert(std::move(file));
  }
  std::vector<std::string> order(wanted.begin(), wanted.end());
  std::ranges::stable_partition(order, [&](const auto& name) { return name != inside(*network, kConfig); });
  return order;
}

bool is_whole_model(const std::vector<std::string>& names, const std::vector<std::string>& modules) {
  return network_folder(names, modules).has_value();
}

}  // namespace standfast
