#include "cli/shortcuts/planted_files.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/json_text.h"
#include "standfast/corpus/groups.h"
#include "standfast/corpus/read/read_options.h"
#include "standfast/corpus/write.h"
#include "standfast/text/character_spans.h"

namespace standfast::cli {
namespace {

void append_key(std::string_view name, std::string& to) {
  to += to.back() == '{' ? "" : ",";
  append_json_string(to, name);
  to += ':';
}

bool has_frames(const std::vector<PlantedSpan>& spans) {
  return std::any_of(spans.begin(), spans.end(),
                     [](const auto& span) { return span.before + span.after > 0; });
}

enum class SpanEnds { cue, frame };  // frame: with the text inserted around the cue
// Appends spans, converted from bytes to code points.
void append_spans(std::string_view text, const std::vector<PlantedSpan>& spans, SpanEnds ends,
                  std::string& to) {
  std::vector<TokenSpan> bytes;
  for (const PlantedSpan& span : spans)
    bytes.push_back(ends == SpanEnds::cue ? TokenSpan{span.begin, span.end}
                                          : TokenSpan{span.begin - span.before, span.end + span.after});
  to += '[';
  for (const auto& [begin, end] : spans_in_characters(text, bytes))
    to += fmt::format("{}[{},{}]", to.back() == '[' ? "" : ",", begin, end);
  to += ']';
}

bool is_joined(const PlantedSide& side, std::string_view name) {
  return side.joined != nullptr && std::any_of(side.joined->begin(), side.joined->end(),
                                               [&](const auto& one) { return one.name == name; });
}

}  // namespace

std::vector<PlantedSide> planted_sides(const PlantedFold& fold, const Corpus& original, uint64_t seed) {
  const auto in_order = [&](const RowSet& rows) {
    return shuffled_rows(original, rows.list(), seed, "shortcut/order");
  };
  const auto test = in_order(fold.fold.test);
  std::vector<PlantedSide> sides;
  const auto add = [&](const char* name, std::vector<uint32_t> rows) {
    sides.push_back({name, &fold.planted, std::move(rows), &fold.value, &fold.spans, &fold.joined});
  };
  add("train", in_order(fold.fold.train));
  if (!fold.fold.validation.empty()) add("dev", in_order(fold.fold.validation));
  add("test", test);
  sides.push_back({"original", &original, test});
  sides.push_back({"anti", &fold.anti_test, test, &fold.anti_value, &fold.anti_spans, &fold.anti_joined});
  return sides;
}

Status write_side(const PlantedSide& side, const std::vector<std::string>& values,
                  const std::string& folder) {
  constexpr size_t kPiece = size_t{1} << 18;
  const Corpus& corpus = *side.corpus;
  SF_ASSIGN(auto file, OutputFile::create(fmt::format("{}/{}.jsonl", folder, side.name)));
  std::vector<std::string_view> elements;
  std::string lines;
  for (const uint32_t row : side.rows) {
    lines += '{';
    append_key("id", lines);
    append_json_string(lines, corpus.id(row));
    append_key("text", lines);
    append_json_string(lines, corpus.text(row));
    for (const Role role : kRoles)
      if (const auto value = corpus.value(role, row); !value.empty()) {
        append_key(role_name(role), lines);
        append_json_string(lines, value);
      }
    for (size_t place = 0; place < corpus.attributes().size(); ++place) {
      const auto& name = corpus.attributes()[place].name;
      const auto value = corpus.attribute_value(place, row, elements);
      if (std::holds_alternative<std::monostate>(value) || name == kPartAttribute || is_joined(side, name))
        continue;
      append_key(name, lines);
      append_json_value(lines, value);
    }
    if (side.values != nullptr) {
      append_key("cue", lines);
      append_json_string(lines, values[(*side.values)[row]]);
      if (const auto& spans = (*side.spans)[row]; !spans.empty()) {
        append_key("cue_spans", lines);
        append_spans(corpus.text(row), spans, SpanEnds::cue, lines);
        if (has_frames(spans)) {
          append_key("cue_frames", lines);
          append_spans(corpus.text(row), spans, SpanEnds::frame, lines);
        }
      }
      for (const JoinedColumn& column : *side.joined) {
        if (column.values[row].empty()) continue;
        append_key(column.name, lines);
        append_json_string(lines, column.values[row]);
      }
    }
    lines += "}\n";
    if (lines.size() < kPiece) continue;
    SF_TRY(file.write(lines));
    lines.clear();
  }
  SF_TRY(file.write(lines));
  return file.commit();
}

}  // namespace standfast::cli
