#include "standfast/corpus/read/odd_values.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/join_words.h"
#include "standfast/corpus/read/alike_values.h"
#include "standfast/text/printable.h"

namespace standfast {
namespace {

constexpr size_t kOddShown = 4;

// Splits a value and normalises its parts with alike_form; empty if some part is empty.
std::vector<std::string> parts_of_value(std::string_view value, char separator) {
  std::vector<std::string> parts;
  for (size_t from = 0; from <= value.size();) {
    const size_t end = std::min(value.find(separator, from), value.size());
    parts.push_back(alike_form(value.substr(from, end - from)));
    if (parts.back().empty()) return {};
    from = end + 1;
  }
  return parts;
}

std::string shown_values(const Column& column, const std::vector<uint32_t>& codes) {
  std::vector<std::string> shown;
  for (size_t i = 0; i < std::min(codes.size(), kOddShown); ++i)
    shown.push_back(fmt::format("\"{}\"", printable_line(column.names[codes[i]])));
  return fmt::format("{}{}", fmt::join(shown, ", "), codes.size() > kOddShown ? ", ..." : "");
}

// Returns whether "-1" marks unlabelled documents: the classes count up to 2 at least, and no other is
// negative. -1 and 1, -1, 0 and 1, and a scale from -2 to 2 are codings of their own.
bool minus_one_is_no_class(const Column& column) {
  const auto has = [&](std::string_view name) {
    return std::ranges::find(column.names, name) != column.names.end();
  };
  return has("1") && has("2") && std::ranges::none_of(column.names, [](std::string_view name) {
           return name.starts_with('-') && name != "-1";
         });
}

}  // namespace

bool says_nothing(std::string_view value) {
  constexpr std::string_view kNone[] = {"nan",  "none", "null", "na",       "n/a",
                                        "<na>", "#n/a", "nat",  "undefined"};
  const std::string form = alike_form(value);
  return std::ranges::find(kNone, form) != std::end(kNone);
}

std::vector<uint32_t> values_for_none(const Column& column, bool of_classes) {
  const bool odd_minus_one = of_classes && minus_one_is_no_class(column);
  std::vector<uint32_t> found;
  for (uint32_t code = 0; code < column.names.size(); ++code)
    if (says_nothing(column.names[code]) || (odd_minus_one && column.names[code] == "-1"))
      found.push_back(code);
  return found;
}

std::vector<uint32_t> values_in_one_cell(const Column& column) {
  std::set<uint32_t> found;
  for (const char separator : {';', '|', ',', '/'}) {
    const bool splits_nothing_else = separator == ';' || separator == '|';
    std::map<std::string, uint32_t> values_with;  // the number of values that contain a part
    std::set<std::string> alone;                  // parts that are a value
    std::vector<std::pair<uint32_t, std::vector<std::string>>> lists;
    for (uint32_t code = 0; code < column.names.size(); ++code) {
      auto parts = parts_of_value(column.names[code], separator);
      if (std::set(parts.begin(), parts.end()).size() < parts.size()) continue;  // one stands twice
      for (const auto& part : parts) ++values_with[part];
      if (parts.size() == 1) alone.insert(parts.front());
      if (parts.size() > 1) lists.emplace_back(code, std::move(parts));
    }
    for (const auto& [code, parts] : lists)
      if (std::ranges::all_of(parts, [&](const auto& part) { return values_with[part] > 1; }) &&
          (splits_nothing_else || std::any_of(parts.begin() + 1, parts.end(),
                                              [&](const auto& part) { return alone.contains(part); })))
        found.insert(code);
  }
  return {found.begin(), found.end()};
}

std::vector<OddValues> odd_values(const Corpus& corpus) {
  std::vector<OddValues> found;
  for (const Role role : kRoles) {
    const Column* column = corpus.column(role);
    if (column == nullptr || role == Role::date) continue;
    std::vector<std::string> parts;
    // Reports may hide names of authors and topics, so the message does not quote them.
    const auto add = [&](const std::vector<uint32_t>& codes, std::string_view verb, std::string_view what) {
      if (codes.empty()) return;
      const bool named = role == Role::label || role == Role::source;
      parts.push_back(fmt::format("{} {}{} {}{}", codes.size(), verb, codes.size() == 1 ? "s" : "", what,
                                  named ? fmt::format(" ({})", shown_values(*column, codes)) : ""));
    };
    std::vector<uint32_t> alike;
    for (const auto& group : alike_values(*column)) alike.insert(alike.end(), group.begin(), group.end());
    std::sort(alike.begin(), alike.end());
    add(alike, "differ", "from another only in case, white space, Unicode form or the form of a number");
    add(values_for_none(*column, role == Role::label), "look", "like no value");
    add(values_in_one_cell(*column), "look", "like several values in one cell");
    if (!parts.empty())
      found.push_back(
          {std::string(role_name(role)), fmt::format("of the {} values of {} {}", column->names.size(),
                                                     role_name(role), join_words(parts))});
  }
  return found;
}

}  // namespace standfast
