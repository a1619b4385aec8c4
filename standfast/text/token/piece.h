// A token within a word.
#pragma once

#include <cstdint>

namespace standfast::token {

struct Piece {
  int32_t id;
  uint32_t begin, end;  // bytes of the word
};

}  // namespace standfast::token
