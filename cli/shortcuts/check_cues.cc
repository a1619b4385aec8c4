#include "cli/shortcuts/check_cues.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/show_tables.h"
#include "standfast/analysis/check/cue/cue_checks.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/text/printable.h"

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

// Checks of any data look at no column that says what was planted: what is meant is no finding.
void leave_out_what_is_meant(CheckedData& data) {
  const CueTable& table = *data.cue;
  std::erase_if(data.columns, [&](const CheckedColumn& column) {
    return column.name == table.cue_name ||
           std::ranges::find(table.same_as_target, column.name) != table.same_as_target.end();
  });
}

// Documents of the test that the anti-test lacks: the pairs are not whole.
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
  shown.title = "What one thing alone tells";
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
      "Rules are made on train and measured on test, against the answer that is right most often there. Anti-test and "
      "original: the same rule for the {}. A cue that is as good on the anti-test as on the test is not reversed by it.",
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
    terminal().info(fmt::format("check: not looked at, since not every value is text or a number: {}",
                                fmt::join(files.not_read, ", ")));
  const CueSides sides = files.views();
  const auto side = [&](CueSide s) { return sides[static_cast<size_t>(s)]; };
  SF_ASSIGN(CueTable table, cue_table(sides, files.label, files.cue));
  // Checks look at no text that was planted: it makes two copies differ. Rows of the table begin with those of the data.
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
        "{} of {} documents of the test are not in the anti-test: scores of the two are not of the same documents",
        unpaired, side(CueSide::test)->size()));
  if (!files.changed.empty())
    terminal().warn(fmt::format(
        "{}: not as {}/manifest.json says (SHA-256): {}; what the manifest says of cues need not hold of what is there now",
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
    if (without > 0)
      out += fmt::format("  {} texts are looked at without what was planted in them\n", without);
    if (!data.cue->same_as_target.empty())
      out += printable_line(fmt::format("  not asked, since they say the same as the cue or the label: {}",
                                        fmt::join(data.cue->same_as_target, ", "))) +
             "\n";
    print(out + "\n" + shown_table(answers_table(*data.cue, answers)) + findings.text());
  }
  return findings.status(what);
}

}  // namespace standfast::cli
