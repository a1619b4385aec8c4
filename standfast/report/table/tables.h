// Tables of a report and the sentences beside them. Each table is in the .cc file of its name.
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
#include "standfast/result/findings/pair_curves.h"
#include "standfast/result/findings/ranking.h"
#include "standfast/result/findings/scores_by_class.h"
#include "standfast/result/findings/slice_scores.h"
#include "standfast/result/findings/split_properties.h"
#include "standfast/result/findings/spread.h"
#include "standfast/result/findings/summary.h"
#include "standfast/result/findings/test_overlap.h"
#include "standfast/result/findings/topic_scores.h"
#include "standfast/result/findings/topic_shortcut.h"
#include "standfast/result/findings/worst_groups.h"
#include "standfast/result/run/run_reader.h"

namespace standfast::report {

// Makes the table of documents, classes and topics on either side of each condition, with the majority
// baseline.
Table class_data_table(const RunRecords& run, size_t corpus, const std::vector<ClassData>& conditions);

// Makes the table of folds: one row for each finished or failed cell, one column for each metric.
Table class_fold_table(const RunRecords& run, const Summary& summary, size_t corpus);

// Makes the table of precision, recall and F1 of every class, all folds and seeds pooled.
Table class_table(const RunRecords& run, size_t corpus, const std::vector<ScoresByClass>& scores);

// Makes the table of topic confusion, or nothing if no condition's splitter is topic-confusion.
std::optional<Table> confusion_halves_table(const RunRecords& run, size_t corpus,
                                            const std::vector<ConfusionRow>& rows, double level);

// Makes the table of models by spaces, by the default metric, with intervals of `level`.
Table cross_space_table(const RunRecords& run, const Summary& summary, size_t corpus, const CrossSpace& found,
                        double level);

// Makes the table of data: means over folds and seeds of the pairs, documents and authors of either side,
// topics, and the share of same-author pairs. Training includes validation.
Table data_table(const RunRecords& run, size_t corpus, const std::vector<PairData>& conditions);
Table dose_response_table(const RunRecords& run, const DoseResponse& response, size_t corpus,
                          const RankingOptions& options);
std::vector<std::string> dose_response_sentences(const RunRecords& run, const DoseResponse& response,
                                                 size_t corpus);

// Makes the table of drops, or nothing if no condition is the reference. unit: over which the drops are
// taken.
std::optional<Table> drop_table(const RunRecords& run, const Summary& summary, size_t corpus,
                                const std::vector<Drop>& drops, const UnitChoice& unit, double level);

// Returns one sentence for each model and condition that has a control.
std::vector<std::string> drop_sentences(const RunRecords& run, const Summary& summary, size_t corpus,
                                        const std::vector<Drop>& drops);

// Makes the table of differences in points lost, for every pair of models under every condition that is
// compared with another: the points that the first lost minus the points that the second lost, by the
// summary's default metric, with interval, p and Holm's correction over the pairs of the condition. Returns
// nothing with fewer than two models beside prior.
std::optional<Table> drop_test_table(const RunRecords& run, const Summary& summary, size_t corpus,
                                     double level);

// Makes the table of fold means. rows: of this metric, a place in Summary::metrics.
Table fold_mean_table(const RunRecords& run, const Summary& summary, size_t corpus, size_t metric,
                      const std::vector<FoldMean>& rows);

// Makes the table of folds: one row for each finished or failed cell, one column for each metric.
Table fold_table(const RunRecords& run, const Summary& summary, size_t corpus);

Table forensic_table(const RunRecords& run, const std::vector<ForensicCell>& cells, size_t corpus,
                     double level);

// Returns one paragraph for each condition and model, for readers who are not statisticians.
std::vector<std::string> forensic_words(const RunRecords& run, const Summary& summary,
                                        const std::vector<ForensicCell>& cells, size_t corpus);

// Returns one object for each cell, for the JSON document.
nlohmann::ordered_json forensic_json(const RunRecords& run, const std::vector<ForensicCell>& cells);

// Makes the table of weighted differences in accuracy by topic, with the recommended test and the others that
// a reader may ask for. Returns nothing with fewer than two models beside prior.
std::optional<Table> model_test_table(const RunRecords& run, size_t corpus,
                                      const std::vector<ModelTest>& tests, const UnitChoice& unit,
                                      double level);

// Makes the table of scores without near duplicates. near: at least one score.
Table near_table(const RunRecords& run, const Summary& summary, size_t corpus, const NearScores& near,
                 double level);

// Makes the table of differences between verifiers, or nothing if there is no pair.
std::optional<Table> pair_model_table(const RunRecords& run, size_t corpus, const std::string& metric,
                                      const std::vector<PairModelDifference>& rows, double level);

// Makes the table of class priors and the majority baseline of each condition.
Table prior_table(const RunRecords& run, size_t corpus, const std::vector<PairPrior>& conditions);

// Makes the table that compares rationales with the planted cue.
Table rationale_table(const RunRecords& run, size_t corpus, const CorpusFindings& found);
// Makes the table that compares rationales with the tokens that annotators marked. It has no rows if they
// marked none.
Table rationale_agreement_table(const RunRecords& run, size_t corpus, const CorpusFindings& found);
// Returns one sentence for each condition, side and model with a planted cue.
std::vector<std::string> rationale_sentences(const RunRecords& run, size_t corpus,
                                             const CorpusFindings& found);

// Maximum number of rows of a table of slices that is shown at once; a longer table is collapsed.
inline constexpr size_t kMostSliceRows = 40;

Table slice_table(const RunRecords& run, const Summary& summary, size_t corpus, const SliceScores& slices,
                  double level);

// Makes the table of spreads, or nothing if no model was fitted more than once.
std::optional<Table> spread_table(const RunRecords& run, const Summary& summary, size_t corpus,
                                  const std::vector<Spread>& spreads);

// Makes the table of interactions. target: the role of the classes, "author" or "label".
Table interaction_table(const StyleInteraction& found, const std::string& target, SumsOfSquares type);

// Explains a drop on new topics: the number of measures that topics change (main effect), and the number that
// they change differently for different authors (interaction), each with Holm's p below alpha.
std::string style_sentence(const StyleInteraction& found, const std::string& target, double alpha);

// Returns "8 of 14 folds" for a cell that lacks some; "" if it has all.
std::string some_folds(const CellSummary& cell);

// Makes the survival table: rows are models, columns are conditions; a cell has the score, its interval, n
// used of n total, and the share that survives.
Table survival_table(const RunRecords& run, const Summary& summary, size_t corpus, size_t metric,
                     double level);
Table test_overlap_table(const RunRecords& run, size_t corpus, const TestOverlaps& found);

// Number of topics in the table, those with most pairs; its CSV has all.
inline constexpr size_t kTopicsShown = 12;
Table topic_reliability_table(const RunRecords& run, const std::vector<TopicReliability>& rows, size_t corpus,
                              double level);

// Makes the table of accuracy by topic under one condition, easiest first, with the classes to tell apart in
// each: table 7 of the novel-topic paper with its warning.
Table topic_score_table(const RunRecords& run, size_t corpus, const TopicDifficulty& found);

// Share of a topic's largest class from which the topic has nothing to tell apart.
inline constexpr double kOneClassShare = 0.98;

Table topic_shortcut_table(const RunRecords& run, const Contrast& contrast, const TopicShortcut& test,
                           size_t corpus, const RankingOptions& options);

// Returns one sentence for each model: it loses, it gains, or neither is shown.
std::vector<std::string> topic_shortcut_sentences(const RunRecords& run, const Contrast& contrast,
                                                  const TopicShortcut& test, size_t corpus,
                                                  const RankingOptions& options);

// Makes the table of warnings, or nothing if there are none.
std::optional<Table> warning_table(const Judgement& judgement);

// Makes the table of the groups of lowest accuracy, or nothing if no groups can be compared.
std::optional<Table> worst_group_table(const RunRecords& run, size_t corpus,
                                       const std::vector<WorstGroup>& groups, double level);

// Makes the table of split properties. found: at least one measure. The CSV has every measure of every draw.
Table split_property_table(const RunRecords& run, size_t corpus, const SplitProperties& found);
Table split_correlation_table(const RunRecords& run, const Summary& summary, size_t corpus,
                              const SplitProperties& found);

// Make the tables of topic similarity, or nothing without topic similarity or folds.
std::optional<Table> topic_similarity_table(const RunRecords& run, size_t corpus);
std::optional<Table> similar_topics_table(const RunRecords& run, size_t corpus);

// Makes the table of deltas: accuracy for readers, macro F1 too for programs.
Table shortcut_delta_table(const RunRecords& run, size_t corpus, const CorpusFindings& found);
// Makes the table of lambda curves, without rows if no two conditions differ in lambda alone.
Table shortcut_lambda_table(const RunRecords& run, size_t corpus, const CorpusFindings& found);
// Makes the table of groups: the worst group of each model; all groups for programs.
Table shortcut_group_table(const RunRecords& run, size_t corpus, const CorpusFindings& found);
Table shortcut_recall_table(const RunRecords& run, size_t corpus, const CorpusFindings& found);
Table shortcut_planted_table(const RunRecords& run, size_t corpus, const CorpusFindings& found);

// Returns one sentence for each condition and model except the chance model, by accuracy.
std::vector<std::string> shortcut_sentences(const RunRecords& run, const Summary& summary, size_t corpus,
                                            const CorpusFindings& found);

// Makes the table of failed and missing cells; nothing if there are none.
std::optional<Table> trouble_table(const RunRecords& run);

Table condition_table(const RunRecords& run);
Table model_table(const RunRecords& run);
Table metric_table(const Summary& summary);

// Makes the table of stability (table 4 of the paper). Rows are conditions, over all seeds and seed by seed;
// columns are metrics and their average.
Table stability_table(const RunRecords& run, const Ranking& ranking, size_t corpus,
                      const RankingOptions& options);

// Makes the table of ranks (table 5). Rows are conditions and seeds; columns are models; a cell has the
// average rank, its deviation and the count of each rank.
Table rank_table(const RunRecords& run, const Ranking& ranking, size_t corpus, size_t metric);

// Makes the table of Friedman's test and the critical difference of every condition, with the models that
// cannot be told apart in plain words.
Table critical_table(const RunRecords& run, const Ranking& ranking, size_t corpus, size_t metric,
                     const RankingOptions& options);
// Returns "HITS, overall: ppm (1.2) leads; char-ngram (2.1) and topic-fit (2.7) cannot be told apart."
std::string critical_sentence(const RunRecords& run, const Ranking& ranking, const ConditionRanking& row,
                              size_t metric);

// Makes the table of the means of two conditions with three tests of their difference, with stars as in table
// 2.
Table contrast_table(const RunRecords& run, const Ranking& ranking, const Contrast& contrast, size_t corpus,
                     const std::vector<ContrastRow>& rows, const RankingOptions& options);
// Makes the table of the paper's star test of stability (table 4), with the number of times that it tells
// equal draws apart.
Table star_table(const RunRecords& run, const Ranking& ranking, const Contrast& contrast, size_t corpus,
                 const std::vector<StarTest>& tests, const RankingOptions& options);
// Explains the effect of dependence between folds on the tests, with this run's own figures.
std::string dependence_sentence(const std::vector<ContrastRow>& rows, size_t corpus,
                                const RankingOptions& options);

}  // namespace standfast::report
