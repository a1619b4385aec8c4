// The tables of a report, each in the file of its name.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "standfast/analysis/lexical/style_interaction.h"
#include "standfast/report/result_names.h"
#include "standfast/report/table/table.h"
#include "standfast/result/findings/confusion.h"
#include "standfast/result/findings/corpus_findings.h"
#include "standfast/result/findings/cross_space.h"
#include "standfast/result/findings/data_counts.h"
#include "standfast/result/findings/dose_response.h"
#include "standfast/result/findings/drops.h"
#include "standfast/result/findings/fold_means.h"
#include "standfast/result/findings/forensic.h"
#include "standfast/result/findings/judgement.h"
#include "standfast/result/findings/model_tests.h"
#include "standfast/result/findings/ranking.h"
#include "standfast/result/findings/scores_by_class.h"
#include "standfast/result/findings/slice_scores.h"
#include "standfast/result/findings/split_properties.h"
#include "standfast/result/findings/spread.h"
#include "standfast/result/findings/summary.h"
#include "standfast/result/findings/test_overlap.h"
#include "standfast/result/findings/topic_difficulty.h"
#include "standfast/result/findings/topic_reliability.h"
#include "standfast/result/findings/topic_shortcut.h"
#include "standfast/result/findings/worst_groups.h"
#include "standfast/result/run/run_reader.h"

namespace standfast::report {

// Documents, classes and topics on either side of each condition, and the majority baseline.
Table class_data_table(const RunRecords& run, size_t corpus, const std::vector<ClassData>& conditions);

// One row a finished or failed cell, one column a metric.
Table class_fold_table(const RunRecords& run, const Summary& summary, size_t corpus);

// Precision, recall and F1 of every class, all folds and seeds pooled.
Table class_table(const RunRecords& run, size_t corpus, const std::vector<ScoresByClass>& scores);

// Nothing where no condition's splitter is topic-confusion.
std::optional<Table> confusion_halves_table(const RunRecords& run, size_t corpus,
                                            const std::vector<ConfusionRow>& rows, double level);

// By the default metric, with intervals of `level`.
Table cross_space_table(const RunRecords& run, const Summary& summary, size_t corpus, const CrossSpace& found,
                        double level);

// Means over folds and seeds: pairs, documents and authors of either side, topics, the share of same-author
// pairs. Training includes validation.
Table data_table(const RunRecords& run, size_t corpus, const std::vector<PairData>& conditions);
Table dose_response_table(const RunRecords& run, const DoseResponse& response, size_t corpus,
                          const RankingOptions& options);
std::vector<std::string> dose_response_sentences(const RunRecords& run, const DoseResponse& response,
                                                 size_t corpus);

// Nothing where no condition is the reference. unit: over which the drops are taken.
std::optional<Table> drop_table(const RunRecords& run, const Summary& summary, size_t corpus,
                                const std::vector<Drop>& drops, const UnitChoice& unit, double level);

// One sentence per model and condition that has a control.
std::vector<std::string> drop_sentences(const RunRecords& run, const Summary& summary, size_t corpus,
                                        const std::vector<Drop>& drops);

// Every pair of models under every condition that is compared with another: points that the first lost less
// those that the second lost, by the summary's default metric, with interval, p and Holm's correction over
// the pairs of the condition. Nothing with fewer than two models beside prior.
std::optional<Table> drop_test_table(const RunRecords& run, const Summary& summary, size_t corpus,
                                     double level);

// rows: of this metric, a place in Summary::metrics.
Table fold_mean_table(const RunRecords& run, const Summary& summary, size_t corpus, size_t metric,
                      const std::vector<FoldMean>& rows);

// One row a finished or failed cell, one column a metric.
Table fold_table(const RunRecords& run, const Summary& summary, size_t corpus);

Table forensic_table(const RunRecords& run, const std::vector<ForensicCell>& cells, size_t corpus,
                     double level);

// One paragraph per condition and model, for readers who are no statisticians.
std::vector<std::string> forensic_words(const RunRecords& run, const Summary& summary,
                                        const std::vector<ForensicCell>& cells, size_t corpus);

// For the JSON document: one object per cell.
nlohmann::ordered_json forensic_json(const RunRecords& run, const std::vector<ForensicCell>& cells);

// Difference in accuracy by topic, weighted, with the test to go by and beside it the others that one may be
// asked for. Nothing with fewer than two models beside prior.
std::optional<Table> model_test_table(const RunRecords& run, size_t corpus,
                                      const std::vector<ModelTest>& tests, const UnitChoice& unit,
                                      double level);

// At least one score.
Table near_table(const RunRecords& run, const Summary& summary, size_t corpus, const NearScores& near,
                 double level);

// Nothing where there is no pair.
std::optional<Table> pair_model_table(const RunRecords& run, size_t corpus, const std::string& metric,
                                      const std::vector<PairModelDifference>& rows, double level);

// Class priors and the majority baseline per condition.
Table prior_table(const RunRecords& run, size_t corpus, const std::vector<PairPrior>& conditions);

Table rationale_table(const RunRecords& run, size_t corpus, const CorpusFindings& found);
// The same against the tokens that annotators marked. Without rows where they marked none.
Table rationale_agreement_table(const RunRecords& run, size_t corpus, const CorpusFindings& found);
// One sentence for each condition, side and model with a planted cue.
std::vector<std::string> rationale_sentences(const RunRecords& run, size_t corpus,
                                             const CorpusFindings& found);

// A longer one is behind a line to click on.
inline constexpr size_t kMostSliceRows = 40;

Table slice_table(const RunRecords& run, const Summary& summary, size_t corpus, const SliceScores& slices,
                  double level);

// Nothing where no model was fitted more than once.
std::optional<Table> spread_table(const RunRecords& run, const Summary& summary, size_t corpus,
                                  const std::vector<Spread>& spreads);

// target: what stands for authors, "author" or "label".
Table interaction_table(const StyleInteraction& found, const std::string& target, SumsOfSquares type);

// What it says about a drop on new topics: how many measures topics change (main effect), and how many they
// change differently for different authors (interaction), each by p of Holm below alpha.
std::string style_sentence(const StyleInteraction& found, const std::string& target, double alpha);

// "8 of 14 folds" of a cell that lacks some; "" where it has all.
std::string some_folds(const CellSummary& cell);

// Rows models, columns conditions; a cell is score, interval and n used of n total, and the share that
// survives.
Table survival_table(const RunRecords& run, const Summary& summary, size_t corpus, size_t metric,
                     double level);
Table test_overlap_table(const RunRecords& run, size_t corpus, const TestOverlaps& found);

// In the table: the kTopicsShown topics with most pairs; in its CSV: all.
inline constexpr size_t kTopicsShown = 12;
Table topic_reliability_table(const RunRecords& run, const std::vector<TopicReliability>& rows, size_t corpus,
                              double level);

// Accuracy topic by topic under one condition, easiest first, with who there is to tell apart in each: table
// 7 of the novel-topic paper with its warning.
Table topic_score_table(const RunRecords& run, size_t corpus, const TopicDifficulty& found);

// A topic of which one class holds so large a share has nothing to tell apart.
inline constexpr double kOneClassShare = 0.98;

Table topic_shortcut_table(const RunRecords& run, const Contrast& contrast, const TopicShortcut& test,
                           size_t corpus, const RankingOptions& options);

// One sentence a model: it loses, it gains, or neither is shown.
std::vector<std::string> topic_shortcut_sentences(const RunRecords& run, const Contrast& contrast,
                                                  const TopicShortcut& test, size_t corpus,
                                                  const RankingOptions& options);

// Nothing where there are no warnings.
std::optional<Table> warning_table(const Judgement& judgement);

// The topic and the class of lowest accuracy. Nothing where no groups can be compared.
std::optional<Table> worst_group_table(const RunRecords& run, size_t corpus,
                                       const std::vector<WorstGroup>& groups, double level);

// found: at least one measure. The CSV has every measure of every draw.
Table split_property_table(const RunRecords& run, size_t corpus, const SplitProperties& found);
Table split_correlation_table(const RunRecords& run, const Summary& summary, size_t corpus,
                              const SplitProperties& found);

// Nothing without topic similarity or folds.
std::optional<Table> topic_similarity_table(const RunRecords& run, size_t corpus);
std::optional<Table> similar_topics_table(const RunRecords& run, size_t corpus);

// Accuracy as shown; macro F1 too for programs.
Table shortcut_delta_table(const RunRecords& run, size_t corpus, const CorpusFindings& found);
// Without rows where no two conditions differ in lambda alone.
Table shortcut_lambda_table(const RunRecords& run, size_t corpus, const CorpusFindings& found);
// The worst group of each model; all groups for programs.
Table shortcut_group_table(const RunRecords& run, size_t corpus, const CorpusFindings& found);
Table shortcut_recall_table(const RunRecords& run, size_t corpus, const CorpusFindings& found);
Table shortcut_planted_table(const RunRecords& run, size_t corpus, const CorpusFindings& found);

// One sentence for each condition and model but the guesser, by accuracy.
std::vector<std::string> shortcut_sentences(const RunRecords& run, const Summary& summary, size_t corpus,
                                            const CorpusFindings& found);

// Failed and missing cells; nothing if there are none.
std::optional<Table> trouble_table(const RunRecords& run);

Table condition_table(const RunRecords& run);
Table model_table(const RunRecords& run);
Table metric_table(const Summary& summary);

// Rows: conditions, over all seeds and seed by seed; columns: metrics and their average (table 4 of the
// paper).
Table stability_table(const RunRecords& run, const Ranking& ranking, size_t corpus,
                      const RankingOptions& options);

// Rows: conditions and seeds; columns: models; average rank, its deviation and how often each rank occurred
// (table 5).
Table rank_table(const RunRecords& run, const Ranking& ranking, size_t corpus, size_t metric);

// Friedman's test and the critical difference of every condition, and in plain words who cannot be told
// apart.
Table critical_table(const RunRecords& run, const Ranking& ranking, size_t corpus, size_t metric,
                     const RankingOptions& options);
// "HITS, overall: ppm (1.2) leads; char-ngram (2.1) and topic-fit (2.7) cannot be told apart."
std::string critical_sentence(const RunRecords& run, const Ranking& ranking, const ConditionRanking& row,
                              size_t metric);

// Means of two conditions with three tests of their difference; a star as in table 2.
Table contrast_table(const RunRecords& run, const Ranking& ranking, const Contrast& contrast, size_t corpus,
                     const std::vector<ContrastRow>& rows, const RankingOptions& options);
// The paper's star test of stability (table 4), and beside it how often it tells alike draws apart.
Table star_table(const RunRecords& run, const Ranking& ranking, const Contrast& contrast, size_t corpus,
                 const std::vector<StarTest>& tests, const RankingOptions& options);
// What dependence between folds does to the tests, with this run's own figures.
std::string dependence_sentence(const std::vector<ContrastRow>& rows, size_t corpus,
                                const RankingOptions& options);

}  // namespace standfast::report
