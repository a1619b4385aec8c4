// JSON (nlohmann's library), with one rule that it leaves to its callers: a number that is read as a whole
// number must be one and fit. Without this rule it casts 2.4e25 to an integer, which is undefined, and
// 4294967297 to a 32-bit 1. Such a number throws an exception of the library's own (type_error 302), as a
// string in its place would, so code that refuses broken JSON refuses these too.
//
// All code includes this header, and of the library's only json_fwd.hpp: a specialisation must be seen
// wherever it is used.
#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

#include <nlohmann/json.hpp>

namespace standfast::internal {

template <class T>
inline constexpr bool kWholeNumber =
    std::is_integral_v<T> && !std::is_same_v<T, bool> && !std::is_same_v<T, char> &&
    !std::is_same_v<T, wchar_t> && !std::is_same_v<T, char8_t> && !std::is_same_v<T, char16_t> &&
    !std::is_same_v<T, char32_t>;

}  // namespace standfast::internal

namespace nlohmann {

template <class T>
struct adl_serializer<T, std::enable_if_t<standfast::internal::kWholeNumber<T>>> {
  template <class Json>
  static void to_json(Json& json, T value) {
    ::nlohmann::to_json(json, value);
  }
  template <class Json>
  static void from_json(const Json& json, T& value) {
    const auto fits = [&](auto number) {
      if (!std::in_range<T>(number)) return false;
      value = static_cast<T>(number);
      return true;
    };
    const bool good = json.is_number_unsigned()
                          ? fits(*json.template get_ptr<const typename Json::number_unsigned_t*>())
                          : json.is_number_integer() &&
                                fits(*json.template get_ptr<const typename Json::number_integer_t*>());
    if (!good) throw Json::type_error::create(302, "a whole number was expected, within its bounds", &json);
  }
};

}  // namespace nlohmann

namespace standfast {

inline nlohmann::ordered_json json_or_null(const std::optional<double>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

}  // namespace standfast
