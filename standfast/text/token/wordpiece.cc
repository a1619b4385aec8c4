#include "standfast/text/token/wordpiece.h"

#include <algorithm>

#include "standfast/text/utf8.h"

namespace standfast::token {

void WordPiece::prepare(const Vocabulary& vocabulary) {
  for (int32_t id = 0; id < vocabulary.end(); ++id)
    if (const auto token = vocabulary.token(id); token.size() > prefix.size() && token.starts_with(prefix))
      rests_.add(token.substr(prefix.size()), id);
}

void WordPiece::cut(const Vocabulary& vocabulary, std::string_view word, std::vector<Piece>& out) const {
  const auto all = static_cast<uint32_t>(word.size());
  // Bytes are looked at first: they are at least as many as code points, and counting takes time.
  if (word.size() > most_characters && count_code_points(word) > most_characters) {
    out.push_back({unknown, 0, all});
    return;
  }
  const size_t before = out.size();
  for (size_t begin = 0; begin < word.size();) {
    const Vocabulary& pieces = begin == 0 ? vocabulary : rests_;
    size_t end = begin + std::min(pieces.longest(), word.size() - begin);
    while (end < word.size() && is_continuation(word[end])) --end;
    int32_t id = -1;
    while (end > begin && (id = pieces.find(word.substr(begin, end - begin))) < 0) {
      do --end;
      while (end > begin && is_continuation(word[end]));
    }
    if (id < 0) {
      out.resize(before);
      out.push_back({unknown, 0, all});
      return;
    }
    out.push_back({id, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)});
    begin = end;
  }
}

}  // namespace standfast::token
