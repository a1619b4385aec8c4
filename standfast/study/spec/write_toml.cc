#include "standfast/study/spec/write_toml.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "standfast/base/options.h"

namespace standfast {
namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      out += std::string{'\\', c};
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
      out += fmt::format("\\u{:04X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    else
      out += c;
  }
  return out + "\"";
}

std::string key_text(const std::string& key) {
  constexpr std::string_view kBare = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  return !key.empty() && key.find_first_not_of(kBare) == std::string::npos ? key : quoted(key);
}

std::string number_text(double number) {
  if (std::isnan(number)) return "nan";
  if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
  const std::string text = to_string(OptionValue(number));
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

bool is_list_of_tables(const TomlValue& value) {
  const auto* list = std::get_if<TomlList>(&value.value);
  return list != nullptr && !list->empty() && std::ranges::all_of(*list, [](const TomlValue& one) {
           return std::holds_alternative<TomlTable>(one.value);
         });
}

void write_keys(const TomlTable& table, std::string& out) {
  for (const auto& [key, value] : table) out += fmt::format("{} = {}\n", key_text(key), write_toml(value));
}

}  // namespace

std::string write_toml(const TomlValue& value) {
  if (const auto* flag = std::get_if<bool>(&value.value)) return *flag ? "true" : "false";
  if (const auto* whole = std::get_if<int64_t>(&value.value)) return std::to_string(*whole);
  if (const auto* number = std::get_if<double>(&value.value)) return number_text(*number);
  if (const auto* text = std::get_if<std::string>(&value.value)) return quoted(*text);
  std::string inside;
  if (const auto* list = std::get_if<TomlList>(&value.value)) {
    for (const auto& one : *list) inside += (inside.empty() ? "" : ", ") + write_toml(one);
    return "[" + inside + "]";
  }
  for (const auto& [key, one] : std::get<TomlTable>(value.value))
    inside += fmt::format("{}{} = {}", inside.empty() ? " " : ", ", key_text(key), write_toml(one));
  return inside.empty() ? "{}" : "{" + inside + " }";
}

// Keys of the file itself must stand before the first table.
std::string write_toml(const TomlTable& table) {
  TomlTable own;
  std::string tables;
  for (const auto& entry : table) {
    if (is_list_of_tables(entry.value)) {
      for (const auto& one : std::get<TomlList>(entry.value.value)) {
        tables += fmt::format("\n[[{}]]\n", key_text(entry.key));
        write_keys(std::get<TomlTable>(one.value), tables);
      }
    } else if (const auto* inner = std::get_if<TomlTable>(&entry.value.value)) {
      tables += fmt::format("\n[{}]\n", key_text(entry.key));
      write_keys(*inner, tables);
    } else {
      own.push_back(entry);
    }
  }
  std::string out;
  write_keys(own, out);
  return out + tables;
}

}  // namespace standfast
