#include "standfast/study/experiment/memory_store.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "standfast/study/cell/fitted_classifier.h"
#include "standfast/study/cell/pair_exam.h"
#include "standfast/study/unit/kinds.h"

namespace standfast {

DrawsInMemory::DrawsInMemory(std::vector<CorpusInMemory> corpora, std::string study_folder,
                             const StudyCatalogs& catalogs, int threads)
    : corpora_(std::move(corpora)),
      study_folder_(std::move(study_folder)),
      catalogs_(catalogs),
      threads_(threads) {
  for (const auto& one : corpora_)
    drawing_.emplace(one.name, DrawingInMemory(*one.corpus, study_folder_, catalogs_, threads_));
}

Result<const DrawsInMemory::Draw*> DrawsInMemory::draw(const StudySpec& study, const Unit& splits) {
  auto& kept = draws_[splits.key];
  if (kept == nullptr) {
    DrawingInMemory& drawing = drawing_.at(splits.corpus);
    SF_ASSIGN(DrawnCondition drawn, drawing.draw(study, splits));
    SF_ASSIGN(TopicEncoder encoder, drawing.topic_encoder_of(study, splits));
    kept = std::make_unique<const Draw>(Draw{std::move(drawn.sample),
                                             std::move(drawn.split),
                                             {std::move(drawn.pairs), std::move(drawn.sides)},
                                             std::move(encoder)});
  }
  return kept.get();
}

const CorpusInMemory& DrawsInMemory::corpus(const std::string& name) const {
  const auto found =
      std::find_if(corpora_.begin(), corpora_.end(), [&](const auto& one) { return one.name == name; });
  assert(found != corpora_.end());
  return *found;
}

Result<const Corpus*> MemoryStore::corpus_of(const Unit& cell) {
  const CorpusInMemory& corpus = draws_.corpus(cell.corpus);
  const auto read = corpus.read_by.find(cell.model);
  return read == corpus.read_by.end() ? corpus.corpus : read->second;
}

Result<const Split*> MemoryStore::folds(const Unit& cell, const Corpus&) {
  return &draws_.at(cell.need(splits_kind())).split;
}

Result<const PlantedSides*> MemoryStore::planted(const Unit& cell, const Corpus& corpus, const Fold& fold,
                                                 const Column& classes) {
  const ConditionSpec& condition = study_.condition(cell.condition);
  if (!condition.shortcut) return nullptr;
  // Models may read different texts of the same documents.
  const auto& read_by = draws_.corpus(cell.corpus).read_by;
  const std::string key = fmt::format("{}/{}/{}", cell.need(splits_kind()), cell.fold,
                                      read_by.contains(cell.model) ? cell.model : "");
  return planted_.get<PlantedSides>(key, [&]() {
    return plant_sides(corpus, fold, classes, condition, catalogs(), draws_.study_folder(), cell.seed,
                       draws_.threads(), null_sink());
  });
}

Result<const SplitPairs*> MemoryStore::pairs(const Unit& cell, const Corpus&) {
  return &draws_.at(cell.need(splits_kind())).pairs;
}

Result<std::optional<Column>> MemoryStore::topics(const Unit& cell, const Corpus& corpus) {
  return grouped_topics(corpus, draws_.at(cell.need(splits_kind())).sample.group_of_topic);
}

Result<Options> MemoryStore::model_options(const ModelSpec& model) const {
  return located(model, study_.the_task().models(catalogs()), draws_.study_folder());
}

Result<const PairFeatureTable*> MemoryStore::features(const Unit& cell) {
  const std::string& key = cell.need(features_kind());
  if (key.empty()) return nullptr;
  SF_ASSIGN(const Corpus* corpus, corpus_of(cell));
  auto found = features_.find({key, corpus});
  if (found == features_.end())
    found = features_.emplace(Key{key, corpus}, make_features(cell, *corpus)).first;
  if (!found->second) return data_error(failed_need(features_kind(), found->second.error().message));
  return found->second->get();
}

Result<std::unique_ptr<PairFeaturesInMemory>> MemoryStore::make_features(const Unit& cell,
                                                                         const Corpus& corpus) const {
  const ModelSpec& model = study_.model(cell.model);
  SF_ASSIGN(const auto* entry, catalogs().verifiers->find(model.model.name));
  SF_ASSIGN(const Options options, model_options(model));
  SF_ASSIGN(const auto verifier, entry->make(options));
  const PairFeatures* features = verifier->pair_features();
  if (features == nullptr) return data_error(fmt::format("model {} has no pair features", cell.model));
  std::vector<Pair> all;
  for (const auto& splits : plan_.find(cell.need(features_kind()))->needs)
    add_pairs_once(draws_.at(splits.key).pairs, all);
  return PairFeaturesInMemory::make(*features, corpus, std::move(all), draws_.threads(), null_sink());
}

Result<const ModelState*> MemoryStore::start(const Unit& cell) {
  const std::string& key = cell.need(start_kind());
  if (key.empty()) return nullptr;
  SF_ASSIGN(const Corpus* corpus, corpus_of(cell));
  auto found = starts_.find({key, corpus});
  if (found == starts_.end()) found = starts_.emplace(Key{key, corpus}, make_start(cell, *corpus)).first;
  if (!found->second) return data_error(failed_need(start_kind(), found->second.error().message));
  return &*found->second;
}

Result<ModelState> MemoryStore::make_start(const Unit& cell, const Corpus& corpus) const {
  const ModelSpec& model = study_.model(cell.model);
  SF_ASSIGN(const Options options, model_options(model));
  SF_ASSIGN(const StartFit fit,
            fit_for_start(corpus, study_, model, options, catalogs(), draws_.threads(), null_sink()));
  return fit.classifier->save();
}

}  // namespace standfast
