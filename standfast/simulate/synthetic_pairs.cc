#include "standfast/simulate/synthetic_pairs.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "standfast/study/experiment/work.h"
#include "standfast/study/record/fold_scores.h"

namespace standfast {
namespace {

constexpr uint32_t kFewestTopics = 4;  // two folds, and two topics in each to make pairs from

struct Method {
  const char* sampler;
  const char* splitter;
};
constexpr std::array kMethods = {Method{"random-topics", "k-fold"}, Method{"random-topics", "topic-k-fold"},
                                 Method{"hits", "topic-k-fold"}};  // by PairCondition

Result<ConditionSpec> condition_spec(const SyntheticDesign& design, PairCondition condition) {
  const Method& method = kMethods[static_cast<size_t>(condition)];
  ConditionSpec spec;
  SF_ASSIGN(const auto* sampler, samplers().find(method.sampler));
  SF_ASSIGN(const Options sampling,
            Options::resolve(method.sampler, sampler->options,
                             {{"topics", int64_t{kept_topics(design)}}, {"min-docs", int64_t{1}}}));
  spec.sampler = {method.sampler, sampling};
  SF_ASSIGN(const auto* splitter, splitters().find(method.splitter));
  SF_ASSIGN(const Options splitting,
            Options::resolve(method.splitter, splitter->options,
                             {{"folds", int64_t{pair_fold_count(design)}}, {"validation", 0.0}}));
  spec.splitter = {method.splitter, splitting};
  SF_ASSIGN(spec.pairs, Options::resolve("pairs", study_catalogs().pair_options,
                                         {{"positives", std::string("cross-topic")},
                                          {"negatives", std::string("cross-topic")}}));
  return spec;
}

}  // namespace

uint32_t kept_topics(const SyntheticDesign& design) {
  const auto topics = static_cast<int64_t>(design.table.topics.size());
  if (design.kept > 0) return static_cast<uint32_t>(design.kept);
  return static_cast<uint32_t>(std::min(topics, std::clamp<int64_t>(topics / 2, 6, 40)));
}

uint32_t pair_fold_count(const SyntheticDesign& design) {
  return std::clamp<uint32_t>(kept_topics(design) / 3, 2, 8);
}

Result<std::vector<PairFold>> pair_folds(const SyntheticDesign& design, const SyntheticCorpus& corpus) {
  const uint32_t kept = kept_topics(design);
  if (kept < kFewestTopics || kept > design.table.topics.size())
    return usage_error(fmt::format("{} topics to keep: from {} to the {} that there are", kept, kFewestTopics,
                                   design.table.topics.size()));
  SF_ASSIGN(const auto verifier, verifiers().make(design.model, design.options));
  std::vector<PairFold> folds;
  for (uint64_t draw = 0; draw < static_cast<uint64_t>(design.draws); ++draw) {
    const uint64_t seed = corpus.seed + draw;
    // Topics and pairs are chosen on whole texts, so that all readers answer the same pairs.
    std::map<PairCondition, std::vector<FoldPairs>> drawn;
    for (size_t run = 0; run < kPairRuns.size(); ++run) {
      const auto& [condition, reader] = kPairRuns[run];
      if (!drawn.contains(condition)) {
        SF_ASSIGN(const ConditionSpec spec, condition_spec(design, condition));
        SF_ASSIGN(DrawnCondition made,
                  draw_condition(corpus.read_by.front(), spec, study_catalogs(), {}, seed, 1, null_sink()));
        drawn[condition] = std::move(made.pairs);
      }
      const auto& pairs = drawn[condition];
      const Corpus& read = corpus.read_by[static_cast<size_t>(reader)];
      bool answered = false;
      std::string failure;
      for (uint32_t f = 0; f < pairs.size(); ++f) {
        PairFold fold{run, draw, f, pairs[f].test, {}, {}};
        auto exams = examine_pairs(read, pairs[f], {}, f, seed, *verifier, {});
        if (exams) {
          fold.values = std::move(exams->front().values);
          answered = true;
        } else {
          fold.failure = exams.error().message;
          if (failure.empty()) failure = fold.failure;
        }
        folds.push_back(std::move(fold));
      }
      if (!answered) return data_error(failure);
    }
  }
  return folds;
}

}  // namespace standfast
