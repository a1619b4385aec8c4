// What the rationales of a cell (study/record/rationales_file.h) say of what was planted, document by document and without
// places.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/analysis/rationale/rationale_measures.h"
#include "standfast/study/plan/score_key.h"
#include "standfast/study/record/rationales_file.h"

namespace standfast {

struct MeasuredRationale {
  uint32_t truth = 0;  // place in RationaleRecord::class_names; once the run is read, in CorpusInfo::classes
  uint32_t document = 0;  // a number, the same in all records of a corpus
  double read = 0;        // share of the text
  // cue: nothing where none was planted. frame: with what was put in around it; nothing where that is the cue.
  std::optional<HeldCue> cue, frame;
  std::optional<TokenAgreement> annotated = {};  // where annotators marked tokens of the document
};

struct MeasuredRationaleSide {
  std::string side;
  std::vector<MeasuredRationale> rationales;
  std::vector<std::string> ids;  // by rationale, until the documents are numbered
};

// Of one cell.
struct RationaleRecord : ScoreKey {
  std::string folder;                    // the key of the cell
  bool rewritten = false;                // planting rewrites whole texts: no document has a cue
  std::vector<std::string> class_names;  // while the run is read
  std::vector<MeasuredRationaleSide> sides;
};

// Without numbers of documents.
RationaleRecord rationale_record(const RationalesFile& file);

}  // namespace standfast
