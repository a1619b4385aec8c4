#include "standfast/neural/encoder/text_tokens.h"

#include <algorithm>

#include "standfast/base/parallel.h"

namespace standfast {

TextTokens tokenize(const token::Tokenizer& tokenizer, std::span<const std::string_view> texts, size_t most,
                    int threads, bool spans) {
  constexpr size_t kTextsOfPiece = 64;
  std::vector<TextTokens> pieces((texts.size() + kTextsOfPiece - 1) / kTextsOfPiece);
  parallel_for(pieces.size(), threads, [&](size_t p) {
    token::Tokens tokens;
    TextTokens& piece = pieces[p];
    const auto some =
        texts.subspan(p * kTextsOfPiece, std::min(kTextsOfPiece, texts.size() - p * kTextsOfPiece));
    for (const std::string_view text : some) {
      piece.cut.push_back(tokenizer.encode(text, most, tokens) > most);
      piece.ids.insert(piece.ids.end(), tokens.ids.begin(), tokens.ids.end());
      piece.begins.push_back(static_cast<uint32_t>(piece.ids.size()));
      for (size_t i = 0; spans && i < tokens.size(); ++i)
        piece.spans.push_back({tokens.begin[i], tokens.end[i]});
    }
  });
  TextTokens out;
  for (const TextTokens& piece : pieces) {
    const auto before = static_cast<uint32_t>(out.ids.size());
    out.ids.insert(out.ids.end(), piece.ids.begin(), piece.ids.end());
    for (size_t s = 1; s < piece.begins.size(); ++s) out.begins.push_back(before + piece.begins[s]);
    out.cut.insert(out.cut.end(), piece.cut.begin(), piece.cut.end());
    out.spans.insert(out.spans.end(), piece.spans.begin(), piece.spans.end());
  }
  return out;
}

TextTokens padded(const TextTokens& texts, size_t length, int32_t pad) {
  TextTokens out;
  out.cut = texts.cut;
  out.ids.reserve(texts.texts() * length);
  for (size_t s = 0; s < texts.texts(); ++s) {
    const auto begin = texts.ids.begin() + texts.begins[s];
    out.ids.insert(out.ids.end(), begin, begin + static_cast<ptrdiff_t>(texts.tokens(s)));
    out.ids.resize((s + 1) * length, pad);
    out.begins.push_back(static_cast<uint32_t>(out.ids.size()));
  }
  return out;
}

}  // namespace standfast
