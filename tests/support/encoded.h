// Text in other encodings, made by ICU.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <unicode/ucnv.h>
#include <unicode/ustring.h>

#include "standfast/text/encodings.h"

namespace standfast::testing {

inline TextEncoding encoding_of(std::string_view name) {
  return find_encoding(name).value();
}

// Encodes the text; returns nothing if the encoding lacks a character of the text.
inline std::optional<std::string> encoded(std::string_view utf8, const TextEncoding& encoding) {
  if (*encoding.converter == '\0') return std::string(utf8);
  UErrorCode status = U_ZERO_ERROR;
  std::u16string units(utf8.size() + 1, u'\0');
  int32_t size = 0;
  u_strFromUTF8(units.data(), static_cast<int32_t>(units.size()), &size, utf8.data(),
                static_cast<int32_t>(utf8.size()), &status);
  const std::unique_ptr<UConverter, void (*)(UConverter*)> converter(ucnv_open(encoding.converter, &status),
                                                                     ucnv_close);
  if (U_FAILURE(status)) return std::nullopt;
  ucnv_setFromUCallBack(converter.get(), UCNV_FROM_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &status);
  std::string bytes(8 * static_cast<size_t>(size) + 16, '\0');
  const int32_t used = ucnv_fromUChars(converter.get(), bytes.data(), static_cast<int32_t>(bytes.size()),
                                       units.data(), size, &status);
  if (U_FAILURE(status) || (used == 0 && !utf8.empty()))
    return std::nullopt;  // ICU leaves invisible characters out
  bytes.resize(static_cast<size_t>(used));
  return bytes;
}
inline std::string must_encode(std::string_view utf8, std::string_view encoding) {
  return encoded(utf8, encoding_of(encoding)).value();
}

}  // namespace standfast::testing
