#include "standfast/corpus/read/attribute_rule.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

#include <fmt/format.h>

#include "standfast/corpus/corpus.h"
#include "standfast/text/normal_form.h"
#include "standfast/text/printable.h"

namespace standfast {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\r\n";
  const size_t first = text.find_first_not_of(kSpaces);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpaces) - first + 1);
}

Result<AttributeInput> number_input(const AttributeRule& rule, std::string_view text) {
  const auto number = number_of(text);
  if (number && std::isfinite(*number)) return *number;
  // Half of Europe writes 3,5 for 3.5.
  std::string point(text);
  const size_t comma = point.find(',');
  if (comma != std::string::npos) point[comma] = '.';
  const bool is_comma = comma != std::string::npos && number_of(point).has_value();
  return data_error(fmt::format("{} \"{}\" is not a {}number{}", rule.name, printable_line(text),
                                number ? "finite " : "", is_comma ? " (the decimal sign is a point)" : ""));
}

void split_list(std::string_view text, std::string_view separator, std::vector<std::string_view>& elements) {
  while (true) {
    const size_t end = text.find(separator);
    if (const auto element = trimmed(text.substr(0, end)); !element.empty()) elements.push_back(element);
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + separator.size());
  }
}

}  // namespace

std::string objection_to_attribute(std::string_view name) {
  if (name.empty()) return "has no name";
  if (name.size() > 80) return "has a name longer than 80 bytes";
  if (name == "text" || name == "id" || role_from_name(name))
    return fmt::format("cannot be called \"{}\", which has a key of its own", name);
  for (const char c : name)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return "has a control character in its name";
  return "";
}

std::string flag_of(const AttributeRule& rule) {
  return rule.asked_by.empty() ? "column " + rule.name : rule.asked_by;
}

std::optional<std::string_view> attribute_value(const AttributeRule& rule, std::string_view value) {
  if (!rule.until.empty()) {
    size_t end = value.find(rule.until);
    for (uint64_t i = 1; i < rule.nth && end != std::string_view::npos; ++i)
      end = value.find(rule.until, end + rule.until.size());
    if (end == std::string_view::npos) return std::nullopt;
    value = value.substr(0, end);
  }
  return value.empty() ? std::nullopt : std::optional(value);
}

Result<AttributeInput> attribute_input(const AttributeRule& rule, const AttributeSource& source,
                                       std::vector<std::string_view>& elements) {
  if (source.list && rule.kind == AttributeKind::list) return *source.list;
  const auto text = source.text ? attribute_value(rule, *source.text) : std::nullopt;
  if (!text) return AttributeInput();
  switch (rule.kind) {
    case AttributeKind::category:
    case AttributeKind::text:
      return *text;
    case AttributeKind::number:
      if (trimmed(*text).empty()) return AttributeInput();
      return number_input(rule, *text);
    case AttributeKind::list:
      break;
  }
  elements.clear();
  if (rule.separator.empty())
    elements.push_back(*text);
  else
    split_list(*text, rule.separator, elements);
  return std::span<const std::string_view>(elements);
}

std::optional<double> number_of(std::string_view text) {
  text = trimmed(text);
  if (text.size() > 1 && text.front() == '+' && text[1] != '-') text.remove_prefix(1);
  double value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  // The number is out of the range of doubles on either side; strtod says on which. Callers refuse infinity,
  // and 1e-400 is 0.
  if (problem == std::errc::result_out_of_range && end == text.data() + text.size())
    return std::strtod(std::string(text).c_str(), nullptr);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

Result<NumberBounds> number_bounds(std::string_view text) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  NumberBounds bounds{-kInfinity, kInfinity};
  const auto refuse = [&] {
    return usage_error(fmt::format(
        "\"{}\" is not a bound of a number; write \">= 4\", \"< 10\", \"3\" or \">= 2, < 4\"", text));
  };
  for (std::string_view rest = text;;) {
    const size_t comma = rest.find(',');
    std::string_view one = trimmed(rest.substr(0, comma));
    const bool less = one.starts_with('<'), more = one.starts_with('>');
    if (less || more) one.remove_prefix(1);
    const bool equal = one.starts_with('=') || !(less || more);
    if (one.starts_with('=')) one.remove_prefix(1);
    const auto number = number_of(one);
    if (!number || !std::isfinite(*number)) return refuse();
    if (!less && (*number > bounds.low || (*number == bounds.low && !equal))) {
      bounds.low = *number;
      bounds.above = !equal;
    }
    if (!more && (*number < bounds.high || (*number == bounds.high && !equal))) {
      bounds.high = *number;
      bounds.below = !equal;
    }
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  if (bounds.low > bounds.high || (bounds.low == bounds.high && (bounds.above || bounds.below)))
    return usage_error(fmt::format("no number satisfies \"{}\"", text));
  return bounds;
}

std::string objection_to_wanted(AttributeKind kind, std::string_view value) {
  if (kind == AttributeKind::text)
    return "is text, which cannot choose documents (a category, number or "
           "list can)";
  if (value.empty()) return "needs a value: a document without one is never kept, so this keeps nothing";
  if (kind != AttributeKind::number) return "";
  const auto bounds = number_bounds(value);
  return bounds ? "" : bounds.error().message;
}

bool is_wanted(const AttributeInput& input, std::string_view value) {
  if (const auto* text = std::get_if<std::string_view>(&input)) return canonically_equal(*text, value);
  if (const auto* number = std::get_if<double>(&input)) {
    const auto bounds = number_bounds(value);
    return bounds && bounds->holds(*number);
  }
  if (const auto* list = std::get_if<std::span<const std::string_view>>(&input))
    return std::ranges::any_of(*list, [&](auto element) { return canonically_equal(element, value); });
  return false;
}

}  // namespace standfast
