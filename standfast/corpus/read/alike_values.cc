#include "standfast/corpus/read/alike_values.h"

#include <algorithm>
#include <map>

#include "standfast/corpus/column_builder.h"
#include "standfast/corpus/duplicate/token_sets.h"
#include "standfast/corpus/with_texts.h"
#include "standfast/text/normal_form.h"

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

}  // namespace standfast
