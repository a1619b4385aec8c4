#include "standfast/num/autodiff/dropout.h"

#include <algorithm>
#include <vector>

#include "standfast/num/kernel/lanes.h"

namespace standfast {
namespace {

using lanes::Floats;
using lanes::kLanes;
using Words = uint32_t __attribute__((vector_size(32), aligned(32)));

// The draws i, i + 1, ... of a stream, as CounterRandom mixes them.
struct Draws {
  uint32_t low, high;
  void at(uint32_t i, Words& x) const {
    static constexpr Words kPlaces = {0, 1, 2, 3, 4, 5, 6, 7};
    x = low + (i + kPlaces) * 0x9e3779b9U;
    x = (x ^ (x >> 16)) * 0x7feb352dU;
    x = ((x ^ (x >> 15)) + high) * 0x846ca68bU;
    x ^= x >> 16;
  }
};

}  // namespace

void drop(float share, uint64_t stream, float* x, size_t n) {
  const Draws draws{static_cast<uint32_t>(stream), static_cast<uint32_t>(stream >> 32)};
  const auto limit = static_cast<uint32_t>(static_cast<double>(share) * 4294967296.0);
  const float kept = 1.0F / (1.0F - share);
  at_level<Simd::v4>([&](auto) {
    Words drawn;
    Floats in, scale;
    lanes::fill(scale, kept);
    const Floats zero = {};
    const size_t whole = n / kLanes * kLanes;
    for (size_t i = 0; i < whole; i += kLanes) {
      draws.at(static_cast<uint32_t>(i), drawn);
      lanes::load(in, x + i);
      in = drawn < limit ? zero : in * scale;
      lanes::store(x + i, in);
    }
    if (whole == n) return;
    draws.at(static_cast<uint32_t>(whole), drawn);
    for (size_t i = whole; i < n; ++i) x[i] = drawn[i - whole] < limit ? 0.0F : x[i] * kept;
  });
}

void dropout(Tape& tape, const ValuePtr& x, std::span<const uint32_t> segments, float share) {
  if (!tape.records() || share <= 0) return;
  const uint64_t site = tape.next_site();
  std::vector<uint64_t> streams(segments.size() - 1);
  for (size_t s = 0; s < streams.size(); ++s) streams[s] = tape.stream(s, site);
  std::vector<uint32_t> begins(segments.begin(), segments.end());
  const auto all = [columns = x->columns, share, streams = std::move(streams),
                    begins = std::move(begins)](float* numbers) {
    for (size_t s = 0; s < streams.size(); ++s)
      drop(share, streams[s], numbers + begins[s] * columns, (begins[s + 1] - begins[s]) * columns);
  };
  all(x->numbers.data());
  tape.on_way_back(x, [x, all] { all(x->gradient.data()); });
}

ValuePtr sequence_dropout(Tape& tape, const ValuePtr& x, std::span<const uint32_t> segments, float share) {
  if (!tape.records() || share <= 0) return x;
  const size_t columns = x->columns, texts = segments.size() - 1;
  const uint64_t site = tape.next_site();
  const auto masks = tape.make(texts, columns, false), out = tape.make(x->rows, columns, x->wants_gradient);
  std::ranges::fill(masks->numbers, 1.0F);
  for (size_t s = 0; s < texts; ++s) drop(share, tape.stream(s, site), masks->write().row(s), columns);
  const auto each_row = [columns, masks, begins = std::vector<uint32_t>(segments.begin(), segments.end())](
                            const float* from, float* to, bool add) {
    at_level<Simd::v4>([&](auto) {
      for (size_t s = 0; s + 1 < begins.size(); ++s) {
        const float* mask = masks->read().row(s);
        for (size_t at = begins[s] * columns; at < begins[s + 1] * columns; at += columns)
          for (size_t j = 0; j < columns; ++j) {
            const float one = from[at + j] * mask[j];
            to[at + j] = add ? to[at + j] + one : one;
          }
      }
    });
  };
  each_row(x->numbers.data(), out->numbers.data(), false);
  tape.on_way_back(out, [&tape, x, out, each_row] {
    if (!out->needed) tape.release(out->numbers);
    const bool first = tape.open_gradient(*x);
    each_row(out->gradient.data(), x->gradient.data(), !first);
  });
  return out;
}

}  // namespace standfast
