// What a workshop reads of the units that were done before.
#include "standfast/sample/topics.h"
#include "standfast/split/file/splits_file.h"
#include "standfast/study/experiment/work.h"

namespace standfast {

Status Workshop::check_artifact(const std::string& key) {
  if (checked_.contains(key)) return {};
  SF_TRY(folder_.check_artifact(key));
  checked_.insert(key);
  return {};
}

Result<std::optional<Column>> Workshop::topics(const Unit& cell, const Corpus& corpus) {
  const ConditionSpec& condition = provenance_.study.condition(cell.condition);
  SF_ASSIGN(const auto* sampler, catalogs_.samplers->find(condition.sampler.name));
  if (!sampler->traits.merges_topics) return grouped_topics(corpus, {});
  if (groups_key_ != cell.splits) {
    groups_key_.clear();
    SF_TRY(check_artifact(cell.splits));
    SF_ASSIGN(const Splits splits, read_splits(folder_.splits_file(cell), corpus, null_sink()));
    groups_ = splits.sample.group_of_topic;
    groups_key_ = cell.splits;
  }
  return grouped_topics(corpus, groups_);
}

Result<const std::vector<FoldPairs>*> Workshop::pairs(const std::string& splits_key, const Corpus& corpus) {
  if (pairs_key_ == splits_key) return &pairs_;
  pairs_key_.clear();
  SF_TRY(check_artifact(splits_key));
  SF_ASSIGN(pairs_, read_pairs(folder_.artifact(splits_key, "pairs.jsonl.gz"), corpus.size()));
  pairs_key_ = splits_key;
  return &pairs_;
}

Result<const FeaturesFile*> Workshop::features(const std::string& key) {
  if (key.empty()) return nullptr;
  if (features_key_ != key) {
    features_key_.clear();
    SF_TRY(check_artifact(key));
    SF_ASSIGN(features_, FeaturesFile::open(folder_.artifact(key, "features.bin")));
    features_key_ = key;
  }
  return features_.get();
}

Result<const Split*> Workshop::folds(const Unit& cell, const Corpus& corpus) {
  if (folds_key_ != cell.splits) {
    folds_key_.clear();
    SF_TRY(check_artifact(cell.splits));
    SF_ASSIGN(Splits splits, read_splits(folder_.splits_file(cell), corpus, null_sink()));
    folds_ = std::move(splits.split);
    folds_key_ = cell.splits;
  }
  return &folds_;
}

Result<const ModelState*> Workshop::start(const std::string& key) {
  if (key.empty()) return nullptr;
  if (start_key_ != key) {
    start_key_.clear();
    SF_TRY(check_artifact(key));
    SF_ASSIGN(const SavedClassifier saved, load_classifier(folder_.artifact(key, "model")));
    SF_ASSIGN(start_, saved.classifier->save());
    start_key_ = key;
  }
  return &start_;
}

}  // namespace standfast
