// Classification: models predict the value of a column for a document, for example its author or its topic.
// Items are documents. The cells of a model may begin from its fit on all documents.
#include <algorithm>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/metric/classes/classification_profile.h"
#include "standfast/model/saved/saved_models.h"
#include "standfast/split/file/splits_file.h"
#include "standfast/study/cell/cell_fit.h"
#include "standfast/study/cell/cell_rationales.h"
#include "standfast/study/cell/exam.h"
#include "standfast/study/cell/left_out.h"
#include "standfast/study/experiment/saved_fit.h"
#include "standfast/study/experiment/workshop.h"
#include "standfast/study/plan/unit.h"
#include "standfast/study/task/catalog_task.h"
#include "standfast/study/task/task.h"
#include "standfast/study/unit/kinds.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

std::string json_text(std::string_view text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

const char* outcome_name(ConfusionOutcome outcome) {
  switch (outcome) {
    case ConfusionOutcome::correct:
      return "correct";
    case ConfusionOutcome::same_half:
      return "same-half";
    case ConfusionOutcome::cross_half:
      return "cross-half";
  }
  return "";
}

// Writes one line for each test document: its facts and the answer to it. Probabilities are in the order of
// the record's "classes".
Status write_class_exam(const std::string& path, const ExaminedCell& cell, size_t place) {
  const ClassExam& answers = cell.documents[place];
  const Corpus& corpus = *cell.corpus;
  const auto& [classes, topic] = std::tie(cell.file.classes, cell.topics);
  const bool of_halves = place == 0 && !cell.outcomes.empty();
  const std::vector<uint32_t>& rows = answers.rows;
  const std::string side = json_text(answers.side);
  SF_ASSIGN(auto file, OutputFile::create(path));
  std::string lines;
  for (size_t i = 0; i < rows.size(); ++i) {
    const uint32_t row = rows[i], predicted = predicted_class(answers.probabilities.row(i));
    lines +=
        fmt::format(R"({{"id": {}, "side": {}, "truth": {}, "predicted": {}, "author": {}, "topic": {}, )",
                    json_text(corpus.id(row)), side, json_text(classes[answers.truth[i]]),
                    predicted == kNoAnswer ? "null" : json_text(classes[predicted]),
                    json_text(corpus.value(Role::author, row)),
                    json_text(topic && topic->codes[row] != kMissing ? topic->names[topic->codes[row]] : ""));
    if (cell.group != nullptr && cell.group->codes[row] != kMissing)
      lines += fmt::format(R"("group": {}, )", json_text(cell.group->names[cell.group->codes[row]]));
    if (!answers.cue.empty() && answers.cue[i] != kNoCue)
      lines += fmt::format(R"("{}": {}, )", kCueKey, json_text(cell.file.shortcut->values[answers.cue[i]]));
    if (of_halves)
      lines += fmt::format(R"("outcome": "{}", )",
                           cell.outcomes[i] ? outcome_name(*cell.outcomes[i]) : "no-answer");
    lines += R"("probabilities": [)";
    for (const double p : answers.probabilities.row(i)) lines += fmt::format("{}, ", p);
    lines.resize(lines.size() - 2);
    lines += "]}\n";
    if (lines.size() < (size_t{1} << 16)) continue;
    SF_TRY(file.write(lines));
    lines.clear();
  }
  SF_TRY(file.write(lines));
  return file.commit();
}

// Returns whether the splitter has outcomes. A control's method is not in the catalog.
bool has_outcomes(const SplitterCatalog& splitters, const std::string& method) {
  return std::any_of(splitters.entries().begin(), splitters.entries().end(),
                     [&](const auto& one) { return one.traits.outcomes && one.name == method; });
}

// Returns the outcome of each answer, by its half of the authors.
std::vector<std::optional<ConfusionOutcome>> outcomes_of(const Fold& fold, const Column& classes,
                                                         const Column& topics, const ClassExam& test) {
  const TrainedTopics halves(fold, classes, topics);
  std::vector<std::optional<ConfusionOutcome>> outcomes;
  for (size_t i = 0; i < test.rows.size(); ++i) {
    const uint32_t predicted = predicted_class(test.probabilities.row(i));
    outcomes.push_back(predicted == kNoAnswer ? std::nullopt
                                              : std::optional(halves.outcome(test.truth[i], predicted,
                                                                             topics.codes[test.rows[i]])));
  }
  return outcomes;
}

Result<MadeUnit> fit_on_all(Workshop& shop, const Unit& unit, int threads, Sink& sink) {
  SF_ASSIGN(const Corpus* corpus, shop.corpus(unit.corpus));
  const ModelSpec& model = shop.study().model(unit.model);
  SF_ASSIGN(const Options options, shop.model_options(model));
  SF_ASSIGN(const StartFit fit,
            fit_for_start(*corpus, shop.study(), model, options, shop.catalogs(), threads, sink));
  return save_fit(shop, unit, model.model, *fit.classifier, *fit.classes, fit.documents);
}

// Sorts an exam whose rows have been renamed into the order of answers.
void put_in_order(const Corpus& corpus, ClassExam& exam) {
  const auto before = [&](uint32_t a, uint32_t b) { return corpus.id(a) < corpus.id(b); };
  if (std::is_sorted(exam.rows.begin(), exam.rows.end(), before)) return;
  const ClassExam was = exam;
  std::vector<size_t> order(was.rows.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return before(was.rows[a], was.rows[b]); });
  for (size_t i = 0; i < order.size(); ++i) {
    exam.rows[i] = was.rows[order[i]];
    exam.truth[i] = was.truth[order[i]];
    exam.cue[i] = was.cue[order[i]];
    std::ranges::copy(was.probabilities.row(order[i]), exam.probabilities.row(i).begin());
  }
}

// Renames the rows of exams to rows of the study's corpus, in which a document has the same row on every
// side. The ids there have no suffixes, so their order may differ: "a" is before "a-b", but "a-b/original"
// before "a/original".
void name_rows_of_corpus(const PlantedSides& planted, const Corpus& corpus, ClassExams& exams) {
  for (auto& exam : exams.sides) {
    for (uint32_t& row : exam.rows) {
      exam.cue.push_back(planted.cue[row]);
      row = planted.row[row];
    }
    put_in_order(corpus, exam);
  }
}

// Fills in a nested cell whose fold trains on or tests nothing but the block.
void answer_nothing(const Column& classes, ExaminedCell& done) {
  done.file.classes = classes.names;
  done.file.sides = {CellSide{kTestSide, predictions_name(kTestSide), 0, {}, {}}};
  done.documents.push_back({kTestSide, {}, {}, DenseMatrix(0, classes.names.size())});
}

Result<ExaminedCell> examine_documents_of_cell(CellStore& store, const Unit& unit, int threads, Sink& sink) {
  SF_ASSIGN(const CellTexts texts, cell_texts(store, unit));
  const auto& [corpus, split, fold, without_block, planted, classes] = texts;
  const StudySpec& study = store.study();
  ExaminedCell done;
  done.corpus = corpus;
  SF_ASSIGN(done.topics, store.topics(unit, *corpus));
  done.group = corpus->named_column(study.group);
  std::map<std::string, uint64_t> of_block;
  if (unit.left_out) {
    const uint64_t all = split->folds[unit.fold].test.size();
    of_block = {{kUnitPlaces, all}, {kPlacesLeftOut, all - fold->test.size()}};
    if (fold->test.empty() || fold->train.empty()) {
      done.file = cell_file(unit, study);
      done.file.fold_counts = of_block;
      done.file.fold_counts["train"] = fold->train.size();
      answer_nothing(*classes, done);
      return done;
    }
  }
  SF_ASSIGN(CellClassifier model, cell_classifier(store, unit, threads, sink));
  if (model.traits->rationales && !unit.left_out) SF_TRY(check_annotated(texts));
  SF_ASSIGN(ClassExams exams, examine_documents(to_learn(study, unit, texts), texts.sides(),
                                                *model.classifier, *model.traits, model.context));
  if (model.traits->rationales && !unit.left_out) {
    const bool rewritten = rewrites_texts(study.condition(unit.condition), store.catalogs());
    SF_ASSIGN(done.rationales, cell_rationales(texts, exams, rewritten));
  }
  if (planted != nullptr) name_rows_of_corpus(*planted, *corpus, exams);
  const Fold& used = texts.fold();
  SF_ASSIGN(const ClassificationProfile* profile, find_classification_profile(study.profile));
  if (has_outcomes(*store.catalogs().splitters, split->method) && done.topics && study.target == Role::author)
    done.outcomes = outcomes_of(used, *classes, *done.topics, exams.test());

  CellFile& cell = done.file = cell_file(unit, study);
  cell.fold_counts = {{"train", exams.train_documents},
                      {"validation", used.validation.size()},
                      {"train_classes", exams.train_classes}};
  cell.fold_counts.insert(of_block.begin(), of_block.end());
  if (planted != nullptr) {
    cell.shortcut = planted->record;
    cell.fold_counts["not_planted"] = planted->record.dropped.all();
  }
  if (!fold->aside.empty()) cell.fold_counts["aside"] = fold->aside.size();
  if (done.rationales) cell.rationales = kRationalesFile;
  cell.classes = classes->names;
  cell.probabilities = exams.probabilities;
  for (const auto& exam : exams.sides) {
    const ClassItems items{classes->names.size(), exam.truth, exam.probabilities.data, cell.probabilities};
    const ClassificationScores scores = evaluate(*profile, items);
    CellSide side{exam.side, predictions_name(exam.side), exam.rows.size(), {}, {}};
    if (const uint64_t none = tally(items).unanswered(); none > 0) side.counts["unanswered"] = none;
    side.scores = cell_scores(profile->metrics, scores.values, scores.n);
    cell.sides.push_back(std::move(side));
  }
  cell.facts = model.classifier->facts();
  if (cell.facts.is_null()) cell.facts = Json::object();
  cell.facts.erase("telling");  // words of texts: they stay in model folders; records hold no text
  done.documents = std::move(exams.sides);
  if (study.keep_models && !unit.left_out) {
    const ComponentSpec& made_by = study.model(unit.model).model;
    done.save_model = [classifier = std::shared_ptr<Classifier>(std::move(model.classifier)), made_by,
                       labels = ClassifierLabels{std::string(role_name(study.target)), classes->names},
                       origin = origin_of(*corpus)](const std::string& folder) {
      return save_classifier(folder, made_by.name, made_by.options, *classifier, labels, origin,
                             Replace::anything);
    };
  }
  return done;
}

// Returns the unit that the cells of a classifier share: its fit on all documents. Nothing if it does not
// start from one, or if every condition plants a shortcut: a start from texts without it would leak them.
Result<std::optional<Unit>> start_unit(const SharedBy& by) {
  const auto& [study, model, catalogs, corpus, splits, facts] = by;
  SF_ASSIGN(const auto* entry, catalogs.classifiers->find(model.model.name));
  if (!entry->traits.starts) return std::nullopt;
  const std::string& name = corpus.name;
  if (std::ranges::none_of(study.conditions,
                           [&](const ConditionSpec& one) { return one.asks(name) && !one.shortcut; }))
    return std::nullopt;
  Unit unit;
  unit.kind = &start_kind();
  unit.corpus = corpus.name;
  unit.model = model.name;
  Json fields = key_fields(unit.kind->name(), corpus);
  fields["target"] = role_name(study.target);
  add_model(fields, model, corpus);
  if (!study.group.empty()) fields["group"] = column_fields(corpus, study.group);
  unit.key = key_of(fields);
  return unit;
}

class Classification final : public CatalogTask<ClassifierCatalog, &StudyCatalogs::classifiers> {
 public:
  const char* name() const override { return "classification"; }
  const char* item() const override { return "document"; }
  TaskTraits traits() const override { return {.has_target = true, .controls_are_baselines = true}; }
  const char* answers_name() const override { return "predictions"; }

  const std::vector<std::string>& profiles(const StudyCatalogs& catalogs) const override {
    return catalogs.class_profiles;
  }
  std::string default_profile(const StudyCatalogs& catalogs) const override {
    return catalogs.class_profiles.front();
  }
  Result<TaskProfile> profile(std::string_view name) const override { return class_profile(name); }

  const UnitKind* shared_kind() const override { return &start_kind(); }
  Result<std::optional<Unit>> shared_unit(const SharedBy& by) const override { return start_unit(by); }
  Result<MadeUnit> do_shared(Workshop& shop, const Unit& unit, int threads, Sink& sink) const override {
    return fit_on_all(shop, unit, threads, sink);
  }
  Result<ExaminedCell> examine(CellStore& store, const Unit& cell, int threads, Sink& sink) const override {
    return examine_documents_of_cell(store, cell, threads, sink);
  }
  Status write_answers(const std::string& path, const ExaminedCell& cell, size_t side) const override {
    return write_class_exam(path, cell, side);
  }
};

}  // namespace

const Task& classification_task() {
  static const Classification task;
  return task;
}

}  // namespace standfast
