// standfast train: fits a verifier on labelled pairs, or a classifier on documents, and saves it as a folder.
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/keep_inputs.h"
#include "cli/train_args.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/model/classify/classifier.h"
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
  SF_ASSIGN(const Task task,
            task_of_training(given.task, given.model, given.corpus.path, given.corpus.format,
                             given.corpus.encoding, !given.truth.empty() || !given.validation.empty()));
  return task == Task::verification ? train_verifier(given) : train_classifier(given);
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
                "verifier calibrates);\nclassifiers that look at validation documents (transformer): a corpus, or a "
                "SHARE of the documents such as 0.1: they choose\nthe epoch, and nothing is learned from them")
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
        args.count("--seed", given->seed, "Seed of all that is drawn");
        args.jobs(given->jobs);
        args.text("-o,--out", given->out, "Folder to write; a model that is already there is replaced", true)
            .new_folder();
        args.flag(
            "--with-text", given->with_text,
            "Also print the words that speak most for each class (maxent); the saved model has them in any case");
        args.flag("--json", given->json, "Print one JSON document");
        args.footer(
            "A verifier learns from pairs (a PAN folder or its pairs.jsonl) whether one author wrote both "
            "texts; a\nclassifier learns from documents which class (author, label ...) each belongs to. "
            "Where both have a model\nof that name, the input decides, or --task.\n\n"
            "After a kill the same command goes on in the middle of a fine-tuning; the model is the same, bit for "
            "bit.\n\n"
            "Thresholds from the pairs that a verifier learned from are too optimistic. So\n"
            "verifiers that place thresholds place them on pairs of other authors. Formulas: "
            "docs/models.md "
            "and\ndocs/classifiers.md.");
        args.example("standfast train corpus.jsonl --model naive-bayes --target author --out model",
                     "A classifier of authors");
        args.example("standfast train pairs/fold-0/train --model char-ngram --out verifier",
                     "A verifier, from pairs");
        return [given] { return run(*given); };
      }};
}

}  // namespace standfast::cli
