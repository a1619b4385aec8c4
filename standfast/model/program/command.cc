// The verifier and the classifier `command`: any program.
//
// The verifier's program receives files in the format of PAN and writes answers (docs/
// bring-your-own.md). fit stores the training pairs; score starts the program, without a shell, and reads its
// answers. Processes that it leaves behind are killed with it (base/child_program.h).
#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "standfast/answers/answers.h"
#include "standfast/answers/class_predictions.h"
#include "standfast/base/child_program.h"
#include "standfast/base/file.h"
#include "standfast/base/json_text.h"
#include "standfast/corpus/write.h"
#include "standfast/model/classify/class_rows.h"
#include "standfast/model/classify/classifiers.h"
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
    if (!answers) return data_error("wrote invalid answers: " + answers.error().message);
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
      return data_error(fmt::format("answered {} pairs that were not asked for; the first is \"{}\"",
                                    value.size(), *extra));
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
          .summary = "Any program: it reads training and test pairs from files and writes its answers",
          .citation = "",
          .traits = {.symmetric = false, .deterministic = false, .calibrates = false},
          .options = table,
          .make = made_as<Verifier, CommandVerifier>(table)};
}

// The classifier's program reads training and test documents from files; docs/bring-your-own.md describes its
// input and output.
namespace {

constexpr const char* kTrainBlob = "train.jsonl";

void append_member(std::string& to, std::string_view name, std::string_view value) {
  to += fmt::format("{}\"{}\":", to.empty() || to.back() == '\n' ? "{" : ",", name);
  append_json_string(to, value);
}

class CommandClassifier final : public Classifier {
 public:
  explicit CommandClassifier(ProgramSettings settings) : settings_(std::move(settings)) {}

  Status fit(const TrainingSet& train, const ClassifierContext& context) override {
    fitted_.reset();
    SF_TRY(refuse_weights("command", train));
    const DocumentView& documents = train.documents;
    if (documents.rows.empty()) return data_error("command: no training documents");
    SF_TRY(check_command("command", settings_.words));
    Fitted fitted;
    for (size_t i = 0; i < documents.rows.size(); ++i) {
      append_member(fitted.train_file, "id", documents.corpus->id(documents.rows[i]));
      append_member(fitted.train_file, "text", documents.text(i));
      append_member(fitted.train_file, "class", train.names[train.classes[i]]);
      if (!train.groups.empty() && train.groups[i] != kMissing)
        fitted.train_file += fmt::format(",\"group\":{}", train.groups[i]);
      fitted.train_file += "}\n";
    }
    fitted.documents = documents_by_class(train);
    fitted.seed = program_seed(context.seed);
    fitted.names.assign(train.names.begin(), train.names.end());
    fitted_ = std::move(fitted);
    return {};
  }

  Status predict(const DocumentView& asked, const ClassifierContext& context,
                 DenseMatrix& out) const override {
    if (!fitted_) return usage_error("command: asked for answers before it was fitted");
    out = DenseMatrix(asked.size(), fitted_->names.size());
    if (asked.size() == 0) return {};
    SF_ASSIGN(const ScratchFolder folder, ScratchFolder::make());
    // Each document is in the file once, however often it was asked.
    std::unordered_map<std::string_view, std::vector<size_t>> places;
    std::string test_file;
    for (size_t i = 0; i < asked.size(); ++i) {
      auto& of_document = places[asked.corpus->id(asked.rows[i])];
      of_document.push_back(i);
      if (of_document.size() > 1) continue;
      append_member(test_file, "id", asked.corpus->id(asked.rows[i]));
      append_member(test_file, "text", asked.text(i));
      test_file += "}\n";
    }
    ProgramRun run;
    run.files = {{"train", folder.file("train.jsonl")}, {"test", folder.file("test.jsonl")}};
    run.seed = fitted_->seed;
    run.threads = context.threads;
    run.items = places.size();
    for (const auto& name : fitted_->names)
      run.bytes_an_answer += 6 * name.size() + 64;  // at worst \u1234 a byte
    SF_TRY(write_file(run.files.at("train"), fitted_->train_file));
    SF_TRY(write_file(run.files.at("test"), test_file));
    return run_program_model(settings_, run, folder, *context.sink, [&](std::string answers) {
      return take(std::move(answers), asked, places, context, out);
    });
  }

  nlohmann::ordered_json facts() const override { return fields().facts(fitted_); }

  Result<ModelState> save() const override {
    SF_ASSIGN(ModelState state, saved_fields("command", fields(), fitted_));
    state.blobs[kTrainBlob] = fitted_->train_file;
    return state;
  }

  Status restore(const ModelState& state) override {
    fitted_.reset();
    SF_ASSIGN(Fitted fitted, fields_in(state, "command", fields()));
    SF_ASSIGN(const std::string* train, find_blob(state, kTrainBlob));
    fitted.train_file = *train;
    fitted_ = std::move(fitted);
    return {};
  }

 private:
  struct Fitted : NamedClassCounts {
    std::string train_file;
    uint64_t seed = 0;
  };
  FieldTable<Fitted> fields() const {
    FieldTable<Fitted> table;
    table.fact("command", settings_.words);
    table.fact("timeout", settings_.timeout);
    table.include(named_class_counts_fields());
    table.add("seed", &Fitted::seed).fact();
    table.fact("note", "the program learns anew from these documents each time it is asked");
    return table;
  }

  // Messages continue the words "command: PROGRAM ".
  Status take(std::string bytes, const DocumentView& asked,
              const std::unordered_map<std::string_view, std::vector<size_t>>& places,
              const ClassifierContext& context, DenseMatrix& out) const {
    auto read = parse_class_predictions(std::move(bytes), "answers");
    if (!read) return data_error("wrote invalid answers: " + read.error().message);
    if (context.probabilities != nullptr && !read->estimates()) *context.probabilities = false;
    std::unordered_map<std::string_view, uint32_t> class_of;
    for (uint32_t c = 0; c < fitted_->names.size(); ++c) class_of.emplace(fitted_->names[c], c);
    std::vector<uint32_t> own(read->classes.size(), kMissing);
    for (size_t c = 0; c < own.size(); ++c)
      if (const auto found = class_of.find(read->classes[c]); found != class_of.end()) own[c] = found->second;

    std::vector<uint8_t> answered(asked.size());
    std::vector<double> row(fitted_->names.size());
    uint64_t extra = 0;
    const std::string* first_extra = nullptr;
    for (size_t i = 0; i < read->ids.size(); ++i) {
      const auto found = places.find(read->ids[i]);
      if (found == places.end()) {
        if (extra++ == 0) first_extra = &read->ids[i];
        continue;
      }
      std::fill(row.begin(), row.end(), 0);
      SF_TRY(place(*read, i, own, row));
      for (const size_t at : found->second) {
        std::copy(row.begin(), row.end(), out.row(at).begin());
        answered[at] = 1;
      }
    }
    if (extra > 0)
      return data_error(fmt::format("answered {} documents that were not asked for; the first is \"{}\"",
                                    extra, *first_extra));
    const auto first = std::find(answered.begin(), answered.end(), uint8_t{0});
    if (first == answered.end()) return {};
    return data_error(fmt::format(
        "answered {} of {} documents; the first without an answer is {}", read->ids.size(), places.size(),
        asked.corpus->id(asked.rows[static_cast<size_t>(first - answered.begin())])));
  }

  // Converts the answer to document i of the file to our classes.
  Status place(const ClassPredictions& read, size_t i, std::span<const uint32_t> own,
               std::span<double> row) const {
    const auto put = [&](uint32_t column, double p) -> Status {
      if (p == 0) return {};
      if (own[column] == kMissing)
        return data_error(fmt::format("answered {} with the class \"{}\", which is not one of the {} classes",
                                      read.ids[i], read.classes[column], fitted_->names.size()));
      if (fitted_->documents[own[column]] == 0)
        return data_error(fmt::format("answered {} with the class \"{}\", which has no training document",
                                      read.ids[i], read.classes[column]));
      row[own[column]] = p;
      return {};
    };
    if (read.predicted[i] == kNoAnswer) return {};
    if (!read.has_probabilities) return put(read.predicted[i], 1);
    const auto columns = read.probabilities.row_columns(i);
    for (size_t k = 0; k < columns.size(); ++k) {
      SF_TRY(put(columns[k], read.probabilities.row_values(i)[k]));
    }
    return {};
  }

  ProgramSettings settings_;
  std::optional<Fitted> fitted_;
};

}  // namespace

ClassifierCatalog::Entry command_classifier_entry() {
  const auto table =
      program_table("{train} {test} {answers} {out}", "python3 my_model.py {train} {test} {answers}");
  return {
      .name = "command",
      .summary = "Any program: it reads training and test documents from files and writes its predictions",
      .citation = "",
      .traits = {.deterministic = false, .probabilities = true, .starts = false, .abstains = true},
      .options = table,
      .make = made_as<Classifier, CommandClassifier>(table)};
}

}  // namespace standfast
