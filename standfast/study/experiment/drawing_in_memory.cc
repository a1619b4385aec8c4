#include "standfast/study/experiment/drawing_in_memory.h"

#include "standfast/study/unit/kinds.h"

namespace standfast {

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
  if (!condition.encoder) return tfidf_topics();
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

}  // namespace standfast
