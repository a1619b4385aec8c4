// A piece of a drawing (drawing.h).
#pragma once

#include <string>

namespace standfast::report {

struct Piece {
  double width = 0, height = 0;  // pixels
  std::string body;  // SVG elements, from the upper left corner, y downwards; inherit font and ink
  // True for a piece that fills the available width: x in the body is in per cent, and `width` is its width
  // in a file.
  bool fluid = false;
};

}  // namespace standfast::report
