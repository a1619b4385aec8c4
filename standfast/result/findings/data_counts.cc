#include "standfast/result/findings/data_counts.h"

#include <algorithm>
#include <map>
#include <set>

#include "standfast/analysis/leak/design_checks.h"
#include "standfast/result/run/cell_index.h"

namespace standfast::result {

std::optional<double> copied_share(const RunRecords& run, size_t corpus, size_t condition) {
  DesignCondition drawn;
  if (run.conditions[condition].side != kTestSide) return std::nullopt;
  for (const auto& design : run.designs)
    if (design.corpus == run.corpora[corpus].name && design.condition == run.conditions[condition].name)
      drawn.draws.push_back(design.measures);
  return share_copied(drawn);
}

namespace {

uint64_t distinct(const std::vector<uint32_t>& codes) {
  std::set<uint32_t> seen(codes.begin(), codes.end());
  seen.erase(kNoCode);
  return seen.size();
}

double majority_share(const PooledItems& items) {
  std::map<uint32_t, std::vector<uint64_t>> counts;
  for (size_t i = 0; i < items.size(); ++i) {
    auto& of_cell = counts[items.cell[i]];
    of_cell.resize(items.classes);
    ++of_cell[items.truth[i]];
  }
  uint64_t majority = 0;
  for (const auto& [cell, count] : counts) majority += *std::max_element(count.begin(), count.end());
  return static_cast<double>(majority) / static_cast<double>(items.size());
}

}  // namespace

size_t most_finished_model(const RunRecords& run, const CellIndex& index, size_t corpus, size_t condition) {
  size_t best = 0;
  for (size_t m = 1; m < run.models.size(); ++m)
    if (index.folds(corpus, condition, m).size() > index.folds(corpus, condition, best).size()) best = m;
  return best;
}

ClassData class_data(const RunRecords& run, const CellIndex& index, size_t corpus, size_t condition,
                     const PooledItems& items) {
  ClassData data;
  data.condition = condition;
  // The first cell of each fold, whatever model finished it.
  std::vector<const CellRecord*> cells;
  for (size_t m = 0; m < run.models.size(); ++m) {
    const Folds& folds = index.folds(corpus, condition, m);
    cells.insert(cells.end(), folds.begin(), folds.end());
  }
  std::set<std::pair<uint64_t, uint32_t>> seen;
  for (const CellRecord* cell : cells) {
    if (!seen.insert({cell->seed, cell->fold}).second) continue;
    ++data.folds;
    data.train += static_cast<double>(cell->n_train);
    data.test += static_cast<double>(cell->n_test);
    data.train_classes += static_cast<double>(cell->train_classes);
  }
  for (double* sum : {&data.train, &data.test, &data.train_classes}) *sum /= static_cast<double>(data.folds);
  data.tested_topics = distinct(items.topic);
  data.tested_documents = distinct(items.document);
  data.majority = majority_share(items);
  data.copied = copied_share(run, corpus, condition);
  return data;
}

std::vector<ClassData> class_data(const RunRecords& run, size_t corpus) {
  std::vector<ClassData> all;
  if (run.models.empty()) return all;
  const CellIndex index(run);
  for (size_t c = 0; c < run.conditions.size(); ++c) {
    const size_t model = most_finished_model(run, index, corpus, c);
    const PooledItems items = pooled_items(run, corpus, index.folds(corpus, c, model));
    if (items.size() > 0) all.push_back(class_data(run, index, corpus, c, items));
  }
  return all;
}

namespace {

// One record of each (seed, fold), by condition. The pairs are the same for every model, so one is enough.
using OneOfEachFold = std::vector<std::map<std::pair<uint64_t, uint32_t>, const CellRecord*>>;

template <class Fits>
OneOfEachFold one_of_each_fold(const RunRecords& run, size_t corpus, const Fits& fits) {
  const Places conditions(run.conditions);
  OneOfEachFold folds(run.conditions.size());
  for (const auto& cell : run.cells) {
    if (cell.corpus != run.corpora[corpus].name || !fits(cell)) continue;
    if (const size_t c = conditions.of(cell.condition); c != Places::kNowhere)
      folds[c].try_emplace({cell.seed, cell.fold}, &cell);
  }
  return folds;
}

std::optional<double> mean(double sum, uint64_t n) {
  return n > 0 ? std::optional(sum / static_cast<double>(n)) : std::nullopt;
}

// Returns the mean of a count over the folds of the splits of a condition.
std::optional<double> mean_of_splits(const RunRecords& run, size_t corpus, size_t condition,
                                     uint64_t FoldInfo::*count) {
  double sum = 0;
  uint64_t folds = 0;
  for (const auto& split : run.splits)
    if (split.corpus == run.corpora[corpus].name && split.condition == run.conditions[condition].name)
      for (const auto& fold : split.fold) {
        sum += static_cast<double>(fold.*count);
        ++folds;
      }
  return mean(sum, folds);
}

}  // namespace

std::vector<PairData> pair_data(const RunRecords& run, size_t corpus) {
  const auto folds = one_of_each_fold(run, corpus, [](const CellRecord& cell) { return cell.ok; });
  std::vector<PairData> all;
  for (size_t c = 0; c < run.conditions.size(); ++c) {
    if (!run.asks(corpus, c)) continue;
    PairData data;
    data.condition = c;
    data.folds = folds[c].size();
    std::set<uint64_t> seeds;
    double train = 0, test = 0, same = 0;
    for (const auto& [key, cell] : folds[c]) {
      seeds.insert(key.first);
      train += static_cast<double>(cell->n_train + cell->n_validation);
      test += static_cast<double>(cell->n_test);
      same += static_cast<double>(cell->same_test);
    }
    data.seeds = seeds.size();
    data.train_pairs = mean(train, data.folds);
    data.test_pairs = mean(test, data.folds);
    if (test > 0) data.same_share = same / test;
    const auto of_splits = [&](uint64_t FoldInfo::*count) { return mean_of_splits(run, corpus, c, count); };
    data.train_authors = of_splits(&FoldInfo::train_authors);
    data.test_authors = of_splits(&FoldInfo::test_authors);
    data.train_documents = of_splits(&FoldInfo::train_documents);
    data.test_documents = of_splits(&FoldInfo::test_documents);
    data.train_topics = of_splits(&FoldInfo::train_topics);
    data.test_topics = of_splits(&FoldInfo::test_topics);
    data.copied = copied_share(run, corpus, c);
    all.push_back(data);
  }
  return all;
}

std::vector<PairPrior> pair_priors(const RunRecords& run, size_t corpus) {
  const auto folds = one_of_each_fold(run, corpus, [](const CellRecord& cell) { return cell.n_test > 0; });
  std::vector<PairPrior> all;
  for (size_t c = 0; c < run.conditions.size(); ++c) {
    if (folds[c].empty()) continue;
    PairPrior prior;
    prior.condition = c;
    for (const auto& [key, cell] : folds[c]) {
      prior.train += cell->n_train;
      prior.test += cell->n_test;
      prior.same_train += cell->same_train;
      prior.same_test += cell->same_test;
      prior.majority += std::max(cell->same_test, cell->n_test - cell->same_test);
    }
    all.push_back(prior);
  }
  return all;
}

}  // namespace standfast::result
