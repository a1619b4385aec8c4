#include "standfast/analysis/attribution/text_tokens.h"

#include <algorithm>

#include "standfast/text/words.h"

namespace standfast {
namespace {

// Splits text[begin, end), which has no white space, into parts.
void split_chunk(std::string_view text, size_t begin, size_t end, std::vector<TokenSpan>& out) {
  const auto token = [&](size_t from, size_t to) {
    out.push_back({static_cast<uint32_t>(from), static_cast<uint32_t>(to)});
  };
  const auto one_by_one = [&](size_t from, size_t to) {
    while (from < to) {
      const size_t before = from;
      next_code_point(text, from);
      token(before, from);
    }
  };
  for_each_part(text.substr(begin, end - begin), [&](std::string_view part, bool unspaced) {
    const auto from = static_cast<size_t>(part.data() - text.data());
    const size_t to = from + part.size();
    if (unspaced) return token(from, to);
    size_t first = to, last = from;  // first and last word character
    Writing inside = Writing::none;
    for (size_t at = from; at < to;) {
      const size_t before = at;
      inside = writing_of(next_code_point(text, at), inside);
      if (inside == Writing::none) continue;
      first = std::min(first, before);
      last = at;
    }
    if (first >= last) return one_by_one(from, to);
    one_by_one(from, first);
    token(first, last);
    one_by_one(last, to);
  });
}

void split_fine(std::string_view text, size_t begin, size_t end, std::vector<TokenSpan>& out) {
  size_t at = begin;
  const auto one_by_one = [&](size_t to) {
    while (at < to) {
      const size_t before = at;
      next_code_point(text, at);
      out.push_back({static_cast<uint32_t>(before), static_cast<uint32_t>(at)});
    }
  };
  for_each_word(text.substr(begin, end - begin), 1, [&](std::string_view word) {
    const auto from = static_cast<size_t>(word.data() - text.data());
    one_by_one(from);
    at = from + word.size();
    out.push_back({static_cast<uint32_t>(from), static_cast<uint32_t>(at)});
  });
  one_by_one(end);
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
  size_t span = 0, last_span = spans.size();  // the span that overlaps the last token
  for (const TokenSpan& token : tokens) {
    while (span < spans.size() && spans[span].end <= token.begin) ++span;
    const bool inside = span < spans.size() && spans[span].begin < token.end;
    if (inside && last_span == span)
      joined.back().end = token.end;
    else
      joined.push_back(token);
    // A token may reach into the next span too; then the tokens of that span join as well.
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
  bool gap = false;  // tokens were left out since the last kept one
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
