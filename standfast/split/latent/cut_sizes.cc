#include "standfast/split/latent/cut_sizes.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/text/printable.h"

namespace standfast {
namespace {

// Above this number of sums of whole clusters they are not tried one by one.
constexpr uint64_t kMostSums = 5'000'000;

}  // namespace

SizeRange around(uint64_t n, uint64_t parts, uint64_t whole, uint64_t slack) {
  __extension__ using Wide = unsigned __int128;
  constexpr uint64_t kOne = 1'000'000;
  const Wide wanted = Wide{n} * parts, unit = Wide{whole} * kOne;
  const auto low = static_cast<uint64_t>(wanted * (kOne - std::min(slack, kOne)) / unit);
  const auto high = static_cast<uint64_t>((wanted * (kOne + slack) + unit - 1) / unit);
  return {low, std::min(high, n)};
}

CutSizes sizes_of_cut(const CutProblem& problem) {
  CutSizes sizes{problem.counts, problem.of_class};
  for (auto& of : sizes.of) of.push_back(std::accumulate(of.begin(), of.end(), uint64_t{0}));
  sizes.range.push_back(problem.all);
  return sizes;
}

double sum_of_weights(const DenseMatrix& weight) {
  double sum = 0;
  for (size_t i = 0; i < weight.rows; ++i)
    for (size_t j = i + 1; j < weight.rows; ++j) sum += weight.row(i)[j];
  return sum;
}

std::string unmet_bounds(const CutSizes& sizes, std::span<const std::string> classes) {
  std::vector<std::string> lines;
  for (size_t c = 0; c < sizes.range.size(); ++c) {
    uint64_t most = 0;
    for (const auto& of : sizes.of) most += of[c];
    if (most > kMostSums) continue;
    std::vector<bool> reached(most + 1, false);
    reached[0] = true;
    for (const auto& of : sizes.of)
      for (uint64_t sum = most + 1; sum-- > of[c];)
        if (reached[sum - of[c]]) reached[sum] = true;
    const auto& [low, high] = sizes.range[c];
    bool met = false;
    for (uint64_t sum = low; sum <= std::min(high, most); ++sum) met = met || reached[sum];
    if (met) continue;
    uint64_t below = std::min(low, most), above = std::min(high, most);
    while (below > 0 && !reached[below]) --below;
    while (above < most && !reached[above]) ++above;
    const std::string what =
        c == sizes.all() ? "all documents" : fmt::format("\"{}\"", printable_line(classes[c]));
    lines.push_back(fmt::format("{} to {} of {} are wanted; whole clusters make {} or {}", low, high, what,
                                below, above));
  }
  constexpr size_t kShown = 4;
  if (lines.empty()) return "each bound can be met by itself, but not all of them together";
  const size_t more = lines.size() > kShown ? lines.size() - kShown : 0;
  lines.resize(lines.size() - more);
  return fmt::format("{}{}", fmt::join(lines, "; "), more > 0 ? fmt::format("; and {} more", more) : "");
}

}  // namespace standfast
