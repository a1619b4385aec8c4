#include "standfast/study/estimate/cut_store.h"

#include <algorithm>
#include <cmath>

#include "standfast/base/rng.h"
#include "standfast/study/cell/exam.h"
#include "standfast/study/task/task.h"
#include "standfast/study/unit/kinds.h"

namespace standfast {
namespace {

class MadeUpFeatures final : public PairFeatures {
 public:
  explicit MadeUpFeatures(size_t width) : width_(width) {}
  size_t width() const override { return width_; }
  std::string identity() const override { return "made up"; }
  Status compute(const PairView& pairs, int, Sink&, DenseMatrix& out) const override {
    out = DenseMatrix(pairs.pairs.size(), width_);
    Rng rng(1, "study/estimate");
    for (double& number : out.data) number = rng.uniform();
    return {};
  }

 private:
  size_t width_;
};

// Returns a part of a list, evenly spread, so that every class and every place of the list is represented.
template <class T>
std::vector<T> spread(const std::vector<T>& all, double share) {
  if (share >= 1 || all.empty()) return all;
  const auto n = std::max<size_t>(1, static_cast<size_t>(std::ceil(share * static_cast<double>(all.size()))));
  std::vector<T> some;
  for (size_t i = 0; i < n; ++i) some.push_back(all[i * all.size() / n]);
  return some;
}

}  // namespace

uint64_t items_of_fold(const DrawnCondition& drawn, size_t fold) {
  uint64_t items = 0;
  if (drawn.pairs.empty()) {
    const Fold& of = drawn.split.folds[fold];
    return of.train.size() + of.validation.size() + of.test.size();
  }
  const FoldPairs& of = drawn.pairs[fold];
  items = of.train.size() + of.validation.size() + of.test.size();
  for (const auto& side : drawn.sides) items += side.pairs.size();
  return items;
}

CutStore::CutStore(const StudySpec& study, const StudyCatalogs& catalogs, const std::string& study_folder,
                   const Corpus& corpus, const DrawnCondition& drawn, double share)
    : study_(study), catalogs_(catalogs), study_folder_(study_folder), corpus_(corpus), drawn_(drawn) {
  split_.method = drawn.split.method;
  split_.options = drawn.split.options;
  split_.seed = drawn.split.seed;
  const Fold& whole = drawn.split.folds.front();
  Fold cut;
  cut.train = RowSet(spread(whole.train.list(), share));
  cut.validation = RowSet(spread(whole.validation.list(), share));
  cut.test = RowSet(spread(whole.test.list(), share));
  if (drawn.pairs.empty()) {
    items_ = cut.train.size() + cut.validation.size() + cut.test.size();
  } else {
    const FoldPairs& of = drawn.pairs.front();
    pairs_.folds = {{spread(of.train, share), spread(of.validation, share), spread(of.test, share)}};
    items_ = pairs_.folds[0].train.size() + pairs_.folds[0].validation.size() + pairs_.folds[0].test.size();
    for (const auto& side : drawn.sides) {
      pairs_.sides.push_back({side.side, spread(side.pairs, share)});
      items_ += pairs_.sides.back().pairs.size();
    }
  }
  split_.folds = {std::move(cut)};
}

Unit CutStore::cell(const Unit& splits, const std::string& model) const {
  Unit cell;
  cell.kind = &cell_kind();
  cell.key = "estimate";
  cell.corpus = splits.corpus;
  cell.condition = splits.condition;
  cell.seed = splits.seed;
  cell.model = model;
  cell.needs = {{splits.kind, splits.key}};
  return cell;
}

std::vector<Pair> CutStore::all_pairs() const {
  std::vector<Pair> all;
  add_pairs_once(pairs_, all);
  return all;
}

Status CutStore::make_features(const ModelSpec& model) {
  const auto entry = catalogs_.verifiers->find(model.model.name);
  if (!entry || drawn_.pairs.empty() || !(*entry)->traits.pair_features) return {};
  SF_ASSIGN(const Options options, model_options(model));
  SF_ASSIGN(const auto verifier, (*entry)->make(options));
  const PairFeatures* features = verifier->pair_features();
  if (features == nullptr) return {};
  const MadeUpFeatures made_up(features->width());
  SF_ASSIGN(features_, PairFeaturesInMemory::make(made_up, corpus_, all_pairs(), 1, null_sink()));
  return {};
}

Result<const PlantedSides*> CutStore::planted(const Unit& cell, const Corpus& corpus, const Fold& fold,
                                              const Column& classes) {
  const ConditionSpec& condition = study_.condition(cell.condition);
  if (!condition.shortcut) return nullptr;
  return planted_.get<PlantedSides>("cut", [&]() {
    return plant_sides(corpus, fold, classes, condition, catalogs_, study_folder_, cell.seed, 1, null_sink());
  });
}

Result<std::optional<Column>> CutStore::topics(const Unit&, const Corpus& corpus) {
  return grouped_topics(corpus, drawn_.sample.group_of_topic);
}

Result<Options> CutStore::model_options(const ModelSpec& model) const {
  return located(model, study_.the_task().models(catalogs_), study_folder_);
}

}  // namespace standfast
