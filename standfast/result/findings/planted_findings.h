// What the attributions of a run say of what was planted: table 4 of Zhou et al. 2024, Navigating the Shortcut Maze, and
// whether planted tokens rank on top (analysis/attribution/planted_measures.h), for each condition, side and model.
//
// Documents of all folds and draws count together. One that several fits explained counts once for each fit in means, and
// as one document in intervals. So an interval speaks of other documents and of the same fits. What other draws would give
// is seen from `sd_cells`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/analysis/attribution/planted_measures.h"
#include "standfast/result/run/records.h"

namespace standfast::result {

struct AttributionFinding {
  size_t condition = 0, model = 0;  // places in RunRecords
  std::string method, output;
  std::string why_not;     // not "": the method cannot explain the model
  uint64_t cells = 0;      // that were explained
  uint64_t explained = 0;  // documents, once for each cell
  uint64_t documents = 0;  // of the side in these cells
  uint64_t distinct = 0;   // different documents among those explained
  uint64_t tokens = 0, evaluations = 0, cut = 0;
  std::optional<double>
      standard_error;                 // of a share: the root of the mean square; where shares are estimates
  std::vector<PlantedShares> shares;  // by value, then class (place in CorpusInfo::classes)
  std::vector<std::optional<double>> sd_cells;  // of `shares`: of the mean of a planted token over cells
  std::vector<RankingMeasure> ranking;          // empty where no document has planted and other tokens
};

// By condition, then model. Nothing where the study has nothing explained.
std::vector<AttributionFinding> attribution_findings(const RunRecords& run, size_t corpus, double level);

// What the rationales of a run hold: whether the part of a document from which a classifier answered holds the planted cue
// (analysis/rationale/rationale_measures.h), beside a random part of as many units, for each condition, side and model.
//
// Documents of all folds and draws count together. One that several fits answered counts once for each fit in means, and
// as one document in intervals. So an interval speaks of other documents and of the same fits.

// Of the documents with a cue. held: the share of their rationales that hold it; where all do or none does, its interval is
// the exact one of as many documents (Clopper, Pearson 1934). covered: the share of its characters that is read. random_held,
// random_covered: the means over the same documents for random rationales.
struct HeldCues {
  ClusteredMean held, covered;
  double random_held = 0, random_covered = 0;
};

// Agreement with annotators, of documents in which they marked tokens. precision: of the tokens that are read, the share that
// they marked (documents of which nothing is read are left out); recall: of those that they marked, the share that is read. At
// random a token is as likely as another: marked is the share that they marked, read the share that is read.
struct AnnotatedShares {
  ClusteredMean precision, recall;
  double marked = 0, read = 0;
};

struct RationaleRow {
  std::optional<size_t> klass;  // place in CorpusInfo::classes; nothing: all of them
  uint64_t rationales = 0;
  ClusteredMean read;  // share of the text
  HeldCues cue;        // without documents where none has a cue
  std::optional<HeldCues>
      in_frame;  // of the cue with what was put in around it; nothing where that is the cue
  std::optional<AnnotatedShares> annotated = {};
};

struct RationaleFinding {
  size_t condition = 0, model = 0;  // places in RunRecords
  bool rewritten = false;           // planting rewrote whole texts, so there is no place that is the cue
  uint64_t cells = 0;
  std::vector<RationaleRow> rows;  // first of all classes, then of each that has documents
};

// By condition, then model. Nothing where no classifier has rationales.
std::vector<RationaleFinding> rationale_findings(const RunRecords& run, size_t corpus, double level);

}  // namespace standfast::result
