// standfast ls: the names that a study or a command line may use, printed from the catalogs.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.h"
#include "standfast/analysis/attribution/explainer.h"
#include "standfast/analysis/check/data_checks.h"
#include "standfast/analysis/leak/warning_catalog.h"
#include "standfast/analysis/split/split_analysis.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/feature/encoder/encoder.h"
#include "standfast/feature/reduction/reduction.h"
#include "standfast/metric/classes/classification.h"
#include "standfast/metric/classes/classification_profile.h"
#include "standfast/metric/pairs/profile.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/model/verify/verifier.h"
#include "standfast/sample/sampler.h"
#include "standfast/shortcut/shortcut.h"
#include "standfast/simulate/simulate_options.h"
#include "standfast/split/export/exporter.h"
#include "standfast/split/splitter.h"
#include "standfast/study/spec/auxiliary.h"

namespace standfast::cli {
namespace {

using Json = nlohmann::ordered_json;

Json traits_json(const std::vector<TraitLine>& lines) {
  Json json = Json::object();
  for (const auto& line : lines)
    std::visit([&](const auto& value) { json[std::string(line.name)] = value; }, line.value);
  return json;
}

// Returns the traits that hold: "symmetric, deterministic". A trait with a value reads "keeps whole group".
std::string in_words(const std::vector<TraitLine>& lines) {
  std::vector<std::string> words;
  for (const auto& line : lines) {
    std::string name(line.name);
    std::replace(name.begin(), name.end(), '_', ' ');
    if (const auto* flag = std::get_if<bool>(&line.value)) {
      if (*flag) words.push_back(name);
    } else if (const auto* text = std::get_if<std::string>(&line.value); text != nullptr && !text->empty()) {
      words.push_back(name + " " + *text);
    }
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string allowed_in_words(const OptionSpec& option) {
  if (!option.choices.empty()) return fmt::format(" (one of {})", fmt::join(option.choices, ", "));
  const std::string range = option.range.in_words();
  return range.empty() ? "" : fmt::format(" ({})", range);
}

std::string in_words(const std::map<std::string, OptionValue>& preset) {
  std::vector<std::string> values;
  for (const auto& [name, value] : preset) values.push_back(name + " = " + to_string(value));
  return fmt::format("{}", fmt::join(values, ", "));
}

Json values_json(const std::map<std::string, OptionValue>& preset) {
  Json values = Json::object();
  for (const auto& [option, value] : preset)
    std::visit([&, &key = option](const auto& v) { values[key] = v; }, value);
  return values;
}

template <class Entry>
void list_details(const Entry& entry) {
  if (const auto words = in_words(describe(entry.traits)); !words.empty())
    print(fmt::format("      is: {}\n", words));
  for (const auto& option : entry.options)
    print(fmt::format("      {} = {}  {}{}\n", option.name, to_string(option.default_value), option.meaning,
                      allowed_in_words(option)));
  if (entry.options.empty()) print("      options: none\n");
  for (const auto& preset : entry.options.presets())
    print(fmt::format("      preset {}: {} ({})\n", preset.name, preset.summary, in_words(preset.values)));
  if (!entry.citation.empty()) print(fmt::format("      source: {}\n", entry.citation));
}

// Lists components. name: only the component of this name; "" lists all.
template <class C>
void list(const C& catalog, bool details, const std::string& name = {}) {
  print(fmt::format("{}s\n", catalog.family()));
  for (const auto& entry : catalog.entries()) {
    if (!name.empty() && entry.name != name) continue;
    print(fmt::format("  {:<20} {}\n", entry.name, entry.summary));
    if (details) list_details(entry);
  }
}

const char* option_type(const OptionSpec& option) {
  constexpr const char* kTypes[] = {"boolean", "integer", "number", "text"};  // in the order of OptionValue
  return kTypes[option.default_value.index()];
}

const char* option_kind(const OptionSpec& option) {
  switch (option.kind) {
    case OptionKind::path:
      return "path";
    case OptionKind::model:
      return "model";
    case OptionKind::command:
      return "command";
    case OptionKind::column:
      return "column";
    case OptionKind::value:
      break;
  }
  return "value";
}

// Returns the range as numbers; an open end has none.
Json bounds_json(const OptionRange& range) {
  Json bounds = Json::object();
  if (std::isfinite(range.low)) bounds["low"] = range.low;
  if (std::isfinite(range.high)) bounds["high"] = range.high;
  bounds["above_low"] = range.above_low;
  bounds["below_high"] = range.below_high;
  bounds["or_zero"] = range.or_zero;
  return bounds;
}

Json option_json(const OptionSpec& option) {
  Json described = {{"name", option.name}};
  described["type"] = option_type(option);
  described["kind"] = option_kind(option);
  described["list"] = option.list;
  std::visit([&](const auto& value) { described["default"] = value; }, option.default_value);
  described["meaning"] = option.meaning;
  if (!option.choices.empty()) described["choices"] = option.choices;
  if (const std::string range = option.range.in_words(); !range.empty()) {
    described["range"] = range;
    described["bounds"] = bounds_json(option.range);
  }
  return described;
}

template <class C>
void add(Json& json, const C& catalog, const std::string& name = {}) {
  Json& family = json[catalog.family()] = Json::array();
  for (const auto& entry : catalog.entries()) {
    if (!name.empty() && entry.name != name) continue;
    Json one = {{"name", entry.name}, {"summary", entry.summary}, {"citation", entry.citation}};
    one["traits"] = traits_json(describe(entry.traits));
    Json& options = one["options"] = Json::array();
    for (const auto& option : entry.options) options.push_back(option_json(option));
    for (const auto& preset : entry.options.presets())
      one["presets"].push_back(
          {{"name", preset.name}, {"summary", preset.summary}, {"values", values_json(preset.values)}});
    family.push_back(std::move(one));
  }
}

void list_profiles(bool details) {
  print("metric profiles\n");
  for (const auto& profile : metric_profiles()) {
    print(fmt::format("  {:<20} {}\n", profile.name, profile.summary));
    if (details) print(fmt::format("      source: {}\n", profile.citation));
  }
  for (const auto& profile : classification_profiles())
    print(fmt::format("  {:<20} {}\n", profile.name, profile.summary));
}

Json profiles_json() {
  Json all = Json::array();
  for (const auto& profile : metric_profiles())
    all.push_back({{"name", profile.name},
                   {"summary", profile.summary},
                   {"citation", profile.citation},
                   {"metrics", metric_names(profile)}});
  for (const auto& profile : classification_profiles())
    all.push_back({{"name", profile.name}, {"summary", profile.summary}, {"metrics", profile.metrics}});
  return all;
}

// Returns the presets of standfast simulate.
const std::vector<OptionPreset>& designs() {
  static const OptionSet options = simulate::simulate_option_table();
  return options.presets();
}

void list_designs(bool details) {
  print("designs\n");
  for (const auto& design : designs()) {
    print(fmt::format("  {:<20} {}\n", design.name, design.summary));
    if (details) print(fmt::format("      is: {}\n", in_words(design.values)));
  }
}

Json designs_json() {
  Json all = Json::array();
  for (const auto& design : designs())
    all.push_back(
        {{"name", design.name}, {"summary", design.summary}, {"values", values_json(design.values)}});
  return all;
}

void list_warnings(bool details) {
  print("warnings\n");
  for (const auto& check : warning_kinds()) {
    print(fmt::format("  {:<20} {}\n", check.code, check.title));
    if (details)
      print(fmt::format("      is: {}, seen {} a run\n      explained: {}\n", severity_name(check.severity),
                        check.after_run ? "after" : "before", check.anchor()));
  }
}

Json warnings_json() {
  Json all = Json::array();
  for (const auto& check : warning_kinds())
    all.push_back({{"code", check.code},
                   {"title", check.title},
                   {"severity", severity_name(check.severity)},
                   {"after_run", check.after_run},
                   {"docs", check.anchor()}});
  return all;
}

void list_checks(bool details) {
  print("checks\n");
  for (const auto& check : data_checks()) {
    print(fmt::format("  {:<20} {}\n", check.code, check.title));
    if (details)
      print(fmt::format("      is: {}, a {}, of {}; counts {}\n      explained: {}\n", check.name,
                        severity_name(check.severity), check.of_sides ? "two sides" : "a corpus",
                        check.counted, check.anchor()));
  }
}

Json checks_json() {
  Json all = Json::array();
  for (const auto& check : data_checks())
    all.push_back({{"code", check.code},
                   {"name", check.name},
                   {"title", check.title},
                   {"severity", severity_name(check.severity)},
                   {"of_sides", check.of_sides},
                   {"counted", check.counted},
                   {"docs", check.anchor()}});
  return all;
}

// Prints one line for each family.
template <class Visit>
void for_each_catalog(const Visit& visit) {
  visit(samplers());
  visit(splitters());
  visit(exporters());
  visit(shortcuts());
  visit(encoders());
  visit(reductions());
  visit(verifiers());
  visit(classifiers());
  visit(verification_metrics());
  visit(classification_metrics());
  visit(auxiliary_kinds());
  visit(split_analyses());
  visit(explainers());
}

// Returns true if the word names this family: "splitter" and "splitters" do, and "auxiliary" for "auxiliary
// files".
bool names_family(std::string_view word, const std::string& family) {
  return word == family || family + "s" == word || family.starts_with(fmt::format("{} ", word));
}

// The family or component that a word names: a family ("" is all of them); or one component, in each family
// that has one of this name.
struct Wanted {
  std::string family, component;
};

struct Listed {
  std::vector<std::string> families, components;
};

Listed everything() {
  Listed all;
  for_each_catalog([&](const auto& catalog) {
    all.families.push_back(catalog.family());
    for (const auto& entry : catalog.entries()) all.components.push_back(entry.name);
  });
  all.families.insert(all.families.end(), {"metric profile", "design", "warning", "check"});
  return all;
}

Result<Wanted> wanted(const std::string& word) {
  auto [families, components] = everything();
  for (auto& name : families) {
    if (word.empty() || names_family(word, name)) return Wanted{word, ""};
    name += "s";
  }
  if (std::find(components.begin(), components.end(), word) != components.end()) return Wanted{"", word};
  std::vector<std::string> all = families;
  all.insert(all.end(), components.begin(), components.end());
  const auto hint = nearest_name(word, all);
  return usage_error(fmt::format("ls: there is no family \"{}\"{}", word,
                                 hint.empty() ? fmt::format(" (there are: {})", fmt::join(families, ", "))
                                              : fmt::format("; did you mean \"{}\"?", hint)));
}

Status run(const std::string& word, bool details, bool json) {
  SF_ASSIGN(const Wanted want, wanted(word));
  const auto asked = [&](const std::string& name) {
    return want.component.empty() && (want.family.empty() || names_family(want.family, name));
  };
  const auto has = [&](const auto& catalog) {
    return asked(catalog.family()) || (!want.component.empty() && catalog.find(want.component).has_value());
  };
  if (json) {
    Json all = Json::object();
    for_each_catalog([&](const auto& catalog) {
      if (has(catalog)) add(all, catalog, want.component);
    });
    if (asked("metric profile")) all["metric profile"] = profiles_json();
    if (asked("design")) all["design"] = designs_json();
    if (asked("warning")) all["warning"] = warnings_json();
    if (asked("check")) all["check"] = checks_json();
    print(json_text(all, 2) + "\n");
    return {};
  }
  for_each_catalog([&](const auto& catalog) {
    if (has(catalog)) list(catalog, details || !want.component.empty(), want.component);
  });
  if (asked("metric profile")) list_profiles(details);
  if (asked("design")) list_designs(details);
  if (asked("warning")) list_warnings(details);
  if (asked("check")) list_checks(details);
  return {};
}

std::vector<std::string> names_to_list() {
  auto [names, components] = everything();
  for (auto& name : names) name += "s";
  for (const auto& name : components)
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  return names;
}

}  // namespace

Command ls_command() {
  return {"ls",
          "List samplers, splitters, exporters, shortcuts, encoders, reductions, verifiers, classifiers, "
          "metrics, auxiliary files, "
          "split meters, explainers, designs, warnings and checks",
          [](Args& args) {
            auto details = std::make_shared<bool>(false);
            auto json = std::make_shared<bool>(false);
            auto word = std::make_shared<std::string>();
            args.text("FAMILY", *word,
                      "One family (samplers, splitters ... warnings), or all of one component "
                      "(hits)")
                .named(names_to_list());
            args.flag("-l,--long", *details, "Print traits, options with defaults, and sources");
            args.flag("--json", *json, "Print all of it as one JSON document");
            args.example("standfast ls splitters", "List all ways to cut a corpus");
            args.example("standfast ls hits", "Describe one component with its options and its source");
            return [details, json, word] { return run(*word, *details, *json); };
          }};
}

}  // namespace standfast::cli
