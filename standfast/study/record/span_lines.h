// JSON lines with spans of texts, as files of a run hold them: a head, then a line for each document. Used by
// the sources of such files (attributions_file.h, rationales_file.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <simdjson.h>

#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/base/result.h"
#include "standfast/study/record/marker.h"
#include "standfast/text/character_spans.h"

namespace standfast::span_lines {

namespace dom = simdjson::dom;

// Appends `, "key": [[0, 8], [10, 13]]`.
inline void append_spans(std::string& line, std::string_view key, const std::vector<TokenSpan>& spans) {
  line += fmt::format(R"(, "{}": [)", key);
  for (size_t i = 0; i < spans.size(); ++i)
    line += fmt::format("{}[{}, {}]", i > 0 ? ", " : "", spans[i].begin, spans[i].end);
  line += "]";
}

// The exception for a line that does not fit; simdjson throws errors of its own.
struct WrongLine {
  std::string why;
};

inline std::string text_at(const dom::object& object, const char* key) {
  return std::string(std::string_view(object[key].get_string()));
}

inline uint32_t place_at(const dom::object& object, const char* key, size_t below) {
  const uint64_t place = object[key].get_uint64();
  if (place >= below) throw WrongLine{fmt::format("{} {} where there are {}", key, place, below)};
  return static_cast<uint32_t>(place);
}

inline std::vector<std::string> texts_at(const dom::object& object, const char* key) {
  std::vector<std::string> texts;
  for (const dom::element one : dom::array(object[key].get_array()))
    texts.emplace_back(std::string_view(one.get_string()));
  return texts;
}

// Reads spans, which must be ascending, without overlap and not empty.
inline std::vector<TokenSpan> spans_at(const dom::object& object, const char* key) {
  std::vector<TokenSpan> spans;
  uint64_t last = 0;
  for (const dom::element one : dom::array(object[key].get_array())) {
    const dom::array pair = one.get_array();
    if (pair.size() != 2) throw WrongLine{fmt::format("{} has a span that is not a pair", key)};
    const uint64_t begin = pair.at(0).get_uint64(), end = pair.at(1).get_uint64();
    if (begin < last || end <= begin || end > 0xffffffffU)
      throw WrongLine{fmt::format("{} has the span [{}, {}]", key, begin, end)};
    last = end;
    spans.push_back({static_cast<uint32_t>(begin), static_cast<uint32_t>(end)});
  }
  return spans;
}

inline void require_schema(const dom::object& head, const char* wanted) {
  if (const std::string schema = text_at(head, "schema"); schema != wanted)
    throw WrongLine{fmt::format("its schema is {}, this version reads {}",
                                json_text(nlohmann::ordered_json(schema)), wanted)};
}

// Calls take(number, object) for every line, numbered from 1. Data errors name the file and the line.
template <class Take>
Status read_json_lines(std::string_view text, const std::string& path, const Take& take) {
  dom::parser parser;
  size_t number = 0;
  const auto refuse = [&](const std::string& why) {
    return unreadable_part(path, fmt::format("line {}: {}", number, why));
  };
  try {
    while (!text.empty()) {
      ++number;
      const size_t end = text.find('\n');
      if (end == std::string_view::npos) return refuse("it breaks off");
      const std::string_view line = text.substr(0, end);
      text.remove_prefix(end + 1);
      take(number, dom::object(parser.parse(line.data(), line.size()).get_object()));
    }
  } catch (const simdjson::simdjson_error& problem) {
    return refuse(problem.what());
  } catch (const WrongLine& wrong) {
    return refuse(wrong.why);
  }
  if (number == 0) return unreadable_part(path, "it is empty");
  return {};
}

}  // namespace standfast::span_lines
