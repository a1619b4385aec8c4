// standfast predict: answers of a saved model: to pairs for a verifier, to documents for a classifier.
#include <algorithm>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.h"
#include "cli/corpus_args.h"
#include "cli/keep_inputs.h"
#include "standfast/answers/class_predictions.h"
#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/corpus/read/format.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/model/saved/model_folder.h"
#include "standfast/model/saved/saved_models.h"
#include "standfast/model/verify/verifier.h"
#include "standfast/text/character_spans.h"

namespace standfast::cli {
namespace {

struct PredictArgs {
  std::string model, out = "-", truth, rationales;
  CorpusArgs corpus;
  FormGiven form_given;
  int64_t jobs = 0, seed = 0;

  int threads() const { return threads_of(jobs); }
};

// Returns true if answers go into a table. It is a usage error if the name of the file promises a format
// other than the one written.
Result<bool> is_table(const PredictArgs& given, bool documents) {
  SF_ASSIGN(const Format named, output_format(given.out));
  if (named == Format::jsonl) return false;
  if (named == Format::csv && documents) return true;
  return usage_error(
      fmt::format("predict: {} is named like a {}, but answers to {} are written as JSON lines "
                  "(.jsonl){}",
                  given.out, named == Format::folder ? "folder" : "table", documents ? "documents" : "pairs",
                  documents ? " or as a table (.csv)" : ""));
}

Status answer_pairs(const PredictArgs& given) {
  if (!given.rationales.empty())
    return usage_error(
        "predict: --rationales is for classifiers; a verifier reads both texts of a pair whole");
  SF_TRY(is_table(given, false));
  SF_ASSIGN(const SavedVerifier saved, load_verifier(given.model));
  CorpusArgs from = given.corpus;
  SF_TRY(read_as_learned("predict", saved.reading, given.form_given, from));
  SF_ASSIGN(const ProblemsArgs where, problems_of(from, given.truth, "predict"));
  SF_ASSIGN(const PanProblems problems, where.read(false));
  const auto& pairs = problems.pairs.pairs;
  std::vector<double> scores(pairs.size());
  const ModelContext context{
      {.seed = static_cast<uint64_t>(given.seed), .threads = given.threads(), .sink = &terminal()}};
  SF_TRY(saved.verifier->score({&problems.corpus, pairs}, scores, context));
  SF_ASSIGN(OutputFile out, OutputFile::create(given.out));
  std::string lines;
  for (size_t i = 0; i < pairs.size(); ++i) {
    const nlohmann::ordered_json line = {
        {"id", problems.pairs.ids.empty() ? pair_id(problems.corpus, pairs[i]) : problems.pairs.ids[i]},
        {"value", scores[i]}};
    lines += json_text(line) + "\n";
  }
  SF_TRY(out.write(lines));
  SF_TRY(out.commit());
  const auto open = std::count(scores.begin(), scores.end(), 0.5);
  terminal().info(fmt::format("{}: {} answers, {} of them open (0.5)", saved.name, scores.size(), open));
  return {};
}

// Returns a usage error that names the models that have rationales.
Status check_rationales(const PredictArgs& given, const std::string& model, const ClassifierTraits& traits) {
  if (given.rationales.empty() || traits.rationales) return {};
  std::vector<std::string> having;
  for (const auto& entry : classifiers().entries())
    if (entry.traits.rationales) having.push_back(entry.name);
  return usage_error(
      fmt::format("predict: --rationales: {} answers from the whole text and chooses no part of it{}", model,
                  having.empty() ? "" : fmt::format(" (these do: {})", fmt::join(having, ", "))));
}

// Writes one line for each document: {"id", "rationale", "units"}.
Status write_rationales(const std::string& path, const DocumentView& documents,
                        const std::vector<Rationale>& rationales) {
  SF_ASSIGN(OutputFile out, OutputFile::create(path));
  for (uint32_t i = 0; i < rationales.size(); ++i) {
    std::vector<TokenSpan> chosen;
    for (const uint32_t place : rationales[i].chosen) chosen.push_back(rationales[i].units[place]);
    nlohmann::ordered_json line = {{"id", documents.corpus->id(documents.rows[i])},
                                   {"rationale", nlohmann::ordered_json::array()},
                                   {"units", rationales[i].units.size()}};
    for (const auto& [begin, end] : spans_in_characters(documents.text(i), chosen))
      line["rationale"].push_back({begin, end});
    SF_TRY(out.write(json_text(line) + "\n"));
  }
  return out.commit();
}

Status answer_documents(const PredictArgs& given) {
  if (!given.truth.empty()) return usage_error("predict: --truth is for pairs; a classifier needs none");
  SF_ASSIGN(const bool table, is_table(given, true));
  SF_ASSIGN(const SavedClassifier saved, load_classifier(given.model));
  const ClassifierTraits& traits = (*classifiers().find(saved.name))->traits;
  SF_TRY(check_rationales(given, saved.name, traits));
  bool estimates = traits.probabilities;
  using Writer = ClassPredictionWriter;
  const auto new_writer = [&] {
    return Writer::make(saved.labels.names, table ? Writer::Format::table : Writer::Format::jsonl, estimates);
  };
  SF_ASSIGN(Writer writer, new_writer());  // fails before the model is asked
  CorpusArgs from = given.corpus;
  SF_TRY(read_as_learned("predict", saved.reading, given.form_given, from));
  SF_ASSIGN(const Corpus corpus, from.read());
  std::vector<uint32_t> rows(corpus.size());
  std::iota(rows.begin(), rows.end(), 0U);
  DenseMatrix answers;
  ClassifierContext context{
      {.seed = static_cast<uint64_t>(given.seed), .threads = given.threads(), .sink = &terminal()}};
  context.probabilities = &estimates;
  const DocumentView documents{&corpus, rows};
  if (given.rationales.empty()) {
    SF_TRY(saved.classifier->predict(documents, context, answers));
  } else {
    SF_ASSIGN(const auto rationales, saved.classifier->predict_with_rationales(documents, context, answers));
    SF_TRY(write_rationales(given.rationales, documents, rationales));
  }
  SF_ASSIGN(writer, new_writer());  // the model may have said that it estimates nothing
  SF_ASSIGN(OutputFile out, OutputFile::create(given.out));
  SF_TRY(out.write(writer.header()));
  for (const uint32_t row : rows) {
    SF_TRY(out.write(writer.line(corpus.id(row), answers.row(row))));
  }
  SF_TRY(out.commit());
  terminal().info(fmt::format("{}: {} answers, one of {} classes ({}) each", saved.name, rows.size(),
                              saved.labels.names.size(), saved.labels.target));
  if (!estimates)
    terminal().info(fmt::format("{} ranks the classes; its numbers are not estimates of probability{}",
                                saved.name,
                                table ? ", which a table does not say: score it with --ranking" : ""));
  return {};
}

Status run(const PredictArgs& given) {
  SF_TRY(keep_inputs("--out", given.out, {given.corpus.path, given.truth}));
  SF_TRY(keep_folder("--out", given.out, given.model));
  SF_TRY(keep_inputs("--rationales", given.rationales, {given.corpus.path, given.truth}));
  SF_TRY(keep_folder("--rationales", given.rationales, given.model));
  if (!given.rationales.empty())
    SF_TRY(distinct_outputs({{"--out", given.out}, {"--rationales", given.rationales}}));
  SF_ASSIGN(const std::string kind, model_kind(given.model));
  return kind == kClassifierKind ? answer_documents(given) : answer_pairs(given);
}

}  // namespace

Command predict_command() {
  return {
      "predict", "Answer pairs or documents with a saved model", [](Args& args) {
        auto given = std::make_shared<PredictArgs>();
        args.text("MODEL", given->model, "Folder made by standfast train", true).folder();
        given->corpus.declare(args);
        given->form_given.declare(args);
        args.text("--truth", given->truth, "Truth of pairs; not needed, and the model does not see it")
            .path();
        args.text("-o,--out", given->out,
                  "File to write: {id, value} a pair, or {id, predicted, probabilities} a document (a "
                  "table where it ends in .csv); - is standard output")
            .new_file();
        args.text("--rationales", given->rationales,
                  "File for the parts that a classifier answered from: {id, rationale, units} a document")
            .new_file();
        args.count("--seed", given->seed, "Seed of all draws");
        args.jobs(given->jobs);
        args.footer(
            "A verifier takes pairs (a PAN folder or its pairs.jsonl), a classifier any corpus. Values are "
            "at full\nprecision; a value of exactly 0.5 means no answer. standfast score takes the file.");
        args.example("standfast predict model corpus.jsonl --out predictions.jsonl",
                     "Predict the class of each document");
        args.example("standfast predict verifier pairs/fold-0/test --out answers.jsonl",
                     "Decide whether one author wrote both texts of a pair");
        return [given] { return run(*given); };
      }};
}

}  // namespace standfast::cli
