// Draws conditions without a run folder.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "standfast/study/experiment/draw.h"
#include "standfast/study/experiment/space.h"
#include "standfast/study/plan/unit.h"

namespace standfast {

// Draws the conditions of one corpus. Vectors and spaces are made once for all conditions and seeds that
// share them, as in a run.
class DrawingInMemory {
 public:
  // The corpus and the catalogs must outlive this. study_folder: where relative paths of the study start.
  DrawingInMemory(const Corpus& corpus, std::string study_folder, const StudyCatalogs& catalogs, int threads,
                  Sink& sink = null_sink())
      : corpus_(corpus),
        study_folder_(std::move(study_folder)),
        catalogs_(catalogs),
        threads_(threads),
        sink_(&sink) {}

  // splits: a splits unit of the study's plan.
  Result<DrawnCondition> draw(const StudySpec& study, const Unit& splits);
  // The encoder of topics that draw() gives to the sampler. If the plan has vectors for it, they are made once.
  Result<TopicEncoder> topic_encoder_of(const StudySpec& study, const Unit& splits);

 private:
  Result<TopicEncoder> with_stored_vectors(const ConditionSpec& condition, const std::string& key);
  Result<DocumentVectors> space_of(const StudySpec& study, const ConditionSpec& condition,
                                   const std::string& key);
  Result<MadeSpace> made_space(const StudySpec& study, const ConditionSpec& condition) const;

  const Corpus& corpus_;
  std::string study_folder_;
  const StudyCatalogs& catalogs_;
  int threads_;
  Sink* sink_;  // of vectors, which may take minutes
  // By key of the unit that a run would make.
  std::map<std::string, std::shared_ptr<const StoredVectors>> vectors_;
  std::map<std::string, Result<MadeSpace>> spaces_;
};

}  // namespace standfast
