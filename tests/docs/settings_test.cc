// Compares docs/checkpoints.md with the list of settings, and docs/fine-tuning.md with the presets.
#include <map>
#include <regex>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/text/model_settings.h"

namespace standfast {
namespace {

std::string page(const char* name) {
  return read_file(std::string(STANDFAST_SOURCE_DIR) + "/docs/" + name).value();
}

TEST(Settings, StandInTheirList) {
  std::vector<std::string> lines;
  std::map<std::pair<std::string_view, SettingUse>, size_t> line_of;
  for (const ModelSetting& one : model_settings()) {
    const char* use = one.use == SettingUse::used        ? "used"
                      : one.use == SettingUse::no_effect ? "no effect"
                                                         : "refused";
    const auto [at, is_new] = line_of.emplace(std::pair(one.file, one.use), lines.size());
    if (is_new) lines.push_back(fmt::format("| `{}` | {} | ", one.file, use));
    std::string& line = lines[at->second];
    line += fmt::format("{}`{}`", line.ends_with("| ") ? "" : ", ", one.key);
  }
  std::string table = "| file | settings that are | names |\n|---|---|---|\n";
  for (const std::string& line : lines) table += line + " |\n";
  EXPECT_NE(page("checkpoints.md").find(table), std::string::npos) << "the table should be\n" << table;
}

TEST(Presets, OfTheTransformerThatAPageNamesExistAndStandThere) {
  const auto entry = classifiers().find("transformer").value();
  for (const char* name : {"fine-tuning.md", "preset-latent-split.md"}) {
    const std::string text = page(name);
    const std::regex named("`(latent-split[a-z-]*|shortcut-bert[a-z-]*)`");
    size_t seen = 0;
    for (std::sregex_iterator at(text.begin(), text.end(), named), end; at != end; ++at, ++seen)
      EXPECT_TRUE(entry->options.preset("transformer", (*at)[1].str(), {})) << name << ": " << (*at)[1];
    EXPECT_GT(seen, 0U);
  }
}

}  // namespace
}  // namespace standfast
