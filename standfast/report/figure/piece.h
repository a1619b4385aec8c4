// What a drawing is made of (drawing.h).
#pragma once

#include <string>

namespace standfast::report {

struct Piece {
  double width = 0, height = 0;  // pixels
  std::string body;  // SVG elements, from the upper left corner, y downwards; inherit font and ink
  // As wide as there is room: x in the body is in per cent, width is what the piece has in a file.
  bool fluid = false;
};

}  // namespace standfast::report
