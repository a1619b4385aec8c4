// standfast train: fit a verifier on labelled pairs and save it as a folder.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/problems_args.h"
#include "standfast/base/parallel.h"
#include "standfast/corpus/hold_out.h"
#include "standfast/model/verifier.h"

namespace standfast::cli {
namespace {

struct TrainArgs {
  ProblemsArgs problems;
  std::string model, out, validation, validation_truth;
  std::map<std::string, OptionValue> settings;
  double hold_out = 0.2;
  int64_t seed = 0, jobs = 0;
  bool json = false;
};

uint64_t same_count(std::span<const Pair> pairs) {
  return static_cast<uint64_t>(
      std::count_if(pairs.begin(), pairs.end(), [](const Pair& pair) { return pair.same; }));
}

nlohmann::ordered_json counts(std::span<const Pair> pairs) {
  return {{"pairs", pairs.size()}, {"same", same_count(pairs)}};
}

// "mean: -8.2, difference: -0.9" for the terminal.
std::string in_words(const nlohmann::ordered_json& value) {
  if (value.is_object()) {
    std::vector<std::string> parts;
    for (const auto& [key, member] : value.items()) parts.push_back(key + " " + in_words(member));
    return fmt::format("{}", fmt::join(parts, ", "));
  }
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return fmt::format("{:.6g}", value.get<double>());
  return value.dump();
}

Status run(const TrainArgs& given) {
  if (given.seed < 0) return usage_error("train: --seed must not be negative");
  SF_ASSIGN(const auto* entry, verifiers().find(given.model));
  SF_ASSIGN(const Options options,
            Options::resolve("verifier " + entry->name, entry->options, given.settings));
  SF_ASSIGN(auto verifier, entry->make(options));

  SF_ASSIGN(const PanProblems problems, given.problems.read(true));
  std::vector<Pair> train = problems.pairs.pairs, validation;
  const Corpus* validation_corpus = &problems.corpus;
  PanProblems apart;
  uint64_t left_out = 0;
  std::string source = "none";
  if (!given.validation.empty()) {
    ProblemsArgs other = given.problems;
    other.path = given.validation;
    other.truth = given.validation_truth;
    SF_ASSIGN(apart, other.read(true));
    validation = apart.pairs.pairs;
    validation_corpus = &apart.corpus;
    source = "given";
  } else if (entry->traits.calibrates && given.hold_out > 0) {
    SF_ASSIGN(HeldOut held,
              hold_out_authors({&problems.corpus, problems.pairs.pairs},
                               {.share = given.hold_out, .seed = static_cast<uint64_t>(given.seed)}));
    source = fmt::format("held out, no {} on both sides", held.unit);
    terminal().info(
        fmt::format("held out {} of {} pairs for calibration, no {} on both sides{}", held.validation.size(),
                    train.size(), held.unit,
                    held.left_out > 0 ? fmt::format("; {} pairs are on neither side", held.left_out) : ""));
    if (held.unit == "document")
      terminal().warn(
          "the authors of these pairs are not known, so one author may stand on both sides; give "
          "--validation");
    left_out = held.left_out;
    train = std::move(held.train);
    validation = std::move(held.validation);
  }

  const ModelContext context{.seed = static_cast<uint64_t>(given.seed),
                             .threads = given.jobs > 0 ? static_cast<int>(given.jobs) : available_threads(),
                             .sink = &terminal()};
  SF_TRY(verifier->fit({&problems.corpus, train}, {validation_corpus, validation}, context));
  nlohmann::ordered_json origin = {
      {"corpus_hash", problems.corpus.data_hash()}, {"seed", given.seed},          {"train", counts(train)},
      {"validation", counts(validation)},           {"validation_source", source}, {"left_out", left_out}};
  SF_TRY(save_verifier(given.out, entry->name, options, *verifier, origin));
  if (given.json) {
    nlohmann::ordered_json json = {{"model", entry->name}, {"folder", given.out}, {"origin", origin}};
    json["facts"] = verifier->facts();
    print(json.dump() + "\n");
    return {};
  }
  const uint64_t same = same_count(train);
  print(fmt::format(
      "{}: {} training pairs, {} by one author ({:.1f} %); answering \"{}\" to all is right in {:.1f} %\n",
      entry->name, train.size(), same, 100.0 * static_cast<double>(same) / static_cast<double>(train.size()),
      2 * same > train.size() ? "same" : "different",
      100.0 * static_cast<double>(std::max(same, train.size() - same)) / static_cast<double>(train.size())));
  const auto facts = verifier->facts();
  for (const auto& [name, value] : facts.items()) print(fmt::format("  {:<26} {}\n", name, in_words(value)));
  print(fmt::format("saved in {}\n", given.out));
  return {};
}

}  // namespace

Command train_command() {
  return {
      "train", "Fit a verifier on labelled pairs and save it", [](Args& args) {
        auto given = std::make_shared<TrainArgs>();
        given->problems.declare(args);
        args.text("-m,--model", given->model, "Verifier (standfast ls)", true);
        args.settings("--set", given->settings, "Options of the verifier (standfast ls --long)");
        args.text(
            "--validation", given->validation,
            "Labelled pairs to calibrate on; without it some are held out where the verifier calibrates");
        args.text("--validation-truth", given->validation_truth, "Truth of --validation; default: beside it");
        args.number("--hold-out", given->hold_out,
                    "Share of the pairs held out, authors apart; 0: calibrate on the training pairs");
        args.integer("--seed", given->seed, "Seed of all that is drawn");
        args.integer("-j,--jobs", given->jobs, "Threads; 0: one per processor. Results do not depend on it");
        args.text("-o,--out", given->out, "Folder to make; a model that is there is replaced", true);
        args.flag("--json", given->json, "Print one JSON document");
        args.footer(
            "Thresholds placed on the pairs a verifier learned from come out too sure of themselves, so "
            "those\n"
            "verifiers that place thresholds do so on pairs of other authors. Formulas: docs/models.md.");
        return [given] { return run(*given); };
      }};
}

}  // namespace standfast::cli
