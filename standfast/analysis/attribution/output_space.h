// The numbers that attributions share out: an answer of a classifier as log-odds or as probabilities.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>

namespace standfast {

enum class OutputSpace : uint8_t { log_odds, probability };
inline constexpr std::string_view kOutputSpaces[] = {"log-odds", "probability"};

// Probabilities below this count as this, so that log-odds stay within +-27.7.
inline constexpr double kLeastProbability = 1e-12;

// log-odds: ln(p_c / (sum of the others)). A row of zeros is no answer: log-odds 0, probabilities 0. out: as long as
// `probabilities`.
inline void to_output(std::span<const double> probabilities, OutputSpace space, std::span<double> out) {
  const size_t n = probabilities.size();
  if (space == OutputSpace::probability) {
    std::copy(probabilities.begin(), probabilities.end(), out.begin());
    return;
  }
  // The sum of the others by sums from both ends: nothing cancels where one class has nearly all.
  double before = 0, behind = 0;
  for (size_t c = 0; c < n; ++c) {
    out[c] = before;
    before += probabilities[c];
  }
  for (size_t c = n; c-- > 0;) {
    const double others = out[c] + behind;
    behind += probabilities[c];
    out[c] = std::log(std::max(probabilities[c], kLeastProbability) / std::max(others, kLeastProbability));
  }
}

}  // namespace standfast
