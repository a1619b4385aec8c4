#include <algorithm>
#include <string_view>
#include <unordered_set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/check.h"
#include "cli/other_columns.h"
#include "cli/shortcuts/planted_files.h"
#include "cli/show_tables.h"
#include "standfast/analysis/check/cue/cue_checks.h"
#include "standfast/analysis/check/cue/cue_files.h"
#include "standfast/base/digest.h"
#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/base/paths.h"
#include "standfast/text/printable.h"
#include "standfast/text/utf8.h"

namespace standfast::cli {
namespace {

using Json = nlohmann::ordered_json;
using report::exact_percent;

struct CheckAnswers {
  const DataCheck* check = nullptr;
  CueAnswers found;
};

std::vector<CheckAnswers> all_answers(const CheckedData& data, const FindingArgs& asked) {
  std::vector<CheckAnswers> all;
  for (const auto& check : data_checks())
    if (check.code.starts_with("SF35") && !asked.ignores(check.code))
      all.push_back({&check, cue_answers(data, check.code)});
  return all;
}

// Excludes columns that say what was planted from the data checks: what is intended is no finding.
void leave_out_what_is_meant(CheckedData& data) {
  const CueTable& table = *data.cue;
  std::erase_if(data.columns, [&](const CheckedColumn& column) {
    return column.name == table.cue_name ||
           std::ranges::find(table.same_as_target, column.name) != table.same_as_target.end();
  });
}

// Counts the test documents that the anti-test lacks: their pairs are incomplete.
size_t without_anti_test(const CueSides& sides) {
  const Corpus *test = sides[static_cast<size_t>(CueSide::test)],
               *anti = sides[static_cast<size_t>(CueSide::anti)];
  if (anti == nullptr) return 0;
  std::unordered_set<std::string_view> ids;
  for (uint32_t row = 0; row < anti->size(); ++row) ids.insert(anti->id(row));
  size_t lacking = 0;
  for (uint32_t row = 0; row < test->size(); ++row) lacking += ids.contains(test->id(row)) ? 0 : 1;
  return lacking;
}

std::string share_text(uint64_t part, uint64_t whole) {
  return whole == 0 ? "-" : exact_percent(static_cast<double>(part) / static_cast<double>(whole));
}

std::string on_side(const CueAnswer& answer, CueSide side) {
  for (const auto& other : answer.others)
    if (other.side == side) return share_text(other.right, other.n);
  return "-";
}

report::Table answers_table(const CueTable& table, const std::vector<CheckAnswers>& all) {
  report::Table shown;
  shown.name = "single-cues";
  shown.title = "What one attribute alone tells";
  shown.header = {"code",          "seen", "target",    "right",   "95 % interval",
                  "most frequent", "lead", "anti-test", "original"};
  for (const auto& [check, found] : all)
    for (const auto& answer : found.answers)
      shown.rows.push_back(
          {{check->code},
           {printable_line(answer.seen) + (answer.of_training ? " (train)" : "")},
           {answer.target == CueTarget::cue ? table.cue_name : table.label_name},
           {share_text(answer.right, answer.n)},
           {fmt::format("{:.1f} to {:.1f}", 100 * answer.interval.low, 100 * answer.interval.high)},
           {share_text(answer.majority_right, answer.n)},
           {fmt::format("{:+.1f}", 100 * (answer.accuracy() - answer.majority()))},
           {on_side(answer, CueSide::anti)},
           {on_side(answer, CueSide::original)}});
  shown.caption = fmt::format(
      "Rules are made on train and measured on test, against the answer that is right most often there. "
      "Anti-test and "
      "original: the same rule for the {}. A cue that is as good on the anti-test as on the test is not "
      "reversed by it.",
      table.label_name);
  return shown;
}

Json to_json(const CheckAnswers& one) {
  Json json = {{"code", one.check->code}, {"why_not", one.found.why_not}, {"answers", Json::array()}};
  for (const auto& answer : one.found.answers) {
    Json each = {{"seen", answer.seen},
                 {"target", answer.target == CueTarget::cue ? "cue" : "label"},
                 {"measured_on", answer.of_training ? "train" : "test"},
                 {"rule", answer.rule},
                 {"right", answer.right},
                 {"n", answer.n},
                 {"accuracy", answer.accuracy()},
                 {"low", answer.interval.low},
                 {"high", answer.interval.high},
                 {"majority", answer.majority()},
                 {"p", answer.p},
                 {"informedness", answer.informedness},
                 {"other_sides", Json::object()}};
    for (const auto& other : answer.others)
      each["other_sides"][std::string(kCueSides[static_cast<size_t>(other.side)])] = {
          {"right", other.right}, {"majority_right", other.majority_right}, {"n", other.n}};
    json["answers"].push_back(std::move(each));
  }
  return json;
}

}  // namespace

Status check_cues(const CueSidesArgs& given, const CorpusArgs& args, const DuplicateOptions& options,
                  const FindingArgs& asked, bool json) {
  SF_ASSIGN(const CueFiles files, read_cue_files(given, args));
  if (!files.not_read.empty())
    terminal().info(fmt::format("check: left out, because not every value is text or a number: {}",
                                fmt::join(files.not_read, ", ")));
  const CueSides sides = files.views();
  const auto side = [&](CueSide s) { return sides[static_cast<size_t>(s)]; };
  SF_ASSIGN(CueTable table, cue_table(sides, files.label, files.cue));
  // The checks skip planted text, because it makes two copies differ. The first rows of the table are the
  // rows of the data.
  std::deque<std::string> texts;
  SF_ASSIGN(const uint64_t without, take_planted_out(files, table, texts));
  SF_ASSIGN(CheckedData data, checked_data(*side(CueSide::train), *side(CueSide::test), asked.groups, options,
                                           side(CueSide::dev), table.texts));
  data.ids_are_made = files.ids_are_made;
  data.cue = std::move(table);
  leave_out_what_is_meant(data);
  const size_t unpaired = files.ids_are_made ? 0 : without_anti_test(sides);
  if (unpaired > 0)
    terminal().warn(fmt::format(
        "{} of {} documents of the test are not in the anti-test: scores of the two are not of the same "
        "documents",
        unpaired, side(CueSide::test)->size()));
  if (!files.changed.empty())
    terminal().warn(fmt::format(
        "{}: not as {}/manifest.json says (SHA-256): {}; its statements about cues need not hold for the "
        "files as they are now",
        given.folder, given.folder, fmt::join(files.changed, ", ")));
  Json not_asked = Json::object();
  for (const CueTarget target : kCueTargets)
    if (const std::string why = objection_to_target(data, target); !why.empty()) {
      const char* of = target == CueTarget::cue ? "cue" : "label";
      not_asked[of] = why;
      terminal().warn(fmt::format("what tells the {} is not asked: {}", of, why));
    }
  const Findings findings(data, asked);
  const auto answers = all_answers(data, asked);
  const std::string what =
      given.folder.empty() ? files.paths[static_cast<size_t>(CueSide::test)] : given.folder;
  if (json) {
    Json document = {{"schema", "standfast-check-shortcut/1"},
                     {"shortcut", what},
                     {"cue", files.cue},
                     {"target", files.label},
                     {"sides", Json::object()},
                     {"without_what_was_planted", without},
                     {"of_test_not_in_anti_test", unpaired},
                     {"files_changed", files.changed},
                     {"not_asked", not_asked},
                     {"columns_not_read", files.not_read},
                     {"columns_that_say_the_same_as_cue_or_target", data.cue->same_as_target}};
    for (size_t s = 0; s < sides.size(); ++s)
      document["sides"][std::string(kCueSides[s])] = data.cue->end[s] - data.cue->begin[s];
    document["single_cues"] = Json::array();
    for (const auto& one : answers) document["single_cues"].push_back(to_json(one));
    findings.add_to(document);
    print(json_text(document, 1) + "\n");
  } else {
    std::string out = fmt::format("{}: cue \"{}\", label \"{}\"\n", printable_line(what),
                                  printable_line(files.cue), printable_line(files.label));
    for (size_t s = 0; s < sides.size(); ++s)
      if (sides[s] != nullptr) out += fmt::format("  {:<9} {} documents\n", kCueSides[s], sides[s]->size());
    if (without > 0) out += fmt::format("  {} texts are examined without the cue planted in them\n", without);
    if (!data.cue->same_as_target.empty())
      out += printable_line(fmt::format("  left out, because they say the same as the cue or the label: {}",
                                        fmt::join(data.cue->same_as_target, ", "))) +
             "\n";
    print(out + "\n" + shown_table(answers_table(*data.cue, answers)) + findings.text());
  }
  return findings.status(what);
}

namespace {

constexpr std::array<const char*, kCueSides.size()> kFileNames = {"train", "dev", "test", "original", "anti"};
constexpr const char* kCueColumn = "cue";

// Reads the roles and names that a manifest gives. A folder without a manifest is read as it is.
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
  args.text("--shortcut", folder,
            "Search for unintended cues beside a planted one, in this folder of standfast shortcut --out")
      .folder();
  for (size_t s = 0; s < kFileNames.size(); ++s)
    args.text(fmt::format("--{}", kFileNames[s]), files[s],
              fmt::format("Without a folder: the file of the side {}", kCueSides[s]))
        .file();
  args.text("--cue-column", cue, "Column with the cue planted in a document (cue)").column();
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
  // These columns are requested even if no file has them, so that a message names the column. The original
  // has no cue.
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
            "{}: the cue planted (\"{}\" or \"{}\") in document \"{}\" ends at character {}, and its text "
            "has {}; were texts changed after planting?",
            files.paths[s], kCueSpans, kCueFrames, printable_line(found->first), found->second.back().second,
            characters));
      table.texts[row] = texts.emplace_back(without_spans(table.texts[row], found->second));
      ++changed;
    }
  }
  return changed;
}

}  // namespace standfast::cli
