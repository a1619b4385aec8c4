#include "standfast/neural/masked/blocks.h"

#include <algorithm>

#include "standfast/base/parallel.h"

namespace standfast {

static void add_blocks(std::span<const int32_t> text, size_t length, int32_t first_plain, TextTokens& out) {
  const size_t most = length - 2;
  const auto inside = text.subspan(1, text.size() - 2);
  for (size_t at = 0; at < inside.size(); at += most) {
    const auto some = inside.subspan(at, std::min(most, inside.size() - at));
    if (std::ranges::all_of(some, [&](int32_t id) { return id < first_plain; })) continue;
    out.ids.push_back(text.front());
    out.ids.insert(out.ids.end(), some.begin(), some.end());
    out.ids.push_back(text.back());
    out.begins.push_back(static_cast<uint32_t>(out.ids.size()));
  }
}

TextTokens cut_blocks(const token::Tokenizer& tokenizer, std::span<const std::string_view> texts,
                      size_t length, int32_t first_plain, int threads) {
  constexpr size_t kTextsOfPiece = 64;
  std::vector<TextTokens> pieces((texts.size() + kTextsOfPiece - 1) / kTextsOfPiece);
  parallel_for(pieces.size(), threads, [&](size_t p) {
    token::Tokens tokens;
    const size_t from = p * kTextsOfPiece;
    for (const std::string_view text : texts.subspan(from, std::min(kTextsOfPiece, texts.size() - from))) {
      tokenizer.encode(text, 0, tokens);
      add_blocks(tokens.ids, length, first_plain, pieces[p]);
    }
  });
  TextTokens out;
  for (const TextTokens& piece : pieces) {
    const auto before = static_cast<uint32_t>(out.ids.size());
    out.ids.insert(out.ids.end(), piece.ids.begin(), piece.ids.end());
    for (size_t b = 1; b < piece.begins.size(); ++b) out.begins.push_back(before + piece.begins[b]);
  }
  out.cut.assign(out.texts(), 0);
  return out;
}

}  // namespace standfast
