#include "standfast/study/experiment/word_lists_ready.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/feature/document/feature_options.h"
#include "standfast/model/robust/base_model.h"
#include "standfast/study/task/task.h"

namespace standfast {
namespace {

// owner: who reads the list, in words.
Status list_is_ready(const std::string& owner, const std::string& classifier, const Options& given,
                     const std::string& study_folder, const StudyCatalogs& catalogs) {
  SF_ASSIGN(const auto* const entry, catalogs.classifiers->find(classifier));
  if (!has_document_features(*entry)) return {};
  SF_ASSIGN(const Options options, located(owner, given, entry->options, study_folder));
  SF_ASSIGN(const DocumentFeatureOptions features, document_feature_table().read(options));
  if (features.function_words.empty() ||
      std::ranges::find(features.families, Family::function_words) == features.families.end())
    return {};
  if (const auto words = prepared_function_words(features); !words) return with_context(owner, words.error());
  return {};
}

}  // namespace

Status word_lists_ready(const StudySpec& study, const std::string& study_folder,
                        const StudyCatalogs& catalogs) {
  if (!study.the_task().traits().has_target) return {};
  for (const auto& model : study.models)
    SF_TRY(list_is_ready(fmt::format("model \"{}\"", model.name), model.model.name, model.model.options,
                         study_folder, catalogs));
  for (const auto& condition : study.conditions)
    if (const auto& space = condition.space; space && space->of_model)
      SF_TRY(list_is_ready(fmt::format("space of condition \"{}\"", condition.name), space->maker.name,
                           space->maker.options, study_folder, catalogs));
  return {};
}

}  // namespace standfast
