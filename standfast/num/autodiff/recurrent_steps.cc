#include "standfast/num/autodiff/recurrent_steps.h"

#include <numeric>

#include "standfast/base/at_level.h"
#include "standfast/num/autodiff/dropout.h"

namespace standfast {

RecurrentSteps::RecurrentSteps(std::span<const uint32_t> segments, Direction direction) : begins_{0} {
  const auto length = [&](uint32_t s) { return segments[s + 1] - segments[s]; };
  for (uint32_t s = 0; s + 1 < segments.size(); ++s)
    if (length(s) > 0) order_.push_back(s);
  std::ranges::stable_sort(order_, [&](uint32_t a, uint32_t b) { return length(a) > length(b); });
  if (order_.empty()) return;
  size_t alive = order_.size();
  for (uint32_t step = 0; step < length(order_.front()); ++step) {
    while (length(order_[alive - 1]) <= step) --alive;
    for (size_t i = 0; i < alive; ++i) {
      const uint32_t s = order_[i];
      rows_.push_back(direction == Direction::forward ? segments[s] + step : segments[s + 1] - 1 - step);
    }
    begins_.push_back(rows_.size());
  }
}

void RecurrentSteps::pack(const float* from, size_t columns, float* to) const {
  for (size_t i = 0; i < rows_.size(); ++i) std::copy_n(from + rows_[i] * columns, columns, to + i * columns);
}

void RecurrentSteps::unpack(const float* from, size_t columns, bool add, float* to) const {
  at_level<Simd::v4>([&](auto) {
    for (size_t i = 0; i < rows_.size(); ++i) {
      const float* row = from + i * columns;
      float* out = to + rows_[i] * columns;
      if (!add)
        std::copy_n(row, columns, out);
      else
        for (size_t j = 0; j < columns; ++j) out[j] += row[j];
    }
  });
}

Buffer<float> RecurrentSteps::masks(Tape& tape, float share, size_t columns) const {
  Buffer<float> out;
  if (!tape.records() || share <= 0) return out;
  const uint64_t site = tape.next_site();
  out.resize(most() * columns);
  std::ranges::fill(out, 1.0F);
  for (size_t i = 0; i < most(); ++i)
    drop(share, tape.stream(order_[i], site), out.data() + i * columns, columns);
  return out;
}

void apply_masks(const float* from, const Buffer<float>& masks, size_t n, float* to) {
  if (masks.empty()) {
    std::copy_n(from, n, to);
    return;
  }
  at_level<Simd::v4>([&](auto) {
    for (size_t i = 0; i < n; ++i) to[i] = from[i] * masks[i];
  });
}

}  // namespace standfast
