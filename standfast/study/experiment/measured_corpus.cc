#include "standfast/study/experiment/measured_corpus.h"

#include <algorithm>

#include "standfast/corpus/duplicate/duplicates.h"
#include "standfast/split/needed_roles.h"

namespace standfast {
namespace {

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

}  // namespace

MeasuredCorpus measured_corpus(const StudySpec& study, const Corpus& corpus,
                               std::vector<BlockValues> blocks) {
  MeasuredCorpus measured{.blocks = std::move(blocks)};
  const Duplicates found = find_duplicates(corpus, {.near = false});
  if (!found.exact.empty()) measured.copies.assign(corpus.size(), kMissing);
  for (uint32_t group = 0; group < found.exact.size(); ++group)
    for (const uint32_t row : found.exact[group]) measured.copies[row] = group;
  measured.columns = needed_columns(study);
  return measured;
}

std::vector<std::string> needed_columns(const StudySpec& study, const ConditionSpec& condition) {
  std::vector<std::string> names;
  const auto sampler = samplers().find(condition.sampler.name);
  if (sampler && (*sampler)->traits.needs_topics) add_once(names, std::string(role_name(Role::topic)));
  if (const auto splitter = splitters().find(condition.splitter.name)) {
    for (const auto& needed : needed_roles((*splitter)->traits, condition.splitter.options))
      if (needed.option != kValidationOption) add_once(names, std::string(role_name(needed.role)));
    for (const auto& name : columns_named(condition.splitter.options, (*splitter)->options))
      add_once(names, name);
  }
  std::erase(names, std::string(role_name(study.target)));
  return names;
}

std::vector<std::string> needed_columns(const StudySpec& study) {
  std::vector<std::string> names;
  for (const auto& condition : study.conditions)
    for (const auto& name : needed_columns(study, condition)) add_once(names, name);
  return names;
}

}  // namespace standfast
