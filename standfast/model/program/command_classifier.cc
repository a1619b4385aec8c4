// The classifier `command`: any program that reads training and test documents from files;
// docs/bring-your-own.md describes its input and output.
#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "standfast/answers/class_predictions.h"
#include "standfast/base/child_program.h"
#include "standfast/base/file.h"
#include "standfast/base/json_text.h"
#include "standfast/model/classify/class_rows.h"
#include "standfast/model/classify/classifiers.h"
#include "standfast/model/program/program.h"
#include "standfast/model/saved/model_state.h"

namespace standfast {
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
    if (!read) return data_error("wrote answers that cannot be taken: " + read.error().message);
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
      return data_error(fmt::format("answered {} documents that nobody asked for, the first is \"{}\"", extra,
                                    *first_extra));
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
        return data_error(fmt::format("answered {} with the class \"{}\", which is none of the {} classes",
                                      read.ids[i], read.classes[column], fitted_->names.size()));
      if (fitted_->documents[own[column]] == 0)
        return data_error(
            fmt::format("answered {} with the class \"{}\", of which there is no training document",
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
      .summary = "Any program: it is given training and test documents as files and writes its predictions",
      .citation = "",
      .traits = {.deterministic = false, .probabilities = true, .starts = false, .abstains = true},
      .options = table,
      .make = made_as<Classifier, CommandClassifier>(table)};
}

}  // namespace standfast
