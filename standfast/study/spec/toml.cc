#include "standfast/study/spec/toml.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
// Some assertions of toml++ fail on malformed files ("[{model]]"), although it reports such files properly.
// Bad input must not abort the program.
#define TOML_ASSERT(expr) static_assert(true)
#include <toml++/toml.h>

#include "standfast/study/spec/toml_letters.h"

namespace standfast {
namespace {

uint32_t line_of(const toml::source_region& region) {
  return region.begin.line;
}

Result<TomlValue> convert(const toml::node& node, uint32_t key_line, const std::string& file);

constexpr std::string_view kWindowsPath =
    " (a path of Windows? In double quotes a backslash begins an escape: write 'C:\\Users\\me' in single quotes, or "
    "\"C:/Users/me\")";

bool is_key_of_a_path(std::string_view key) {
  return key == "path" || key == "folder" || key == "ids" || key == "checkpoint";
}

Result<TomlTable> convert_table(const toml::table& table, const std::string& file) {
  TomlTable out;
  for (const auto& [key, node] : table) {
    SF_ASSIGN(auto value, convert(node, line_of(key.source()), file));
    // "data\new.csv" is valid TOML: \n is an escape, so the path has a line break.
    if (const auto* text = std::get_if<std::string>(&value.value);
        text != nullptr && is_key_of_a_path(key.str()) &&
        text->find_first_of("\b\t\n\f\r") != std::string::npos)
      return usage_error(fmt::format("{}:{}: {} has a line break, a tab or the like in it{}", file,
                                     value.line, key.str(), kWindowsPath));
    out.push_back({std::string(key.str()), std::move(value)});
  }
  // toml++ sorts by name; people read in the order of lines.
  std::stable_sort(out.begin(), out.end(),
                   [](const auto& a, const auto& b) { return a.value.key_line < b.value.key_line; });
  return out;
}

Result<TomlValue> convert(const toml::node& node, uint32_t key_line, const std::string& file) {
  TomlValue out;
  out.line = line_of(node.source());
  out.key_line = key_line != 0 ? key_line : out.line;
  if (out.line == 0) out.line = out.key_line;
  if (const auto* b = node.as_boolean()) {
    out.value = b->get();
  } else if (const auto* i = node.as_integer()) {
    out.value = i->get();
  } else if (const auto* d = node.as_floating_point()) {
    out.value = d->get();
  } else if (const auto* s = node.as_string()) {
    out.value = s->get();
  } else if (const auto* a = node.as_array()) {
    TomlList list;
    for (const auto& item : *a) {
      SF_ASSIGN(auto value, convert(item, 0, file));
      list.push_back(std::move(value));
    }
    out.value = std::move(list);
  } else if (const auto* t = node.as_table()) {
    SF_ASSIGN(auto table, convert_table(*t, file));
    out.value = std::move(table);
  } else {
    return usage_error(fmt::format(
        "{}:{}: a date or time stands where none is used (did you forget the quotes?)", file, out.line));
  }
  return out;
}

// Returns a hint where a line that is not TOML has a path of Windows in double quotes.
std::string hint_of_path(std::string_view text, uint32_t line) {
  for (; line > 1 && !text.empty(); --line) text.remove_prefix(std::min(text.find('\n') + 1, text.size()));
  text = text.substr(0, text.find('\n'));
  const size_t quote = text.find('"');
  const bool drive = quote != std::string_view::npos && text.find('\\', quote) != std::string_view::npos;
  return std::string(drive ? kWindowsPath : "");
}

}  // namespace

Result<TomlTable> parse_toml(std::string_view text, const std::string& file) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  SF_ASSIGN(const std::string ascii, toml_in_ascii(text, file));
  const toml::parse_result result = toml::parse(ascii, std::string_view(file));
  if (!result) {
    const auto& error = result.error();
    std::string what(error.description());
    std::replace(what.begin(), what.end(), '\n', ' ');
    const uint32_t line = line_of(error.source());
    return usage_error(fmt::format("{}:{}: not TOML: {}{}", file, line, what, hint_of_path(text, line)));
  }
  return convert_table(result.table(), file);
}

const char* toml_type_name(const TomlValue& value) {
  static constexpr const char* kNames[] = {"true or false", "a whole number", "a number",
                                           "text",          "a list",         "a table"};
  return kNames[value.value.index()];
}

}  // namespace standfast
