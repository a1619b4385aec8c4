#include "standfast/text/character_spans.h"

#include "standfast/text/utf8.h"

namespace standfast {

std::vector<TokenSpan> spans_in_characters(std::string_view text, std::span<const TokenSpan> spans) {
  std::vector<TokenSpan> made;
  made.reserve(spans.size());
  uint32_t byte = 0;
  size_t characters = 0;
  const auto before = [&](uint32_t end) {
    characters += count_code_points(text.substr(byte, end - byte));
    byte = end;
    return static_cast<uint32_t>(characters);
  };
  for (const TokenSpan& span : spans) {
    const uint32_t begin = before(span.begin);
    made.push_back({begin, before(span.end)});
  }
  return made;
}

std::vector<TokenSpan> spans_in_bytes(std::string_view text, std::span<const TokenSpan> spans) {
  std::vector<TokenSpan> made;
  made.reserve(spans.size());
  size_t at = 0;
  uint64_t characters = 0;
  const auto byte_of = [&](uint32_t wanted) {
    for (; characters < wanted && at < text.size(); ++characters) next_code_point(text, at);
    return static_cast<uint32_t>(characters < wanted ? text.size() + 1 : at);
  };
  for (const TokenSpan& span : spans) {
    const uint32_t begin = byte_of(span.begin);
    made.push_back({begin, byte_of(span.end)});
  }
  return made;
}

}  // namespace standfast
