// standfast simulate: error rates of the tests and intervals of a report on corpora of this design.
#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/args.h"
#include "cli/commands.h"
#include "cli/corpus_args.h"
#include "cli/keep_inputs.h"
#include "cli/show_tables.h"
#include "standfast/base/in_words.h"
#include "standfast/base/json.h"
#include "standfast/base/options.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/model/verify/verifier.h"
#include "standfast/report/table/table.h"
#include "standfast/simulate/design_errors.h"
#include "standfast/simulate/simulate_options.h"
#include "standfast/simulate/synthetic_study.h"

namespace standfast::cli {
namespace {

// Options of a table (base/option_table.h) as flags of a command: --NAME for each, with its meaning, range
// and default.

class OptionFlags {
 public:
  // Declares the flags, and --preset if the options have presets. Must outlive parsing.
  void declare(Args& args, const OptionSet& options);
  // Returns, after parsing, the values on the command line, and for other options the values of the preset,
  // else the defaults. A usage error begins with the owner.
  Result<Options> resolved(const std::string& owner) const;

 private:
  struct Flag {
    std::string name;
    OptionValue value;  // the parser writes here
    std::function<bool()> given;
  };
  OptionSet options_;
  std::deque<Flag> flags_;  // deque: addresses remain valid
  std::string preset_;
};

// Returns "How often (1 to 9)".
std::string help_of(const OptionSpec& option) {
  std::string help = option.meaning;
  if (!help.empty() && help[0] >= 'a' && help[0] <= 'z') help[0] = static_cast<char>(help[0] - 'a' + 'A');
  const std::string range = option.range.in_words();
  return range.empty() ? help : fmt::format("{} ({})", help, range);
}

void declare_text(Args& args, const OptionSpec& option, const std::string& flag, std::string& target,
                  const std::string& help) {
  if (option.choices.empty())
    args.text_or_nothing(flag, target, help);
  else
    args.choice(flag, target, option.choices, help);
}

void OptionFlags::declare(Args& args, const OptionSet& options) {
  options_ = options;
  if (!options.presets().empty()) {
    std::vector<std::string> names;
    for (const auto& preset : options.presets()) names.push_back(preset.name);
    args.text("--preset", preset_,
              fmt::format("Named values of the flags below; a flag that is given wins. One of: {}",
                          fmt::join(names, ", ")))
        .named(names);
  }
  for (const auto& option : options) {
    Flag& flag = flags_.emplace_back(Flag{option.name, option.default_value, {}});
    const std::string name = "--" + option.name, help = help_of(option);
    if (auto* yes = std::get_if<bool>(&flag.value))
      args.flag(name, *yes, help);
    else if (auto* number = std::get_if<double>(&flag.value))
      args.number(name, *number, help);
    else if (auto* count = std::get_if<int64_t>(&flag.value))
      args.count(name, *count, help);
    else if (auto* text = std::get_if<std::string>(&flag.value))
      declare_text(args, option, name, *text, help);
    flag.given = args.given(name);
  }
}

Result<Options> OptionFlags::resolved(const std::string& owner) const {
  std::map<std::string, OptionValue> given;
  for (const auto& flag : flags_)
    if (flag.given()) given[flag.name] = flag.value;
  SF_ASSIGN(const auto values, options_.preset(owner, preset_, given));
  SF_ASSIGN(Options options, Options::resolve(owner, options_, values));
  if (const auto good = options_.check(options); !good) return with_context(owner, good.error());
  return options;
}

struct SimulatedCorpora {
  SyntheticDesign design;
  int64_t per_set = 1;
  double confidence = 0.95;
};

// Compares a share with its nominal value: returns `above`, `below`, or "". It is "" if the two differ by at
// most two Monte-Carlo errors, or if the share is based on fewer than 30 corpora. The error is the error of
// the share, or of the nominal share if that is larger.
std::string against_nominal(const simulate::MonteCarlo& share, double nominal, const char* above,
                            const char* below);

using report::exact;
using report::Table;
using simulate::DesignError;
using simulate::DesignErrors;
using simulate::MonteCarlo;

std::string percent(const std::optional<MonteCarlo>& share) {
  if (!share) return "";
  return fmt::format("{:.1f}", 100 * share->share) +
         (share->error ? fmt::format(" ±{:.1f}", 100 * *share->error) : "");
}

constexpr uint64_t kFewest = 30;  // a remark needs at least this many corpora

// Describes what is planted in the texts.
std::string planted(const SyntheticDesign& design) {
  std::string text = fmt::format("style {:g}, topic strength {:g}", design.style, design.topic_strength);
  if (design.families > 0) text += fmt::format(" in {} families", design.families);
  if (design.threads > 0)
    text += fmt::format(", {} thread{} an author and topic of strength {:g}", design.threads,
                        design.threads == 1 ? "" : "s", design.thread_strength);
  return text;
}

std::string remark(const DesignError& error, double confidence) {
  std::vector<std::string> remarks;
  const auto add = [&](const std::string& said) {
    if (!said.empty()) remarks.push_back(said);
  };
  if (error.rejects) add(against_nominal(*error.rejects, 1 - confidence, "too bold", "careful"));
  // The share that holds for these authors is used if it is known, else the share for others.
  if (const auto& holds = error.holds ? error.holds : error.holds_all)
    add(against_nominal(*holds, confidence, "wide", "too narrow"));
  return fmt::format("{}", fmt::join(remarks, ", "));
}

Table errors_table(const DesignErrors& found, const SimulatedCorpora& given) {
  const SyntheticDesign& design = given.design;
  Table out;
  out.name = "errors";
  out.title = "How often tests and intervals err";
  out.caption = fmt::format(
      "{} synthetic corpora of {} documents of {} words by {} authors on {} topics ({}), {} corpora a set of "
      "authors; {}{}. Error: percent of corpora in which a test at {:g} finds a difference where there is "
      "none. Holds: percent of {:g} % intervals that hold the truth, of these authors on other topics, and "
      "of other authors. Shown: percent of corpora in which there is an interval, or else a p. After ±, the "
      "Monte-Carlo standard error. Remark: more than two of these errors from nominal, for these authors "
      "where that is known. A report goes by the rows marked *.",
      grouped(found.corpora), grouped(found.documents), design.length, found.authors, found.topics,
      planted(design), given.per_set, design.model,
      design.verifies
          ? fmt::format(", {} topics kept in {} folds", kept_topics(design), pair_fold_count(design))
          : "",
      1 - given.confidence, 100 * given.confidence);
  out.header = {"question", "method", "error", "holds", "other authors", "shown", "width", "remark"};
  out.data_header = {"question",
                     "method",
                     "shown_by_report",
                     "n",
                     "error",
                     "error_mc",
                     "holds",
                     "holds_mc",
                     "holds_other_authors",
                     "holds_other_authors_mc",
                     "width",
                     "shown",
                     "remark"};
  const auto share = [](const std::optional<MonteCarlo>& one) {
    return one ? exact(one->share) : std::string();
  };
  const auto spread = [](const std::optional<MonteCarlo>& one) {
    return one ? exact(one->error) : std::string();
  };
  for (const DesignError& error : found.errors) {
    const std::string said = remark(error, given.confidence);
    const bool has_interval = error.shown.n > 0;
    out.rows.push_back({{error.question},
                        {error.method + (error.shown_by_report ? " *" : "")},
                        {percent(error.rejects)},
                        {percent(error.holds)},
                        {percent(error.holds_all)},
                        {has_interval ? fmt::format("{:.1f}", 100 * error.shown.share) : ""},
                        {error.width ? report::shown(*error.width) : ""},
                        {said}});
    out.data.push_back({error.question, error.method, error.shown_by_report ? "1" : "0",
                        std::to_string(error.rejects     ? error.rejects->n
                                       : error.holds_all ? error.holds_all->n
                                                         : 0),
                        share(error.rejects), spread(error.rejects), share(error.holds), spread(error.holds),
                        share(error.holds_all), spread(error.holds_all), exact(error.width),
                        has_interval ? exact(error.shown.share) : "", said});
  }
  return out;
}

constexpr const char* kOfClassification =
    "Drop: accuracy under the matched control minus accuracy with a topic left out. Words, vocabulary: two "
    "classifiers that are equal by construction, as each reads a random half of the words of every text, or "
    "knows a random half of all words. Lost, survives: as in the survival table, from the matched control "
    "(with threads: the control that keeps them whole). Data, block, topic: the parts of the points lost "
    "from ordinary folds.";

constexpr const char* kOfVerification =
    "All scores are AUC unless stated otherwise. Lost, survives: HITS against the reference, shuffled folds. "
    "Ranking, threshold: the two parts of the points lost. Words, vocabulary: two verifiers under HITS that "
    "are equal by construction, as each reads a random half of the words of every text, or knows a random "
    "half of all words. Raven: the topic shortcut test, which compares random topics with HITS; of two: the "
    "smaller p of the two readers of halves of words, after Holm's correction. HITS reads the texts, so "
    "without topics in them nothing is lost on average, but single corpora gain or lose; the truth is then "
    "the mean over corpora.";

Table questions_table(const DesignErrors& found, bool verifies) {
  Table out;
  out.name = "questions";
  out.title = "What was asked";
  out.caption =
      std::string(
          "Mean and standard deviation over corpora with the same authors, and the part that authors add; "
          "for a share, the ratio of the mean leads (-: there is no lead to divide by). Truth: known by "
          "construction, or estimated by the mean. ") +
      (verifies ? kOfVerification : kOfClassification);
  out.header = {"question", "mean", "SD", "SD of authors", "truth"};
  out.data_header = {"question", "mean", "sd", "sd_authors", "truth_is_zero", "truth"};
  for (const auto& question : found.questions) {
    out.rows.push_back({{question.name},
                        {question.has_mean ? report::shown(question.mean, 4) : "-"},
                        {question.has_mean ? report::shown(question.sd, 4) : "-"},
                        {question.has_mean && question.sd_sets ? report::shown(*question.sd_sets, 4) : "-"},
                        {question.truth ? fmt::format("{:g}", *question.truth) : "estimated"}});
    const bool has = question.has_mean;
    out.data.push_back({question.name, has ? exact(question.mean) : "", has ? exact(question.sd) : "",
                        has ? exact(question.sd_sets) : "", question.truth == 0.0 ? "1" : "0",
                        exact(question.truth)});
  }
  return out;
}

std::string against_nominal(const MonteCarlo& share, double nominal, const char* above, const char* below) {
  if (share.n < kFewest) return "";
  const double spread =
      std::max(share.error.value_or(0), std::sqrt(nominal * (1 - nominal) / static_cast<double>(share.n)));
  if (share.share > nominal + 2 * spread) return above;
  if (share.share < nominal - 2 * spread) return below;
  return "";
}

// Returns the error rates of each test and interval, and the questions with their mean and truth.
std::vector<Table> simulate_tables(const DesignErrors& found, const SimulatedCorpora& given) {
  return {errors_table(found, given), questions_table(found, given.design.verifies)};
}

using Json = nlohmann::ordered_json;
using simulate::SimulateOptions;

struct SimulateArgs {
  CountsArgs counts;
  OptionFlags asked;  // SimulateOptions
  std::map<std::string, OptionValue> settings;
  std::function<bool()> grid_given;
  SimulationOutput output;
};

// Refuses features, from the command line or from the preset, that the model cannot take: it has no such
// option, or its option is a number.
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
      "features = {} (from --features or the preset): the {} {} has no kinds of features to choose from; "
      "give --features \"\"{}",
      features, models.family(), model,
      takers.empty() ? "" : fmt::format(", or a model that has some (--model {})", fmt::join(takers, ", "))));
}

// Chooses the model and its options: fast ones unless others are given.
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
        "--model {}: it is not trained here, and it knows no author of a made-up corpus; name one that "
        "learns "
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
  design.seed = static_cast<uint64_t>(given.output.seed);
  simulate::DesignErrorOptions options;
  options.sets = static_cast<uint32_t>(asked.corpora / asked.per_set);
  options.blocks = static_cast<uint32_t>(asked.per_set);
  options.level = asked.confidence;
  options.resamples = static_cast<uint32_t>(asked.resamples);
  options.threads = threads_of(given.output.jobs);
  const auto found = simulate::design_errors(design, options, terminal());
  if (!found) return with_context("simulate", found.error());
  const auto inputs = together({given.counts.files(), files_named(verifiers(), design.model, design.options),
                                files_named(classifiers(), design.model, design.options)});
  return given.output.give(simulate_tables(*found, {design, asked.per_set, asked.confidence}), inputs,
                           {{"schema", "standfast-simulate/1"},
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
                            {"seed", given.output.seed}});
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
        given->output.declare(args);
        args.footer(
            "Only the author x topic table of a corpus is used, no text. Every synthetic corpus goes through "
            "features, a model,\n"
            "folds and the statistics of the report. Classification: ordinary folds, leave-one-topic-out, "
            "its matched controls.\n"
            "Verification: shuffled folds of random topics, folds of whole random topics, HITS; pairs across "
            "topics\n"
            "(docs/simulated-corpora.md). Presets are the designs of that page; standfast ls designs "
            "describes each.");
        args.example("standfast simulate --grid 6x6x2 --corpora 10 --resamples 49",
                     "Estimate roughly how often tests err where nothing differs");
        return [given] { return run(*given); };
      }};
}

}  // namespace standfast::cli
