// Planted spans of documents, as JSON lines:
//
//   {"id": "d7", "spans": [[0, 10], [42, 50]], "value": "honestly"}
//
// A span is bytes [begin, end) of the text with that id; spans are ascending, without overlap; an empty list
// says that nothing was planted. `value` names the planted value (it may be absent). Lines of `standfast
// shortcut --out` are accepted as they are: they have "cue" for the value and "cue_spans", in characters
// (code points), which is absent if nothing was planted. Other members are ignored. Blank lines, .gz and .zst
// are supported.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "standfast/analysis/attribution/text_tokens.h"
#include "standfast/base/input_stream.h"
#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"

namespace standfast {

struct PlantedLine {
  std::string id;
  std::vector<TokenSpan> spans;
  bool characters = false;  // spans count characters, not bytes
  std::string value;        // "" if the line has none
  uint64_t line = 0;        // 1-based
};

struct PlantedSpans {
  std::string name;                // of the file, for messages
  std::vector<PlantedLine> lines;  // each id once
};

// Parses planted spans. Data errors name file and line: no JSON object, no id or no spans, a span that is no
// pair of whole numbers or is out of order, a repeated id, a file without lines.
Result<PlantedSpans> parse_planted_spans(InputStream& input, const std::string& name);
Result<PlantedSpans> read_planted_spans(const std::string& path);

// Returns the span from the first word character to the last; the whole span if there is none.
TokenSpan words_of_span(std::string_view text, const TokenSpan& span);

// The planted spans of the documents of a view, in its order; nothing if the file does not name the document.
struct PlantedTruth {
  // Spans in bytes, without white space and marks at the ends of a span that has words: for "honestly, " the
  // word alone. Otherwise a span planted with its comma would have a token that no bag of words can see.
  std::vector<std::vector<TokenSpan>> spans;
  std::vector<std::vector<TokenSpan>> whole;  // the original spans
  std::vector<std::string> values;
  uint64_t named = 0;  // documents with a line in the file
};
// Binds planted spans to documents. A data error if a span ends behind its text or cuts a character, or if no
// document of the view is named.
Result<PlantedTruth> bind_planted_spans(const PlantedSpans& planted, const DocumentView& documents);

}  // namespace standfast
