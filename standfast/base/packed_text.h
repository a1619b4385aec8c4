// Compressed text in letters, for embedding in another text.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace standfast {

// An encoder to zlib's format (RFC 1950) in base64. A browser unpacks it with DecompressionStream("deflate").
// Pieces may be of any size: the letters depend on the whole text alone, the same every time.
class TextPacker {
 public:
  TextPacker();
  TextPacker(TextPacker&&) noexcept;
  TextPacker& operator=(TextPacker&&) noexcept;
  ~TextPacker();

  std::string add(std::string_view piece);  // the letters that are complete by now, often none
  std::string finish();                     // the rest of the letters; nothing may be added after it

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::string packed_base64(std::string_view text);

}  // namespace standfast
