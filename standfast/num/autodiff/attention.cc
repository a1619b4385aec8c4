#include "standfast/num/autodiff/attention.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <vector>

#include "standfast/num/autodiff/dropout.h"
#include "standfast/num/kernel/buffer.h"
#include "standfast/num/kernel/lane_functions.h"

namespace standfast {
namespace {

using lanes::Floats;
using lanes::kLanes;

// The number of queries that are compared with all keys in one go.
constexpr size_t kQueries = 48;

// Replaces the first n numbers, which start a row of a multiple of eight, by shares[j] = e^(x[j] - max).
// Returns 1 / their sum.
float softmax_terms(float* x, size_t n) {
  const size_t padded = lanes::groups(n) * kLanes;
  std::fill(x + n, x + padded, -std::numeric_limits<float>::infinity());
  Floats most, in, term, sums = {};
  lanes::load(most, x);
  for (size_t j = kLanes; j < padded; j += kLanes) {
    lanes::load(in, x + j);
    most = in > most ? in : most;
  }
  float top = most[0];
  for (size_t i = 1; i < kLanes; ++i) top = std::max(top, most[i]);
  for (size_t j = 0; j < padded; j += kLanes) {
    lanes::load(in, x + j);
    lanes::exp_of_negative(in - top, term);
    lanes::store(x + j, term);
    sums += term;
  }
  return 1.0F / lanes::sum(sums);
}

// The attention weights that a head gives to the tokens of a text, and, on the backward pass, the numbers
// computed from them. `padded` is a multiple of 32.
class Shares {
 public:
  Shares(size_t rows, size_t padded) : rows_(rows), padded_(padded), numbers_(rows * padded) {}
  Strided<float> write() { return {numbers_.data(), rows_, padded_, padded_}; }
  Strided<const float> read() const { return {numbers_.data(), rows_, rows_, padded_}; }
  // Returns the transpose: [j][i] is the weight that i gives to j.
  Strided<const float> turned(Buffer<float>& room) const {
    room.resize(rows_ * padded_);
    for (size_t i = 0; i < rows_; ++i)
      for (size_t j = 0; j < rows_; ++j) room[j * padded_ + i] = numbers_[i * padded_ + j];
    return {room.data(), rows_, rows_, padded_};
  }
  float* row(size_t i) { return numbers_.data() + i * padded_; }

 private:
  size_t rows_, padded_;
  Buffer<float> numbers_;
};

// Queries of one text and head, and the gradients to them; keys and values follow at `apart` and 2 `apart`,
// or are the queries themselves (apart = 0).
struct HeadOfText {
  const float* queries;
  float* to_queries;
  size_t stride, apart;
  const float* result_gradient;
  size_t result_stride;
  size_t rows, width;
  float dropped;
  uint64_t stream;
  const float* key_bias = nullptr;  // for the text's rows
  float* to_key_bias = nullptr;     // destination of its gradient
  bool adds = false;                // on the backward pass: adds to the gradients that are there
};

void add_bias(const float* key_bias, size_t rows, float* row) {
  if (key_bias == nullptr) return;
  for (size_t j = 0; j < rows; ++j) row[j] += key_bias[j];
}

// Computes shares: the softmax of query . key / root of width, plus the bias of the key.
void make_shares(const HeadOfText& h, float scale, Shares& shares) {
  const Panels keys = pack_outputs({h.queries + h.apart, h.rows, h.width, h.stride});
  product({h.queries, h.rows, h.width, h.stride}, keys, {}, shares.write(), 1);
  const size_t padded = shares.write().columns;
  at_level<Simd::v4>([&](auto) {
    for (size_t i = 0; i < h.rows; ++i) {
      float* row = shares.row(i);
      for (size_t j = 0; j < padded; ++j) row[j] *= scale;
      add_bias(h.key_bias, h.rows, row);
      const float inverse = softmax_terms(row, h.rows);
      for (size_t j = 0; j < padded; ++j) row[j] *= inverse;
    }
  });
}

void drop_shares(const HeadOfText& h, Shares& shares) {
  if (h.dropped <= 0) return;
  const size_t padded = shares.write().columns;
  drop(h.dropped, h.stream, shares.row(0), h.rows * padded);
}

void attention_back(const HeadOfText& h) {
  const size_t padded = (h.rows + kPanelRows - 1) / kPanelRows * kPanelRows;
  const float scale = 1.0F / std::sqrt(static_cast<float>(h.width));
  Shares shares(h.rows, padded), gradients(h.rows, padded);
  Buffer<float> room;
  make_shares(h, scale, shares);
  const Strided<const float> given{h.result_gradient, h.rows, h.width, h.result_stride};
  const auto to = [&](size_t part) {
    return Strided<float>{h.to_queries + part * h.apart, h.rows, h.width, h.stride};
  };
  const Start first{h.adds ? Start::With::result : Start::With::nothing, {}},
      next{h.adds || h.apart == 0 ? Start::With::result : Start::With::nothing, {}};
  {
    Shares kept = shares;
    drop_shares(h, kept);
    product(kept.turned(room), pack_columns(given), first, to(2), 1);
  }
  product(given, pack_outputs({h.queries + 2 * h.apart, h.rows, h.width, h.stride}), {}, gradients.write(),
          1);
  drop_shares(h, gradients);
  at_level<Simd::v4>([&](auto) {
    for (size_t i = 0; i < h.rows; ++i) {
      float *share = shares.row(i), *gradient = gradients.row(i);
      Floats sums = {}, a, b;
      for (size_t j = 0; j < padded; j += kLanes) {  // shares behind the last are 0
        lanes::load(a, share + j);
        lanes::load(b, gradient + j);
        sums += a * b;
      }
      const float mean = lanes::sum(sums);
      if (h.to_key_bias != nullptr)
        for (size_t j = 0; j < h.rows; ++j) h.to_key_bias[j] += share[j] * (gradient[j] - mean);
      for (size_t j = 0; j < padded; ++j) gradient[j] = share[j] * (gradient[j] - mean) * scale;
    }
  });
  product(gradients.read(), pack_columns({h.queries + h.apart, h.rows, h.width, h.stride}), next, to(0), 1);
  product(gradients.turned(room), pack_columns({h.queries, h.rows, h.width, h.stride}), next, to(1), 1);
}

// Computes attention. Keys and values of a row lie `apart` and 2 `apart` behind its queries. key_bias: by
// row, or null.
void attend(const Strided<const float>& projected, size_t apart, std::span<const uint32_t> segments,
            size_t heads, const float* key_bias, const Strided<float>& out) {
  const size_t hidden = out.columns, width = hidden / heads;
  assert(hidden % heads == 0 && projected.columns == hidden + 2 * apart && projected.rows == out.rows);
  const float scale = 1.0F / std::sqrt(static_cast<float>(width));
  Buffer<float> room;
  for (size_t s = 0; s + 1 < segments.size(); ++s) {
    const size_t first = segments[s], rows = segments[s + 1] - first;
    if (rows == 0) continue;
    const size_t padded = (rows + kPanelRows - 1) / kPanelRows * kPanelRows;
    for (size_t h = 0; h < heads; ++h) {
      const float* queries = projected.row(first) + h * width;
      const Panels keys = pack_outputs({queries + apart, rows, width, projected.stride});
      const Panels values = pack_columns({queries + 2 * apart, rows, width, projected.stride});
      for (size_t q = 0; q < rows; q += kQueries) {
        const size_t some = std::min(kQueries, rows - q);
        if (room.size() < some * padded) room.resize(kQueries * padded);
        const Strided<float> shares{room.data(), some, padded, padded};
        product({queries + q * projected.stride, some, width, projected.stride}, keys, {}, shares, 1);
        const Strided<float> to{out.row(first + q) + h * width, some, width, out.stride};
        float inverse[kQueries];
        at_level<Simd::v4>([&](auto) {
          for (size_t i = 0; i < some; ++i) {
            for (size_t j = 0; j < padded; ++j) shares.row(i)[j] *= scale;
            add_bias(key_bias == nullptr ? nullptr : key_bias + first, rows, shares.row(i));
            inverse[i] = softmax_terms(shares.row(i), rows);
          }
        });
        product({shares.data, some, rows, padded}, values, {}, to, 1);
        for (size_t i = 0; i < some; ++i)
          for (size_t j = 0; j < width; ++j) to.row(i)[j] *= inverse[i];
      }
    }
  }
}

ValuePtr attend(Tape& tape, const ValuePtr& projected, size_t apart, std::span<const uint32_t> segments,
                size_t heads, float dropped, const ValuePtr& key_bias) {
  const size_t hidden = projected->columns - 2 * apart, width = hidden / heads;
  assert(key_bias == nullptr || (key_bias->rows == projected->rows && key_bias->columns == 1));
  const bool bias_learns = key_bias != nullptr && key_bias->wants_gradient;
  const auto out = tape.make(projected->rows, hidden, projected->wants_gradient || bias_learns);
  if (!tape.records() || dropped <= 0) {
    attend(projected->read(), apart, segments, heads,
           key_bias == nullptr ? nullptr : key_bias->numbers.data(), out->write());
    dropped = 0;
  }
  if (!tape.records()) return out;
  std::vector<uint64_t> streams;  // streams of the texts; the tape may have others on the backward pass
  if (dropped > 0) {
    const uint64_t site = tape.next_site();
    for (size_t s = 0; s + 1 < segments.size(); ++s) streams.push_back(tape.stream(s, site));
  }
  // All heads of all texts, one after the other.
  const auto each = [projected = projected.get(), out = out.get(), key_bias = key_bias.get(), bias_learns,
                     hidden, apart, width, heads, dropped, streams = std::move(streams),
                     segments = std::vector<uint32_t>(segments.begin(), segments.end())](const auto& body) {
    for (size_t s = 0; s + 1 < segments.size(); ++s) {
      const size_t first = segments[s], rows = segments[s + 1] - first;
      for (size_t h = 0; h < heads && rows > 0; ++h) {
        const size_t at = first * projected->columns + h * width, result = first * hidden + h * width;
        HeadOfText one{
            projected->numbers.data() + at,
            projected->gradient.empty() ? nullptr : projected->gradient.data() + at,
            projected->columns,
            apart,
            out->gradient.empty() ? nullptr : out->gradient.data() + result,
            hidden,
            rows,
            width,
            dropped,
            dropped > 0 ? streams[s] + h * 0x9e3779b97f4a7c15ULL : 0,
            key_bias == nullptr ? nullptr : key_bias->numbers.data() + first,
            bias_learns && !key_bias->gradient.empty() ? key_bias->gradient.data() + first : nullptr};
        body(one, out->numbers.data() + result);
      }
    }
  };
  if (dropped > 0)
    each([&](const HeadOfText& h, float* to) {
      Shares shares(h.rows, (h.rows + kPanelRows - 1) / kPanelRows * kPanelRows);
      make_shares(h, 1.0F / std::sqrt(static_cast<float>(width)), shares);
      drop_shares(h, shares);
      product(shares.read(), pack_columns({h.queries + 2 * h.apart, h.rows, h.width, h.stride}), {},
              {to, h.rows, h.width, h.result_stride}, 1);
    });
  tape.on_way_back(out, [&tape, projected, out, key_bias, bias_learns, each] {
    const bool adds = !tape.open_gradient(*projected);
    if (bias_learns && tape.open_gradient(*key_bias)) std::ranges::fill(key_bias->gradient, 0.0F);
    each([adds](HeadOfText& h, float*) {
      h.adds = adds;
      attention_back(h);
    });
  });
  return out;
}

}  // namespace

void attention(const Strided<const float>& projected, std::span<const uint32_t> segments, size_t heads,
               const Strided<float>& out) {
  attend(projected, out.columns, segments, heads, nullptr, out);
}

ValuePtr attention(Tape& tape, const ValuePtr& projected, std::span<const uint32_t> segments, size_t heads,
                   float dropped, const ValuePtr& key_bias) {
  return attend(tape, projected, projected->columns / 3, segments, heads, dropped, key_bias);
}

ValuePtr parameter_free_attention(Tape& tape, const ValuePtr& x, std::span<const uint32_t> segments) {
  return attend(tape, x, 0, segments, 1, 0, nullptr);
}

}  // namespace standfast
