#include "standfast/analysis/attribution/text_tokens.h"

#include <algorithm>

#include <unicode/uchar.h>

#include "standfast/text/unicode.h"

namespace standfast {
namespace {

// An accent that is a character of its own belongs to the letter before it.
bool is_mark(CodePoint c) {
  return (U_MASK(u_charType(static_cast<UChar32>(c))) & U_GC_M_MASK) != 0;
}

// The parts of text[begin, end), which has no white space.
void split_chunk(std::string_view text, size_t begin, size_t end, std::vector<TokenSpan>& out) {
  size_t first = end, last = begin;  // of the word characters
  for (size_t at = begin; at < end;) {
    const size_t before = at;
    const CodePoint c = next_code_point(text, at);
    if (!is_word(c) && !(before == last && first < before && is_mark(c))) continue;
    first = std::min(first, before);
    last = at;
  }
  const auto one_by_one = [&](size_t from, size_t to) {
    while (from < to) {
      const size_t before = from;
      next_code_point(text, from);
      out.push_back({static_cast<uint32_t>(before), static_cast<uint32_t>(from)});
    }
  };
  if (first >= last) return one_by_one(begin, end);
  one_by_one(begin, first);
  out.push_back({static_cast<uint32_t>(first), static_cast<uint32_t>(last)});
  one_by_one(last, end);
}

void split_fine(std::string_view text, size_t begin, size_t end, std::vector<TokenSpan>& out) {
  bool in_word = false;
  for (size_t at = begin; at < end;) {
    const size_t before = at;
    const CodePoint c = next_code_point(text, at);
    const bool word = is_word(c) || (in_word && is_mark(c));
    if (word && in_word)
      out.back().end = static_cast<uint32_t>(at);
    else
      out.push_back({static_cast<uint32_t>(before), static_cast<uint32_t>(at)});
    in_word = word;
  }
}

bool ends_in_space(const std::string& text) {
  if (text.empty()) return false;
  size_t at = text.size() - 1;
  while (at > 0 && is_continuation(text[at])) --at;
  return is_space(next_code_point(text, at));
}

}  // namespace

std::vector<TokenSpan> split_tokens(std::string_view text, TokenRule rule) {
  std::vector<TokenSpan> tokens;
  const auto chunk = [&](size_t begin, size_t end) {
    switch (rule) {
      case TokenRule::words:
        return split_chunk(text, begin, end, tokens);
      case TokenRule::whitespace:
        tokens.push_back({static_cast<uint32_t>(begin), static_cast<uint32_t>(end)});
        return;
      case TokenRule::fine:
        return split_fine(text, begin, end, tokens);
    }
  };
  size_t begin = 0;
  bool inside = false;
  for (size_t at = 0; at < text.size();) {
    const size_t before = at;
    const bool now = !is_space(next_code_point(text, at));
    if (now && !inside) begin = before;
    if (!now && inside) chunk(begin, before);
    inside = now;
  }
  if (inside) chunk(begin, text.size());
  return tokens;
}

std::vector<TokenSpan> join_tokens(std::span<const TokenSpan> tokens, std::span<const TokenSpan> spans) {
  std::vector<TokenSpan> joined;
  size_t span = 0, last_span = spans.size();  // the span that the last token overlaps
  for (const TokenSpan& token : tokens) {
    while (span < spans.size() && spans[span].end <= token.begin) ++span;
    const bool inside = span < spans.size() && spans[span].begin < token.end;
    if (inside && last_span == span)
      joined.back().end = token.end;
    else
      joined.push_back(token);
    // A token may reach into the next span too; then what that one overlaps joins it as well.
    while (inside && span + 1 < spans.size() && spans[span + 1].begin < token.end) ++span;
    last_span = inside ? span : spans.size();
  }
  return joined;
}

PlayerSet all_players(size_t players) {
  PlayerSet set(words_of_players(players), ~uint64_t{0});
  if (players % 64 != 0) set.back() = (uint64_t{1} << (players % 64)) - 1;
  return set;
}

void write_edited(std::string_view text, std::span<const TokenSpan> tokens, std::span<const uint64_t> kept,
                  const MaskRule& rule, std::string& out) {
  out.clear();
  if (tokens.empty()) {
    out = text;
    return;
  }
  const auto space = [&] {
    if (!out.empty() && !ends_in_space(out)) out += ' ';
  };
  out += text.substr(0, tokens.front().begin);
  bool gap = false;  // tokens were left out since the last one that was kept
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (!plays(kept, i)) {
      if (!rule.mask.empty() && (!gap || !rule.collapse)) {
        space();
        out += rule.mask;
      }
      gap = true;
      continue;
    }
    if (gap)
      space();
    else if (i > 0)
      out += text.substr(tokens[i - 1].end, tokens[i].begin - tokens[i - 1].end);
    out += text.substr(tokens[i].begin, tokens[i].end - tokens[i].begin);
    gap = false;
  }
  out += text.substr(tokens.back().end);
}

}  // namespace standfast
