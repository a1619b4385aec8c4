// standfast train for verifiers: fits on labelled pairs and saves as a folder.
#include <algorithm>

#include <fmt/format.h>

#include "cli/interrupt.h"
#include "cli/kept_beside.h"
#include "cli/problems_args.h"
#include "cli/train_args.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/corpus/read/hold_out.h"
#include "standfast/model/saved/saved_models.h"
#include "standfast/model/verify/verifier.h"

namespace standfast::cli {
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
        "train: --hold-out takes pairs from those of training, and --validation brings its own; give one of the two");
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
