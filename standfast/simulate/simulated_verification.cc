// Judgements of verification.
#include <algorithm>

#include "standfast/result/findings/pair_model_tests.h"
#include "standfast/result/findings/summary.h"
#include "standfast/result/findings/topic_shortcut.h"
#include "standfast/simulate/simulated_judgements.h"
#include "standfast/simulate/synthetic_records.h"
#include "standfast/simulate/synthetic_study.h"

namespace standfast::simulate {

using namespace result;
namespace {

// The places of conditions. The study of halves has no shuffled folds, so there they are one less.
constexpr auto kReference = static_cast<size_t>(PairCondition::shuffled),
               kRandom = static_cast<size_t>(PairCondition::random_topics),
               kHits = static_cast<size_t>(PairCondition::hits), kHitsOfHalves = kHits - 1;

// Runs the topic shortcut test of the reader of whole texts. Also adds the smaller corrected p of the two
// readers of halves of words: it shows how often the test finds that any of two models leans on topics.
Status topic_shortcuts(const RunRecords& whole, const RunRecords& halves, const ResampleOptions& resampling,
                       double level, bool is_null, std::vector<Judgement>& out) {
  RankingOptions options;
  options.level = level;
  options.resampling = resampling;
  SF_ASSIGN(const TopicShortcut one,
            topic_shortcut(whole, {.hits = kHits, .random = kRandom}, "auc", options));
  const ShortcutRow& row = one.rows.front();
  out.push_back(judged_difference("raven", {row.difference, row.p}, is_null, false));
  out.push_back(judged_score("raven-average", row.average));
  SF_ASSIGN(const TopicShortcut two,
            topic_shortcut(halves, {.hits = kHitsOfHalves, .random = kHitsOfHalves - 1}, "auc", options));
  Judgement any = judged_difference("raven-of-two", {}, is_null, false);
  for (const auto& model : two.rows)
    if (model.p_holm) any.p = std::min(any.p.value_or(1), *model.p_holm);
  out.push_back(std::move(any));
  return {};
}

}  // namespace

Result<std::vector<Judgement>> judge_verification(const SyntheticDesign& design,
                                                  const SyntheticCorpus& corpus, double level,
                                                  uint32_t resamples) {
  SF_ASSIGN(const SyntheticRecords records, synthetic_records(design, corpus));
  const auto& [whole, halves] = records;
  SF_ASSIGN(const Summary summary, summarise(whole, {"", level, 1}, null_sink()));
  const auto metric = [&](size_t condition, const char* name) -> const MetricSummary& {
    const auto found = std::find(summary.metrics.begin(), summary.metrics.end(), name);
    return summary.cell(whole, 0, condition, 0).metrics[static_cast<size_t>(found - summary.metrics.begin())];
  };
  // HITS chooses topics by the same texts that are then scored. So even if no text has topic words, the AUC
  // lost is 0 only on average.
  const bool is_null = design.topic_strength == 0;
  std::vector<Judgement> out;
  out.push_back(judged_score("auc-reference", metric(kReference, "auc").score));
  out.push_back(judged_score("auc-random", metric(kRandom, "auc").score));
  out.push_back(judged_score("auc-hits", metric(kHits, "auc").score));
  out.push_back(judged_difference("lost", metric(kHits, "auc").lost, is_null, false));
  const auto lead = [](const MetricSummary& one) {
    return one.score.value.value_or(0) - one.guessing.value_or(0);
  };
  out.push_back(judged_share("survives", metric(kHits, "auc").survival, lead(metric(kHits, "auc")),
                             lead(metric(kReference, "auc"))));
  // Thresholds fit the mix of both kinds of pairs in training. So some of these points may be lost even if no
  // text has topic words.
  for (const std::string name : {"c@1", "overall"}) {
    const MetricSummary& one = metric(kHits, name.c_str());
    out.push_back(judged_difference(name + "-lost", one.lost, false, false));
    out.push_back(judged_difference(name + "-ranking", one.ranking.value_or(Difference()), false, false));
    out.push_back(judged_difference(name + "-threshold", one.threshold.value_or(Difference()), false, false));
  }
  // The first half of the words is compared with the second; the first half of the vocabulary with the
  // second.
  SF_ASSIGN(const auto pairs, pair_model_differences(halves, 0, "auc", level, 1));
  for (const auto& [a, question] : {std::pair<size_t, const char*>{0, "words"}, {2, "vocabulary"}}) {
    const auto found = std::find_if(pairs.begin(), pairs.end(), [&, first = a](const auto& one) {
      return one.condition == kHitsOfHalves && one.a == first && one.b == first + 1;
    });
    out.push_back(
        judged_difference(question, found == pairs.end() ? Difference() : found->difference, true, true));
  }
  SF_TRY(topic_shortcuts(whole, halves, {.resamples = resamples, .seed = corpus.seed}, level, is_null, out));
  return out;
}

}  // namespace standfast::simulate
