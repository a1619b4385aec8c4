// Draw of a condition on a corpus: sample, folds and pairs, and the vectors that its sampler reads.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/base/sink.h"
#include "standfast/corpus/document_vectors.h"
#include "standfast/feature/topic/topic_encoder.h"
#include "standfast/study/record/pairs_file.h"
#include "standfast/study/record/vectors_file.h"
#include "standfast/study/spec/spec.h"
#include "standfast/study/task/task.h"

namespace standfast {

// Returns the smallest number of documents of the topics from which a condition's sampler chooses (0: any).
// Only documents of these topics need vectors.
int64_t pool_min_docs(const ConditionSpec& condition);
// Makes the vectors of the documents that a condition's sampler chooses from, by the encoder of the
// condition. The condition must name an encoder.
Result<StoredVectors> encode_pool(const Corpus& corpus, const ConditionSpec& condition,
                                  const std::string& study_folder, const StudyCatalogs& catalogs,
                                  const Work& work);
// Returns the encoder of a condition, under the name that the study uses.
Result<TopicEncoder> study_topic_encoder(const EncoderChoice& choice, const std::string& study_folder,
                                         const StudyCatalogs& catalogs);

// The use of the folds of a condition.
struct DrawnFor {
  TaskTraits asks = {.draws_pairs = true};
  Role target = Role::author;     // the classes; controls use it in every task
  std::string study_folder = "";  // relative paths of splitters start here; "": paths are used as they are
};
DrawnFor drawn_for(const StudySpec& study, const std::string& study_folder);

// The sample, folds and pairs of one condition: a splits unit writes them and a dry run shows them.
struct DrawnCondition {
  Sample sample;
  Split split;                   // for tasks with a target, without documents that have no class
  std::vector<FoldPairs> pairs;  // one for each fold; only for tasks that draw pairs
  std::vector<SidePairs> sides;  // for the sides that the corpus keeps apart; only for tasks that draw pairs
};
// Draws a condition. space: given if the condition has one.
Result<DrawnCondition> draw_condition(const Corpus& corpus, const ConditionSpec& condition,
                                      const StudyCatalogs& catalogs, const DrawnFor& task, uint64_t seed,
                                      int threads, Sink& sink, const TopicEncoder& encoder = tfidf_topics(),
                                      const DocumentVectors& space = {});

}  // namespace standfast
