#include "standfast/text/token/aligned_text.h"

#include "standfast/text/utf8.h"

namespace standfast::token {

void AlignedText::clear() {
  chars.clear();
  spans.clear();
}

void to_aligned(const Section& section, AlignedText& out) {
  out.clear();
  for (size_t at = 0; at < section.text.size();) {
    const size_t begin = at;
    const CodePoint c = next_code_point(section.text, at);
    out.add(c, section.place(begin, at));
  }
}

void to_bytes(const AlignedText& text, AlignedBytes& out) {
  out.text.clear();
  out.spans.clear();
  for (size_t i = 0; i < text.chars.size(); ++i) {
    append_utf8(text.chars[i], out.text);
    out.spans.resize(out.text.size(), text.spans[i]);
  }
}

void repair_aligned(std::string_view bytes, AlignedBytes& out) {
  out.text.clear();
  out.spans.clear();
  for (size_t at = 0; at < bytes.size();) {
    const int length = utf8_sequence(bytes, at);
    const size_t end = at + static_cast<size_t>(length > 0 ? length : -length);
    if (length > 0)
      out.text.append(bytes, at, end - at);
    else
      append_utf8(0xFFFD, out.text);
    out.spans.resize(out.text.size(), {static_cast<uint32_t>(at), static_cast<uint32_t>(end)});
    at = end;
  }
}

}  // namespace standfast::token
