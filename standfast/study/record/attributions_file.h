// Attributions file of an explain unit, attributions.jsonl.gz: the contribution of each token of some
// documents to the answers of a cell's model. It has places of tokens and no text. The first line is a head;
// each other line is a document.
//
//   {"schema": "standfast-attributions/1", "corpus": "posts", "condition": "iid", "model": "maxent", "seed": 1, "fold": 0,
//    "method": "partition", "output": "log-odds", "classes": ["a", "b"], "values": ["none", "honestly"],
//    "sides": [{"side": "test", "explained": 1, "documents": 173}]}
//   {"side": "test", "id": "p1", "class": 0, "value": 1, "planted": [[0, 8]], "tokens": [[0, 8], [10, 13]],
//    "base": [-0.1, 0.1], "prediction": [1.2, -1.2], "elsewhere": [0, 0], "shares": [[1, -1], [0.3, -0.3]],
//    "evaluations": 6, "exact": true}
//
// Shares that a method estimates by random draws have their standard errors in "errors", in the shape of
// "shares". Spans are bytes [begin, end) of the text that the model read. "class" and "value" are places in
// the lists of the head; "value" is absent where nothing was planted, "values" where the condition plants
// nothing. Numbers have the digits of a float. "exact": every token has the share that the method defines;
// else its shares are estimates, or "cut" is true: the budget ended before every token had a share of its
// own. "why_not" in the head: the method cannot explain this model, and there are no documents.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "standfast/analysis/attribution/explainer.h"
#include "standfast/analysis/attribution/planted_measures.h"
#include "standfast/base/result.h"
#include "standfast/study/plan/unit.h"

namespace standfast {

inline constexpr const char* kAttributionsFile = "attributions.jsonl.gz";
inline constexpr uint32_t kNoValue = 0xffffffffU;

struct ExplainedDocument {
  std::string id;
  uint32_t truth = 0;              // place in AttributionsFile::classes
  uint32_t value = kNoValue;       // place in AttributionsFile::values
  std::vector<TokenSpan> planted;  // without punctuation at the ends of a span that has words
  Attribution attribution;  // errors: empty where there are none, or where one is not a number (one pair)
};

struct ExplainedSide {
  std::string side;
  uint64_t documents = 0;  // number of documents of the side, of which some are explained
  std::vector<ExplainedDocument> explained;
};

struct AttributionsFile : ScoreKey {
  std::string method;  // name in the catalog of explainers
  std::string output;  // the output that is divided into shares
  std::vector<std::string> classes, values;
  std::string why_not = {};  // not "": the method cannot explain this model
  std::vector<ExplainedSide> sides = {};
};

// Returns the text of the file. A data error if a share is not a number.
Result<std::string> attributions_text(const AttributionsFile& file);
// Parses the file. Data errors name file and line. The returned parts fit together: every row of shares has a
// number for each class, and every row of errors has one that is not negative; spans are ascending and not
// empty, places exist.
Result<AttributionsFile> parse_attributions(std::string_view text, const std::string& path);
Result<AttributionsFile> read_attributions(const std::string& path);

// The attributions of one side of a cell, measured against the planted spans document by document, without
// tokens.
struct AttributedSide {
  std::string side;
  uint64_t documents = 0;                   // number of documents of the side
  std::vector<MeasuredDocument> explained;  // some documents of the side; shares by class of the record
  std::vector<uint32_t> document;           // number of each document, the same in all records of a corpus
  uint64_t tokens = 0;
  uint64_t evaluations = 0;  // number of answers that the model gave
  uint64_t cut = 0;          // documents whose budget ended before every token had a share of its own
  uint64_t estimates = 0;    // number of shares with a standard error
  double error_squares = 0;  // the sum of the squares of these errors
};

// The measured attributions of one cell.
struct AttributionRecord : ScoreKey {
  std::string folder;  // the key of its unit
  std::string method, output;
  std::string why_not;                   // not "": the method cannot explain the model
  std::vector<std::string> class_names;  // set only while the run is read
  std::vector<uint32_t> classes;         // places in CorpusInfo::classes, kMissing for one that is not there
  std::vector<AttributedSide> sides;
};

// Numbers of document ids, by corpus.
using ExplainedIds = std::unordered_map<std::string, std::unordered_map<std::string, uint32_t>>;

// Reads an attributions file. top: the k of precision at k.
Result<AttributionRecord> read_attribution_record(const std::string& path, uint32_t top, ExplainedIds& ids);

}  // namespace standfast
