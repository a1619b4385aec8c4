#include "standfast/study/spec/set_keys.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/options.h"
#include "standfast/study/spec/parse_parts.h"
#include "standfast/study/spec/toml.h"

namespace standfast {
namespace {

const std::vector<std::string> kTables = {"corpus",   "condition",   "model",  "auxiliary",
                                          "analyses", "predictions", "explain"};

struct Setting {
  std::vector<std::string> parts;  // parts of the key
  std::string value;
};

Result<Setting> read_setting(const std::string& given) {
  Setting setting;
  std::string part;
  bool quoted = false, any = false;
  const auto finish = [&] {
    const bool good = any;
    setting.parts.push_back(std::move(part));
    part.clear();
    any = quoted = false;
    return good;
  };
  for (size_t i = 0; i < given.size(); ++i) {
    const char c = given[i];
    if (c == '=') {
      if (!finish()) break;
      setting.value = given.substr(i + 1);
      return setting;
    }
    if (c == '.') {
      if (!finish()) break;
    } else if ((c == '"' || c == '\'') && !any) {
      const size_t end = given.find(c, i + 1);
      if (end == std::string::npos) break;
      part = given.substr(i + 1, end - i - 1);
      quoted = any = true;
      i = end;
    } else if (quoted) {
      break;
    } else {
      part += c;
      any = true;
    }
  }
  return usage_error(fmt::format("--set {}: is not KEY=VALUE, as in seeds=3 or model.ppm.order=4", given));
}

void put_on_line(TomlValue& value, uint32_t line) {
  value.line = value.key_line = line;
  if (auto* list = std::get_if<TomlList>(&value.value))
    for (auto& one : *list) put_on_line(one, line);
  if (auto* table = std::get_if<TomlTable>(&value.value))
    for (auto& entry : *table) put_on_line(entry.value, line);
}

TomlValue value_of(const std::string& text, uint32_t line) {
  TomlValue value;
  value.value = text;
  if (auto parsed = parse_toml("x = " + text, "--set");
      parsed && parsed->size() == 1 && parsed->front().key == "x")
    value = std::move(parsed->front().value);
  put_on_line(value, line);
  return value;
}

TomlEntry* entry_of(TomlTable& table, const std::string& key) {
  const auto found = std::ranges::find_if(table, [&](const auto& entry) { return entry.key == key; });
  return found == table.end() ? nullptr : &*found;
}

// Returns the name of a table in a run: its name, else its type, else its file.
std::string called(const TomlTable& table) {
  for (const char* key : {"name", "type", "path"})
    for (const auto& entry : table)
      if (const auto* text = std::get_if<std::string>(&entry.value.value);
          text != nullptr && entry.key == key)
        return entry.key == "path" ? name_of_corpus(*text) : *text;
  return "";
}

class Setter {
 public:
  Setter(const std::string& given, const Setting& setting)
      : given_(given), parts_(setting.parts), value_(setting.value) {}

  Status set(TomlTable& study) { return set_in(study, 0, 1); }

 private:
  Status refuse(const std::string& why) const {
    return usage_error(fmt::format("--set {}: {}", given_, why));
  }

  Status set_in(TomlTable& table, size_t at, uint32_t line) {
    TomlEntry* entry = entry_of(table, parts_[at]);
    if (at + 1 == parts_.size()) {
      const auto* list = entry != nullptr ? std::get_if<TomlList>(&entry->value.value) : nullptr;
      if (list != nullptr && !list->empty() && std::holds_alternative<TomlTable>(list->front().value))
        return refuse(
            fmt::format("{} is several tables; name one of them and its key: {}", parts_[at], names(*list)));
      if (entry == nullptr) entry = &table.emplace_back(TomlEntry{parts_[at], {}});
      entry->value = value_of(value_, line);
      return {};
    }
    if (entry == nullptr) {
      std::vector<std::string> known = at == 0 ? kTables : std::vector<std::string>();
      for (const auto& one : table) known.push_back(one.key);
      if (const auto hint = nearest_name(parts_[at], known); !hint.empty() && hint != parts_[at])
        return refuse(fmt::format("there is no \"{}\"; did you mean \"{}\"?", parts_[at], hint));
      if (at == 0 && std::ranges::find(kTables, parts_[at]) == kTables.end())
        return refuse(fmt::format("the study has no table \"{}\"", parts_[at]));
      entry = &table.emplace_back(TomlEntry{parts_[at], {TomlTable(), line, line}});
    }
    if (auto* inner = std::get_if<TomlTable>(&entry->value.value))
      return set_in(*inner, at + 1, entry->value.line);
    if (auto* list = std::get_if<TomlList>(&entry->value.value)) return set_in_list(*list, at + 1);
    return refuse(fmt::format("{0} is {1}, which has no keys; give the whole value: {0}={{ ... }}",
                              parts_[at], write_toml(entry->value)));
  }

  Status set_in_list(TomlList& list, size_t at) {
    if (list.empty() || !std::holds_alternative<TomlTable>(list.front().value))
      return refuse(
          fmt::format("{0} is a list without names; give the whole list: {0}=[...]", parts_[at - 1]));
    std::vector<TomlValue*> found;
    for (auto& one : list)
      if (const auto* table = std::get_if<TomlTable>(&one.value);
          table != nullptr && called(*table) == parts_[at])
        found.push_back(&one);
    if (found.empty() && parts_[at].find_first_not_of("0123456789") == std::string::npos &&
        parts_[at].size() < 6)
      if (const size_t number = std::stoul(parts_[at]); number < list.size()) found.push_back(&list[number]);
    if (found.size() > 1)
      return refuse(fmt::format("{} of the tables {} are called \"{}\"; name one by its number, from 0",
                                found.size(), parts_[at - 1], parts_[at]));
    if (found.empty()) return refuse(unknown(list, at));
    if (at + 1 == parts_.size())
      return refuse(
          fmt::format("names a whole table; name one of its keys: {}.KEY=VALUE", fmt::join(parts_, ".")));
    return set_in(std::get<TomlTable>(found.front()->value), at + 1, found.front()->line);
  }

  static std::string names(const TomlList& list) {
    std::vector<std::string> all;
    for (const auto& one : list)
      if (const auto* table = std::get_if<TomlTable>(&one.value)) all.push_back(called(*table));
    return fmt::format("{}", fmt::join(all, ", "));
  }

  std::string unknown(const TomlList& list, size_t at) const {
    std::vector<std::string> known;
    for (const auto& one : list)
      if (const auto* table = std::get_if<TomlTable>(&one.value)) known.push_back(called(*table));
    const auto hint = nearest_name(parts_[at], known);
    return fmt::format("there is no {} \"{}\"{}", parts_[at - 1], parts_[at],
                       hint.empty() ? fmt::format(" (there are: {})", fmt::join(known, ", "))
                                    : fmt::format("; did you mean \"{}\"?", hint));
  }

  const std::string& given_;
  const std::vector<std::string>& parts_;
  const std::string& value_;
};

}  // namespace

Status set_keys(TomlTable& study, const std::vector<std::string>& settings) {
  for (const auto& given : settings) {
    SF_ASSIGN(const Setting setting, read_setting(given));
    SF_TRY(Setter(given, setting).set(study));
  }
  return {};
}

}  // namespace standfast
