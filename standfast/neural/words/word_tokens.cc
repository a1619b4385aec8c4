#include "standfast/neural/words/word_tokens.h"

#include <algorithm>
#include <array>
#include <string>

#include "standfast/text/utf8.h"
#include "standfast/text/words.h"

namespace standfast {
namespace {

// Returns the number of bytes of a clitic at the end of a word, or 0.
size_t clitic_at_end(std::string_view word) {
  static constexpr std::array<std::string_view, 7> kClitics = {"n't", "'s", "'re", "'ve", "'ll", "'d", "'m"};
  std::string plain;  // in ASCII, lower case, with the plain apostrophe
  std::vector<size_t> begins;
  for (size_t at = 0; at < word.size();) {
    begins.push_back(at);
    const auto c = next_code_point(word, at);
    plain.push_back(c == 0x2019            ? '\''
                    : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a')
                    : c < 0x80             ? static_cast<char>(c)
                                           : '\x7f');
  }
  for (const std::string_view clitic : kClitics)
    if (plain.size() > clitic.size() && plain.ends_with(clitic))
      return word.size() - begins[plain.size() - clitic.size()];
  return 0;
}

// Adds the tokens of a piece without spaces, in scripts that use spaces.
void add_tokens(std::string_view piece, std::vector<std::string_view>& out) {
  struct Point {
    size_t begin, end;
    bool word;
  };
  std::vector<Point> points;
  Writing writing = Writing::none;
  for (size_t at = 0; at < piece.size();) {
    const size_t begin = at;
    writing = writing_of(next_code_point(piece, at), writing);
    points.push_back({begin, at, writing != Writing::none});
  }
  const auto is_word = [](const Point& point) { return point.word; };
  const auto first = std::ranges::find_if(points, is_word);
  if (first == points.end()) {
    out.push_back(piece);
    return;
  }
  for (auto at = points.begin(); at != first; ++at)
    out.push_back(piece.substr(at->begin, at->end - at->begin));
  auto last = points.end();
  while (!(last - 1)->word) --last;
  const std::string_view word = piece.substr(first->begin, (last - 1)->end - first->begin);
  const size_t clitic = clitic_at_end(word);
  out.push_back(word.substr(0, word.size() - clitic));
  if (clitic > 0) out.push_back(word.substr(word.size() - clitic));
  for (auto at = last; at != points.end(); ++at) out.push_back(piece.substr(at->begin, at->end - at->begin));
}

}  // namespace

std::vector<std::string_view> word_tokens(std::string_view text) {
  std::vector<std::string_view> out;
  for_each_between_spaces(text, 1, [&](std::string_view piece) {
    for_each_part(piece, [&](std::string_view part, bool unspaced) {
      if (unspaced)
        out.push_back(part);
      else
        add_tokens(part, out);
    });
  });
  return out;
}

}  // namespace standfast
