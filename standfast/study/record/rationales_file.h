// rationales.jsonl.gz of a cell: from which part of each document its classifier answered, and what was planted there. It
// has places and no text. The first line is a head; each other line is a document.
//
//   {"schema": "standfast-rationales/1", "classes": ["a", "b"], "values": ["none", "honestly"],
//    "sides": [{"side": "test", "documents": 173}]}
//   {"side": "test", "id": "p1", "class": 0, "value": 1, "units": [[0, 8], [10, 13]], "chosen": [0], "cue": [[0, 8]]}
//
// Spans are characters (code points) [begin, end) of the text that the model read. "units" are all that could have been
// chosen; "chosen" are places among them. "cue" is what was planted (spans_of_cue of analysis/rationale/), "frame" the same
// with the words that were put in around it into every text alike, where there are some. "class" and "value" are places
// in the lists of the head; "value" is absent where nothing was planted, "values" where the condition plants nothing.
// "annotated", where annotators marked tokens of the document (analysis/rationale/annotated_tokens.h): how many tokens it has, how many
// of them they marked, how many are read, and how many both.
// "rewritten": true in the head says that planting rewrites whole texts, so there are no cues in them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/analysis/rationale/annotated_tokens.h"
#include "standfast/analysis/rationale/rationale_measures.h"
#include "standfast/base/result.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/study/plan/unit.h"

namespace standfast {

inline constexpr const char* kRationalesFile = "rationales.jsonl.gz";

struct KeptRationale {
  std::string id;
  uint32_t truth = 0;             // place in RationalesFile::classes
  std::optional<uint32_t> value;  // place in RationalesFile::values
  Rationale rationale;
  std::vector<TokenSpan> cue, frame;  // frame: empty where it is the cue
  std::optional<TokenAgreement> annotated = {};
};

struct RationaleSide {
  std::string side;
  std::vector<KeptRationale> rationales;  // in the order of the answers
};

// The cell's record says whose they are.
struct RationalesFile {
  std::vector<std::string> classes, values;
  bool rewritten = false;
  std::vector<RationaleSide> sides;
};

std::string rationales_text(const RationalesFile& file);
// Data errors name file and line. Units and spans are ascending and not empty, places exist.
Result<RationalesFile> parse_rationales(std::string_view text, const std::string& path);
Result<RationalesFile> read_rationales(const std::string& path);

// What the rationales of a cell say of what was planted, document by document and without
// places.
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
