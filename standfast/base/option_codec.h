// How members of option structs are written as values of options, and read from them (option_table.h).
#pragma once

#include <algorithm>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/options.h"

namespace standfast {

// kList: whether it is several values. write: as an OptionValue of the type that the option has. read: into
// the member, from a value of that type; what is wrong with it, or "".
template <class T>
struct OptionCodec;

template <>
struct OptionCodec<bool> {
  static constexpr bool kList = false;
  static OptionValue write(bool value) { return value; }
  static std::string read(const OptionValue& value, bool& to) { return to = std::get<bool>(value), ""; }
};

template <std::floating_point T>
struct OptionCodec<T> {
  static constexpr bool kList = false;
  static OptionValue write(T value) { return static_cast<double>(value); }
  static std::string read(const OptionValue& value, T& to) {
    return to = static_cast<T>(std::get<double>(value)), "";
  }
};

template <std::integral T>
struct OptionCodec<T> {
  static constexpr bool kList = false;
  static OptionValue write(T value) { return static_cast<int64_t>(value); }
  static std::string read(const OptionValue& value, T& to) {
    const int64_t number = std::get<int64_t>(value);
    if (!std::in_range<T>(number))
      return fmt::format("it is {} to {}", std::numeric_limits<T>::min(), std::numeric_limits<T>::max());
    return to = static_cast<T>(number), "";
  }
};

template <>
struct OptionCodec<std::string> {
  static constexpr bool kList = false;
  static OptionValue write(const std::string& value) { return value; }
  static std::string read(const OptionValue& value, std::string& to) {
    return to = std::get<std::string>(value), "";
  }
};

// The parts of a list, without the spaces around them; none of an empty text.
inline std::vector<std::string> list_of(std::string_view text) {
  std::vector<std::string> parts;
  for (size_t at = 0; at <= text.size() && !text.empty();) {
    const size_t end = std::min(text.find(',', at), text.size());
    std::string_view part = text.substr(at, end - at);
    while (part.starts_with(' ')) part.remove_prefix(1);
    while (part.ends_with(' ')) part.remove_suffix(1);
    parts.emplace_back(part);
    at = end + 1;
  }
  return parts;
}

// "1,2,3".
template <class T>
requires std::integral<T> || std::floating_point<T> || std::same_as<T, std::string>
struct OptionCodec<std::vector<T>> {
  static constexpr bool kList = true;
  static OptionValue write(const std::vector<T>& values) {
    std::string text;
    for (const auto& value : values) text += fmt::format("{}{}", text.empty() ? "" : ",", value);
    return text;
  }
  static std::string read(const OptionValue& value, std::vector<T>& to) {
    to.clear();
    for (std::string& part : list_of(std::get<std::string>(value))) {
      if (part.empty()) return "an item of the list is empty";
      if constexpr (std::same_as<T, std::string>) {
        to.push_back(std::move(part));
      } else {
        T number{};
        const auto [end, code] = std::from_chars(part.data(), part.data() + part.size(), number);
        if (code != std::errc() || end != part.data() + part.size())
          return fmt::format("\"{}\" is not {}", part, std::integral<T> ? "a whole number" : "a number");
        to.push_back(number);
      }
    }
    return "";
  }
};

}  // namespace standfast
