#include "standfast/simulate/synthetic_study.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace standfast {
namespace {

using Given = std::map<std::string, OptionValue>;

constexpr uint32_t kFewestTopics = 4;  // two folds, and two topics in each to make pairs from
constexpr const char* kRandomTopics = "random topics";

Result<ComponentSpec> component(const ComponentList& catalog, const std::string& name, const Given& given) {
  SF_ASSIGN(Options options, catalog.resolve(name, given));
  return ComponentSpec{name, std::move(options)};
}

Result<ConditionSpec> condition_of(const std::string& name, const std::string& sampler, const Given& sampling,
                                   const std::string& splitter, const Given& splitting) {
  ConditionSpec condition;
  condition.name = name;
  SF_ASSIGN(condition.sampler, component(samplers(), sampler, sampling));
  SF_ASSIGN(condition.splitter, component(splitters(), splitter, splitting));
  return condition;
}

ConditionSpec control_of(const ConditionSpec& condition, const std::string& name,
                         std::vector<std::string> block) {
  ConditionSpec control = condition;
  control.name = name;
  control.control_of = condition.name;
  control.block = std::move(block);
  control.trades = 1;
  return control;
}

// Makes a study without conditions, with the models that read these texts.
Result<StudySpec> study_of(const SyntheticDesign& design, const std::vector<SyntheticReader>& readers) {
  StudySpec study;
  study.task = design.verifies ? "verification" : "classification";
  study.profile = design.verifies ? "hits" : "classification-full";
  study.corpora.emplace_back().name = kCorpusName;
  if (study.the_task().model_facts(design.model).chance)
    return usage_error(fmt::format("{} is a model that guesses: it has nothing to lose; give another --model",
                                   design.model));
  SF_ASSIGN(const ComponentSpec model,
            component(study.the_task().models(study_catalogs()), design.model, design.options));
  for (const auto reader : readers)
    study.models.push_back({kReaderNames[static_cast<size_t>(reader)], model});
  return study;
}

Result<std::vector<ConditionSpec>> class_conditions(const SyntheticDesign& design) {
  SF_ASSIGN(ConditionSpec iid, condition_of("iid", "all", {}, "stratified-k-fold",
                                            {{"folds", design.folds}, {"by", std::string("author")}}));
  SF_ASSIGN(const ConditionSpec novel, condition_of("novel", "all", {}, "leave-one-topic-out", {}));
  std::vector<ConditionSpec> all = {std::move(iid), novel, control_of(novel, "control", {})};
  if (design.threads > 0) all.push_back(control_of(novel, "thread-control", {kThreadColumn}));
  if (design.shared_threads) {
    all.push_back(control_of(novel, "whole-thread-control", {kThreadColumn}));
    all.back().whole = true;
  }
  return all;
}

Result<std::vector<ConditionSpec>> pair_conditions(const SyntheticDesign& design) {
  const uint32_t kept = kept_topics(design);
  if (kept < kFewestTopics || kept > design.table.topics.size())
    return usage_error(fmt::format("{} topics to keep: from {} to the {} that there are", kept, kFewestTopics,
                                   design.table.topics.size()));
  const Given sampling = {{"topics", int64_t{kept}}, {"min-docs", int64_t{1}}},
              splitting = {{"folds", int64_t{pair_fold_count(design)}}, {"validation", 0.0}};
  std::vector<ConditionSpec> all;
  for (const auto& [name, sampler, splitter] : {std::tuple{"shuffled", "random-topics", "k-fold"},
                                                {kRandomTopics, "random-topics", "topic-k-fold"},
                                                {"HITS", "hits", "topic-k-fold"}}) {
    SF_ASSIGN(ConditionSpec condition, condition_of(name, sampler, sampling, splitter, splitting));
    SF_ASSIGN(condition.pairs, Options::resolve("pairs", study_catalogs().pair_options,
                                                {{"positives", std::string("cross-topic")},
                                                 {"negatives", std::string("cross-topic")}}));
    all.push_back(std::move(condition));
  }
  return all;
}

}  // namespace

Result<SyntheticStudies> synthetic_studies(const SyntheticDesign& design, uint64_t seed) {
  using enum SyntheticReader;
  SF_ASSIGN(std::vector<ConditionSpec> conditions,
            design.verifies ? pair_conditions(design) : class_conditions(design));
  conditions.front().reference = true;
  SyntheticStudies studies;
  SF_ASSIGN(studies.whole, study_of(design, {whole}));
  SF_ASSIGN(studies.halves, study_of(design, {words_a, words_b, vocabulary_a, vocabulary_b}));
  const auto of_halves = [&](const ConditionSpec& condition) {
    return design.verifies ? !condition.reference : condition.name == conditions[1].name;
  };
  std::copy_if(conditions.begin(), conditions.end(), std::back_inserter(studies.halves.conditions),
               of_halves);
  if (design.verifies) studies.halves.conditions.front().reference = true;
  studies.whole.conditions = std::move(conditions);
  if (design.interval == "nested") studies.whole.nested_repeats = kNestedRepeats;
  for (StudySpec* study : {&studies.whole, &studies.halves})
    for (int64_t draw = 0; draw < (design.verifies ? design.draws : 1); ++draw)
      study->seeds.push_back(seed + static_cast<uint64_t>(draw));
  return studies;
}

bool is_asked(const Unit& cell) {
  return cell.condition != kRandomTopics || !cell.model.starts_with("vocabulary");
}

uint32_t kept_topics(const SyntheticDesign& design) {
  const auto topics = static_cast<int64_t>(design.table.topics.size());
  if (design.kept > 0) return static_cast<uint32_t>(design.kept);
  return static_cast<uint32_t>(std::min(topics, std::clamp<int64_t>(topics / 2, 6, 40)));
}

uint32_t pair_fold_count(const SyntheticDesign& design) {
  return std::clamp<uint32_t>(kept_topics(design) / 3, 2, 8);
}

}  // namespace standfast
