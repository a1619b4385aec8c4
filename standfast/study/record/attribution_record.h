// What a run's attributions (study/record/attributions_file.h) say of what was planted, document by document and without
// tokens.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "standfast/analysis/attribution/planted_measures.h"
#include "standfast/base/result.h"
#include "standfast/study/plan/score_key.h"

namespace standfast {

struct AttributedSide {
  std::string side;
  uint64_t documents = 0;                   // of the side
  std::vector<MeasuredDocument> explained;  // some of them; shares by class of the record
  std::vector<uint32_t> document;           // of each: a number, the same in all records of a corpus
  uint64_t tokens = 0;
  uint64_t evaluations = 0;  // answers that the model gave
  uint64_t cut = 0;          // documents whose budget ended before every token had a share of its own
  uint64_t estimates = 0;    // shares with a standard error
  double error_squares = 0;  // the sum of the squares of these errors
};

// Of one cell.
struct AttributionRecord : ScoreKey {
  std::string folder;  // the key of its unit
  std::string method, output;
  std::string why_not;                   // not "": the method cannot explain the model
  std::vector<std::string> class_names;  // while the run is read
  std::vector<uint32_t> classes;         // places in CorpusInfo::classes, kMissing for one that is not there
  std::vector<AttributedSide> sides;
};

// Numbers of document ids, by corpus.
using ExplainedIds = std::unordered_map<std::string, std::unordered_map<std::string, uint32_t>>;

// top: the k of precision at k.
Result<AttributionRecord> read_attribution_record(const std::string& path, uint32_t top, ExplainedIds& ids);

}  // namespace standfast
