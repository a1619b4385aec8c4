// Judgements of verification.
#include <algorithm>

#include "standfast/result/findings/pair_model_tests.h"
#include "standfast/result/findings/summary.h"
#include "standfast/result/findings/topic_shortcut.h"
#include "standfast/result/run/run_reader.h"
#include "standfast/simulate/simulated_judgements.h"
#include "standfast/simulate/synthetic_pairs.h"

namespace standfast::simulate {

using namespace result;  // it makes results from answers of no run
namespace {

constexpr const char* kPairProfile = "hits";
constexpr const char* kPairConditions[] = {"shuffled", "random topics", "HITS"};  // by PairCondition
constexpr size_t kHits = static_cast<size_t>(PairCondition::hits);

// Codes of the topics that any condition tests, by place in the design. Records number only these topics.
std::vector<uint32_t> tested_topics(const SyntheticDesign& design, const SyntheticCorpus& texts,
                                    const std::vector<PairFold>& folds, std::vector<std::string>& names) {
  std::vector<uint32_t> codes(design.table.topics.size(), kNoCode);
  for (const auto& fold : folds)
    for (const Pair& pair : fold.pairs)
      for (const uint32_t row : {pair.a, pair.b}) codes[texts.topic[row]] = 0;
  for (size_t t = 0; t < codes.size(); ++t)
    if (codes[t] != kNoCode) {
      codes[t] = static_cast<uint32_t>(names.size());
      names.push_back(design.table.topics[t]);
    }
  return codes;
}

// The records of a run with these answers, either of the reader of whole texts or of the other readers.
RunRecords records_of(const SyntheticDesign& design, const SyntheticCorpus& texts,
                      const std::vector<PairFold>& folds, bool whole) {
  RunRecords run;
  run.task = "verification";
  run.profile = kPairProfile;
  for (uint64_t draw = 0; draw < static_cast<uint64_t>(design.draws); ++draw) run.seeds.push_back(draw);
  CorpusInfo corpus;
  corpus.name = "synthetic";
  corpus.documents = texts.author.size();
  corpus.authors = corpus.tested_authors = static_cast<uint32_t>(design.table.authors.size());
  corpus.topics = design.table.topics.size();
  const std::vector<uint32_t> codes = tested_topics(design, texts, folds, corpus.tested_topics);
  run.corpora.push_back(std::move(corpus));
  for (const char* name : kPairConditions) {
    ConditionInfo condition;
    condition.name = name;
    condition.reference = run.conditions.empty();
    run.conditions.push_back(std::move(condition));
  }
  for (size_t reader = 0; reader < std::size(kReaderNames); ++reader)
    if (whole == (reader == 0)) run.models.push_back({kReaderNames[reader], design.model});
  for (const auto& fold : folds) {
    const auto& [condition, reader] = kPairRuns[fold.run];
    if (whole != (reader == SyntheticReader::whole)) continue;
    CellRecord cell;
    cell.task = run.task;
    cell.corpus = run.corpora.front().name;
    cell.condition = kPairConditions[static_cast<size_t>(condition)];
    cell.model = kReaderNames[static_cast<size_t>(reader)];
    cell.seed = fold.draw;
    cell.fold = fold.fold;
    cell.ok = fold.failure.empty();
    cell.reason = fold.failure;
    cell.n_test = fold.pairs.size();
    for (size_t i = 0; i < fold.values.size(); ++i) {
      const Pair& pair = fold.pairs[i];
      cell.predictions.value.push_back(fold.values[i]);
      cell.predictions.same.push_back(pair.same);
      cell.predictions.author_a.push_back(texts.author[pair.a]);
      cell.predictions.author_b.push_back(texts.author[pair.b]);
      cell.predictions.topic_a.push_back(codes[texts.topic[pair.a]]);
      cell.predictions.topic_b.push_back(codes[texts.topic[pair.b]]);
    }
    run.cells.push_back(std::move(cell));
  }
  return run;
}

// The topic shortcut test of the reader of whole texts. Also the smaller corrected p of the two readers of
// halves of words: it shows how often the test finds that any of two models leans on topics.
Status topic_shortcuts(const RunRecords& whole, const RunRecords& halves, const ResampleOptions& resampling,
                       double level, bool is_null, std::vector<Judgement>& out) {
  RankingOptions options;
  options.level = level;
  options.resampling = resampling;
  const Contrast contrast = {.hits = kHits, .random = static_cast<size_t>(PairCondition::random_topics)};
  SF_ASSIGN(const TopicShortcut one, topic_shortcut(whole, contrast, "auc", options));
  const ShortcutRow& row = one.rows.front();
  out.push_back(judged_difference("raven", {row.difference, row.p}, is_null, false));
  out.push_back(judged_score("raven-average", row.average));
  SF_ASSIGN(const TopicShortcut two, topic_shortcut(halves, contrast, "auc", options));
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
  SF_ASSIGN(const std::vector<PairFold> folds, pair_folds(design, corpus));
  const RunRecords whole = records_of(design, corpus, folds, true),
                   halves = records_of(design, corpus, folds, false);
  SF_ASSIGN(const Summary summary, summarise(whole, {"", level, 1}, null_sink()));
  const auto metric = [&](size_t condition, const char* name) -> const MetricSummary& {
    const auto found = std::find(summary.metrics.begin(), summary.metrics.end(), name);
    return summary.cell(whole, 0, condition, 0).metrics[static_cast<size_t>(found - summary.metrics.begin())];
  };
  // HITS chooses topics by the same texts that are then scored. So even if no text has topic words, the AUC
  // lost is 0 only on average.
  const bool is_null = design.topic_strength == 0;
  std::vector<Judgement> out;
  out.push_back(judged_score("auc-reference", metric(0, "auc").score));
  out.push_back(judged_score("auc-random", metric(1, "auc").score));
  out.push_back(judged_score("auc-hits", metric(kHits, "auc").score));
  out.push_back(judged_difference("lost", metric(kHits, "auc").lost, is_null, false));
  const auto lead = [](const MetricSummary& one) {
    return one.score.value.value_or(0) - one.guessing.value_or(0);
  };
  out.push_back(judged_share("survives", metric(kHits, "auc").survival, lead(metric(kHits, "auc")),
                             lead(metric(0, "auc"))));
  // Thresholds fit the mix of both kinds of pairs in training. So some of these points may be lost even if no
  // text has topic words.
  for (const std::string name : {"c@1", "overall"}) {
    const MetricSummary& one = metric(kHits, name.c_str());
    out.push_back(judged_difference(name + "-lost", one.lost, false, false));
    out.push_back(judged_difference(name + "-ranking", one.ranking.value_or(Difference()), false, false));
    out.push_back(judged_difference(name + "-threshold", one.threshold.value_or(Difference()), false, false));
  }
  // First half of the words against the second; first half of the vocabulary against the second.
  SF_ASSIGN(const auto pairs, pair_model_differences(halves, 0, "auc", level, 1));
  for (const auto& [a, question] : {std::pair<size_t, const char*>{0, "words"}, {2, "vocabulary"}}) {
    const auto found = std::find_if(pairs.begin(), pairs.end(), [&, first = a](const auto& one) {
      return one.condition == kHits && one.a == first && one.b == first + 1;
    });
    out.push_back(
        judged_difference(question, found == pairs.end() ? Difference() : found->difference, true, true));
  }
  SF_TRY(topic_shortcuts(whole, halves, {.resamples = resamples, .seed = corpus.seed}, level, is_null, out));
  return out;
}

}  // namespace standfast::simulate
