#include "cli/shortcuts/scan_tables.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/in_words.h"
#include "standfast/base/json.h"
#include "standfast/text/printable.h"

namespace standfast::cli {
namespace {

using Json = nlohmann::ordered_json;
using report::exact;
using report::shown;
using report::signed_shown;
using report::Table;

constexpr size_t kTextShown = 200;  // bytes of a text
constexpr size_t kNameShown = 60;

double share(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}
std::string points(double x) {
  return fmt::format("{:+.1f}", 100 * x);
}
// Returns the name of a cue. A form whose documents all contain certain words is shown with these words,
// which may be its cause.
std::string cue_name(const Cue& cue) {
  const auto shown = [](const std::string& name) { return shortened(printable_line(name), kNameShown); };
  if (cue.kind == CueKind::words) return fmt::format("\"{}\"", shown(cue.name));
  const auto words = std::ranges::find(cue.also, CueKind::words, &CueName::kind);
  return words == cue.also.end() || words->name == cue.word
             ? shown(cue.name)
             : fmt::format("{} = \"{}\"", shown(cue.name), shown(words->name));
}
std::string scientific(double p) {
  return p == 0 ? "<1e-300" : p < 0.001 ? fmt::format("{:.0e}", p) : fmt::format("{:.3f}", p);
}
std::string drop_text(const ScoreDrop& drop) {
  return drop.interval ? fmt::format("{} [{}, {}]", points(drop.points), points(drop.interval->low),
                                     points(drop.interval->high))
                       : points(drop.points);
}
Json number(double x) {
  return std::isfinite(x) ? Json(x) : Json(nullptr);
}
Json json_of(const ScoreDrop& drop, bool whole) {
  Json json = {{"points", number(100 * drop.points)}};
  json["low"] = drop.interval ? number(100 * drop.interval->low) : Json(nullptr);
  json["high"] = drop.interval ? number(100 * drop.interval->high) : Json(nullptr);
  if (whole) json["macro_f1_points"] = number(100 * drop.macro_f1);
  return json;
}
Json json_of(const CueWorth& worth) {
  Json json = {{"measured", worth.measured},    {"why_not", worth.why_not},
               {"documents", worth.documents},  {"accuracy_with", number(worth.accuracy_with)},
               {"hint", hint_name(worth.hint)}, {"hint_in_words", hint_in_words(worth.hint)}};
  if (!worth.measured) return json;
  json["blinded"] = json_of(worth.blinded, true);
  json["blinded_on_documents_with_it"] = json_of(worth.blinded_there, false);
  json["retrained"] = json_of(worth.retrained, true);
  return json;
}
Json examples_json(const std::vector<uint32_t>& rows, const ScanExamples& examples) {
  Json json = Json::array();
  for (const uint32_t row : rows) {
    Json one = {{"id", examples.corpus->id(row)}};
    if (examples.with_text) one["text"] = examples.corpus->text(row);
    json.push_back(std::move(one));
  }
  return json;
}

std::vector<std::string> same_documents(const Cue& cue) {
  std::vector<std::string> names;
  for (const CueName& same : cue.also) names.push_back(same.name);
  return names;
}

// Returns the worth of each finding; null for findings whose cue was not measured: later cues, and the other
// labels of a cue.
std::vector<const CueWorth*> worth_by_finding(const Scan& scan, const ClassifierWorth* worth) {
  std::vector<const CueWorth*> worth_of(scan.tests.findings.size(), nullptr);
  for (size_t k = 0; worth != nullptr && k < worth->cues.size(); ++k)
    worth_of[scan.first_of_cue[k]] = &worth->cues[k];
  return worth_of;
}

constexpr std::array kDrops = {std::pair{"blinded", &CueWorth::blinded},
                               std::pair{"blinded_there", &CueWorth::blinded_there},
                               std::pair{"retrained", &CueWorth::retrained}};

void add_worth_header(Table& table) {
  for (const auto& [name, drop] : kDrops)
    for (const char* part : {"", "_low", "_high"}) table.data_header.push_back(std::string(name) + part);
  table.data_header.push_back("hint");
  table.texts.push_back("hint");
}

// Adds the worth in percentage points; an empty cell means not measured, or no interval.
void add_worth(const CueWorth* worth, std::vector<std::string>& row) {
  for (const auto& [name, member] : kDrops) {
    const ScoreDrop* const drop = worth != nullptr && worth->measured ? &(worth->*member) : nullptr;
    const bool has_interval = drop != nullptr && drop->interval.has_value();
    row.push_back(drop != nullptr ? exact(100 * drop->points) : "");
    row.push_back(has_interval ? exact(100 * drop->interval->low) : "");
    row.push_back(has_interval ? exact(100 * drop->interval->high) : "");
  }
  row.push_back(worth == nullptr ? "" : std::string(hint_name(worth->hint)));
}

}  // namespace

Table findings_table(const Scan& scan, const ScanOptions& options, const ClassifierWorth* worth, size_t top) {
  const auto& tests = scan.tests;
  Table table;
  table.name = "scan";
  table.title = fmt::format("Cues that go with {}", options.target);
  table.header = {"cue", "label", "documents", "of the label", "in all", "PMI", "z", "q", "halves", "alone"};
  table.data_header = {"cue",
                       "kind",
                       "label",
                       "documents",
                       "with_label",
                       "label_documents",
                       "others_with",
                       "other_documents",
                       "groups",
                       "effective_documents",
                       "pmi",
                       "z",
                       "log_odds",
                       "log_odds_z",
                       "p",
                       "q",
                       "z_half_1",
                       "z_half_2",
                       "stable",
                       "alone_accuracy",
                       "alone_low",
                       "alone_high",
                       "majority_accuracy",
                       "alone_macro_f1",
                       "majority_macro_f1",
                       "n",
                       "same_documents"};
  table.texts = {"cue", "kind", "label", "same_documents"};
  if (worth != nullptr) add_worth_header(table);
  const auto worth_of = worth_by_finding(scan, worth);
  for (size_t k = 0; k < tests.findings.size(); ++k) {
    const CueFinding& found = tests.findings[k];
    const Cue& cue = scan.cue(found);
    const SingleCueScore& alone = scan.alone[k];
    table.data.push_back({cue.name,
                          std::string(kind_name(cue.kind)),
                          scan.label(found),
                          std::to_string(found.documents()),
                          std::to_string(found.with),
                          std::to_string(found.of_label),
                          std::to_string(found.others_with),
                          std::to_string(found.others),
                          std::to_string(found.groups_with),
                          exact(found.effective_with),
                          exact(found.pmi),
                          exact(found.z),
                          exact(found.log_odds),
                          exact(found.log_odds_z),
                          exact(found.p),
                          exact(found.q),
                          exact(found.half_z[0]),
                          exact(found.half_z[1]),
                          found.stable ? "1" : "0",
                          exact(alone.accuracy()),
                          alone.interval ? exact(alone.interval->low) : "",
                          alone.interval ? exact(alone.interval->high) : "",
                          exact(alone.majority()),
                          exact(alone.macro_f1),
                          exact(alone.majority_macro_f1),
                          std::to_string(alone.n),
                          fmt::format("{}", fmt::join(same_documents(cue), " | "))});
    if (worth != nullptr) add_worth(worth_of[k], table.data.back());
  }
  const size_t rows = std::min(top, scan.first_of_cue.size());
  for (size_t k = 0; k < rows; ++k) {
    const CueFinding& found = tests.findings[scan.first_of_cue[k]];
    const SingleCueScore& alone = scan.alone[scan.first_of_cue[k]];
    const double here = share(found.with, found.documents());
    table.rows.push_back(
        {{cue_name(scan.cue(found))},
         {shortened(printable_line(scan.label(found)), kNameShown)},
         {scan.units.named_groups
              ? fmt::format("{} of {} groups", grouped(found.documents()), grouped(found.groups_with))
              : grouped(found.documents())},
         {report::exact_percent(here), "", "", here},
         {report::exact_percent(share(found.of_label, scan.units.size()))},
         {std::isnan(found.pmi) ? "never" : signed_shown(found.pmi)},
         {fmt::format("{:+.1f}", found.z)},
         {scientific(found.q)},
         {fmt::format("{:+.1f} {:+.1f}{}", found.half_z[0], found.half_z[1], found.stable ? "" : " differ")},
         {fmt::format("{} ({})", report::exact_percent(alone.accuracy()),
                      points(alone.accuracy() - alone.majority()))}});
  }
  const double majority = scan.alone.empty() ? 0 : scan.alone.front().majority();
  table.caption = fmt::format(
      "{} of {} documents have a {}; {} cues, {} tests by Fisher's exact test{}, {} findings at q {} ({}), "
      "of {} cues; {} shown. Of the label: the share of the documents with the cue that have the label; in "
      "all: the share of all documents. z: distance of the two (Gardner et al. 2021). Halves: z in two "
      "halves of the {}. {}",
      grouped(scan.units.size()), grouped(scan.units.all), options.target, grouped(tests.cues),
      grouped(tests.tests),
      scan.units.named_groups
          ? fmt::format(" over counts corrected for {} groups, and a test that counts groups",
                        grouped(scan.units.groups))
          : "",
      grouped(tests.findings.size()), options.tests.q,
      options.tests.correction == Correction::benjamini_hochberg ? "Benjamini-Hochberg"
                                                                 : "Benjamini-Yekutieli",
      grouped(scan.first_of_cue.size()), rows, scan.units.named_groups ? "groups" : "documents",
      scan.alone.empty()
          ? std::string("Nothing was found.")
          : fmt::format(
                "Alone: accuracy of a rule that sees this cue alone, and its points above the most frequent "
                "label ({}).",
                report::exact_percent(majority)));
  return table;
}

Table worth_table(const Scan& scan, const ClassifierWorth& worth, const std::string& classifier) {
  Table table;
  table.name = "worth";
  table.title = fmt::format("What the cues are worth to {}", classifier);
  table.caption = fmt::format(
      "{}: accuracy {}, macro F1 {} on {} documents, cross-validated. Points lost: blinded, the cue is taken "
      "out of the test texts; retrained, out of training and test. In brackets: paired 95 % intervals. "
      "There: on documents with the cue. Leaned on: blinding costs points, retraining restores half or more. "
      "Carries: retraining restores under half. Redundant: the cost of blinding cannot be told from 0. A "
      "hint is not a proof (docs/scan.md).",
      classifier, report::exact_percent(worth.accuracy), shown(worth.macro_f1), grouped(worth.n));
  table.header = {"cue", "documents", "right there", "blinded, there", "blinded", "retrained", "hint"};
  for (size_t k = 0; k < worth.cues.size(); ++k) {
    const CueWorth& one = worth.cues[k];
    const Cue& cue = scan.cue(scan.tests.findings[scan.first_of_cue[k]]);
    table.rows.push_back({{cue_name(cue)},
                          {grouped(one.documents)},
                          {report::exact_percent(one.accuracy_with)},
                          {one.measured ? drop_text(one.blinded_there) : "-"},
                          {one.measured ? drop_text(one.blinded) : "-"},
                          {one.measured ? drop_text(one.retrained) : "-"},
                          {std::string(hint_name(one.hint))}});
  }
  return table;
}

Json scan_json(const Scan& scan, const ScanOptions& options, const ClassifierWorth* worth,
               const std::string& classifier, const ScanExamples& examples) {
  Json json = {
      {"schema", "standfast-scan/1"},
      {"data", examples.corpus->name()},
      {"data_hash", examples.corpus->data_hash()},
      {"target", options.target},
      {"group", options.group.empty() ? Json(nullptr) : Json(options.group)},
      {"columns", scan.columns},
      {"documents", scan.units.size()},
      {"of_documents", scan.units.all},
      {"groups", scan.units.groups},
      {"labels", Json::object()},
      {"cues", scan.tests.cues},
      {"tests", scan.tests.tests},
      {"least_p", scan.tests.least_p},
      {"q", options.tests.q},
      {"correction", options.tests.correction == Correction::benjamini_hochberg ? "benjamini-hochberg"
                                                                                : "benjamini-yekutieli"},
      {"min_count", options.cues.least_documents},
      {"seed", options.seed}};
  std::vector<uint64_t> sizes(scan.units.labels.size());
  for (const uint32_t label : scan.units.label) ++sizes[label];
  for (size_t c = 0; c < sizes.size(); ++c) json["labels"][scan.units.labels[c]] = sizes[c];
  if (worth != nullptr)
    json["classifier"] = {
        {"name", classifier}, {"accuracy", worth->accuracy}, {"macro_f1", worth->macro_f1}, {"n", worth->n}};
  const auto worth_of = worth_by_finding(scan, worth);
  auto& findings = json["findings"] = Json::array();
  for (size_t k = 0; k < scan.tests.findings.size(); ++k) {
    const CueFinding& found = scan.tests.findings[k];
    const Cue& cue = scan.cue(found);
    const SingleCueScore& alone = scan.alone[k];
    Json one = {{"cue", cue.name},
                {"kind", kind_name(cue.kind)},
                {"same_documents", same_documents(cue)},
                {"label", scan.label(found)},
                {"documents", found.documents()},
                {"with_label", found.with},
                {"label_documents", found.of_label},
                {"groups", found.groups_with},
                {"effective_documents", found.effective_with},
                {"pmi", number(found.pmi)},
                {"z", number(found.z)},
                {"log_odds", number(found.log_odds)},
                {"log_odds_z", number(found.log_odds_z)},
                {"p", found.p},
                {"q", found.q},
                {"z_of_halves", found.half_z},
                {"stable", found.stable},
                {"alone",
                 {{"accuracy", alone.accuracy()},
                  {"low", alone.interval ? Json(alone.interval->low) : Json(nullptr)},
                  {"high", alone.interval ? Json(alone.interval->high) : Json(nullptr)},
                  {"majority", alone.majority()},
                  {"macro_f1", alone.macro_f1},
                  {"majority_macro_f1", alone.majority_macro_f1},
                  {"right", alone.right},
                  {"n", alone.n}}},
                {"examples", examples_json(scan.examples(found, true, examples.most), examples)},
                {"counterexamples", examples_json(scan.examples(found, false, examples.most), examples)}};
    if (worth_of[k] != nullptr) one["worth"] = json_of(*worth_of[k]);
    findings.push_back(std::move(one));
  }
  return json;
}

std::string shown_examples(const Scan& scan, size_t top, const ScanExamples& examples) {
  std::string out = "Examples: documents with the cue, of the label and of others\n\n";
  const auto line = [&](std::string_view what, const std::vector<uint32_t>& rows) {
    if (rows.empty()) return;
    out += fmt::format("    {:<10}", what);
    for (const uint32_t row : rows) out += " " + printable_line(examples.corpus->id(row));
    out += "\n";
    for (const uint32_t row : rows)
      if (examples.with_text)
        out += fmt::format("      {}: {}\n", printable_line(examples.corpus->id(row)),
                           shortened(printable_line(examples.corpus->text(row)), kTextShown));
  };
  for (size_t k = 0; k < std::min(top, scan.first_of_cue.size()); ++k) {
    const CueFinding& found = scan.tests.findings[scan.first_of_cue[k]];
    out += fmt::format("  {} -> {}\n", cue_name(scan.cue(found)),
                       shortened(printable_line(scan.label(found)), kNameShown));
    line("of it", scan.examples(found, true, examples.most));
    line("others", scan.examples(found, false, examples.most));
  }
  return out;
}

}  // namespace standfast::cli
