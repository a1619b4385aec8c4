#include "standfast/analysis/rationale/annotated_tokens.h"

#include <algorithm>
#include <charconv>

#include "standfast/analysis/attribution/text_tokens.h"

namespace standfast {
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
