#include "standfast/analysis/attribution/rationale_measures.h"

#include <algorithm>
#include <charconv>
#include <numeric>

#include "standfast/analysis/attribution/planted_spans.h"
#include "standfast/analysis/attribution/text_tokens.h"
#include "standfast/text/unicode.h"
#include "standfast/text/utf8.h"

namespace standfast {
namespace {

uint64_t length_of(std::span<const TokenSpan> spans) {
  return std::accumulate(spans.begin(), spans.end(), uint64_t{0},
                         [](uint64_t sum, const TokenSpan& span) { return sum + span.end - span.begin; });
}

// Returns, by unit, the number of cue characters that it covers.
std::vector<uint32_t> covered_by(std::span<const TokenSpan> units, std::span<const TokenSpan> cue) {
  std::vector<uint32_t> covered(units.size(), 0);
  size_t unit = 0;
  for (const TokenSpan& part : cue) {
    while (unit < units.size() && units[unit].end <= part.begin) ++unit;
    for (size_t i = unit; i < units.size() && units[i].begin < part.end; ++i)
      covered[i] += std::min(units[i].end, part.end) - std::max(units[i].begin, part.begin);
  }
  return covered;
}

}  // namespace

std::vector<TokenSpan> spans_of_cue(std::string_view text, std::span<const TokenSpan> spans) {
  std::vector<TokenSpan> cue;
  for (const TokenSpan& span : spans) {
    const TokenSpan words = words_of_span(text, span);
    bool open = false;
    for (size_t at = words.begin; at < words.end;) {
      const auto before = static_cast<uint32_t>(at);
      if (is_space(next_code_point(text, at))) {
        open = false;
        continue;
      }
      if (!open) cue.push_back({before, before});
      open = true;
      cue.back().end = static_cast<uint32_t>(at);
    }
  }
  return cue;
}

HeldCue held_cue(const Rationale& rationale, std::span<const TokenSpan> cue) {
  const std::vector<uint32_t> covered = covered_by(rationale.units, cue);
  const uint64_t all = length_of(cue), half = (all + 1) / 2;
  uint64_t chosen = 0;
  for (const uint32_t place : rationale.chosen) chosen += covered[place];
  HeldCue found;
  found.covered = static_cast<double>(chosen) / static_cast<double>(all);
  found.held = chosen >= half;
  if (rationale.units.empty()) return found;
  const double rate =
      static_cast<double>(rationale.chosen.size()) / static_cast<double>(rationale.units.size());
  const auto within = std::accumulate(covered.begin(), covered.end(), uint64_t{0});
  found.random_covered = rate * static_cast<double>(within) / static_cast<double>(all);
  std::vector<uint32_t> covers;
  std::ranges::copy_if(covered, std::back_inserter(covers), [](uint32_t n) { return n > 0; });
  found.random_held = chance_to_cover(rationale.units.size(), rationale.chosen.size(), covers, half);
  return found;
}

double share_read(const Rationale& rationale) {
  const uint64_t all = length_of(rationale.units);
  uint64_t read = 0;
  for (const uint32_t place : rationale.chosen)
    read += rationale.units[place].end - rationale.units[place].begin;
  return all == 0 ? 0 : static_cast<double>(read) / static_cast<double>(all);
}

double chance_to_cover(size_t units, size_t chosen, std::span<const uint32_t> covers, uint64_t needed) {
  if (needed == 0) return 1;
  if (std::accumulate(covers.begin(), covers.end(), uint64_t{0}) < needed) return 0;
  // The probability by number of units drawn so far, then by the number of characters that they cover, below
  // `needed`.
  const size_t most = std::min(chosen, covers.size());
  std::vector<std::vector<double>> likely(most + 1, std::vector<double>(needed, 0.0));
  likely[0][0] = 1;
  double enough = 0;
  for (size_t seen = 0; seen < covers.size(); ++seen) {
    const auto left = static_cast<double>(units - seen);
    // The loop runs downwards, so that a unit is drawn once.
    for (size_t drawn = std::min(most, seen) + 1; drawn-- > 0;) {
      const double taken = static_cast<double>(chosen - drawn) / left;
      if (taken > 0)
        for (uint64_t n = 0; n < needed; ++n) {
          const double moved = likely[drawn][n] * taken;
          if (n + covers[seen] >= needed)
            enough += moved;
          else
            likely[drawn + 1][n + covers[seen]] += moved;
        }
      for (double& of_length : likely[drawn]) of_length *= 1 - taken;
    }
  }
  return std::min(enough, 1.0);
}

namespace {

bool overlaps(const TokenSpan& token, std::span<const TokenSpan> spans) {
  return std::ranges::any_of(
      spans, [&](const TokenSpan& span) { return span.begin < token.end && token.begin < span.end; });
}

// Returns, for each of the tokens (ascending), if at least half of its bytes are in chosen units.
std::vector<bool> read_tokens(std::span<const TokenSpan> tokens, const Rationale& rationale) {
  std::vector<bool> read;
  size_t at = 0;
  const auto unit = [&](size_t place) { return rationale.units[rationale.chosen[place]]; };
  for (const TokenSpan& token : tokens) {
    while (at < rationale.chosen.size() && unit(at).end <= token.begin) ++at;
    uint64_t covered = 0;
    for (size_t i = at; i < rationale.chosen.size() && unit(i).begin < token.end; ++i)
      covered += std::min(unit(i).end, token.end) - std::max(unit(i).begin, token.begin);
    read.push_back(2 * covered >= token.end - token.begin);
  }
  return read;
}

}  // namespace

std::optional<TokenSpan> token_range(std::string_view element) {
  TokenSpan range;
  const char *at = element.data(), *const end = at + element.size();
  const auto skip = [&](std::string_view marks) {
    while (at != end && marks.find(*at) != std::string_view::npos) ++at;
  };
  for (uint32_t* number : {&range.begin, &range.end}) {
    skip(" ");
    const auto [behind, error] = std::from_chars(at, end, *number);
    if (error != std::errc()) return std::nullopt;
    at = behind;
    skip(" ");
    if (number == &range.end) break;
    if (at == end || (*at != ',' && *at != '-')) return std::nullopt;
    ++at;
  }
  return at == end && range.begin < range.end ? std::optional(range) : std::nullopt;
}

std::optional<TokenAgreement> token_agreement(std::string_view original, std::span<const TokenSpan> annotated,
                                              std::string_view text, std::span<const TokenSpan> planted,
                                              const Rationale& rationale) {
  const auto was = split_tokens(original, TokenRule::whitespace),
             is = split_tokens(text, TokenRule::whitespace);
  std::vector<bool> marked(was.size(), false);
  for (const TokenSpan& range : annotated) {
    if (range.end > was.size()) return std::nullopt;
    std::fill(marked.begin() + range.begin, marked.begin() + range.end, true);
  }
  const std::vector<bool> read = read_tokens(is, rationale);
  TokenAgreement found{is.size(), 0, 0, 0};
  size_t place = 0;  // in the original
  for (size_t i = 0; i < is.size(); ++i) {
    found.read += read[i] ? 1 : 0;
    if (overlaps(is[i], planted)) continue;
    const auto word = [](std::string_view of, const TokenSpan& token) {
      return of.substr(token.begin, token.end - token.begin);
    };
    if (place == was.size() || word(original, was[place]) != word(text, is[i])) return std::nullopt;
    found.annotated += marked[place] ? 1 : 0;
    found.both += marked[place] && read[i] ? 1 : 0;
    ++place;
  }
  return place == was.size() ? std::optional(found) : std::nullopt;
}

}  // namespace standfast
