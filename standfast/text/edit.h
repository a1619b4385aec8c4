// A change made to a text before its features are taken, such as masking words.
#pragma once

#include <string>
#include <string_view>

namespace standfast {

class TextEdit {
 public:
  virtual ~TextEdit() = default;
  // Replaces the content of `out`. Called from several threads at once.
  virtual void apply(std::string_view text, std::string& out) const = 0;
};

}  // namespace standfast
