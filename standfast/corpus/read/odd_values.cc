#include "standfast/corpus/read/odd_values.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/in_words.h"
#include "standfast/corpus/column_builder.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/duplicate/token_sets.h"
#include "standfast/text/normal_form.h"
#include "standfast/text/printable.h"

namespace standfast {
namespace {

constexpr std::string_view kDigits = "0123456789";

// Normalises a number: "+01.50" -> "1.5", "-0" -> "0"; other text stays. Digits are compared and not values,
// so that long ids stay apart.
std::string plain_number(const std::string& text) {
  std::string_view rest = text;
  const bool negative = rest.starts_with('-');
  if (negative || rest.starts_with('+')) rest.remove_prefix(1);
  const size_t point = std::min(rest.find('.'), rest.size());
  std::string_view whole = rest.substr(0, point), part = rest.substr(std::min(point + 1, rest.size()));
  const auto digits = [](std::string_view of) {
    return of.find_first_not_of(kDigits) == std::string_view::npos;
  };
  if ((whole.empty() && part.empty()) || !digits(whole) || !digits(part)) return text;
  while (whole.starts_with('0')) whole.remove_prefix(1);
  while (part.ends_with('0')) part.remove_suffix(1);
  std::string number = whole.empty() ? "0" : std::string(whole);
  if (!part.empty()) number += "." + std::string(part);
  return negative && number != "0" ? "-" + number : number;
}

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

std::string alike_form(std::string_view value) {
  std::string form;
  comparable_text(value, form);
  return plain_number(form);
}

std::vector<std::vector<uint32_t>> alike_values(const Column& column) {
  std::map<std::string, std::vector<uint32_t>> by_form;
  for (uint32_t code = 0; code < column.names.size(); ++code)
    by_form[alike_form(column.names[code])].push_back(code);
  std::vector<std::vector<uint32_t>> groups;
  for (auto& [form, codes] : by_form)
    if (codes.size() > 1) groups.push_back(std::move(codes));
  std::sort(groups.begin(), groups.end());
  return groups;
}

bool is_asked_for(const ReadOptions& options, std::string_view column, std::string_view value,
                  std::string_view wanted) {
  if (canonically_equal(value, wanted)) return true;
  const auto& joined = options.join_values;
  return std::find(joined.begin(), joined.end(), column) != joined.end() &&
         alike_form(value) == alike_form(wanted);
}

Column with_alike_joined(const Column& column) {
  const auto groups = alike_values(column);
  if (groups.empty()) return column;
  std::vector<uint32_t> group_of(column.names.size(), kMissing);
  for (uint32_t g = 0; g < groups.size(); ++g)
    for (const uint32_t code : groups[g]) group_of[code] = g;
  std::vector<uint32_t> first(groups.size(), kMissing);
  ColumnBuilder joined;
  for (uint32_t row = 0; row < column.codes.size(); ++row) {
    uint32_t code = column.codes[row];
    if (code == kMissing) {
      joined.add(std::nullopt, row);
      continue;
    }
    if (const uint32_t group = group_of[code]; group != kMissing) {
      if (first[group] == kMissing) first[group] = code;
      code = first[group];
    }
    joined.add(column.names[code], row);
  }
  return std::move(joined).finish();
}

Result<Corpus> join_alike_values(Corpus corpus, const std::vector<std::string>& columns) {
  for (const auto& name : columns) {
    SF_ASSIGN(const Column* column, corpus.require_named(name));
    if (!alike_values(*column).empty()) replace_column(corpus, name, with_alike_joined(*column));
  }
  return corpus;
}

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
