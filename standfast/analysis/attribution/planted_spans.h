// Where something was planted in documents, as JSON lines:
//
//   {"id": "d7", "spans": [[0, 10], [42, 50]], "value": "honestly"}
//
// A span is bytes [begin, end) of the text with that id, ascending, without overlap; an empty list says that nothing was
// planted. `value` names what was (it may be absent). Lines of `standfast shortcut --out` will do as they are: they have
// "cue" for the value and "cue_spans", in characters (code points), which is absent where nothing was planted. Other
// members are passed over. Blank lines, .gz and .zst are fine.
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
  std::string value;        // "" where the line has none
  uint64_t line = 0;        // 1-based
};

struct PlantedSpans {
  std::string name;                // of the file, for messages
  std::vector<PlantedLine> lines;  // each id once
};

// Data errors name file and line: no JSON object, no id or no spans, a span that is no pair of whole numbers or out of
// order, an id a second time, a file without lines.
Result<PlantedSpans> parse_planted_spans(InputStream& input, const std::string& name);
Result<PlantedSpans> read_planted_spans(const std::string& path);

// From the first word character of a span to its last; all of it where there is none.
TokenSpan words_of_span(std::string_view text, const TokenSpan& span);

// What was planted in the documents of a view, in its order; nothing where the file does not name the document.
struct PlantedTruth {
  // Bytes, without the white space and marks at the ends of a span that has words: of "honestly, " the word. A span that
  // was put in with its comma would else have a token that no bag of words can see.
  std::vector<std::vector<TokenSpan>> spans;
  std::vector<std::vector<TokenSpan>> whole;  // as they were planted
  std::vector<std::string> values;
  uint64_t named = 0;  // documents that the file has a line for
};
// A data error: a span that ends behind its text or cuts a character, or no document of the view is named.
Result<PlantedTruth> bind_planted_spans(const PlantedSpans& planted, const DocumentView& documents);

}  // namespace standfast
