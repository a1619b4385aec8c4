#include "cli/shortcuts/cue_sides.h"

#include <algorithm>

#include <fmt/format.h>

#include "cli/other_columns.h"
#include "cli/shortcuts/planted_files.h"
#include "standfast/analysis/check/cue/cue_manifest.h"
#include "standfast/analysis/check/cue/cue_spans.h"
#include "standfast/base/file.h"
#include "standfast/base/file_digest.h"
#include "standfast/base/paths.h"
#include "standfast/text/printable.h"
#include "standfast/text/utf8.h"

namespace standfast::cli {
namespace {

constexpr std::array<const char*, kCueSides.size()> kFileNames = {"train", "dev", "test", "original", "anti"};
constexpr const char* kCueColumn = "cue";

// Roles and names that a manifest gives. A folder without one is read as it is.
Status read_manifest(const std::string& folder, CueFiles& files) {
  const std::string path = folder + "/manifest.json";
  if (!is_there(path)) return {};
  SF_ASSIGN(const std::string text, read_file(path));
  SF_ASSIGN(const CueManifest manifest, parse_cue_manifest(text, path));
  files.label = manifest.target.value_or(files.label);
  files.cue = manifest.cue_column.value_or(files.cue);
  for (const char* side : kFileNames) {
    const std::string name = fmt::format("{}.jsonl", side);
    const auto written = manifest.digests.find(name);
    if (written == manifest.digests.end()) continue;
    const std::string file = folder + "/" + name;
    if (!is_there(file)) {
      files.changed.push_back(name);
      continue;
    }
    SF_ASSIGN(const FileDigest now, digest_file(file));
    if (now.sha256 != written->second) files.changed.push_back(name);
  }
  return {};
}

Status find_files(const CueSidesArgs& given, CueFiles& files) {
  files.cue = kCueColumn;
  files.label = "label";
  files.paths = given.files;
  if (!given.folder.empty()) {
    if (!is_folder(given.folder))
      return data_error(given.folder +
                        ": is no folder; --shortcut takes the one that standfast shortcut --out wrote");
    SF_TRY(read_manifest(given.folder, files));
    for (size_t s = 0; s < kFileNames.size(); ++s) {
      const std::string path = fmt::format("{}/{}.jsonl", given.folder, kFileNames[s]);
      if (files.paths[s].empty() && is_there(path)) files.paths[s] = path;
    }
  }
  if (!given.cue.empty()) files.cue = given.cue;
  if (!given.label.empty()) files.label = given.label;
  if (std::find(files.paths.begin(), files.paths.end(), "-") != files.paths.end())
    return usage_error(
        "check: a file of a planted shortcut is read more than once, so none can be standard input");
  for (const CueSide side : {CueSide::train, CueSide::test})
    if (const auto s = static_cast<size_t>(side); files.paths[s].empty())
      return given.folder.empty()
                 ? usage_error(
                       fmt::format("check: --{} FILE is missing (a shortcut has at least --train and --test)",
                                   kFileNames[s]))
                 : data_error(fmt::format("{}: holds no {}.jsonl; standfast shortcut --out writes one",
                                          given.folder, kFileNames[s]));
  return {};
}

}  // namespace

void CueSidesArgs::declare(Args& args) {
  args.text(
          "--shortcut", folder,
          "Look for cues that nobody meant beside a planted one, in this folder of standfast shortcut --out")
      .folder();
  for (size_t s = 0; s < kFileNames.size(); ++s)
    args.text(fmt::format("--{}", kFileNames[s]), files[s],
              fmt::format("The same without a folder: the file of the side {}", kCueSides[s]))
        .file();
  args.text("--cue-column", cue, "Column that says what was planted in a document (cue)").column();
  args.text("--target", label, "With --shortcut or --train: the column of the label").column();
}

bool CueSidesArgs::given() const {
  return !folder.empty() || !cue.empty() || !label.empty() ||
         std::any_of(files.begin(), files.end(), [](const auto& file) { return !file.empty(); });
}

CueSides CueFiles::views() const {
  CueSides views = {};
  for (size_t s = 0; s < sides.size(); ++s)
    if (sides[s]) views[s] = &*sides[s];
  return views;
}

Result<CueFiles> read_cue_files(const CueSidesArgs& given, const CorpusArgs& args) {
  CueFiles files;
  SF_TRY(find_files(given, files));
  std::vector<std::string> there;
  for (const auto& path : files.paths)
    if (!path.empty()) there.push_back(path);
  SF_ASSIGN(ReadOptions options, args.options());
  SF_ASSIGN(OtherColumns others, other_columns(there, options, kPlantedColumns));
  for (auto& rule : others.rules) {
    rule.kind = AttributeKind::category;
    options.attributes.push_back(std::move(rule));
  }
  for (const auto& name : others.left_out)
    if (name != kCueSpans && name != kCueFrames) files.not_read.push_back(name);
  // Asked for even where no file has them, so that a message names the column. The original has no cue.
  for (const auto& name : {files.cue, files.label})
    if (!role_from_name(name) && std::none_of(options.attributes.begin(), options.attributes.end(),
                                              [&](const auto& rule) { return rule.name == name; }))
      options.attributes.push_back({.name = name, .from = name, .implied = true});
  for (size_t s = 0; s < files.paths.size(); ++s) {
    if (files.paths[s].empty()) continue;
    ReadReport report;
    SF_ASSIGN(files.sides[s], read_corpus(files.paths[s], options, &report));
    files.ids_are_made |= report.id_column.empty();
  }
  return files;
}

Result<uint64_t> take_planted_out(const CueFiles& files, CueTable& table, std::deque<std::string>& texts) {
  uint64_t changed = 0;
  for (size_t s = 0; s < files.sides.size(); ++s) {
    if (!files.sides[s] || !files.paths[s].ends_with(".jsonl")) continue;
    SF_ASSIGN(const std::string lines, read_file(files.paths[s]));
    SF_ASSIGN(const CueSpans spans, parse_cue_spans(lines, files.paths[s]));
    for (uint32_t row = table.begin[s]; row < table.end[s]; ++row) {
      const auto found = spans.find(std::string(files.sides[s]->id(row - table.begin[s])));
      if (found == spans.end()) continue;
      const uint64_t characters = count_code_points(table.texts[row]);
      if (!found->second.empty() && found->second.back().second > characters)
        return data_error(fmt::format(
            "{}: what was planted (\"{}\" or \"{}\") in document \"{}\" ends at character {}, and its text has {}; were texts changed "
            "after something was planted?",
            files.paths[s], kCueSpans, kCueFrames, printable_line(found->first), found->second.back().second,
            characters));
      table.texts[row] = texts.emplace_back(without_spans(table.texts[row], found->second));
      ++changed;
    }
  }
  return changed;
}

}  // namespace standfast::cli
