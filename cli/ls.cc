// standfast ls: what can be named in a study or on a command line, printed from the catalogs.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.h"
#include "standfast/analysis/leak/design_checks.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/feature/encoder/encoder.h"
#include "standfast/metric/classes/classification.h"
#include "standfast/metric/pairs/profile.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/model/verify/verifier.h"
#include "standfast/sample/sampler.h"
#include "standfast/split/splitter.h"

namespace standfast::cli {
namespace {

using Json = nlohmann::ordered_json;

Json traits_json(const SamplerTraits& t) {
  return {{"needs_topics", t.needs_topics},
          {"needs_vectors", t.needs_vectors},
          {"deterministic", t.deterministic}};
}
Json traits_json(const SplitterTraits& t) {
  return {{"needs_topics", t.needs_topics},   {"needs_authors", t.needs_authors},
          {"needs_labels", t.needs_labels},   {"needs_dates", t.needs_dates},
          {"deterministic", t.deterministic}, {"novel_topics", t.novel_topics},
          {"novel_authors", t.novel_authors}, {"tests_all", t.tests_all},
          {"keeps_whole", t.keeps_whole}};
}
Json traits_json(const EncoderTraits& t) {
  return {{"sparse", t.sparse},
          {"deterministic", t.deterministic},
          {"nonnegative", t.nonnegative},
          {"reads_files", t.reads_files},
          {"learns_classes", t.learns_classes}};
}
Json traits_json(const VerifierTraits& t) {
  return {{"symmetric", t.symmetric}, {"deterministic", t.deterministic}, {"calibrates", t.calibrates}};
}
Json traits_json(const ClassifierTraits& t) {
  return {{"deterministic", t.deterministic},
          {"probabilities", t.probabilities},
          {"starts", t.starts},
          {"takes_weights", t.weights},
          {"represents_documents", t.represents}};
}
Json traits_json(const MetricTraits& t) {
  return {{"higher_is_better", t.higher_is_better},
          {"lowest", t.lowest},
          {"highest", t.highest},
          {"undefined", t.undefined},
          {"convention", t.convention},
          {"symmetric", t.symmetric}};
}

// Reads "symmetric, deterministic": the traits that hold.
std::string in_words(const Json& traits) {
  std::vector<std::string> words;
  for (const auto& [name, value] : traits.items())
    if (value.is_boolean() && value.get<bool>()) words.push_back(name);
  std::string text = fmt::format("{}", fmt::join(words, ", "));
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

template <class C>
void list(const C& catalog, bool details) {
  print(fmt::format("{}s\n", catalog.family()));
  for (const auto& entry : catalog.entries()) {
    print(fmt::format("  {:<20} {}\n", entry.name, entry.summary));
    if (!details) continue;
    if (const auto words = in_words(traits_json(entry.traits)); !words.empty())
      print(fmt::format("      is: {}\n", words));
    for (const auto& option : entry.options)
      print(fmt::format(
          "      {} = {}  {}{}\n", option.name, to_string(option.default_value), option.meaning,
          option.choices.empty() ? "" : fmt::format(" (one of {})", fmt::join(option.choices, ", "))));
    if (!entry.citation.empty()) print(fmt::format("      source: {}\n", entry.citation));
  }
}

template <class C>
void add(Json& json, const C& catalog) {
  Json& family = json[catalog.family()] = Json::array();
  for (const auto& entry : catalog.entries()) {
    Json one = {{"name", entry.name}, {"summary", entry.summary}, {"citation", entry.citation}};
    one["traits"] = traits_json(entry.traits);
    Json& options = one["options"] = Json::array();
    for (const auto& option : entry.options) {
      Json described = {{"name", option.name}};
      std::visit([&](const auto& value) { described["default"] = value; }, option.default_value);
      described["meaning"] = option.meaning;
      if (!option.choices.empty()) described["choices"] = option.choices;
      options.push_back(std::move(described));
    }
    family.push_back(std::move(one));
  }
}

void list_profiles(bool details) {
  print("metric profiles\n");
  for (const auto& profile : metric_profiles()) {
    print(fmt::format("  {:<20} {}\n", profile.name, profile.summary));
    if (details) print(fmt::format("      source: {}\n", profile.citation));
  }
}

Json profiles_json() {
  Json all = Json::array();
  for (const auto& profile : metric_profiles())
    all.push_back({{"name", profile.name},
                   {"summary", profile.summary},
                   {"citation", profile.citation},
                   {"metrics", metric_names(profile)}});
  return all;
}

void list_warnings(bool details) {
  print("warnings\n");
  for (const auto& check : design_checks()) {
    print(fmt::format("  {:<20} {}\n", check.code, check.title));
    if (details)
      print(fmt::format("      is: {}, seen {} a run\n      explained: {}\n", severity_name(check.severity),
                        check.after_run ? "after" : "before", check.anchor()));
  }
}

Json warnings_json() {
  Json all = Json::array();
  for (const auto& check : design_checks())
    all.push_back({{"code", check.code},
                   {"title", check.title},
                   {"severity", severity_name(check.severity)},
                   {"after_run", check.after_run},
                   {"docs", check.anchor()}});
  return all;
}

// One line a family.
template <class Visit>
void for_each_catalog(const Visit& visit) {
  visit(samplers());
  visit(splitters());
  visit(encoders());
  visit(verifiers());
  visit(classifiers());
  visit(verification_metrics());
  visit(classification_metrics());
}

Status check_family(const std::string& family) {
  std::vector<std::string> names;
  for_each_catalog([&](const auto& catalog) { names.push_back(catalog.family() + "s"); });
  names.insert(names.end(), {"metric profiles", "warnings"});
  for (const auto& name : names)
    if (family.empty() || family == name || family + "s" == name) return {};
  return usage_error(
      fmt::format("ls: there is no family \"{}\" (there are: {})", family, fmt::join(names, ", ")));
}

}  // namespace

Command ls_command() {
  return {"ls", "List samplers, splitters, encoders, verifiers, classifiers, metrics and warnings",
          [](Args& args) {
            auto details = std::make_shared<bool>(false);
            auto json = std::make_shared<bool>(false);
            auto family = std::make_shared<std::string>();
            args.text("FAMILY", *family, "Only these: samplers, splitters ... warnings");
            args.flag("-l,--long", *details, "Traits, options with defaults, and sources");
            args.flag("--json", *json, "Print one JSON document with all of it");
            return [details, json, family]() -> Status {
              SF_TRY(check_family(*family));
              const auto asked = [&](const std::string& name) {
                return family->empty() || *family == name || *family == name + "s";
              };
              if (*json) {
                Json all = Json::object();
                for_each_catalog([&](const auto& catalog) {
                  if (asked(catalog.family())) add(all, catalog);
                });
                if (asked("metric profile")) all["metric profile"] = profiles_json();
                if (asked("warning")) all["warning"] = warnings_json();
                print(json_text(all, 2) + "\n");
              } else {
                for_each_catalog([&](const auto& catalog) {
                  if (asked(catalog.family())) list(catalog, *details);
                });
                if (asked("metric profile")) list_profiles(*details);
                if (asked("warning")) list_warnings(*details);
              }
              return {};
            };
          }};
}

}  // namespace standfast::cli
