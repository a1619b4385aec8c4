#include "standfast/analysis/attribution/planted_spans.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/parse_json.h"
#include "standfast/corpus/read/line_reader.h"
#include "standfast/text/character_spans.h"
#include "standfast/text/printable.h"
#include "standfast/text/unicode.h"
#include "standfast/text/utf8.h"

namespace standfast {
namespace {

constexpr uint64_t kMostLineBytes = uint64_t{16} << 20;
constexpr uint64_t kMostOffset = 0xffffffffU;

bool is_offset(const nlohmann::ordered_json& json) {
  return json.is_number_unsigned() && json.get<uint64_t>() <= kMostOffset;
}

// Reads the spans of a list. Returns the error, or "".
std::string read_spans(const nlohmann::ordered_json& list, std::vector<TokenSpan>& spans) {
  uint32_t last = 0;
  for (const auto& pair : list) {
    if (!pair.is_array() || pair.size() != 2 || !is_offset(pair[0]) || !is_offset(pair[1]))
      return "a span is [begin, end], two whole numbers of bytes";
    const TokenSpan span{pair[0].get<uint32_t>(), pair[1].get<uint32_t>()};
    if (span.begin >= span.end)
      return fmt::format("the span [{}, {}] is empty (the end is the byte behind the last)", span.begin,
                         span.end);
    if (span.begin < last) return fmt::format("the span [{}, {}] is out of order", span.begin, span.end);
    last = span.end;
    spans.push_back(span);
  }
  return "";
}

}  // namespace

TokenSpan words_of_span(std::string_view text, const TokenSpan& span) {
  uint32_t first = span.end, last = span.begin;
  for (size_t at = span.begin; at < span.end;) {
    const auto before = static_cast<uint32_t>(at);
    if (!is_word(next_code_point(text, at))) continue;
    first = std::min(first, before);
    last = static_cast<uint32_t>(at);
  }
  return first < last ? TokenSpan{first, last} : span;
}

Result<PlantedSpans> parse_planted_spans(InputStream& input, const std::string& name) {
  PlantedSpans planted{name, {}};
  std::unordered_map<std::string, uint64_t> line_of;
  LineReader reader(input, name, kMostLineBytes);
  for (Line line;;) {
    SF_ASSIGN(const bool more, reader.next(line));
    if (!more) break;
    if (line.text.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const auto refuse = [&](const std::string& why) {
      return data_error(fmt::format("{}:{}: {}", name, line.number, why));
    };
    if (line.too_long) return refuse(fmt::format("a line of more than {} bytes", kMostLineBytes));
    const auto json = json_or_discarded(line.text);
    if (!json.is_object())
      return refuse(R"(no JSON object ({"id": ..., "spans": [[begin, end], ...]} is expected))");
    PlantedLine one;
    one.line = line.number;
    const auto id = json.find("id");
    auto spans = json.find("spans"), value = json.find("value");
    const auto cue = json.find("cue");
    if (spans == json.end() && cue != json.end()) {
      spans = json.find("cue_spans");
      value = cue;
      one.characters = true;
    }
    if (id == json.end() || !(id->is_string() || id->is_number_integer())) return refuse("has no \"id\"");
    one.id = id->is_string() ? id->get<std::string>() : id->dump();
    const bool nothing = one.characters && spans == json.end();
    if (!nothing && (spans == json.end() || !spans->is_array()))
      return refuse(fmt::format("document \"{}\" has no list \"spans\" (an empty one says: nothing planted)",
                                printable_line(one.id)));
    if (!nothing)
      if (const auto wrong = read_spans(*spans, one.spans); !wrong.empty())
        return refuse(fmt::format("document \"{}\": {}", printable_line(one.id), wrong));
    if (value != json.end() && value->is_string()) one.value = value->get<std::string>();
    const auto [known, is_new] = line_of.try_emplace(one.id, line.number);
    if (!is_new)
      return refuse(
          fmt::format("document \"{}\" is in line {} already", printable_line(one.id), known->second));
    planted.lines.push_back(std::move(one));
  }
  if (planted.lines.empty()) return data_error(name + ": no line with spans in it");
  return planted;
}

Result<PlantedSpans> read_planted_spans(const std::string& path) {
  SF_ASSIGN(const auto input, open_input(path));
  return parse_planted_spans(*input, path);
}

Result<PlantedTruth> bind_planted_spans(const PlantedSpans& planted, const DocumentView& documents) {
  std::unordered_map<std::string_view, const PlantedLine*> line_of;
  for (const auto& line : planted.lines) line_of.emplace(line.id, &line);
  PlantedTruth truth;
  truth.spans.resize(documents.size());
  truth.whole.resize(documents.size());
  truth.values.resize(documents.size());
  for (uint32_t i = 0; i < documents.size(); ++i) {
    const auto found = line_of.find(documents.corpus->id(documents.rows[i]));
    if (found == line_of.end()) continue;
    const PlantedLine& line = *found->second;
    const std::string_view text = documents.text(i);
    const auto spans = line.characters ? spans_in_bytes(text, line.spans) : line.spans;
    for (size_t k = 0; k < spans.size(); ++k) {
      const auto cuts = [&](uint32_t at) { return at < text.size() && is_continuation(text[at]); };
      const bool behind = spans[k].end > text.size();
      if (behind || cuts(spans[k].begin) || cuts(spans[k].end))
        return data_error(fmt::format(
            "{}:{}: document \"{}\" has {} {}, and the span [{}, {}] {} (are these spans of another version "
            "of the text{})",
            planted.name, line.line, printable_line(line.id),
            line.characters ? count_code_points(text) : text.size(), line.characters ? "characters" : "bytes",
            line.spans[k].begin, line.spans[k].end, behind ? "ends behind them" : "cuts a character",
            line.characters ? "?" : ", or offsets of characters?"));
      truth.spans[i].push_back(words_of_span(text, spans[k]));
    }
    truth.whole[i] = spans;
    truth.values[i] = line.value;
    ++truth.named;
  }
  if (truth.named == 0)
    return data_error(fmt::format(
        "{}: names none of the {} documents (the first is \"{}\")", planted.name, documents.size(),
        documents.size() == 0 ? "" : printable_line(documents.corpus->id(documents.rows[0]))));
  return truth;
}

}  // namespace standfast
