#include "standfast/study/experiment/labels_ready.h"

#include "standfast/study/task/task.h"

namespace standfast {

Status labels_ready(const StudySpec& study, const Corpus& corpus, const std::string& study_folder,
                    const StudyCatalogs& catalogs) {
  if (!study.the_task().traits().has_target) return {};
  SF_ASSIGN(const Column* const classes, corpus.require(study.target));
  for (const auto& model : study.models) {
    SF_ASSIGN(const auto* entry, catalogs.classifiers->find(model.model.name));
    if (!entry->traits.pretrained && !entry->traits.in_batches) continue;
    SF_ASSIGN(const Options options, located(model, *catalogs.classifiers, study_folder));
    SF_ASSIGN(const auto classifier, entry->make(options));
    if (const auto good = classifier->check_classes(classes->names); !good)
      return with_context("model " + model.name, good.error());
  }
  return {};
}

}  // namespace standfast
