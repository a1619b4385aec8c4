// All findings on one corpus, as tables and figures show them. Code that shows a number takes it from here
// and computes nothing itself. If a run has no results of a kind, the list of that kind is empty.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/result/findings/answer_outline.h"
#include "standfast/result/findings/confusion.h"
#include "standfast/result/findings/corpus_topics.h"
#include "standfast/result/findings/cross_space.h"
#include "standfast/result/findings/data_counts.h"
#include "standfast/result/findings/dose_response.h"
#include "standfast/result/findings/drops.h"
#include "standfast/result/findings/fold_means.h"
#include "standfast/result/findings/forensic.h"
#include "standfast/result/findings/learning.h"
#include "standfast/result/findings/model_tests.h"
#include "standfast/result/findings/pair_curves.h"
#include "standfast/result/findings/planted_findings.h"
#include "standfast/result/findings/ranking.h"
#include "standfast/result/findings/scores_by_class.h"
#include "standfast/result/findings/shortcut/shortcut_findings.h"
#include "standfast/result/findings/slice_scores.h"
#include "standfast/result/findings/space_maps.h"
#include "standfast/result/findings/split_properties.h"
#include "standfast/result/findings/spread.h"
#include "standfast/result/findings/summary.h"
#include "standfast/result/findings/test_overlap.h"
#include "standfast/result/findings/topic_scores.h"
#include "standfast/result/findings/worst_groups.h"

namespace standfast::result {

// Conditions, models and metrics are given as places in the lists of CorpusFindings. These lists are the same
// as in RunRecords and Summary.
struct FoldValues {
  size_t condition = 0, model = 0;
  uint64_t seed = 0;
  uint32_t fold = 0;
  uint64_t n = 0;                             // test items
  std::vector<std::optional<double>> values;  // by metric
};

// A cell of the survival table (Summary has the same numbers for all corpora).
struct CellValue {
  size_t condition = 0, model = 0, metric = 0;
  std::optional<double> value;
  std::optional<Interval> interval;
  std::optional<double> guessing = {};
  std::optional<double> lost = {}, survives = {};  // against the baseline of the condition
  std::optional<double> topic_alone = {};          // score of topic alone there (trivial_scores.h)
};

struct TopicAccuracy {
  size_t condition = 0, model = 0, topic = 0;  // topic: place in tested_topics
  uint64_t right = 0, n = 0;                   // answers
};

struct CorpusFindings {
  std::string name;
  std::vector<std::string> conditions, models, metrics;
  double level = 0.95;  // of every interval
  bool nested = false;  // scores and points lost have nested intervals
  double alpha = 0.05;  // of critical differences
  uint64_t documents = 0, authors = 0, topics = 0;
  std::vector<std::string> tested_topics;
  bool of_pairs = true;             // items are pairs; false: items are documents with classes
  uint64_t cells = 0, answers = 0;  // finished cells, and the test items in them
  UnitChoice unit;                  // the unit over which drops are taken

  std::vector<FoldValues> folds;
  std::vector<CellValue> scores;
  std::optional<size_t> reference;               // a condition
  std::vector<std::optional<size_t>> baselines;  // by condition; empty where nothing is compared
  std::vector<bool> controls;                    // by condition: is it a matched control?
  std::vector<Spread> spreads;
  std::vector<Learning> learning;  // empty where no network learned, and for runs of earlier versions
  std::optional<TestOverlaps> test_overlaps;
  std::optional<CrossSpace> cross_space;
  SplitProperties split_properties;  // empty where the study asks for no analysis of splits
  std::vector<std::string> classes;  // of classification
  std::vector<ClusterComposition> compositions;
  std::vector<SpaceMap> maps;
  // Verification only.
  std::vector<PairData> pair_data;
  std::vector<PairPrior> pair_priors;
  std::vector<PairCurves> pair_curves;
  std::vector<TopicReliability> topic_reliability;
  std::vector<LlrCurves> llr_curves;
  // Classification only.
  std::vector<ClassData> class_data;
  std::vector<std::vector<FoldMean>> fold_means;  // by metric
  std::vector<Drop> drops;
  std::vector<ModelTest> model_tests;
  std::vector<TopicAccuracy> topic_accuracy;      // if topics have names
  std::vector<TopicDifficulty> topic_difficulty;  // of conditions where answers have topics
  std::vector<ScoresByClass> scores_by_class;     // this and the next two: by condition, then model; without
  std::vector<WorstGroup> worst_groups;           // the chance model
  std::vector<ConfusionRow> confusion;
  AnswerMatrices answers_given;
  ShortcutFindings shortcuts;  // empty where no condition plants one
  std::vector<AttributionFinding> attributions;
  std::vector<RationaleFinding> rationales;

  std::vector<SliceScores> slices;  // one entry for each column that the study slices by
  NearScores near;                  // without scores where the study does not ask
  std::optional<FoldRanks> ranks;
  struct Dose {
    size_t metric = 0;
    DoseCurve curve;
  };
  std::vector<Dose> doses;  // by metric, then model; empty where fewer than two draws have a similarity
  std::optional<TopicTree> topic_tree;
  std::optional<DocumentMatrix> document_matrix;
};

struct CorpusFindingsOptions {
  RankingOptions ranking;
  double level = 0.95;
};

// Findings on all corpora together, computed before the findings on each.
struct RunFindings {
  const Summary& summary;
  const Ranking& ranking;
  const std::vector<ForensicCell>& forensic;
  std::vector<AnswerOutline> outlines;  // by corpus
  std::vector<DoseResponse> doses;      // by Ranking::metrics, up to the first metric that has none
};
RunFindings run_findings(const RunRecords& run, const Summary& summary, const Ranking& ranking,
                         const std::vector<ForensicCell>& forensic, const RankingOptions& options);

// Computes the findings on one corpus. Answers of one condition are in memory at a time. In classification
// each answer is read once, and again for slices; in verification, curves of pairs and slices read the
// answers again. Results are the same for any number of threads (ranking.resampling.threads).
CorpusFindings corpus_findings(const RunRecords& run, const RunFindings& whole, size_t corpus,
                               const CorpusFindingsOptions& options);

// Returns only the names, the folds and the scores of the survival table, as in corpus_findings(), for
// callers that show nothing else.
CorpusFindings survival_findings(const RunRecords& run, const Summary& summary, size_t corpus, double level);

}  // namespace standfast::result
