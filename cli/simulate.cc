// standfast simulate: how often do the tests and intervals of a report err on corpora of this design?
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.h"
#include "cli/counts_args.h"
#include "cli/keep_inputs.h"
#include "cli/option_flags.h"
#include "cli/show_tables.h"
#include "cli/simulate_tables.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/model/verify/verifier.h"
#include "standfast/report/table/table_json.h"
#include "standfast/simulate/simulate_options.h"
#include "standfast/simulate/synthetic_study.h"

namespace standfast::cli {
namespace {

using Json = nlohmann::ordered_json;
using simulate::SimulateOptions;

struct SimulateArgs {
  CountsArgs counts;
  OptionFlags asked;  // SimulateOptions
  std::map<std::string, OptionValue> settings;
  std::string out;
  int64_t seed = 0, jobs = 0;
  std::function<bool()> grid_given;
  bool json = false;
};

// features, from the command line or from the preset, that the model cannot take: it has no such option, or one
// that is a number.
template <class Models>
Status check_features(const Models& models, const std::string& model, const std::string& features) {
  const auto has_features = [](const auto& entry) {
    return std::any_of(entry.options.begin(), entry.options.end(), [](const auto& option) {
      return option.name == "features" && std::holds_alternative<std::string>(option.default_value);
    });
  };
  SF_ASSIGN(const auto* entry, models.find(model));
  if (has_features(*entry)) return {};
  std::vector<std::string> takers;
  for (const auto& other : models.entries())
    if (has_features(other)) takers.push_back(other.name);
  return usage_error(fmt::format(
      "features = {}, which --features or the preset says: the {} {} has no kinds of features to choose from; give "
      "--features \"\"{}",
      features, models.family(), model,
      takers.empty() ? "" : fmt::format(", or a model that has some (--model {})", fmt::join(takers, ", "))));
}

// The model and its options: quick ones unless others are given.
Status choose_model(const SimulateOptions& asked, const std::map<std::string, OptionValue>& settings,
                    SyntheticDesign& design) {
  design.verifies = asked.task == "verification";
  design.model = !asked.model.empty() ? asked.model : design.verifies ? "char-ngram" : "naive-bayes";
  design.options = settings;
  if (!asked.features.empty()) {
    const Status taken = design.verifies ? check_features(verifiers(), design.model, asked.features)
                                         : check_features(classifiers(), design.model, asked.features);
    if (!taken) return taken;
    design.options.try_emplace("features", asked.features);
  }
  if (design.verifies) return {};
  SF_ASSIGN(const auto* entry, classifiers().find(design.model));
  if (entry->traits.pretrained)
    return usage_error(fmt::format(
        "--model {}: it is not trained here, and it knows no author of a made-up corpus; name one that learns "
        "(standfast ls classifiers)",
        entry->name));
  const auto& options = entry->options;
  if (std::any_of(options.begin(), options.end(), [](const auto& one) { return one.name == "features"; }))
    design.options.try_emplace("features", std::string("function-words"));
  return {};
}

Status run(const SimulateArgs& given) {
  SF_ASSIGN(const Options values, given.asked.resolved("simulate"));
  SF_ASSIGN(const SimulateOptions asked, simulate::simulate_option_table().read(values));
  SyntheticDesign design = asked.design;
  if (const auto chosen = choose_model(asked, given.settings, design); !chosen)
    return with_context("simulate", chosen.error());
  const bool of_grid = given.counts.corpus.path.empty() && given.counts.table.empty();
  if (!of_grid && given.grid_given())
    return usage_error(
        fmt::format("simulate: both --grid and {} say how many documents authors have on topics; give "
                    "one of them",
                    given.counts.table.empty() ? "CORPUS" : "--table"));
  if (of_grid) {
    SF_ASSIGN(design.table, simulate::grid_counts(asked.grid));
  } else {
    SF_ASSIGN(auto read, given.counts.read("simulate"));
    design.table = std::move(read.counts);
  }
  design.seed = static_cast<uint64_t>(given.seed);
  simulate::DesignErrorOptions options;
  options.sets = static_cast<uint32_t>(asked.corpora / asked.per_set);
  options.blocks = static_cast<uint32_t>(asked.per_set);
  options.level = asked.confidence;
  options.resamples = static_cast<uint32_t>(asked.resamples);
  options.threads = threads_of(given.jobs);
  const auto found = simulate::design_errors(design, options, terminal());
  if (!found) return with_context("simulate", found.error());
  const auto tables = simulate_tables(*found, {design, asked.per_set, asked.confidence});
  if (!given.out.empty())
    SF_TRY(
        write_tables(given.out, tables,
                     together({given.counts.files(), files_named(verifiers(), design.model, design.options),
                               files_named(classifiers(), design.model, design.options)})));
  if (given.json) {
    Json document = {{"schema", "standfast-simulate/1"},
                     {"task", asked.task},
                     {"corpora", found->corpora},
                     {"per_set", asked.per_set},
                     {"documents", found->documents},
                     {"authors", found->authors},
                     {"topics", found->topics},
                     {"style", design.style},
                     {"topic_strength", design.topic_strength},
                     {"families", design.families},
                     {"threads", design.threads},
                     {"thread_strength", design.thread_strength},
                     {"kept", design.verifies ? Json(kept_topics(design)) : Json(nullptr)},
                     {"seeds", design.verifies ? Json(design.draws) : Json(nullptr)},
                     {"length", design.length},
                     {"model", design.model},
                     {"confidence", asked.confidence},
                     {"resamples", asked.resamples},
                     {"seed", given.seed},
                     {"tables", Json::object()}};
    for (const auto& table : tables) document["tables"][table.name] = report::table_json(table);
    print(json_text(document) + "\n");
    return {};
  }
  std::string text;
  for (const auto& table : tables) text += shown_table(table);
  print(text);
  return {};
}

}  // namespace

Command simulate_command() {
  return {
      "simulate", "Measure how often the tests and intervals of a report err, on synthetic corpora",
      [](Args& args) {
        auto given = std::make_shared<SimulateArgs>();
        given->counts.declare(args);
        given->asked.declare(args, simulate::simulate_option_table());
        given->grid_given = args.given("--grid");
        args.settings("--set", given->settings, "Another option of the model, e.g. n=3");
        args.count("--seed", given->seed, "Same seed, same numbers");
        args.jobs(given->jobs);
        args.text("-o,--out", given->out, "Folder for the tables as CSV and LaTeX").new_folder();
        args.flag("--json", given->json, "Print one JSON document");
        args.footer(
            "Only the author x topic table of a corpus is used, no text. Every synthetic corpus goes through "
            "features, a model,\nfolds and the statistics of the report. Classification: ordinary folds, "
            "leave-one-topic-out, its matched controls.\nVerification: shuffled folds of random topics, "
            "folds of whole random topics, HITS; pairs across topics\n(docs/simulated-corpora.md). Presets "
            "are the designs of that page; standfast ls designs says what each holds.");
        args.example("standfast simulate --grid 6x6x2 --corpora 10 --resamples 49",
                     "How often tests err where nothing differs, roughly");
        return [given] { return run(*given); };
      }};
}

}  // namespace standfast::cli
