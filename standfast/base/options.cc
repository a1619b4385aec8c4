#include "standfast/base/options.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace standfast {
namespace {

template <class Number>
std::optional<Number> parse_number(const std::string& text) {
  Number value{};
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Converts the value to the declared type; nothing if it does not fit that type.
std::optional<OptionValue> convert(const OptionValue& given, const OptionValue& declared) {
  if (given.index() == declared.index()) return given;
  if (std::holds_alternative<double>(declared) && std::holds_alternative<int64_t>(given))
    return static_cast<double>(std::get<int64_t>(given));
  if (std::holds_alternative<std::string>(declared)) return to_string(given);
  if (const auto* text = std::get_if<std::string>(&given)) {
    if (std::holds_alternative<bool>(declared)) {
      if (*text == "true" || *text == "yes" || *text == "1") return true;
      if (*text == "false" || *text == "no" || *text == "0") return false;
    } else if (std::holds_alternative<int64_t>(declared)) {
      if (const auto number = parse_number<int64_t>(*text)) return *number;
    } else if (const auto number = parse_number<double>(*text)) {
      return *number;
    }
  }
  return std::nullopt;
}

size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

struct ListItem {
  std::string text;
  size_t end = 0;  // end of the item in the list: a comma, or the end
  bool quoted = false;
};

// Returns the item in quotes that begins at `at`. Nothing: there is none, or its quotes do not end before a
// comma.
std::optional<ListItem> quoted_item(std::string_view list, size_t at) {
  if (at >= list.size() || list[at] != '"') return std::nullopt;
  std::string text;
  size_t end = at + 1;
  for (; end < list.size(); ++end) {
    if (list[end] == '"' && list.substr(end + 1, 1) != "\"") break;
    if (list[end] == '"') ++end;
    text += list[end];
  }
  if (end >= list.size()) return std::nullopt;
  end = std::min(list.find_first_not_of(' ', end + 1), list.size());
  if (end < list.size() && list[end] != ',') return std::nullopt;
  return ListItem{std::move(text), end, true};
}

template <class Use>
void for_each_item(std::string_view list, Use use) {
  for (size_t at = 0; at <= list.size() && !list.empty();) {
    auto item = quoted_item(list, std::min(list.find_first_not_of(' ', at), list.size()));
    if (!item) {
      const size_t end = std::min(list.find(',', at), list.size());
      item = ListItem{std::string(trimmed_item(list.substr(at, end - at))), end};
    }
    at = item->end + 1;
    use(*item);
  }
}

}  // namespace

const char* type_name(const OptionValue& value) {
  static constexpr const char* kNames[] = {"true or false", "a whole number", "a number", "text"};
  return kNames[value.index()];
}

std::string to_string(const OptionValue& value) {
  return std::visit([](const auto& v) { return fmt::format("{}", v); }, value);
}

std::string nearest_name(std::string_view word, const std::vector<std::string>& candidates) {
  std::string best;
  size_t best_distance = std::max<size_t>(2, word.size() / 3) + 1;
  for (const auto& candidate : candidates) {
    const size_t distance =
        candidate.starts_with(word) && word.size() >= 2 ? 1 : edit_distance(word, candidate);
    if (distance < best_distance && distance < word.size()) {  // else nothing of the word is left
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

bool OptionRange::contains(double value) const {
  if (!std::isfinite(value)) return false;
  if (or_zero && value == 0) return true;
  return (above_low ? value > low : value >= low) && (below_high ? value < high : value <= high);
}

std::string OptionRange::in_words() const {
  const bool has_low = std::isfinite(low), has_high = std::isfinite(high);
  std::string words;
  if (has_low && has_high && !above_low && !below_high) {
    words = fmt::format("{} to {}", low, high);
  } else {
    if (has_low) words = fmt::format("{} {}", above_low ? "above" : "at least", low);
    if (has_high)
      words += fmt::format("{}{} {}", has_low ? " and " : "", below_high ? "below" : "at most", high);
  }
  return or_zero && !words.empty() ? "0, or " + words : words;
}

std::string objection_to(const OptionSpec& spec, const OptionValue& value) {
  if (const auto* word = std::get_if<std::string>(&value)) {
    if (const std::string item = spec.list ? misquoted_item(*word) : ""; !item.empty())
      return fmt::format(
          "option \"{}\": the quotes of {} do not fit. An item in quotes ends with a quote, before a comma "
          "or the "
          "end, and a quote in it is written twice",
          spec.name, item);
    if (spec.choices.empty() ||
        std::find(spec.choices.begin(), spec.choices.end(), *word) != spec.choices.end())
      return "";
    return fmt::format("option \"{}\" must be one of {}, not \"{}\"", spec.name,
                       fmt::join(spec.choices, ", "), *word);
  }
  if (std::holds_alternative<bool>(value)) return "";
  const auto* integer = std::get_if<int64_t>(&value);
  const double number = integer != nullptr ? static_cast<double>(*integer) : std::get<double>(value);
  if (spec.range.contains(number)) return "";
  const std::string allowed = spec.range.in_words();
  return fmt::format("{} = {}: must be {}", spec.name, to_string(value),
                     allowed.empty() ? "a finite number" : allowed);
}

Result<std::map<std::string, OptionValue>> OptionSet::preset(std::string_view owner, std::string_view name,
                                                             std::map<std::string, OptionValue> given) const {
  if (name.empty()) return given;
  std::vector<std::string> names;
  for (const auto& preset : presets_) {
    if (preset.name == name) {
      given.insert(preset.values.begin(), preset.values.end());
      return given;
    }
    names.push_back(preset.name);
  }
  if (names.empty()) return usage_error(fmt::format("{} has no presets", owner));
  const auto hint = nearest_name(name, names);
  return usage_error(fmt::format("{} has no preset \"{}\"{}", owner, name,
                                 hint.empty() ? fmt::format(" (it has: {})", fmt::join(names, ", "))
                                              : fmt::format("; did you mean \"{}\"?", hint)));
}

Result<Options> Options::resolve(std::string_view owner, const std::vector<OptionSpec>& specs,
                                 const std::map<std::string, OptionValue>& given) {
  Options options;
  for (const auto& spec : specs) options.values_.emplace(spec.name, spec.default_value);
  for (const auto& [name, value] : given) {
    const auto spec = std::find_if(specs.begin(), specs.end(), [&](const auto& s) { return s.name == name; });
    if (spec == specs.end()) {
      std::vector<std::string> names;
      for (const auto& s : specs) names.push_back(s.name);
      if (names.empty())
        return usage_error(fmt::format("{} has no option \"{}\": it takes none", owner, name));
      const auto hint = nearest_name(name, names);
      return usage_error(fmt::format("{} has no option \"{}\"{}", owner, name,
                                     hint.empty() ? fmt::format(" (it has: {})", fmt::join(names, ", "))
                                                  : fmt::format("; did you mean \"{}\"?", hint)));
    }
    auto converted = convert(value, spec->default_value);
    if (!converted)
      return usage_error(fmt::format("{}: option \"{}\" needs {}, not \"{}\"", owner, name,
                                     type_name(spec->default_value), to_string(value)));
    if (const auto objection = objection_to(*spec, *converted); !objection.empty())
      return usage_error(fmt::format("{}: {}", owner, objection));
    options.values_[name] = std::move(*converted);
  }
  return options;
}

namespace {
template <class T>
const T& get(const std::map<std::string, OptionValue, std::less<>>& values, std::string_view name) {
  const auto found = values.find(name);
  assert(found != values.end() && std::holds_alternative<T>(found->second));
  return std::get<T>(found->second);
}
}  // namespace

bool Options::flag(std::string_view name) const {
  return get<bool>(values_, name);
}
int64_t Options::integer(std::string_view name) const {
  return get<int64_t>(values_, name);
}
double Options::number(std::string_view name) const {
  return get<double>(values_, name);
}
const std::string& Options::text(std::string_view name) const {
  return get<std::string>(values_, name);
}

Options Options::with(std::string_view name, OptionValue value) const {
  Options copy = *this;
  const auto found = copy.values_.find(name);
  assert(found != copy.values_.end() && found->second.index() == value.index());
  found->second = std::move(value);
  return copy;
}

Options Options::recorded(const std::map<std::string, OptionValue>& values) {
  Options options;
  options.values_.insert(values.begin(), values.end());
  return options;
}

std::string options_changed(const Options& options, const std::vector<OptionSpec>& specs,
                            std::string_view without) {
  std::string text;
  for (const auto& spec : specs) {
    if (spec.name == without) continue;
    const auto found = options.values().find(spec.name);
    if (found != options.values().end() && found->second != spec.default_value)
      text += fmt::format(" {}={}", spec.name, to_string(found->second));
  }
  return text;
}

Result<std::map<std::string, OptionValue>> passed_options(const std::string& option,
                                                          const std::vector<std::string>& items) {
  std::map<std::string, OptionValue> values;
  std::string last;
  for (const auto& item : items) {
    const size_t at = item.find('=');
    if (at == 0 || (at == std::string::npos && last.empty()))
      return usage_error(
          fmt::format("{} = {}: \"{}\" is not name=value", option, fmt::join(items, ","), item));
    if (at == std::string::npos) {
      std::get<std::string>(values[last]) += "," + item;
    } else {
      last = item.substr(0, at);
      values[last] = item.substr(at + 1);
    }
  }
  return values;
}

std::string_view trimmed_item(std::string_view item) {
  while (item.starts_with(' ')) item.remove_prefix(1);
  while (item.ends_with(' ')) item.remove_suffix(1);
  return item;
}

std::string list_item(std::string_view item) {
  item = trimmed_item(item);
  // Quotes show an empty item, which would else be no item.
  if (!item.empty() && item.find(',') == std::string_view::npos && !item.starts_with('"'))
    return std::string(item);
  std::string quoted(1, '"');
  for (const char c : item) {
    if (c == '"') quoted += c;
    quoted += c;
  }
  quoted += '"';
  return quoted;
}

std::string list_text(const std::vector<std::string>& items) {
  std::string text;
  for (size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += ',';
    text += list_item(items[i]);
  }
  return text;
}

std::vector<std::string> list_of(std::string_view list) {
  std::vector<std::string> items;
  for_each_item(list, [&](ListItem& item) { items.push_back(std::move(item.text)); });
  return items;
}

std::string misquoted_item(std::string_view list) {
  std::string misquoted;
  for_each_item(list, [&](ListItem& item) {
    if (misquoted.empty() && !item.quoted && item.text.starts_with('"')) misquoted = std::move(item.text);
  });
  return misquoted;
}

}  // namespace standfast
