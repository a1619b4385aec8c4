#include "standfast/analysis/check/cue/cue_files.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/parse_json.h"
#include "standfast/text/printable.h"
#include "standfast/text/unicode.h"
#include "standfast/text/utf8.h"

namespace standfast {

Result<CueManifest> parse_cue_manifest(std::string_view text, const std::string& name) {
  SF_ASSIGN(const auto json, parse_json(text, name));
  if (!json.is_object()) return data_error(name + ": is not a manifest of standfast shortcut");
  CueManifest manifest;
  const auto take = [&](const char* member, std::optional<std::string>& to) {
    if (const auto found = json.find(member); found != json.end() && found->is_string())
      to = found->get<std::string>();
  };
  take("target", manifest.target);
  take("cue_column", manifest.cue_column);
  if (const auto files = json.find("files"); files != json.end() && files->is_object())
    for (const auto& [file, facts] : files->items())
      if (facts.is_object() && facts.contains("sha256") && facts["sha256"].is_string())
        manifest.digests[file] = facts["sha256"].get<std::string>();
  return manifest;
}

namespace {

// Reads the list into `spans`. Returns false if it is no list of spans in order.
bool take_spans(const nlohmann::ordered_json& list, std::vector<CharacterSpan>& spans) {
  if (!list.is_array()) return false;
  for (const auto& span : list) {
    if (!span.is_array() || span.size() != 2 || !span[0].is_number_unsigned() ||
        !span[1].is_number_unsigned())
      return false;
    const auto from = span[0].get<uint64_t>(), to = span[1].get<uint64_t>();
    if (from > to || (!spans.empty() && from < spans.back().second)) return false;
    spans.emplace_back(from, to);
  }
  return true;
}

// Returns true if each of the spans is within one of the frames.
bool lie_in(const std::vector<CharacterSpan>& spans, const std::vector<CharacterSpan>& frames) {
  return std::ranges::all_of(spans, [&](const CharacterSpan& span) {
    return std::ranges::any_of(frames, [&](const CharacterSpan& frame) {
      return frame.first <= span.first && span.second <= frame.second;
    });
  });
}

}  // namespace

Result<CueSpans> parse_cue_spans(std::string_view text, const std::string& name) {
  CueSpans found;
  size_t number = 0;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    ++number;
    // Most lines of a corpus have no spans and need not be parsed.
    if (line.find(kCueSpans) == std::string_view::npos && line.find(kCueFrames) == std::string_view::npos)
      continue;
    const auto row = json_or_discarded(line);
    if (row.is_object() && row.contains(kCueFrames) && !row.contains(kCueSpans))
      return data_error(fmt::format("{}:{}: has \"{}\" and no \"{}\"", name, number, kCueFrames, kCueSpans));
    if (!row.is_object() || !row.contains(kCueSpans)) continue;
    const auto id = row.find("id");
    if (id == row.end() || !id->is_string()) continue;
    const auto [place, is_new] = found.try_emplace(id->get<std::string>());
    if (!is_new)
      return data_error(fmt::format("{}:{}: document \"{}\" has \"{}\" already", name, number,
                                    printable_line(place->first), kCueSpans));
    const auto no_list = [&](const char* member) {
      return data_error(fmt::format("{}:{}: \"{}\" holds no list of [begin, end]", name, number, member));
    };
    if (!take_spans(row[kCueSpans], place->second)) return no_list(kCueSpans);
    if (!row.contains(kCueFrames)) continue;
    const auto planted = std::exchange(place->second, {});
    if (!take_spans(row[kCueFrames], place->second)) return no_list(kCueFrames);
    if (!lie_in(planted, place->second))
      return data_error(
          fmt::format("{}:{}: \"{}\" is not inside \"{}\"", name, number, kCueSpans, kCueFrames));
  }
  return found;
}

std::string without_spans(std::string_view text, const std::vector<CharacterSpan>& spans) {
  std::string out;
  uint64_t character = 0;
  size_t span = 0;
  bool joins = false,
       space_before = true;  // joins: the last span ends directly before here, without white space
  for (size_t at = 0; at < text.size(); ++character) {
    const size_t from = at;
    const CodePoint c = next_code_point(text, at);
    while (span < spans.size() && character >= spans[span].second) ++span;
    if (span < spans.size() && character >= spans[span].first) {
      joins = !is_space(c);
      continue;
    }
    const bool doubled = joins && space_before && c == U' ';
    joins = false;
    if (doubled) continue;
    space_before = is_space(c);
    out.append(text, from, at - from);
  }
  return out;
}

}  // namespace standfast
