#include "standfast/study/experiment/memory_store.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include <fmt/format.h>

#include "standfast/feature/ngram/tfidf.h"
#include "standfast/study/cell/cell_fit.h"
#include "standfast/study/cell/exam.h"
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

CountedTexts* MemoryStore::counted_texts(const Corpus& corpus) {
  auto& counted = counted_[&corpus];
  if (counted == nullptr) counted = std::make_unique<CountedTexts>(texts_of(corpus));
  return counted.get();
}

Result<ModelState> MemoryStore::make_start(const Unit& cell, const Corpus& corpus) const {
  const ModelSpec& model = study_.model(cell.model);
  SF_ASSIGN(const Options options, model_options(model));
  SF_ASSIGN(const StartFit fit,
            fit_for_start(corpus, study_, model, options, catalogs(), draws_.threads(), null_sink()));
  return fit.classifier->save();
}

Result<DrawnCondition> DrawingInMemory::draw(const StudySpec& study, const Unit& splits) {
  const ConditionSpec& condition = study.condition(splits.condition);
  SF_ASSIGN(const DocumentVectors space, space_of(study, condition, splits.need(space_kind())));
  SF_ASSIGN(const TopicEncoder encoder, topic_encoder_of(study, splits));
  return draw_condition(corpus_, condition, catalogs_, drawn_for(study, study_folder_), splits.seed, threads_,
                        null_sink(), encoder, space);
}

Result<TopicEncoder> DrawingInMemory::topic_encoder_of(const StudySpec& study, const Unit& splits) {
  const ConditionSpec& condition = study.condition(splits.condition);
  if (!sampler_reads_space(condition, catalogs_))
    return with_stored_vectors(condition, splits.need(vectors_kind()));
  SF_ASSIGN(DocumentVectors space, space_of(study, condition, splits.need(space_kind())));
  return space_topic_encoder(std::move(space), condition.space->maker.aggregate);
}

Result<TopicEncoder> DrawingInMemory::with_stored_vectors(const ConditionSpec& condition,
                                                          const std::string& key) {
  if (!condition.encoder) return remembering(tfidf_topics(), topics_);
  SF_ASSIGN(TopicEncoder encoder, study_topic_encoder(*condition.encoder, study_folder_, catalogs_));
  if (key.empty()) return encoder;  // the sampler asks for no vectors
  auto& stored = vectors_[key];
  if (stored == nullptr)
    if (auto made =
            encode_pool(corpus_, condition, study_folder_, catalogs_, {.threads = threads_, .sink = sink_}))
      stored = std::make_shared<const StoredVectors>(std::move(*made));
  if (stored == nullptr) return encoder;
  return stored_topic_encoder(stored, condition.encoder->aggregate, std::move(encoder));
}

Result<DocumentVectors> DrawingInMemory::space_of(const StudySpec& study, const ConditionSpec& condition,
                                                  const std::string& key) {
  if (key.empty()) return DocumentVectors{};
  auto found = spaces_.find(key);
  if (found == spaces_.end()) found = spaces_.emplace(key, made_space(study, condition)).first;
  if (!found->second) return Failure(found->second.error());
  return DocumentVectors{found->second->matrix, found->second->rows, condition.space->in_words()};
}

Result<MadeSpace> DrawingInMemory::made_space(const StudySpec& study, const ConditionSpec& condition) const {
  const SpaceWork work{study, condition, corpus_, study_folder_, catalogs_, threads_, &null_sink()};
  if (!condition.space->of_model) return make_space(work, nullptr);
  SF_ASSIGN(const SpaceFit fit, fit_for_space(work));
  return make_space(work, fit.classifier.get());
}

Result<std::unique_ptr<PairFeaturesInMemory>> PairFeaturesInMemory::make(const PairFeatures& features,
                                                                         const Corpus& corpus,
                                                                         std::vector<Pair> pairs, int threads,
                                                                         Sink& sink) {
  auto table = std::make_unique<PairFeaturesInMemory>();
  table->pairs_ = std::move(pairs);
  table->values_ = DenseMatrix(table->pairs_.size(), features.width());
  SF_TRY(features.compute({&corpus, table->pairs_}, threads, sink, table->values_));
  return table;
}

std::span<const double> PairFeaturesInMemory::find(uint32_t a, uint32_t b) const {
  const auto found =
      std::lower_bound(pairs_.begin(), pairs_.end(), std::pair{a, b}, [](const Pair& pair, const auto& key) {
        return std::pair{pair.a, pair.b} < key;
      });
  if (found == pairs_.end() || found->a != a || found->b != b) return {};
  return values_.row(static_cast<size_t>(found - pairs_.begin()));
}

}  // namespace standfast
