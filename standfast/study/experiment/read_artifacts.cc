// What a workshop reads from units that were done before.
#include <fmt/format.h>

#include "standfast/model/saved/saved_models.h"
#include "standfast/sample/topics.h"
#include "standfast/study/experiment/space.h"
#include "standfast/study/experiment/work.h"
#include "standfast/study/unit/kinds.h"
#include "standfast/study/unit/vectors_unit.h"

namespace standfast {

Status Workshop::check_artifact(const std::string& key) {
  if (checked_.contains(key)) return {};
  SF_TRY(folder_.check_artifact(key));
  checked_.insert(key);
  return {};
}

Result<TopicEncoder> Workshop::topic_encoder_of(const Unit& splits, const Corpus& corpus) {
  const ConditionSpec& condition = provenance_.study.condition(splits.condition);
  if (sampler_reads_space(condition, catalogs_)) {
    SF_ASSIGN(DocumentVectors vectors, space_of(splits, corpus));
    return space_topic_encoder(std::move(vectors), condition.space->maker.aggregate);
  }
  if (!condition.encoder) return tfidf_topics();
  const std::string& key = splits.need(vectors_kind());
  SF_ASSIGN(const auto* vectors,
            of_corpus_.get<std::shared_ptr<const StoredVectors>>(
                key, [&]() -> Result<std::shared_ptr<const StoredVectors>> {
                  SF_TRY(check_artifact(key));
                  SF_ASSIGN(TopicPool pool, topic_pool(corpus, pool_min_docs(condition)));
                  SF_ASSIGN(auto stored, read_vectors(folder_.artifact(key, ""), std::move(pool.rows)));
                  return std::make_shared<const StoredVectors>(std::move(stored));
                }));
  SF_ASSIGN(TopicEncoder direct, study_topic_encoder(*condition.encoder, study_folder_, catalogs_));
  return stored_topic_encoder(*vectors, condition.encoder->aggregate, std::move(direct));
}

Result<DocumentVectors> Workshop::space_of(const Unit& splits, const Corpus& corpus) {
  const std::string& key = splits.need(space_kind());
  if (key.empty()) return DocumentVectors{};
  const ConditionSpec& condition = provenance_.study.condition(splits.condition);
  SF_ASSIGN(const auto* space, of_corpus_.get<SpaceFile>(key, [&]() -> Result<SpaceFile> {
    SF_TRY(check_artifact(key));
    SF_ASSIGN(auto rows, rows_of_space(corpus, condition, catalogs_));
    return SpaceFile::open(folder_.artifact(key, ""), std::move(rows), condition.space->in_words());
  }));
  return space->view();
}

Result<std::unique_ptr<Classifier>> Workshop::fitted_for_space(const std::string& fit_key) {
  if (fit_key.empty()) return nullptr;
  SF_TRY(check_artifact(fit_key));
  SF_ASSIGN(SavedClassifier saved, load_classifier(folder_.artifact(fit_key, "model")));
  return std::move(saved.classifier);
}

Result<const Splits*> Workshop::splits_of(const Unit& cell, const Corpus& corpus) {
  const std::string& key = cell.need(splits_kind());
  return of_corpus_.get<Splits>(key, [&]() -> Result<Splits> {
    SF_TRY(check_artifact(key));
    return read_splits(folder_.splits_file(cell), corpus, null_sink());
  });
}

Result<std::optional<Column>> Workshop::topics(const Unit& cell, const Corpus& corpus) {
  const ConditionSpec& condition = provenance_.study.condition(cell.condition);
  SF_ASSIGN(const auto* sampler, catalogs_.samplers->find(condition.sampler.name));
  if (!sampler->traits.merges_topics) return grouped_topics(corpus, {});
  SF_ASSIGN(const Splits* splits, splits_of(cell, corpus));
  return grouped_topics(corpus, splits->sample.group_of_topic);
}

Result<const Split*> Workshop::folds(const Unit& cell, const Corpus& corpus) {
  SF_ASSIGN(const Splits* splits, splits_of(cell, corpus));
  return &splits->split;
}

Result<const PlantedSides*> Workshop::planted(const Unit& cell, const Corpus& corpus, const Fold& fold,
                                              const Column& classes) {
  const ConditionSpec& condition = provenance_.study.condition(cell.condition);
  if (!condition.shortcut) return nullptr;
  // The key of a split holds the name of its condition.
  const std::string key = fmt::format("{}/{}", cell.need(splits_kind()), cell.fold);
  return of_corpus_.get<PlantedSides>(key, [&]() {
    return plant_sides(corpus, fold, classes, condition, catalogs_, study_folder_, cell.seed, 1, null_sink());
  });
}

Result<const SplitPairs*> Workshop::pairs(const std::string& splits_key, const Corpus& corpus) {
  return of_corpus_.get<SplitPairs>(splits_key, [&]() -> Result<SplitPairs> {
    SF_TRY(check_artifact(splits_key));
    return read_pairs(folder_.artifact(splits_key, "pairs.jsonl.gz"), corpus.size());
  });
}

Result<const SplitPairs*> Workshop::pairs(const Unit& cell, const Corpus& corpus) {
  return pairs(cell.need(splits_kind()), corpus);
}

Result<const PairFeatureTable*> Workshop::features(const Unit& cell) {
  const std::string& key = cell.need(features_kind());
  if (key.empty()) return nullptr;
  SF_ASSIGN(const auto* file, of_corpus_.get<std::unique_ptr<FeaturesFile>>(
                                  key, [&]() -> Result<std::unique_ptr<FeaturesFile>> {
                                    SF_TRY(check_artifact(key));
                                    return FeaturesFile::open(folder_.artifact(key, "features.bin"));
                                  }));
  return file->get();
}

Result<const ModelState*> Workshop::start(const Unit& cell) {
  const std::string& key = cell.need(start_kind());
  if (key.empty()) return nullptr;
  return of_corpus_.get<ModelState>(key, [&]() -> Result<ModelState> {
    SF_TRY(check_artifact(key));
    SF_ASSIGN(const SavedClassifier saved, load_classifier(folder_.artifact(key, "model")));
    return saved.classifier->save();
  });
}

}  // namespace standfast
