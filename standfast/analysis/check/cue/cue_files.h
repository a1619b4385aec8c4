// The files of a planted shortcut: its manifest, and the spans that it planted.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

// The entries of manifest.json of `standfast shortcut --out` that the checks of a planted cue use: the label
// column, the cue column, and the digests of the files.
struct CueManifest {
  std::optional<std::string> target;                // a role, or the name of a column
  std::optional<std::string> cue_column;            // another tool may use any name
  std::map<std::string, std::string> digests = {};  // SHA-256 by name of a file beside the manifest
};

// Parses a manifest. name: the file, for messages. A data error: no JSON, or no object. Members that are no
// text are ignored.
Result<CueManifest> parse_cue_manifest(std::string_view text, const std::string& name);

// Planted spans in texts, and texts without them: "cue_spans" of the files of `standfast shortcut`, [begin,
// end) in characters (code points). An explainer is stricter with the same files
// (attribution/planted_spans.h): here a line without spans, or without an id, is ignored, since files of
// other tools are checked too.

using CharacterSpan = std::pair<uint64_t, uint64_t>;
using CueSpans = std::unordered_map<std::string, std::vector<CharacterSpan>>;  // by id

inline constexpr const char* kCueSpans = "cue_spans";
// Spans that include the frame put around them, the same in every text; if a line has them, they are the
// planted part.
inline constexpr const char* kCueFrames = "cue_frames";

// Parses spans. text: JSON lines. Spans ascend and do not overlap. Data errors name file and line: spans that
// are no list of [begin, end], or out of order; a repeated id with spans.
Result<CueSpans> parse_cue_spans(std::string_view text, const std::string& name);

// Returns the text without the characters of the spans. If a span does not end in white space, the blank
// behind it is removed too if it would stand at the start of the text or behind white space. Spans may end
// behind the text.
std::string without_spans(std::string_view text, const std::vector<CharacterSpan>& spans);

}  // namespace standfast
