// Results of classification.
#include <unordered_map>
#include <utility>

#include "standfast/result/findings/class_items.h"
#include "standfast/result/run/answer_store.h"
#include "standfast/result/run/cell_predictions.h"
#include "standfast/result/run/fold_answers.h"
#include "standfast/result/task/task_results.h"
#include "standfast/study/cell/exam.h"
#include "standfast/study/task/task.h"

namespace standfast::result {
namespace {

class ClassResults final : public TaskResults {
 public:
  const Task& task() const override { return classification_task(); }
  const char* of_folds() const override { return "all folds and seeds together"; }
  const char* guessing() const override {
    return "the score of the model's own answers, dealt out at random within each fold";
  }
  // The label set is a column of the corpus, so it is the same for every cell of a corpus.
  Status take_classes(const std::string& path, std::vector<std::string> classes,
                      CorpusInfo& corpus) const override {
    if (corpus.classes.empty()) corpus.classes = std::move(classes);
    if (corpus.classes.empty()) return data_error(path + ": names no classes (see docs/run-folder.md)");
    return {};
  }
  Status read_answers(const std::string& path, std::string text, const CorpusInfo& corpus, AnswerNames& names,
                      CellRecord& cell) const override {
    return read_class_predictions(path, std::move(text), cell.side, corpus.classes, names.documents,
                                  names.authors, names.topics, cell.classified,
                                  names.groups ? &*names.groups : nullptr,
                                  cell.shortcut ? &cell.shortcut->values : nullptr);
  }
  void take_answers(const ExaminedCell& cell, size_t side, CellRecord& record) const override {
    const ClassExam& exam = cell.documents[side];
    ClassPredictions& to = record.classified;
    to.document = exam.rows;
    to.truth = exam.truth;
    const Column* author = cell.corpus->column(Role::author);
    for (const uint32_t row : exam.rows) {
      to.author.push_back(author == nullptr ? kNoCode : author->codes[row]);
      to.topic.push_back(cell.topics ? cell.topics->codes[row] : kNoCode);
    }
    to.probabilities = exam.probabilities.data;
    to.cue = exam.cue;
    if (side != 0) return;
    for (const auto& outcome : cell.outcomes)
      to.cross_half.push_back(outcome == ConfusionOutcome::cross_half ? 1 : 0);
  }
  Result<std::unique_ptr<FoldAnswers>> answers_for(const RunRecords& run, const std::string& run_folder,
                                                   const std::string& folder,
                                                   bool ignore_extra) const override {
    return class_answers_for(run, run_folder, folder, ignore_extra);
  }
  std::vector<ItemUnits> units(const RunRecords& run, size_t corpus, const Folds& folds) const override {
    std::vector<ItemUnits> units;
    for (const CellRecord* fold : folds) {
      const auto answers = answered_documents(*fold);
      for (size_t i = 0; i < answers->size(); ++i)
        units.push_back(
            units_of(run.corpora[corpus], answers->document[i], answers->author[i], answers->topic[i]));
    }
    return units;
  }
  std::vector<uint32_t> places_in(const CellRecord& cell, const CellRecord& nested) const override {
    const auto answers = answered_documents(cell), fewer = answered_documents(nested);
    std::unordered_map<uint32_t, uint32_t> place;  // of a document
    for (uint32_t i = 0; i < answers->size(); ++i) place.emplace(answers->document[i], i);
    std::vector<uint32_t> places;
    for (size_t i = 0; i < fewer->size(); ++i) {
      const auto found = place.find(fewer->document[i]);
      const bool same = found != place.end() && answers->truth[found->second] == fewer->truth[i];
      places.push_back(same ? found->second : kNoCode);
    }
    return places;
  }
  Result<ScoredCell> scored(const RunRecords& run, size_t corpus, const Folds& folds) const override {
    return scored_documents(run, corpus, pooled_items(run, corpus, folds));
  }
  std::vector<uint32_t> slices_of(const CellRecord& fold, const DocumentSlices& column) const override {
    const auto answers = answered_documents(fold);
    std::vector<uint32_t> values;
    for (const uint32_t code : column.is_group ? answers->group : answers->document)
      values.push_back(column.value_of(code));
    return values;
  }
  Result<std::vector<ScoredCell>> scored_parts(
      const RunRecords& run, size_t corpus, const Folds& folds,
      const std::vector<std::vector<uint32_t>>& parts) const override {
    const PooledItems items = pooled_items(run, corpus, folds);
    std::vector<ScoredCell> scored;
    for (const auto& part : parts) {
      SF_ASSIGN(ScoredCell cell, scored_documents(run, corpus, chosen_items(items, part)));
      scored.push_back(std::move(cell));
    }
    return scored;
  }
};

}  // namespace

const TaskResults& class_results() {
  static const ClassResults results;
  return results;
}

}  // namespace standfast::result
