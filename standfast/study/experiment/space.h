// How the space of a condition is made: which documents it learns from, which it gives vectors, and those.
// What fit and space units of a run write, and what a dry run makes in memory.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "standfast/corpus/document_vectors.h"
#include "standfast/study/experiment/work.h"

namespace standfast {

// A condition with a space, in a corpus of the study.
struct SpaceWork {
  const StudySpec& study;
  const ConditionSpec& condition;
  const Corpus& corpus;
  const std::string& study_folder;
  const StudyCatalogs& catalogs;
  int threads = 1;
  Sink* sink = &null_sink();
};

// Does its sampler choose among topics with enough documents (pool_min_docs), or among all documents?
bool samples_topics(const ConditionSpec& condition, const StudyCatalogs& catalogs);

// The documents that the sampler may choose from, ascending: those that the space gives vectors. Without
// those that no split may see.
Result<std::vector<uint32_t>> rows_of_space(const Corpus& corpus, const ConditionSpec& condition,
                                            const StudyCatalogs& catalogs);

// The classifier of a space of a model, and on how many documents it was fitted.
struct SpaceFit {
  std::unique_ptr<Classifier> classifier;
  size_t documents = 0;
};
Result<SpaceFit> fit_for_space(const SpaceWork& work);

struct MadeSpace {
  std::vector<uint32_t> rows;  // of the corpus, ascending
  FloatMatrix matrix;          // row i belongs to rows[i]
  std::vector<EncoderFact> facts = {};
};
// fitted: of a space of a model, by fit_for_space(); else null.
Result<MadeSpace> make_space(const SpaceWork& work, const Classifier* fitted);

// Topics by the mean or the median of the vectors that their documents have in a space. What is viewed must
// outlive the encoder.
TopicEncoder space_topic_encoder(DocumentVectors vectors, Aggregate aggregate);

}  // namespace standfast
