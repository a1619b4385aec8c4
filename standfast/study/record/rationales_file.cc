#include "standfast/study/record/rationales_file.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/file.h"
#include "standfast/study/record/span_lines.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;
using namespace span_lines;

constexpr const char* kRationalesSchema = "standfast-rationales/1";

std::string rationale_line(std::string_view side, const StoredRationale& one) {
  std::string line = fmt::format(R"({{"side": {}, "id": {}, "class": {})", json_text(Json(side)),
                                 json_text(Json(one.id)), one.truth);
  if (one.value) line += fmt::format(R"(, "value": {})", *one.value);
  append_spans(line, "units", one.rationale.units);
  line += fmt::format(R"(, "chosen": [{}])", fmt::join(one.rationale.chosen, ", "));
  append_spans(line, "cue", one.cue);
  if (!one.frame.empty()) append_spans(line, "frame", one.frame);
  if (const auto& tokens = one.annotated)
    line += fmt::format(R"(, "annotated": [{}, {}, {}, {}])", tokens->tokens, tokens->annotated, tokens->read,
                        tokens->both);
  return line + "}\n";
}

// Reads the head. Returns the number of documents of each side.
std::vector<uint64_t> read_rationales_head(const dom::object& head, RationalesFile& file) {
  require_schema(head, kRationalesSchema);
  file.classes = texts_at(head, "classes");
  if (!head["values"].error()) file.values = texts_at(head, "values");
  if (!head["rewritten"].error()) file.rewritten = head["rewritten"].get_bool();
  std::vector<uint64_t> documents;
  for (const dom::element one : dom::array(head["sides"].get_array())) {
    const dom::object side = one.get_object();
    file.sides.push_back({text_at(side, "side"), {}});
    documents.push_back(side["documents"].get_uint64());
  }
  return documents;
}

StoredRationale read_rationale(const dom::object& line, const RationalesFile& file) {
  StoredRationale one;
  one.id = text_at(line, "id");
  one.truth = place_at(line, "class", file.classes.size());
  if (!line["value"].error()) one.value = place_at(line, "value", file.values.size());
  one.rationale.units = spans_at(line, "units");
  for (const dom::element place : dom::array(line["chosen"].get_array())) {
    const uint64_t unit = place.get_uint64();
    if (unit >= one.rationale.units.size() ||
        (!one.rationale.chosen.empty() && unit <= one.rationale.chosen.back()))
      throw WrongLine{fmt::format("chosen has the place {} of {} units", unit, one.rationale.units.size())};
    one.rationale.chosen.push_back(static_cast<uint32_t>(unit));
  }
  one.cue = spans_at(line, "cue");
  if (!line["frame"].error()) one.frame = spans_at(line, "frame");
  if (!line["annotated"].error()) {
    std::vector<uint64_t> counts;
    for (const dom::element count : dom::array(line["annotated"].get_array()))
      counts.push_back(count.get_uint64());
    if (counts.size() != 4 || counts[1] > counts[0] || counts[2] > counts[0] ||
        counts[3] > std::min(counts[1], counts[2]))
      throw WrongLine{"annotated is not four numbers that fit together"};
    one.annotated = {counts[0], counts[1], counts[2], counts[3]};
  }
  return one;
}

}  // namespace

std::string rationales_text(const RationalesFile& file) {
  Json head = {{"schema", kRationalesSchema}, {"classes", file.classes}};
  if (!file.values.empty()) head["values"] = file.values;
  if (file.rewritten) head["rewritten"] = true;
  head["sides"] = Json::array();
  for (const auto& side : file.sides)
    head["sides"].push_back({{"side", side.side}, {"documents", side.rationales.size()}});
  std::string text = json_text(head) + "\n";
  for (const auto& side : file.sides)
    for (const auto& one : side.rationales) text += rationale_line(side.side, one);
  return text;
}

Result<RationalesFile> parse_rationales(std::string_view text, const std::string& path) {
  RationalesFile file;
  std::vector<uint64_t> documents;
  size_t side = 0;
  SF_TRY(read_json_lines(text, path, [&](size_t number, const dom::object& object) {
    if (number == 1) {
      documents = read_rationales_head(object, file);
      return;
    }
    // Documents are grouped by side, in the order of the head.
    while (side < file.sides.size() && file.sides[side].rationales.size() == documents[side]) ++side;
    if (side == file.sides.size() || text_at(object, "side") != file.sides[side].side)
      throw WrongLine{"a document of another side than the head names"};
    file.sides[side].rationales.push_back(read_rationale(object, file));
  }));
  for (size_t s = 0; s < file.sides.size(); ++s)
    if (file.sides[s].rationales.size() != documents[s])
      return unreadable_part(
          path, fmt::format("{} documents of side {}, the head says {}", file.sides[s].rationales.size(),
                            json_text(Json(file.sides[s].side)), documents[s]));
  return file;
}

Result<RationalesFile> read_rationales(const std::string& path) {
  SF_ASSIGN(const std::string text, read_file(path, kOwnFiles));
  return parse_rationales(text, path);
}

RationaleRecord rationale_record(const RationalesFile& file) {
  RationaleRecord record;
  record.rewritten = file.rewritten;
  record.class_names = file.classes;
  for (const auto& from : file.sides) {
    auto& side = record.sides.emplace_back(MeasuredRationaleSide{from.side, {}, {}});
    for (const auto& one : from.rationales) {
      MeasuredRationale& measured = side.rationales.emplace_back();
      measured.truth = one.truth;
      measured.read = share_read(one.rationale);
      if (!one.cue.empty()) measured.cue = held_cue(one.rationale, one.cue);
      if (!one.frame.empty()) measured.frame = held_cue(one.rationale, one.frame);
      measured.annotated = one.annotated;
      side.ids.push_back(one.id);
    }
  }
  return record;
}

}  // namespace standfast
