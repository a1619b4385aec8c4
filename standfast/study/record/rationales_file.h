// Rationales file of a cell, rationales.jsonl.gz: the part of each document from which the classifier
// answered, and the cue that was planted there. It has places and no text. The first line is a head; each
// other line is a document.
//
//   {"schema": "standfast-rationales/1", "classes": ["a", "b"], "values": ["none", "honestly"],
//    "sides": [{"side": "test", "documents": 173}]}
//   {"side": "test", "id": "p1", "class": 0, "value": 1, "units": [[0, 8], [10, 13]], "chosen": [0], "cue": [[0, 8]]}
//
// Spans are characters (code points) [begin, end) of the text that the model read. "units" are all spans that
// could have been chosen; "chosen" are places among them. "cue" is the planted cue (spans_of_cue of
// analysis/attribution/rationale_measures.h), "frame" the same with the words that were put in around it into
// every text alike, where there are some. "class" and "value" are places in the lists of the head; "value" is
// absent where nothing was planted, "values" where the condition plants nothing. "annotated", where
// annotators marked tokens of the document (token_agreement of the same): the numbers of its tokens, of
// marked tokens, of tokens that are read, and of tokens that are both. "rewritten": true in the head says
// that planting rewrites whole texts, so there are no cues in them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/analysis/attribution/rationale_measures.h"
#include "standfast/base/result.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/study/plan/unit.h"

namespace standfast {

inline constexpr const char* kRationalesFile = "rationales.jsonl.gz";

struct StoredRationale {
  std::string id;
  uint32_t truth = 0;             // place in RationalesFile::classes
  std::optional<uint32_t> value;  // place in RationalesFile::values
  Rationale rationale;
  std::vector<TokenSpan> cue, frame;  // frame: empty where it is the cue
  std::optional<TokenAgreement> annotated = {};
};

struct RationaleSide {
  std::string side;
  std::vector<StoredRationale> rationales;  // in the order of the answers
};

// The rationales of a cell; the cell's record names the cell.
struct RationalesFile {
  std::vector<std::string> classes, values;
  bool rewritten = false;
  std::vector<RationaleSide> sides;
};

std::string rationales_text(const RationalesFile& file);
// Parses the file. Data errors name file and line. Units and spans are ascending and not empty, places exist.
Result<RationalesFile> parse_rationales(std::string_view text, const std::string& path);
Result<RationalesFile> read_rationales(const std::string& path);

// The rationale of a document, measured against its planted cue and without places.
struct MeasuredRationale {
  uint32_t truth = 0;  // place in RationaleRecord::class_names; once the run is read, in CorpusInfo::classes
  uint32_t document = 0;  // number of the document, the same in all records of a corpus
  double read = 0;        // share of the text that is read
  // Agreement with the cue. cue: nothing where none was planted. frame: with the words that were put in
  // around the cue; nothing where there are none.
  std::optional<HeldCue> cue, frame;
  std::optional<TokenAgreement> annotated = {};  // set where annotators marked tokens of the document
};

struct MeasuredRationaleSide {
  std::string side;
  std::vector<MeasuredRationale> rationales;
  std::vector<std::string> ids;  // by rationale, until the documents are numbered
};

// The measured rationales of one cell.
struct RationaleRecord : ScoreKey {
  std::string folder;                    // the key of the cell
  bool rewritten = false;                // planting rewrites whole texts: no document has a cue
  std::vector<std::string> class_names;  // while the run is read
  std::vector<MeasuredRationaleSide> sides;
};

// Returns the measured rationales, without numbers of documents.
RationaleRecord rationale_record(const RationalesFile& file);

}  // namespace standfast
