// standfast simulate: how often do the tests and intervals of a report err on corpora of this design?
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/counts_args.h"
#include "cli/show_tables.h"
#include "cli/simulate_tables.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/report/table/table_json.h"
#include "standfast/simulate/synthetic_study.h"
#include "standfast/study/spec/spec.h"
#include "standfast/study/task/task.h"

namespace standfast::cli {
namespace {

using Json = nlohmann::ordered_json;

struct SimulateArgs {
  CountsArgs counts;
  std::string grid = "8x12x3", task = "classification", model, out;
  std::map<std::string, OptionValue> settings;
  SyntheticDesign design;
  int64_t corpora = 200, per_set = 1, resamples = 999, seed = 0, jobs = 1;
  double confidence = 0.95;
  bool json = false;
};

// "8x12x3": authors, topics, and documents of each author on each topic.
Result<TopicCounts> grid_counts(const std::string& text) {
  std::array<uint64_t, 3> sizes{};
  size_t at = 0;
  bool good = true;
  for (size_t k = 0; k < sizes.size() && good; ++k) {
    const size_t end = k + 1 < sizes.size() ? text.find('x', at) : text.size();
    good = end != std::string::npos && end > at && end - at <= 6 &&
           text.find_first_not_of("0123456789", at) >= end;
    if (!good) break;
    sizes[k] = std::stoull(text.substr(at, end - at));
    good = sizes[k] > 0;
    at = end + 1;
  }
  if (!good || sizes[0] * sizes[1] * sizes[2] > 10'000'000)
    return usage_error(fmt::format(
        "simulate: --grid {} is not AUTHORSxTOPICSxDOCUMENTS, such as 8x12x3 (at most 10,000,000 documents)",
        text));
  std::vector<std::string> authors, topics;
  for (uint64_t a = 0; a < sizes[0]; ++a) authors.push_back(fmt::format("author{}", a + 1));
  for (uint64_t t = 0; t < sizes[1]; ++t) topics.push_back(fmt::format("topic{}", t + 1));
  return TopicCounts::from_table(std::move(topics), std::move(authors),
                                 std::vector<uint64_t>(sizes[0] * sizes[1], sizes[2]));
}

Status check(const SimulateArgs& given) {
  if (given.corpora < 2 || given.corpora > 10'000'000)
    return usage_error("simulate: --corpora is from 2 to 10,000,000");
  if (given.per_set < 1 || given.corpora % given.per_set != 0)
    return usage_error(
        fmt::format("simulate: --per-set {} does not divide --corpora {}", given.per_set, given.corpora));
  if (given.resamples < 2 || given.resamples > 1'000'000)
    return usage_error("simulate: --resamples is from 2 to 1,000,000");
  const SyntheticDesign& design = given.design;
  if (design.families < 0) return usage_error("simulate: --families is 0 or more");
  if (design.thread_strength > 0 && design.threads == 0)
    return usage_error("simulate: --thread-strength needs --threads");
  if (design.draws < 1 || design.draws > 1000) return usage_error("simulate: --seeds is from 1 to 1,000");
  // An option that a task does not use is refused. It is not ignored in silence.
  if (given.task == "classification" && (design.kept != 0 || design.draws != 1))
    return usage_error("simulate: --kept and --seeds belong to --task verification");
  if (given.task == "verification" && design.threads > 0)
    return usage_error(
        "simulate: --threads belongs to --task classification, whose controls keep threads "
        "whole");
  return {};
}

// The model and its options: quick ones unless others are given.
Status choose_model(SimulateArgs& given) {
  SyntheticDesign& design = given.design;
  design.verifies = given.task == "verification";
  design.model = !given.model.empty() ? given.model : design.verifies ? "char-ngram" : "naive-bayes";
  design.options = given.settings;
  if (design.verifies) return {};
  SF_ASSIGN(const auto* entry, classifiers().find(design.model));
  const auto& options = entry->options;
  if (std::any_of(options.begin(), options.end(), [](const auto& one) { return one.name == "features"; }))
    design.options.try_emplace("features", std::string("function-words"));
  return {};
}

Status run(SimulateArgs given) {
  SF_TRY(check(given));
  if (const auto chosen = choose_model(given); !chosen) return with_context("simulate", chosen.error());
  if (given.counts.corpus.path.empty() && given.counts.table.empty()) {
    SF_ASSIGN(given.design.table, grid_counts(given.grid));
  } else {
    SF_ASSIGN(auto read, given.counts.read("simulate"));
    given.design.table = std::move(read.counts);
  }
  given.design.seed = static_cast<uint64_t>(given.seed);
  simulate::DesignErrorOptions options;
  options.sets = static_cast<uint32_t>(given.corpora / given.per_set);
  options.blocks = static_cast<uint32_t>(given.per_set);
  options.level = given.confidence;
  options.resamples = static_cast<uint32_t>(given.resamples);
  options.threads = threads_of(given.jobs);
  const auto found = simulate::design_errors(given.design, options, terminal());
  if (!found) return with_context("simulate", found.error());
  const auto tables = simulate_tables(*found, {given.design, given.per_set, given.confidence});
  if (!given.out.empty()) SF_TRY(write_tables(given.out, tables));
  if (given.json) {
    Json document = {{"schema", "standfast-simulate/1"},
                     {"task", given.task},
                     {"corpora", found->corpora},
                     {"per_set", given.per_set},
                     {"documents", found->documents},
                     {"authors", found->authors},
                     {"topics", found->topics},
                     {"style", given.design.style},
                     {"topic_strength", given.design.topic_strength},
                     {"families", given.design.families},
                     {"threads", given.design.threads},
                     {"thread_strength", given.design.thread_strength},
                     {"kept", given.design.verifies ? Json(kept_topics(given.design)) : Json(nullptr)},
                     {"seeds", given.design.verifies ? Json(given.design.draws) : Json(nullptr)},
                     {"length", given.design.length},
                     {"model", given.design.model},
                     {"confidence", given.confidence},
                     {"resamples", given.resamples},
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
        args.choice(
            "--task", given->task, task_names(),
            "classification: authors as classes, a topic left out; verification: pairs of texts, HITS");
        given->counts.declare(args);
        args.text("--grid", given->grid,
                  "Without a corpus or --table: authors x topics x documents of each author on each topic");
        args.number("--style", given->design.style,
                    "How different the habits of authors are; 0: all write alike");
        args.number("--topic-strength", given->design.topic_strength,
                    "Share of content words that depend on the topic; 0: leaving a topic out costs nothing");
        args.count("--families", given->design.families,
                   "Families of twin topics, which divide the topics evenly; 0: no topic has a twin");
        args.count("--threads", given->design.threads,
                   "Classification: threads of an author within a topic; a control then keeps them whole");
        args.number("--thread-strength", given->design.thread_strength,
                    "Share of content words that belong to one thread; 0: threads say nothing");
        args.count("--length", given->design.length, "Words of an average document");
        args.text("--model", given->model,
                  "A classifier or verifier (standfast ls models); else naive-bayes on function words, or "
                  "char-ngram");
        args.settings("--set", given->settings, "Option of the model, e.g. features=word");
        args.count("--kept", given->design.kept,
                   "Verification: topics that every condition takes, at least 4; 0: half of them, 6 to 40");
        args.count("--seeds", given->design.draws,
                   "Verification: seeds of the study, each a draw of topics and pairs");
        args.count("--corpora", given->corpora, "Corpora to simulate");
        args.count(
            "--per-set", given->per_set,
            "This many corpora share their authors; from 2 on, intervals are also judged for these authors");
        args.count("--resamples", given->resamples,
                   "Resamples of the bootstrap of scores and of the topic shortcut test; of differences "
                   "ten times as "
                   "many");
        args.number("--confidence", given->confidence, "Level of intervals; tests are at one minus this");
        args.count("--seed", given->seed, "Same seed, same numbers");
        args.jobs(given->jobs);
        args.text("-o,--out", given->out, "Folder for the tables as CSV and LaTeX");
        args.flag("--json", given->json, "Print one JSON document");
        args.footer(
            "Only the author x topic table of a corpus is used, no text. Every synthetic corpus goes through "
            "features, a model,\nfolds and the statistics of the report. Classification: ordinary folds, "
            "leave-one-topic-out, its matched controls.\nVerification: shuffled folds of random topics, "
            "folds of "
            "whole random topics, HITS; pairs across topics\n(docs/simulated-corpora.md).");
        return [given] { return run(*given); };
      }};
}

}  // namespace standfast::cli
