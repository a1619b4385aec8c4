// Reader of TOML tables: it takes the keys of a table one by one, so that each wrong or misspelt key is
// refused with its line.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/option_codec.h"
#include "standfast/base/parse_json.h"
#include "standfast/study/spec/auxiliary.h"
#include "standfast/study/spec/spec.h"
#include "standfast/study/spec/toml.h"

namespace standfast {

using GivenOptions = std::map<std::string, OptionValue>;

// Options as given in a file, with the line of each.
struct PlacedOptions {
  GivenOptions values;
  std::map<std::string, uint32_t> lines;
  uint32_t line = 0;                   // line of the table that holds them
  std::vector<std::string> keys = {};  // keys of the same table that are not options
  std::set<std::string> lists = {};    // names of the options that are given as lists
};

// Removes leading zeros, "05" -> "5": numbers of TOML have none, so such a number is text even without
// quotes.
inline std::string without_leading_zeros(std::string text) {
  const size_t digits = text.find_first_of("0123456789");
  if (digits > 1) return text;
  while (text.size() > digits + 1 && text[digits] == '0' && text[digits + 1] >= '0' &&
         text[digits + 1] <= '9')
    text.erase(digits, 1);
  return text;
}

// Returns the problem of the type of a value that could be read, or "". A file has types, so "3" is not a
// number in it, unlike on a command line, where everything is text.
inline std::string objection_to_type(const OptionSpec& option, const OptionValue& value) {
  const auto* text = std::get_if<std::string>(&value);
  const auto* real = std::get_if<double>(&value);
  if (text == nullptr && option.kind == OptionKind::command)
    return fmt::format("option \"{}\" needs text, or a list of words in quotes", option.name);
  if (text != nullptr && !std::holds_alternative<std::string>(option.default_value))
    return fmt::format("option \"{}\" needs {}, not text: write {} = {}, without quotes", option.name,
                       type_name(option.default_value), option.name, without_leading_zeros(*text));
  if (real != nullptr && std::holds_alternative<int64_t>(option.default_value))
    return fmt::format("option \"{}\" needs a whole number, not {:#}: write it without a point", option.name,
                       *real);
  return "";
}

inline std::string suggestion(std::string_view word, const std::vector<std::string>& candidates) {
  const auto hint = nearest_name(word, candidates);
  return hint.empty() ? fmt::format(" (there are: {})", fmt::join(candidates, ", "))
                      : fmt::format("; did you mean \"{}\"?", hint);
}

// A table whose keys are taken one by one. Keys that are left at the end were misspelt.
class TableReader {
 public:
  TableReader(const TomlTable& table, uint32_t line, std::string file, std::string owner)
      : table_(table),
        line_(line),
        file_(std::move(file)),
        owner_(std::move(owner)),
        taken_(table.size(), false) {}

  // Sets the auxiliary files that path options may name; null: none. They must outlive the reader.
  void allow(Auxiliaries* auxiliaries) { auxiliaries_ = auxiliaries; }
  Auxiliaries* allowed() const { return auxiliaries_; }

  const TomlValue* take(const std::string& name) {
    known_.push_back(name);
    for (size_t i = 0; i < table_.size(); ++i) {
      if (table_[i].key != name) continue;
      taken_[i] = true;
      return &table_[i].value;
    }
    return nullptr;
  }

  bool has(const std::string& name) const {
    return std::any_of(table_.begin(), table_.end(), [&](const auto& item) { return item.key == name; });
  }

  Result<std::string> text(const std::string& name, std::string fallback = {}) {
    const TomlValue* value = take(name);
    if (value == nullptr) return fallback;
    if (const auto* text = std::get_if<std::string>(&value->value)) return *text;
    return wrong_type(name, *value, "text");
  }

  Result<std::string> word(const std::string& name, const std::vector<std::string>& allowed,
                           std::string fallback) {
    const TomlValue* value = take(name);
    if (value == nullptr) return fallback;
    const auto* text = std::get_if<std::string>(&value->value);
    if (text == nullptr) return wrong_type(name, *value, "text");
    if (std::find(allowed.begin(), allowed.end(), *text) == allowed.end())
      return fail_at(value->line, fmt::format("{}: {} has no value \"{}\"{}", owner_, name, *text,
                                              suggestion(*text, allowed)));
    return *text;
  }

  Result<bool> flag(const std::string& name, bool fallback) {
    const TomlValue* value = take(name);
    if (value == nullptr) return fallback;
    if (const auto* flag = std::get_if<bool>(&value->value)) return *flag;
    return wrong_type(name, *value, "true or false");
  }

  Result<uint64_t> count(const std::string& name, uint64_t fallback) {
    const TomlValue* value = take(name);
    if (value == nullptr) return fallback;
    const auto* number = std::get_if<int64_t>(&value->value);
    if (number == nullptr || *number < 0) return wrong_type(name, *value, "a whole number, 0 or more");
    return static_cast<uint64_t>(*number);
  }

  // Returns a list of strings as JSON.
  static std::optional<nlohmann::json> words_of(const TomlValue& value) {
    auto items = items_of(value);
    for (const auto& item : items.value_or(nlohmann::json::array()))
      if (!item.is_string()) return std::nullopt;
    return items;
  }
  // Returns a list of strings, or of numbers, as JSON.
  static std::optional<nlohmann::json> items_of(const TomlValue& value) {
    const auto* list = std::get_if<TomlList>(&value.value);
    if (list == nullptr) return std::nullopt;
    auto items = nlohmann::json::array();
    size_t words = 0;
    for (const auto& item : *list) {
      words += std::holds_alternative<std::string>(item.value) ? 1 : 0;
      if (const auto* word = std::get_if<std::string>(&item.value))
        items.push_back(*word);
      else if (const auto* whole = std::get_if<int64_t>(&item.value))
        items.push_back(*whole);
      else if (const auto* real = std::get_if<double>(&item.value))
        items.push_back(*real);
      else
        return std::nullopt;
    }
    if (words != 0 && words != list->size()) return std::nullopt;
    return items;
  }

  // Returns all keys that have not been taken yet, as options of a component.
  Result<PlacedOptions> rest() {
    PlacedOptions placed;
    placed.line = line_;
    placed.keys = known_;
    GivenOptions& given = placed.values;
    for (size_t i = 0; i < table_.size(); ++i) {
      if (taken_[i]) continue;
      taken_[i] = true;
      const auto& [name, value] = table_[i];
      placed.lines[name] = value.key_line;
      if (const auto* flag = std::get_if<bool>(&value.value))
        given[name] = *flag;
      else if (const auto* integer = std::get_if<int64_t>(&value.value))
        given[name] = *integer;
      else if (const auto* number = std::get_if<double>(&value.value))
        given[name] = *number;
      else if (const auto* text = std::get_if<std::string>(&value.value))
        given[name] = *text;
      else if (const auto items = items_of(value)) {
        given[name] = items->dump();  // an option that is a list, such as a command, is JSON text
        placed.lists.insert(name);
      } else
        return wrong_type(name, value, "a single value or a list of words or numbers");
    }
    return placed;
  }

  Status finish() const {
    for (size_t i = 0; i < table_.size(); ++i)
      if (!taken_[i])
        return fail_at(table_[i].value.key_line, fmt::format("{} has no key \"{}\"{}", owner_, table_[i].key,
                                                             suggestion(table_[i].key, known_)));
    return {};
  }

  Failure fail_at(uint32_t line, const std::string& message) const {
    return usage_error(fmt::format("{}:{}: {}", file_, line, message));
  }
  // Returns the error for a missing required key, which may be there, misspelt.
  Failure missing(const std::string& name, const std::string& message) const {
    for (size_t i = 0; i < table_.size(); ++i)
      if (const auto& [key, value] = table_[i]; !taken_[i] && nearest_name(key, {name}) == name)
        return fail_at(value.key_line, fmt::format("{}; did you mean \"{}\" by \"{}\"?", message, name, key));
    return fail_here(message);
  }
  Failure fail_here(const std::string& message) const { return fail_at(line_, message); }
  Failure wrong_type(const std::string& name, const TomlValue& value, std::string_view wanted) const {
    // Numbers are shown: the type may be right, and the size wrong.
    std::string found = toml_type_name(value);
    if (const auto* whole = std::get_if<int64_t>(&value.value)) found = fmt::format("{}", *whole);
    if (const auto* real = std::get_if<double>(&value.value)) found = fmt::format("{}", *real);
    return fail_at(value.line, fmt::format("{}: {} is {} where {} is needed", owner_, name, found, wanted));
  }
  const std::string& owner() const { return owner_; }

  // Reads a component, written as a table { method = "hits", topics = 40 } or, without options, as its name
  // alone.
  Result<ComponentSpec> component(const std::string& key, const std::string& name_key,
                                  const ComponentList& catalog, const std::string& fallback,
                                  const GivenOptions& study_defaults = {}) {
    const TomlValue* value = take(key);
    if (value == nullptr) {
      if (fallback.empty()) return fail_here(fmt::format("{}: {} is missing", owner_, key));
      return resolve(catalog, fallback, {{}, {}, line_}, study_defaults);
    }
    if (const auto* name = std::get_if<std::string>(&value->value))
      return resolve(catalog, *name, {{}, {}, value->line}, study_defaults);
    const auto* table = std::get_if<TomlTable>(&value->value);
    if (table == nullptr) return wrong_type(key, *value, fmt::format("a table {{ {} = \"...\" }}", name_key));
    TableReader inner(*table, value->line, file_, fmt::format("{}: {}", owner_, key));
    SF_ASSIGN(const std::string name, inner.text(name_key, fallback));
    if (name.empty()) return inner.missing(name_key, fmt::format("{} names no {}", inner.owner(), name_key));
    SF_ASSIGN(const auto given, inner.rest());
    return resolve(catalog, name, given, study_defaults);
  }

  Result<Options> resolve_options(const std::string& owner, const std::vector<OptionSpec>& specs,
                                  PlacedOptions given) const {
    for (const auto& option : specs) {
      const auto found = given.values.find(option.name);
      if (found == given.values.end() || !given.lists.contains(option.name)) continue;
      if (option.list)
        found->second = list_with_commas(found->second);
      else if (option.kind != OptionKind::command)
        return fail_at(given.lines.at(option.name),
                       fmt::format("{}: option \"{}\" takes one value, not a list", owner, option.name));
    }
    // Options are first resolved one by one, so that the message has the line of the option.
    for (const auto& [name, value] : given.values) {
      const auto option =
          std::find_if(specs.begin(), specs.end(), [&](const auto& o) { return o.name == name; });
      const auto fail = [&](const std::string& message) { return fail_at(given.lines.at(name), message); };
      if (option == specs.end())
        if (const auto key = nearest_name(name, given.keys); !key.empty())
          return fail(fmt::format("{} has no option \"{}\"; did you mean \"{}\"?", owner, name, key));
      const auto one = Options::resolve(owner, specs, {{name, value}});
      if (option != specs.end() && (one || !std::holds_alternative<std::string>(value)))
        if (const auto objection = objection_to_type(*option, value); !objection.empty())
          return fail(fmt::format("{}: {}", owner, objection));
      if (!one) return fail(one.error().message);
    }
    return Options::resolve(owner, specs, given.values);
  }

  // Resolves a component. study_defaults: values of options that the study sets for components that have
  // these options, used where they are not given.
  Result<ComponentSpec> resolve(const ComponentList& catalog, const std::string& name, PlacedOptions given,
                                const GivenOptions& study_defaults = {}) const {
    const uint32_t line = given.line;
    const auto entry = catalog.info(name);
    if (!entry) return fail_at(line, entry.error().message);
    SF_TRY(apply_preset(fmt::format("{} {}", catalog.family(), name), *entry->options, given));
    for (const auto& option : *entry->options)
      if (const auto found = study_defaults.find(option.name); found != study_defaults.end())
        if (given.values.insert(*found).second) given.lines[option.name] = line;
    SF_ASSIGN(Options options, resolve_options(catalog.family() + " " + name, *entry->options, given));
    // Checks that need all options together, such as two that exclude each other.
    if (const auto good = catalog.check(name, options); !good) return fail_at(line, good.error().message);
    SF_TRY(name_auxiliaries(fmt::format("{} {}", catalog.family(), name), *entry->options, given, options));
    return ComponentSpec{name, std::move(options)};
  }

 private:
  // Replaces "auxiliary:NAME" by the path of that file in options of the kind path.
  Status name_auxiliaries(const std::string& owner, const std::vector<OptionSpec>& specs,
                          const PlacedOptions& given, Options& options) const {
    Auxiliaries none;
    std::map<std::string, const AuxiliarySpec*> set_by;  // by option: the file that set it
    for (const auto& option : specs) {
      if (option.kind != OptionKind::path) continue;
      const std::string& text = options.text(option.name);
      std::vector<std::string> paths;
      bool any = false;  // false: the text stays as it was written
      for (const auto& one : option.list ? list_of(text) : std::vector<std::string>{text}) {
        const auto path = (auxiliaries_ != nullptr ? *auxiliaries_ : none).path(option, one);
        if (!path) {
          const auto line = given.lines.find(option.name);
          return fail_at(line != given.lines.end() ? line->second : given.line,
                         fmt::format("{}: {}", owner, path.error().message));
        }
        any = any || *path != one;
        if (const AuxiliarySpec* file = auxiliaries_ == nullptr ? nullptr : auxiliaries_->named(one))
          SF_TRY(hand_over(owner, option, *file, specs, given, set_by, options));
        paths.push_back(*path);
      }
      if (any) options = options.with(option.name, option.list ? list_text(paths) : paths.front());
    }
    return {};
  }

  // Copies the options of an auxiliary file (such as the columns of its table) to the options of the
  // component with the same meaning, unless the component sets them itself. Files that share these options
  // must agree.
  Status hand_over(const std::string& owner, const OptionSpec& option, const AuxiliarySpec& file,
                   const std::vector<OptionSpec>& specs, const PlacedOptions& given,
                   std::map<std::string, const AuxiliarySpec*>& set_by, Options& options) const {
    const auto declared = [&](const std::string& called) {
      return std::any_of(specs.begin(), specs.end(), [&](const auto& o) { return o.name == called; });
    };
    for (const auto& [name, value] : file.options.values()) {
      std::string target = fmt::format("{}-{}", option.name, name);
      if (!declared(target)) target = fmt::format("{}-{}", option.holds, name);
      if (!declared(target) || given.values.contains(target)) continue;
      const auto [by, first] = set_by.try_emplace(target, &file);
      if (const OptionValue& other = by->second->options.values().find(name)->second;
          !first && other != value)
        return fail_at(
            given.line,
            fmt::format("{}: auxiliary {} has {} = {} and auxiliary {} has {} = {}, but {} is one for both "
                        "(give both files the same column names)",
                        owner, by->second->name, name, to_string(other), file.name, name, to_string(value),
                        target));
      options = options.with(target, value);
    }
    return {};
  }

  // Converts ["a", "b"], which rest() gives as JSON, to the form of options that are lists: "a,b".
  static OptionValue list_with_commas(const OptionValue& value) {
    const auto* text = std::get_if<std::string>(&value);
    if (text == nullptr || !text->starts_with('[')) return value;
    const auto json = json_or_discarded(*text);
    if (!json.is_array()) return value;
    std::vector<std::string> words;
    for (const auto& word : json)
      words.push_back(word.is_string() ? word.get<std::string>()
                      : word.is_null() ? "nan"
                                       : word.dump());  // JSON has no nan
    return list_text(words);
  }

  // Applies preset = "paper" among the options of a component: uses the values of the preset for options that
  // are not given. An error in one of them is reported as an error of the preset.
  Status apply_preset(const std::string& owner, const OptionSet& options, PlacedOptions& given) const {
    const auto found = given.values.find("preset");
    if (found == given.values.end()) return {};
    const uint32_t line = given.lines.at("preset");
    const std::string preset = to_string(found->second);
    given.values.erase(found);
    auto values = options.preset(owner, preset, given.values);
    if (!values) return fail_at(line, values.error().message);
    given.values = std::move(*values);
    for (const auto& [name, value] : given.values) given.lines.try_emplace(name, line);
    return {};
  }

  const TomlTable& table_;
  uint32_t line_;
  std::string file_;
  std::string owner_;
  std::vector<bool> taken_;
  std::vector<std::string> known_;
  Auxiliaries* auxiliaries_ = nullptr;
};

}  // namespace standfast
