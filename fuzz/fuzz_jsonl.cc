// JSONL: no access out of bounds; pieces of any size give the same; policies agree. Each line is good or bad
// as for nlohmann::json, with the same text.

#include "fuzz/reading.h"
#include "standfast/base/json.h"
#include "standfast/corpus/read/json_row.h"
#include "standfast/corpus/read/readers.h"
#include "standfast/text/utf8.h"

namespace {

using namespace standfast;

void compare_line(const std::string& line) {
  // nlohmann skips a byte order mark before any value, and refuses numbers too large for a double.
  if (line.starts_with("\xef\xbb\xbf") || line.find('\0') != std::string::npos) return;
  JsonRowParser parser({"text"});
  std::string padded = line + std::string(64, '}');
  const std::string problem = parser.parse(std::span(padded).first(line.size()), false);
  const auto json = nlohmann::json::parse(line, nullptr, false);
  if (problem.find("nested deeper") != std::string::npos) return;
  const bool accepted = !json.is_discarded() && json.is_object();
  if (accepted != problem.empty()) {
    const bool perhaps_infinite =
        problem.empty() && (line.find_first_of("eE") != std::string::npos || line.size() > 300);
    fuzz::require(perhaps_infinite);
    return;
  }
  if (!accepted) return;
  const JsonValue& text = parser.values()[0];
  const auto member = json.find("text");
  fuzz::require((member != json.end()) == (text.kind != JsonValue::Kind::absent));
  if (member != json.end() && member->is_string()) {
    fuzz::require(text.kind == JsonValue::Kind::text && text.text == member->get_ref<const std::string&>());
    fuzz::require(is_valid_utf8(text.text));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto input = fuzz::take_input(data, size);
  fuzz::check_policies(input, [&](const ReadOptions& options, size_t piece) {
    standfast::testing::StringInput stream(input.bytes, piece);
    ReadReport report;
    return read_jsonl(stream, "fuzz", options, report);
  });
  for (size_t from = 0; from < input.bytes.size();) {
    const size_t end = std::min(input.bytes.find('\n', from), input.bytes.size());
    compare_line(input.bytes.substr(from, end - from));
    from = end + 1;
  }
  return 0;
}
