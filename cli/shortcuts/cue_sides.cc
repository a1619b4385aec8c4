#include "cli/shortcuts/cue_sides.h"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "cli/shortcuts/shortcut_columns.h"
#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/parse_json.h"
#include "standfast/base/paths.h"
#include "standfast/text/unicode.h"
#include "standfast/text/utf8.h"

namespace standfast::cli {
namespace {

constexpr std::array<const char*, kCueSides.size()> kFileNames = {"train", "dev", "test", "original", "anti"};
constexpr const char* kCueColumn = "cue";
constexpr const char* kSpans = "cue_spans";

// Roles and names that a manifest gives. A folder without one is read as it is.
Status read_manifest(const std::string& folder, CueFiles& files) {
  const std::string path = folder + "/manifest.json";
  if (!is_there(path)) return {};
  SF_ASSIGN(const std::string text, read_file(path));
  SF_ASSIGN(const auto manifest, parse_json(text, path));
  if (!manifest.is_object()) return data_error(path + ": is no manifest of standfast shortcut");
  if (const auto target = manifest.find("target"); target != manifest.end() && target->is_string())
    files.label = target->get<std::string>();
  if (const auto cue = manifest.find("cue_column"); cue != manifest.end() && cue->is_string())
    files.cue = cue->get<std::string>();
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

// The text without the characters of the spans, and without white space that would be left in front of it or doubled.
std::string without_spans(std::string_view text, const std::vector<std::pair<uint64_t, uint64_t>>& spans) {
  std::string out;
  uint64_t character = 0;
  size_t span = 0;
  bool after_span = false, space_before = true;
  for (size_t at = 0; at < text.size(); ++character) {
    const size_t from = at;
    const CodePoint c = next_code_point(text, at);
    while (span < spans.size() && character >= spans[span].second) ++span;
    if (span < spans.size() && character >= spans[span].first) {
      after_span = true;
      continue;
    }
    if (after_span && space_before && is_space(c)) continue;
    after_span = false;
    space_before = is_space(c);
    out.append(text, from, at - from);
  }
  return out;
}

// By id, of one JSON lines file.
using Spans = std::unordered_map<std::string, std::vector<std::pair<uint64_t, uint64_t>>>;
Result<Spans> read_spans(const std::string& path, const std::string& id_column) {
  SF_ASSIGN(const std::string text, read_file(path));
  Spans found;
  size_t number = 0;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    ++number;
    if (line.find(kSpans) == std::string_view::npos) continue;
    const auto row = json_or_discarded(line);
    const auto bad = [&] {
      return data_error(fmt::format("{}:{}: \"{}\" holds no list of [begin, end]", path, number, kSpans));
    };
    if (!row.is_object() || !row.contains(kSpans)) continue;
    const auto id = row.find(id_column);
    if (id == row.end() || !id->is_string()) continue;
    const auto& list = row[kSpans];
    if (!list.is_array()) return bad();
    auto& spans = found[id->get<std::string>()];
    for (const auto& span : list) {
      if (!span.is_array() || span.size() != 2 || !span[0].is_number_unsigned() ||
          !span[1].is_number_unsigned())
        return bad();
      const auto from = span[0].get<uint64_t>(), to = span[1].get<uint64_t>();
      if (from > to || (!spans.empty() && from < spans.back().second)) return bad();
      spans.emplace_back(from, to);
    }
  }
  return found;
}

}  // namespace

void CueSidesArgs::declare(Args& args) {
  args.text(
      "--shortcut", folder,
      "Look for cues that nobody meant beside a planted one, in this folder of standfast shortcut --out");
  for (size_t s = 0; s < kFileNames.size(); ++s)
    args.text(fmt::format("--{}", kFileNames[s]), files[s],
              fmt::format("The same without a folder: the file of the side {}", kCueSides[s]));
  args.text("--cue-column", cue, "Column that says what was planted in a document (cue)");
  args.text("--target", label, "With --shortcut or --train: the column of the label");
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
  SF_ASSIGN(OtherColumns others, other_columns(there, options));
  for (auto& rule : others.rules) {
    rule.kind = AttributeKind::category;
    options.attributes.push_back(std::move(rule));
  }
  for (const auto& name : others.left_out)
    if (name != kSpans) files.not_read.push_back(name);
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
    SF_ASSIGN(const Spans spans, read_spans(files.paths[s], "id"));
    for (uint32_t row = table.begin[s]; row < table.end[s]; ++row) {
      const auto found = spans.find(std::string(files.sides[s]->id(row - table.begin[s])));
      if (found == spans.end()) continue;
      table.texts[row] = texts.emplace_back(without_spans(table.texts[row], found->second));
      ++changed;
    }
  }
  return changed;
}

}  // namespace standfast::cli
