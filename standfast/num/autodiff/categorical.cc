#include "standfast/num/autodiff/categorical.h"

#include <algorithm>
#include <cassert>

#include "standfast/base/counter_random.h"
#include "standfast/num/kernel/portable_math.h"

namespace standfast {

double Exploration::probability(double of_row, size_t rows) const {
  return (1 - share) * of_row + share / static_cast<double>(std::max<size_t>(places, rows));
}

std::vector<uint32_t> draw_rows(const Value& shares, std::span<const uint32_t> segments,
                                const Exploration& exploration, std::span<const uint64_t> streams) {
  assert(shares.columns == 1 && segments.back() == shares.rows && streams.size() + 1 == segments.size());
  std::vector<uint32_t> out(streams.size(), kNothingDrawn);
  for (size_t s = 0; s < out.size(); ++s) {
    const size_t rows = segments[s + 1] - segments[s];
    if (rows == 0) continue;
    constexpr uint32_t kSteps = UINT32_MAX;
    uint32_t drawn[1];
    CounterRandom::below(streams[s], 0, kSteps, drawn);
    double left = (drawn[0] + 0.5) / kSteps;
    for (uint32_t i = segments[s]; i < segments[s + 1]; ++i) {
      left -= exploration.probability(shares.numbers[i], rows);
      if (left >= 0) continue;
      out[s] = i;
      break;
    }
    // If every place has a row, the last one gets the remainder of rounding.
    if (out[s] == kNothingDrawn && exploration.places <= rows) out[s] = segments[s + 1] - 1;
  }
  return out;
}

ValuePtr log_probabilities(Tape& tape, const ValuePtr& shares, std::span<const uint32_t> segments,
                           const Exploration& exploration, std::span<const uint32_t> rows) {
  assert(shares->columns == 1 && segments.back() == shares->rows && rows.size() + 1 == segments.size());
  const auto out = tape.make(rows.size(), 1, shares->wants_gradient);
  std::vector<double> probabilities(rows.size(), 1);
  for (size_t s = 0; s < rows.size(); ++s) {
    if (const size_t of_text = segments[s + 1] - segments[s]; of_text > 0)
      probabilities[s] =
          exploration.probability(rows[s] == kNothingDrawn ? 0 : shares->numbers[rows[s]], of_text);
    out->numbers[s] = static_cast<float>(log_double(probabilities[s]));
  }
  tape.on_way_back(
      out, [&tape, shares, out, by = 1 - exploration.share, probabilities = std::move(probabilities),
            rows = std::vector<uint32_t>(rows.begin(), rows.end())] {
        if (!out->needed) tape.release(out->numbers);
        if (tape.open_gradient(*shares)) std::ranges::fill(shares->gradient, 0.0F);
        for (size_t s = 0; s < rows.size(); ++s)
          if (rows[s] != kNothingDrawn)
            shares->gradient[rows[s]] += static_cast<float>(by * out->gradient[s] / probabilities[s]);
      });
  return out;
}

}  // namespace standfast
