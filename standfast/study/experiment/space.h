// Making of a condition's space: the documents from which it learns, the documents that get vectors, and the
// vectors themselves. Fit and space units of a run write them; a dry run makes them in memory.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "standfast/base/sink.h"
#include "standfast/corpus/document_vectors.h"
#include "standfast/study/spec/spec.h"

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
  std::string scratch = {};  // scratch folder of Work
};

// Returns whether the sampler chooses among topics with enough documents (pool_min_docs). Otherwise it
// chooses among all documents.
bool samples_topics(const ConditionSpec& condition, const StudyCatalogs& catalogs);

// Returns the documents that the sampler may choose from, ascending. The space gives vectors to these.
// Documents that no split may see are not among them.
Result<std::vector<uint32_t>> rows_of_space(const Corpus& corpus, const ConditionSpec& condition,
                                            const StudyCatalogs& catalogs);

// The classifier of a space made by a model, and the numbers of documents that it was fitted on and validated
// on.
struct SpaceFit {
  std::unique_ptr<Classifier> classifier;
  size_t documents = 0, validation = 0;
};
// Fits the classifier of a space. A data error if its validation has no documents with a class.
Result<SpaceFit> fit_for_space(const SpaceWork& work);

struct MadeSpace {
  std::vector<uint32_t> rows;  // rows of the corpus, ascending
  FloatMatrix matrix;          // row i belongs to rows[i]
  std::vector<EncoderFact> facts = {};
};
// Makes a space. fitted: for a space made by a model, the result of fit_for_space(); else null.
Result<MadeSpace> make_space(const SpaceWork& work, const Classifier* fitted);

// Returns an encoder that represents a topic by the mean or the median of its documents' vectors in a space.
// The viewed vectors must outlive the encoder.
TopicEncoder space_topic_encoder(DocumentVectors vectors, Aggregate aggregate);

}  // namespace standfast
