#include "standfast/neural/luar/episode_texts.h"

#include <algorithm>

#include "standfast/base/parallel.h"
#include "standfast/neural/encoder/template_marks.h"
#include "standfast/text/sentences.h"

namespace standfast {
namespace {

void add_text(std::span<const int32_t> before, std::span<const int32_t> body, std::span<const int32_t> behind,
              TextTokens& to) {
  for (const auto part : {before, body, behind}) to.ids.insert(to.ids.end(), part.begin(), part.end());
  to.begins.push_back(static_cast<uint32_t>(to.ids.size()));
}

// Adds the windows of a document. Each text has the template's special tokens.
void add_windows(const token::Tokenizer& tokenizer, std::string_view document, size_t window,
                 token::Tokens& tokens, TextTokens& to) {
  tokenizer.encode(document, 0, tokens);
  const auto [first, last] = TokensOfText(tokens);
  const std::span<const int32_t> ids(tokens.ids);
  const size_t body = window - (tokens.size() - (last - first));
  for (size_t from = first; from < last; from += body)
    add_text(ids.first(first), ids.subspan(from, std::min(body, last - from)), ids.subspan(last), to);
}

void add_paragraphs(const token::Tokenizer& tokenizer, std::string_view document, size_t window,
                    token::Tokens& tokens, TextTokens& to) {
  std::vector<uint32_t> starts;
  sentence_starts(document, starts);
  for (size_t s = 0; s < starts.size(); s += EpisodeTextRule::kSentences) {
    const size_t next = s + EpisodeTextRule::kSentences, begin = starts[s],
                 end = next < starts.size() ? starts[next] : document.size();
    tokenizer.encode(document.substr(begin, end - begin), window, tokens);
    if (const auto [first, last] = TokensOfText(tokens); first < last) add_text({}, tokens.ids, {}, to);
  }
}

}  // namespace

EpisodeTexts episode_texts(const token::Tokenizer& tokenizer, std::span<const std::string_view> documents,
                           const EpisodeTextRule& rule, int threads) {
  constexpr size_t kDocumentsOfPiece = 16;
  struct Piece {
    TextTokens tokens;
    std::vector<uint32_t> texts;  // by document
  };
  std::vector<Piece> pieces((documents.size() + kDocumentsOfPiece - 1) / kDocumentsOfPiece);
  parallel_for(pieces.size(), threads, [&](size_t p) {
    token::Tokens tokens;
    const size_t begin = p * kDocumentsOfPiece;
    for (const std::string_view document :
         documents.subspan(begin, std::min(kDocumentsOfPiece, documents.size() - begin))) {
      const size_t before = pieces[p].tokens.texts();
      (rule.paragraphs ? add_paragraphs : add_windows)(tokenizer, document, rule.window, tokens,
                                                       pieces[p].tokens);
      pieces[p].texts.push_back(static_cast<uint32_t>(pieces[p].tokens.texts() - before));
    }
  });
  EpisodeTexts out;
  for (const Piece& piece : pieces) {
    const auto before = static_cast<uint32_t>(out.tokens.ids.size());
    out.tokens.ids.insert(out.tokens.ids.end(), piece.tokens.ids.begin(), piece.tokens.ids.end());
    for (size_t s = 1; s < piece.tokens.begins.size(); ++s)
      out.tokens.begins.push_back(before + piece.tokens.begins[s]);
    for (const uint32_t texts : piece.texts) out.begins.push_back(out.begins.back() + texts);
  }
  return out;
}

}  // namespace standfast
