// Classifiers that are fitted for later use: cells start from them, and spaces are made from them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/sink.h"
#include "standfast/corpus/training_columns.h"
#include "standfast/study/cell/class_exam.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

// Rows of a corpus; all have a class.
struct RowsToLearn {
  std::span<const uint32_t> train;
  std::span<const uint32_t> dev = {};  // for validation
};
// options: ready for use, with located paths.
Result<std::unique_ptr<Classifier>> fit_classifier(const Corpus& corpus, const Column& classes,
                                                   const RowsToLearn& rows, const StudyCatalogs& catalogs,
                                                   const std::string& name, const Options& options,
                                                   const ClassifierContext& context,
                                                   const TrainingColumns& columns = {});

// The fit of a model on all documents that have a class, from which its cells start. options: located.
struct StartFit {
  std::unique_ptr<Classifier> classifier;
  const Column* classes = nullptr;  // of the corpus
  size_t documents = 0;             // number of documents that it was fitted on
};
Result<StartFit> fit_for_start(const Corpus& corpus, const StudySpec& study, const ModelSpec& model,
                               const Options& options, const StudyCatalogs& catalogs, int threads,
                               Sink& sink);

}  // namespace standfast
