#include "standfast/simulate/synthetic_run.h"

#include "standfast/model/classify/classifier.h"
#include "standfast/split/matched_control.h"
#include "standfast/split/splitter.h"
#include "standfast/study/record/class_answers.h"

namespace standfast {
namespace {

Result<Split> split_of(const Corpus& corpus, const SyntheticDesign& design, SyntheticCondition condition,
                       uint64_t seed) {
  const bool iid = condition == SyntheticCondition::iid;
  std::map<std::string, OptionValue> given;
  if (iid) given = {{"folds", design.folds}, {"by", std::string("author")}};
  SF_ASSIGN(const auto splitter, splitters().make(iid ? "stratified-k-fold" : "leave-one-topic-out", given));
  SplitContext context;
  context.seed = seed;
  SF_ASSIGN(Split split, splitter->split(corpus, whole_corpus(corpus), context));
  ControlOptions control = {.target = Role::author, .trades = 1, .seed = seed};
  if (condition == SyntheticCondition::thread_control) control.block = {kThreadColumn};
  if (condition == SyntheticCondition::control || condition == SyntheticCondition::thread_control)
    return matched_control(corpus, split, control);
  return split;
}

}  // namespace

Result<std::vector<SyntheticFold>> class_folds(const SyntheticDesign& design, const SyntheticCorpus& corpus) {
  std::vector<SyntheticFold> folds;
  std::map<SyntheticCondition, Split> splits;
  SF_ASSIGN(const auto* entry, classifiers().find(design.model));
  SF_ASSIGN(const auto classifier, classifiers().make(design.model, design.options));
  for (size_t run = 0; run < kSyntheticRuns.size(); ++run) {
    const auto& [condition, reader] = kSyntheticRuns[run];
    if (condition == SyntheticCondition::thread_control && design.threads == 0) continue;
    if (!splits.contains(condition)) {
      SF_ASSIGN(splits[condition], split_of(corpus.read_by.front(), design, condition, corpus.seed));
    }
    const Corpus& read = corpus.read_by[static_cast<size_t>(reader)];
    const Split& split = splits[condition];
    for (uint32_t f = 0; f < split.folds.size(); ++f) {
      SF_ASSIGN(ClassExams given, examine_documents(read, split.folds[f], {}, *read.column(Role::author), f,
                                                    corpus.seed, *classifier, entry->traits, {}));
      folds.push_back({run, f, split.folds[f].test, std::move(given.sides.front().probabilities)});
    }
  }
  return folds;
}

}  // namespace standfast
