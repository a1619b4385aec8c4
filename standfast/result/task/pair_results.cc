// Results of verification.
#include <unordered_map>

#include "standfast/result/run/answer_store.h"
#include "standfast/result/run/cell_predictions.h"
#include "standfast/result/run/fold_answers.h"
#include "standfast/result/task/task_results.h"
#include "standfast/study/cell/exam.h"
#include "standfast/study/task/task.h"

namespace standfast::result {
namespace {

class PairResults final : public TaskResults {
 public:
  const Task& task() const override { return verification_task(); }
  const char* of_folds() const override { return "mean over folds"; }
  const char* guessing() const override { return "0.5"; }
  Status take_classes(const std::string&, std::vector<std::string>, CorpusInfo&) const override { return {}; }
  Status read_answers(const std::string& path, std::string text, const CorpusInfo&, AnswerNames& names,
                      CellRecord& cell) const override {
    SF_TRY(read_pair_predictions(path, text, cell.side, names.authors, names.topics, cell.predictions,
                                 names.groups ? &*names.groups : nullptr, names.pair_ids));
    if (names.ids == nullptr) return {};
    return read_documents_of_pairs(path, std::move(text), *names.ids, names.documents, cell.predictions);
  }
  void take_answers(const ExaminedCell& cell, size_t side, CellRecord& record) const override {
    const PairExam& exam = cell.pairs[side];
    CellPredictions& to = record.predictions;
    to.value = exam.values;
    to.same = truths_of(exam.pairs);
    for (size_t i = 0; cell.keeps_ids && i < exam.pairs.size(); ++i)
      to.id.push_back(hash_of_id(pair_id(*cell.corpus, exam.pairs[i])));
    const Column* author = cell.corpus->column(Role::author);
    const auto code = [](const Column* column, uint32_t row) {
      return column == nullptr ? kNoCode : column->codes[row];
    };
    const Column* topic = cell.topics ? &*cell.topics : nullptr;
    for (const Pair& pair : exam.pairs) {
      to.author_a.push_back(code(author, pair.a));
      to.author_b.push_back(code(author, pair.b));
      to.topic_a.push_back(code(topic, pair.a));
      to.topic_b.push_back(code(topic, pair.b));
    }
  }
  Result<std::unique_ptr<FoldAnswers>> answers_for(const RunRecords& run, const std::string& run_folder,
                                                   const std::string& folder,
                                                   bool ignore_extra) const override {
    return pair_answers_for(run, run_folder, folder, ignore_extra);
  }
  std::vector<ItemUnits> units(const RunRecords&, size_t, const Folds& folds) const override {
    std::vector<ItemUnits> units;
    for (const CellRecord* fold : folds) {
      const auto answers = pair_answers(*fold);
      for (size_t i = 0; i < answers->value.size(); ++i) units.push_back(units_of(*answers, i));
    }
    return units;
  }
  std::vector<uint32_t> places_in(const CellRecord& cell, const CellRecord& nested) const override {
    const auto answers = pair_answers(cell), fewer = pair_answers(nested);
    std::unordered_map<uint64_t, uint32_t> place;  // of a pair
    for (uint32_t i = 0; i < answers->id.size(); ++i) place.emplace(answers->id[i], i);
    std::vector<uint32_t> places;
    for (size_t i = 0; i < fewer->id.size(); ++i) {
      const auto found = place.find(fewer->id[i]);
      const bool same = found != place.end() && answers->same[found->second] == fewer->same[i];
      places.push_back(same ? found->second : kNoCode);
    }
    return places;
  }
  Result<ScoredCell> scored(const RunRecords& run, size_t, const Folds& folds) const override {
    return scored_pairs(run, folds);
  }
  std::vector<uint32_t> slices_of(const CellRecord& fold, const DocumentSlices& column) const override {
    const auto answers = pair_answers(fold);
    const auto& first = column.is_group ? answers->group_a : answers->document_a;
    const auto& second = column.is_group ? answers->group_b : answers->document_b;
    std::vector<uint32_t> values;
    for (size_t i = 0; i < first.size(); ++i) {
      const uint32_t a = column.value_of(first[i]), b = column.value_of(second[i]);
      values.push_back(a == b ? a : a == kNoCode || b == kNoCode ? kNoCode : kMixedSlice);
    }
    return values;
  }
  Result<std::vector<ScoredCell>> scored_parts(
      const RunRecords& run, size_t, const Folds& folds,
      const std::vector<std::vector<uint32_t>>& parts) const override {
    std::vector<std::shared_ptr<const CellPredictions>> answers;
    for (const CellRecord* fold : folds) answers.push_back(pair_answers(*fold));
    std::vector<ScoredCell> scored;
    for (const auto& part : parts) {
      SF_ASSIGN(ScoredCell cell, scored_chosen_pairs(run, answers, part));
      scored.push_back(std::move(cell));
    }
    return scored;
  }
};

}  // namespace

const TaskResults& pair_results() {
  static const PairResults results;
  return results;
}

}  // namespace standfast::result
