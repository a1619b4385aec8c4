// Attributes of every kind. A value has its kind, or there is a line of refusal. Bounds hold. Policies agree
// on rows that have attributes.
#include <cmath>
#include <sstream>

#include "fuzz/reading.h"
#include "standfast/corpus/read/readers.h"

namespace {

using namespace standfast;
using fuzz::require;

void check_value(const AttributeRule& rule, std::string_view text) {
  std::vector<std::string_view> elements;
  const auto value = attribute_input(rule, {.text = text}, elements);
  if (!value) {
    const auto& error = value.error();
    require(rule.kind == AttributeKind::number && error.kind == ErrorKind::data &&
            error.message.find('\n') == std::string::npos);
    return;
  }
  if (const auto* number = std::get_if<double>(&*value)) require(std::isfinite(*number));
  if (const auto* list = std::get_if<std::span<const std::string_view>>(&*value))
    for (const auto element : *list)
      require(element.data() >= text.data() && element.data() + element.size() <= text.data() + text.size() &&
              (rule.separator.empty() || element.find(rule.separator) == std::string_view::npos));
}

void check_bounds(std::string_view text) {
  const auto bounds = number_bounds(text);
  require(objection_to_wanted(AttributeKind::number, text).empty() == bounds.has_value());
  if (!bounds) return;
  require(bounds->low <= bounds->high);
  for (const double x : {bounds->low - 1, bounds->low, bounds->high, bounds->high + 1, 0.0}) {
    const bool inside = (x > bounds->low || (x == bounds->low && !bounds->above)) &&
                        (x < bounds->high || (x == bounds->high && !bounds->below));
    require(bounds->holds(x) == inside);
    require(is_wanted(AttributeInput(x), text) == inside);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto input = fuzz::take_input(data, size);
  const std::vector<AttributeRule> rules = {
      {.name = "n", .from = "n", .kind = AttributeKind::number},
      {.name = "l", .from = "l", .kind = AttributeKind::list, .separator = ";"},
      {.name = "t", .from = "t", .kind = AttributeKind::text},
      {.name = "i", .from = "id", .until = "-", .kind = AttributeKind::number}};
  fuzz::check_policies(input, [&](ReadOptions options, size_t piece) {
    options.attributes = rules;
    options.max_row_bytes = uint64_t{1} << 20;  // rows that are too long belong to fuzz_jsonl
    standfast::testing::StringInput stream(input.bytes, piece);
    ReadReport report;
    return read_jsonl(stream, "fuzz", options, report);
  });
  std::istringstream lines(input.bytes);
  for (std::string line; std::getline(lines, line);) {
    for (const auto& rule : rules) check_value(rule, line);
    check_bounds(line);
  }
  return 0;
}
