// The symbols of byte-level BPE. Each byte is written as a visible symbol: a printable byte of Latin-1 as
// itself, the other 68 in order from U+0100 on (a space is U+0120).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "standfast/text/utf8.h"

namespace standfast::token {

constexpr std::array<CodePoint, 256> byte_symbols() {
  std::array<CodePoint, 256> symbols{};
  CodePoint next = 0x100;
  for (CodePoint byte = 0; byte < 256; ++byte) {
    const bool itself = (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
    symbols[byte] = itself ? byte : next++;
  }
  return symbols;
}
inline constexpr std::array<CodePoint, 256> kByteSymbols = byte_symbols();
inline constexpr CodePoint kSpaceSymbol = kByteSymbols[' '];

// Returns the bytes that a token stands for; nothing if it holds another character.
inline std::optional<std::string> bytes_of_symbols(std::string_view token) {
  constexpr auto kBytes = [] {
    std::array<int, 0x144> bytes{};
    bytes.fill(-1);
    for (size_t byte = 0; byte < 256; ++byte) bytes[kByteSymbols[byte]] = static_cast<int>(byte);
    return bytes;
  }();
  std::string bytes;
  for (size_t at = 0; at < token.size();) {
    const CodePoint c = next_code_point(token, at);
    if (c >= kBytes.size() || kBytes[c] < 0) return std::nullopt;
    bytes += static_cast<char>(kBytes[c]);
  }
  return bytes;
}

}  // namespace standfast::token
