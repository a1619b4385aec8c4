// Conversion between members of option structs and values of options (option_table.h).
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/options.h"

namespace standfast {

// The conversion for members of type T. kList: true if the option holds several values. write: to an
// OptionValue of the type that the option has. read: into the member, from a value of that type; returns what
// is wrong with it, or "".
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
      return fmt::format("must be {} to {}", std::numeric_limits<T>::min(), std::numeric_limits<T>::max());
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

// Lists: "1,2,3".
template <class T>
requires std::integral<T> || std::floating_point<T> || std::same_as<T, std::string>
struct OptionCodec<std::vector<T>> {
  static constexpr bool kList = true;
  static OptionValue write(const std::vector<T>& values) {
    std::vector<std::string> items;
    for (const auto& value : values) items.push_back(fmt::format("{}", value));
    return list_text(items);
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
