// standfast train: fits a verifier on labelled pairs, or a classifier on documents, and saves it as a folder.
#include <algorithm>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/corpus_args.h"
#include "cli/interrupt.h"
#include "cli/keep_inputs.h"
#include "cli/train_args.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/corpus/read/hold_out.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/model/saved/saved_models.h"
#include "standfast/model/verify/verifier.h"

namespace standfast::cli {
namespace {

std::string in_words(const nlohmann::ordered_json& value) {
  if (value.is_object()) {
    std::vector<std::string> parts;
    for (const auto& [key, member] : value.items()) parts.push_back(key + " " + in_words(member));
    return fmt::format("{}", fmt::join(parts, ", "));
  }
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return fmt::format("{:.6g}", value.get<double>());
  return json_text(value);
}

Status run(const TrainArgs& given) {
  SF_TRY(keep_inputs_outside(
      "--out", given.out,
      together({{given.corpus.path, given.truth, given.validation, given.validation_truth},
                files_named(verifiers(), given.model, given.settings, given.preset),
                files_named(classifiers(), given.model, given.settings, given.preset)})));
  SF_ASSIGN(const TaskKind task,
            task_of_training(given.task, given.model, given.corpus.path, given.corpus.format,
                             given.corpus.encoding, !given.truth.empty() || !given.validation.empty()));
  return task == TaskKind::verification ? train_verifier(given) : train_classifier(given);
}

}  // namespace

int TrainArgs::threads() const {
  return threads_of(jobs);
}

void print_facts(const nlohmann::ordered_json& facts) {
  for (const auto& [name, value] : facts.items())
    if (!value.is_null()) print(fmt::format("  {:<26} {}\n", name, in_words(value)));
}

Command train_command() {
  return {
      "train", "Fit a verifier on labelled pairs, or a classifier on documents, and save it", [](Args& args) {
        auto given = std::make_shared<TrainArgs>();
        given->corpus.declare(args);
        std::vector<std::string> models;
        for (const auto& entry : verifiers().entries()) models.push_back(entry.name);
        for (const auto& entry : classifiers().entries()) models.push_back(entry.name);
        args.text("-m,--model", given->model, "Verifier or classifier (standfast ls)", true).named(models);
        args.settings("--set", given->settings, "Options of the model (standfast ls --long)");
        args.text("--preset", given->preset, "Named set of options of the model; --set overrides it");
        given->task.declare(args);
        args.text("--truth", given->truth,
                  "Verification: truth.jsonl {id, same, authors}; default: beside the pairs")
            .path();
        args.text(
                "--validation", given->validation,
                "FILE: verification: labelled pairs to calibrate on (without it some are held out where the "
                "verifier calibrates);\n"
                "classifiers that look at validation documents (transformer): a corpus, or a "
                "SHARE of the documents such as 0.1: they choose\n"
                "the epoch, and nothing is learned from them")
            .path();
        args.text("--validation-truth", given->validation_truth, "Truth of --validation; default: beside it")
            .path();
        args.number("--hold-out", given->hold_out,
                    "Verification: share of the pairs held out, authors apart; 0: calibrate on the training "
                    "pairs");
        given->hold_out_given = args.given("--hold-out");
        args.text(
                "--document-weight", given->document_weight,
                "Classifiers that take weights: column with the weight of each training document in the loss "
                "(a number, 0 or\nmore); default: all weigh 1")
            .column();
        args.text("--group", given->group,
                  "Classifiers: column with the group of each training document, for robust training "
                  "(docs/robust.md)")
            .column();
        args.count("--seed", given->seed, "Seed of all draws");
        args.jobs(given->jobs);
        args.text("-o,--out", given->out, "Folder to write; a model that is already there is replaced", true)
            .new_folder();
        args.flag(
            "--with-text", given->with_text,
            "Also print the words that speak most for each class (maxent); the saved model has them in any "
            "case");
        args.flag("--json", given->json, "Print one JSON document");
        args.footer(
            "A verifier learns from pairs (a PAN folder or its pairs.jsonl) whether one author wrote both "
            "texts; a\n"
            "classifier learns from documents which class (author, label ...) each belongs to. Where both "
            "have a model\n"
            "of that name, the input decides, or --task.\n"
            "\n"
            "After a kill the same command continues in the middle of a fine-tuning; the model is the same, "
            "bit for bit.\n"
            "\n"
            "Thresholds from the pairs that a verifier learned from are too optimistic. So\n"
            "verifiers that place thresholds place them on pairs of other authors. Formulas: docs/models.md "
            "and\n"
            "docs/classifiers.md.");
        args.example("standfast train corpus.jsonl --model naive-bayes --target author --out model",
                     "Train a classifier of authors");
        args.example("standfast train pairs/fold-0/train --model char-ngram --out verifier",
                     "Train a verifier on pairs");
        return [given] { return run(*given); };
      }};
}

namespace {

uint64_t same_count(std::span<const Pair> pairs) {
  return static_cast<uint64_t>(
      std::count_if(pairs.begin(), pairs.end(), [](const Pair& pair) { return pair.same; }));
}

nlohmann::ordered_json counts(std::span<const Pair> pairs) {
  return {{"pairs", pairs.size()}, {"same", same_count(pairs)}};
}

}  // namespace

Status train_verifier(const TrainArgs& given) {
  if (!given.document_weight.empty())
    return usage_error("train: --document-weight is for classifiers; a verifier learns from pairs");
  if (!given.group.empty())
    return usage_error("train: --group is for classifiers; a verifier learns from pairs");
  if (given.validation.empty() && !given.validation_truth.empty())
    return usage_error("train: --validation-truth is the truth of --validation; give --validation too");
  if (!given.validation.empty() && given.hold_out_given())
    return usage_error(
        "train: --hold-out takes pairs from the training pairs, and --validation brings its own; give one of "
        "the two");
  SF_ASSIGN(const ProblemsArgs where, problems_of(given.corpus, given.truth, "train"));
  SF_ASSIGN(const auto* entry, verifiers().find(given.model));
  if (given.hold_out_given() && !entry->traits.calibrates)
    return usage_error(fmt::format(
        "train: {} calibrates nothing, so no pairs are held out for it; leave --hold-out out", entry->name));
  SF_ASSIGN(const Options options, verifiers().resolve(entry->name, given.settings, given.preset));
  SF_ASSIGN(auto verifier, entry->make(options));

  SF_ASSIGN(const PanProblems problems, where.read(true));
  std::vector<Pair> train = problems.pairs.pairs, validation;
  const Corpus* validation_corpus = &problems.corpus;
  PanProblems apart;
  uint64_t left_out = 0;
  std::string source = "none";
  if (!given.validation.empty()) {
    ProblemsArgs other = where;
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
          "the authors of these pairs are not known, so one author may be on both sides; give --validation");
    left_out = held.left_out;
    train = std::move(held.train);
    validation = std::move(held.validation);
  }

  // The training state is saved here, so that the same command resumes after a kill.
  const std::string parts = parts_beside(given.out);
  const ModelContext context{{.seed = static_cast<uint64_t>(given.seed),
                              .threads = given.threads(),
                              .sink = &terminal(),
                              .scratch = parts}};
  SF_TRY(until_interrupted(
      [&]() {
        return verifier->fit({&problems.corpus, train}, {validation_corpus, validation}, context);
      },
      interrupted_fit(entry->traits.in_batches)));
  nlohmann::ordered_json origin = {
      {"corpus_hash", problems.corpus.data_hash()}, {"seed", given.seed},          {"train", counts(train)},
      {"validation", counts(validation)},           {"validation_source", source}, {"left_out", left_out}};
  origin.update(origin_of(problems.corpus));
  SF_TRY(save_verifier(given.out, entry->name, options, *verifier, origin));
  remove_training_parts(parts);
  if (given.json) {
    nlohmann::ordered_json json = {{"model", entry->name}, {"folder", given.out}, {"origin", origin}};
    json["facts"] = verifier->facts();
    print(json_text(json) + "\n");
    return {};
  }
  const uint64_t same = same_count(train);
  print(fmt::format(
      "{}: {} training pairs, {} by one author ({:.1f} %); answering \"{}\" to all is right in {:.1f} %\n",
      entry->name, train.size(), same, 100.0 * static_cast<double>(same) / static_cast<double>(train.size()),
      2 * same > train.size() ? "same" : "different",
      100.0 * static_cast<double>(std::max(same, train.size() - same)) / static_cast<double>(train.size())));
  print_facts(verifier->facts());
  print(fmt::format("saved in {}\n", given.out));
  return {};
}

}  // namespace standfast::cli
