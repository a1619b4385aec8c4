// The verifier `command`: any program. It receives files in the format of PAN and writes answers (docs/
// bring-your-own.md). fit stores the training pairs; score starts the program, without a shell, and reads its
// answers. Processes that it leaves behind are killed with it (base/child_program.h).
#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "standfast/answers/answers.h"
#include "standfast/base/child_program.h"
#include "standfast/base/file.h"
#include "standfast/corpus/write.h"
#include "standfast/model/program/program.h"
#include "standfast/model/saved/model_state.h"
#include "standfast/model/verify/documents_of_pairs.h"
#include "standfast/model/verify/verifiers.h"

namespace standfast {
namespace {

constexpr const char* kPairsBlob = "train-pairs.jsonl";
constexpr const char* kTruthBlob = "train-truth.jsonl";

class CommandVerifier final : public Verifier {
 public:
  explicit CommandVerifier(ProgramSettings settings) : settings_(std::move(settings)) {}

  Status fit(const PairView& train, const PairView& validation, const ModelContext& context) override {
    training_.reset();
    if (train.pairs.empty()) return data_error("command: no training pairs");
    SF_TRY(check_command("command", settings_.words));
    Training training;
    // The program has no thresholds that we would place, so it may learn from both sides.
    SF_ASSIGN(const ScratchFolder folder, ScratchFolder::make());
    for (const auto& view : {train, validation}) {
      if (view.pairs.empty()) continue;
      SF_TRY(check_pair_ids(*view.corpus, view.pairs));
      const std::string pairs = folder.file("pairs.jsonl"), truth = folder.file("truth.jsonl");
      SF_TRY(write_pan(*view.corpus, {{view.pairs.begin(), view.pairs.end()}, {}}, pairs, truth));
      SF_ASSIGN(const std::string pair_lines, read_file(pairs));
      SF_ASSIGN(const std::string truth_lines, read_file(truth));
      training.pairs_file += pair_lines;
      training.truth_file += truth_lines;
      training.pairs += view.pairs.size();
      training.same += static_cast<uint64_t>(
          std::count_if(view.pairs.begin(), view.pairs.end(), [](const Pair& p) { return p.same; }));
    }
    training.seed = program_seed(context.seed);
    training_ = std::move(training);
    return {};
  }

  Status score(const PairView& view, std::span<double> out, const ModelContext& context) const override {
    if (!training_) return usage_error("command: asked for scores before it was fitted");
    if (view.pairs.empty()) return {};
    SF_TRY(check_pair_ids(*view.corpus, view.pairs));
    SF_ASSIGN(const ScratchFolder folder, ScratchFolder::make());
    // Each pair is in the file once, however often it was asked.
    PairSet asked;
    std::unordered_map<std::string, size_t> number;
    std::vector<size_t> place;
    for (const Pair& pair : view.pairs) {
      const auto [found, fresh] = number.try_emplace(pair_id(*view.corpus, pair), asked.pairs.size());
      if (fresh) {
        asked.pairs.push_back(pair);
        asked.ids.push_back(found->first);
      }
      place.push_back(found->second);
    }
    ProgramRun run;
    run.files = {{"train", folder.file("train.jsonl")},
                 {"truth", folder.file("train-truth.jsonl")},
                 {"test", folder.file("test.jsonl")}};
    run.seed = training_->seed;
    run.threads = context.threads;
    run.items = asked.pairs.size();
    SF_TRY(write_file(run.files.at("train"), training_->pairs_file));
    SF_TRY(write_file(run.files.at("truth"), training_->truth_file));
    SF_TRY(write_pan(*view.corpus, asked, run.files.at("test"), ""));
    return run_program_model(settings_, run, folder, *context.sink, [&](std::string answers) {
      return read_values(std::move(answers), asked, place, out);
    });
  }

  nlohmann::ordered_json facts() const override { return fields().facts(training_); }
  Result<ModelState> save() const override {
    SF_ASSIGN(ModelState state, saved_fields("command", fields(), training_));
    state.blobs[kPairsBlob] = training_->pairs_file;
    state.blobs[kTruthBlob] = training_->truth_file;
    return state;
  }

  Status restore(const ModelState& state) override {
    training_.reset();
    SF_ASSIGN(Training training, fields_in(state, "command", fields()));
    const auto pairs = state.blobs.find(kPairsBlob), truth = state.blobs.find(kTruthBlob);
    if (pairs == state.blobs.end() || truth == state.blobs.end())
      return data_error(fmt::format("command: the saved model lacks {} or {}", kPairsBlob, kTruthBlob));
    training.pairs_file = pairs->second;
    training.truth_file = truth->second;
    training_ = std::move(training);
    return {};
  }

 private:
  struct Training : LearnedPairs {
    std::string pairs_file, truth_file;
    uint64_t seed = 0;
  };
  FieldTable<Training> fields() const {
    FieldTable<Training> table;
    table.fact("command", settings_.words);
    table.fact("timeout", settings_.timeout);
    table.include(some_pairs_fields());
    table.add_facts("seed", &Training::seed);
    table.fact("note", "the program learns anew from these pairs each time it is asked");
    return table;
  }

  // Messages continue the words "command: PROGRAM ...".
  static Status read_values(std::string bytes, const PairSet& asked, std::span<const size_t> place,
                            std::span<double> out) {
    auto answers = parse_answers(std::move(bytes), "answers");
    if (!answers) return data_error("wrote answers that cannot be taken: " + answers.error().message);
    std::unordered_map<std::string_view, double> value;
    const auto& given = answers->predictions;
    for (size_t i = 0; i < given.ids.size(); ++i) value.emplace(given.ids[i], given.values[i]);
    if (answers->duplicates > 0)
      return data_error(fmt::format("answered pairs twice ({} line{}, the first of \"{}\")",
                                    answers->duplicates, answers->duplicates == 1 ? "" : "s",
                                    answers->first_repeated));
    std::vector<double> values(asked.ids.size());
    size_t missing = 0;
    const std::string* first_missing = nullptr;
    for (size_t i = 0; i < asked.ids.size(); ++i) {
      const auto found = value.find(asked.ids[i]);
      if (found != value.end()) {
        values[i] = found->second;
        value.erase(found);
      } else if (missing++ == 0) {
        first_missing = &asked.ids[i];
      }
    }
    if (missing > 0)
      return data_error(fmt::format("answered {} of {} pairs; the first without an answer is {}",
                                    asked.ids.size() - missing, asked.ids.size(), *first_missing));
    if (!value.empty()) {
      const auto extra = std::find_if(given.ids.begin(), given.ids.end(),
                                      [&](const std::string& id) { return value.contains(id); });
      return data_error(
          fmt::format("answered {} pairs that nobody asked for, the first is \"{}\"", value.size(), *extra));
    }
    for (size_t i = 0; i < out.size(); ++i) out[i] = values[place[i]];
    return {};
  }

  ProgramSettings settings_;
  std::optional<Training> training_;
};

}  // namespace

VerifierCatalog::Entry command_entry() {
  const auto table = program_table("{train} {truth} {test} {answers} {out}",
                                   "python3 my_model.py {train} {truth} {test} {answers}");
  return {.name = "command",
          .summary = "Any program: it is given training and test pairs as files and writes its answers",
          .citation = "",
          .traits = {.symmetric = false, .deterministic = false, .calibrates = false},
          .options = table,
          .make = made_as<Verifier, CommandVerifier>(table)};
}

}  // namespace standfast
