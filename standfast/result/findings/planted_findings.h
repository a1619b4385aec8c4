// Attributions to planted tokens, for each condition, side and model: table 4 of Zhou et al. 2024, Navigating
// the Shortcut Maze, and whether planted tokens rank on top (analysis/attribution/planted_measures.h).
//
// Documents of all folds and draws count together. One that several fits explained counts once for each fit
// in means, and as one document in intervals. So an interval is about other documents and the same fits. The
// variation between draws is `sd_cells`.
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
  uint64_t cells = 0;      // explained cells
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

// Summarises attributions by condition, then model. Returns nothing if the study asks for no explanations.
std::vector<AttributionFinding> attribution_findings(const RunRecords& run, size_t corpus, double level);

// The share of rationales that hold the planted cue, for each condition, side and model. A rationale is the
// part of a document from which a classifier answered (analysis/attribution/rationale_measures.h); it is
// compared with a random part of as many units.
//
// Documents of all folds and draws count together. One that several fits answered counts once for each fit in
// means, and as one document in intervals. So an interval is about other documents and the same fits.
// Numbers over documents with a cue. held: the share of rationales that hold the cue; if all or none do, its
// interval is the exact one for as many documents (Clopper, Pearson 1934). covered: the share of the cue's
// characters that is read. random_held, random_covered: the means over the same documents for random
// rationales.
struct HeldCues {
  ClusteredMean held, covered;
  double random_held = 0, random_covered = 0;
};

// Agreement with annotators, over documents in which they marked tokens. precision: the share of the read
// tokens that are marked (documents of which nothing is read are left out). recall: the share of the marked
// tokens that are read. For random rationales, in which all tokens are equally likely, precision is `marked`,
// the share of tokens that are marked, and recall is `read`, the share of tokens that are read.
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
      in_frame;  // for the cue with the text inserted around it; nothing if that is the cue
  std::optional<AnnotatedShares> annotated = {};
};

struct RationaleFinding {
  size_t condition = 0, model = 0;  // places in RunRecords
  bool rewritten = false;           // planting rewrote whole texts, so there is no place that is the cue
  uint64_t cells = 0;
  std::vector<RationaleRow> rows;  // first of all classes, then of each that has documents
};

// Summarises rationales by condition, then model. Returns nothing if no classifier has rationales.
std::vector<RationaleFinding> rationale_findings(const RunRecords& run, size_t corpus, double level);

}  // namespace standfast::result
