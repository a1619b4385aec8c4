// A change of a text before its features are computed, such as masking words.
#pragma once

#include <string>
#include <string_view>

namespace standfast {

class TextEdit {
 public:
  virtual ~TextEdit() = default;
  // Edits the text into `out`, whose content it replaces. Several threads may call it at once.
  virtual void apply(std::string_view text, std::string& out) const = 0;
  // Returns a name that two edits share only if they edit all texts alike; "" if the effect depends on what
  // was learned from texts.
  virtual std::string name() const { return {}; }
};

}  // namespace standfast
