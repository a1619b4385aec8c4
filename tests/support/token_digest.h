// A short digest of tokens, as tests/reference/tokenizers_reference.py writes it.
#pragma once

#include <cstdint>
#include <string>

#include "standfast/base/digest.h"
#include "standfast/text/token/tokenizer.h"

namespace standfast::testing {

inline std::string token_digest(const token::Tokens& tokens) {
  std::string bytes;
  const auto add = [&](uint32_t number) {
    for (int i = 0; i < 4; ++i, number >>= 8) bytes += static_cast<char>(number & 0xFF);
  };
  for (const int32_t id : tokens.ids) add(static_cast<uint32_t>(id));
  for (const uint32_t begin : tokens.begin) add(begin);
  for (const uint32_t end : tokens.end) add(end);
  return std::to_string(tokens.size()) + " " + sha256_hex(bytes).substr(0, 8);
}

}  // namespace standfast::testing
