#include "standfast/feature/topic/topic_vectors.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "standfast/base/at_level.h"
#include "standfast/base/parallel.h"
#include "standfast/num/kernel/dot.h"

namespace standfast {
namespace {

// The rows of each topic, topic after topic: topic t has rows[begin[t] .. begin[t + 1]].
struct TopicRows {
  std::vector<uint32_t> rows;
  std::vector<size_t> begin;
  size_t largest = 0;
  TopicRows(std::span<const uint32_t> topic_of, uint32_t topics) : begin(size_t{topics} + 1, 0) {
    for (const uint32_t topic : topic_of)
      if (topic != kMissing) ++begin[topic + 1];
    for (size_t t = 0; t < topics; ++t) {
      largest = std::max(largest, begin[t + 1]);
      begin[t + 1] += begin[t];
    }
    rows.resize(begin.back());
    std::vector<size_t> next(begin.begin(), begin.end() - 1);
    for (uint32_t row = 0; row < topic_of.size(); ++row)
      if (topic_of[row] != kMissing) rows[next[topic_of[row]]++] = row;
  }
  std::span<const uint32_t> of(size_t topic) const {
    return {rows.data() + begin[topic], begin[topic + 1] - begin[topic]};
  }
};

// Returns the magic number of the grid: (x + magic) - magic is x rounded to the grid. Components of unit
// vectors are at most 1. So a sum of `documents` of them needs ceil(log2(documents)) bits before the point,
// and the rest of 52 bits is for the grid. At least one bit stands before the point, so that magic + x stays
// between the same powers of two.
double grid_magic(size_t documents) {
  const int bits_before = static_cast<int>(std::bit_width(std::max<size_t>(documents, 2) - 1));
  return std::ldexp(1.5, bits_before);
}

constexpr size_t kAhead = 4;  // rows are prefetched this far ahead: more than one is on its way

using Four = double __attribute__((vector_size(32), aligned(32)));
using FourFloats = float __attribute__((vector_size(16)));
using FourCounts = uint64_t __attribute__((vector_size(32), aligned(32)));
#if defined(__x86_64__)
// Loads four floats. For __builtin_convertvector g++ takes two halves and puts them together.
STANDFAST_TARGET_V3 void load_four_v3(const float* x, Four& four) {
  four = _mm256_cvtps_pd(_mm_loadu_ps(x));
}
#endif
template <Simd L>
void load_four(Copy<L>, const float* x, Four& four) {
#if defined(__x86_64__)
  if constexpr (L >= Simd::v3) return load_four_v3(x, four);
#endif
  FourFloats floats;
  std::memcpy(&floats, x, sizeof floats);
  four = __builtin_convertvector(floats, Four);
}
template <Simd L>
void load_four(Copy<L>, const double* x, Four& four) {
  std::memcpy(&four, x, sizeof four);
}
// Adds a * b to sum, rounded once.
#if defined(__x86_64__)
STANDFAST_TARGET_V3 void add_product_v3(const Four& a, const Four& b, Four& sum) {
  sum = _mm256_fmadd_pd(a, b, sum);
}
#endif
template <Simd L>
void add_product(Copy<L>, const Four& a, const Four& b, Four& sum) {
#if defined(__x86_64__)
  if constexpr (L >= Simd::v3) return add_product_v3(a, b, sum);
#endif
  for (int l = 0; l < 4; ++l) sum[l] = std::fma(a[l], b[l], sum[l]);
}

// Returns 1 / |x|, or 0 for a zero vector and for one with a number that is not finite. The length comes from
// sixteen running sums in one fixed order. `next` is prefetched meanwhile, because the rows of a topic lie
// anywhere.
template <Simd L, class T>
double unit_scale(Copy<L> copy, const T* x, size_t columns, const T* next) {
  Four lanes[4] = {};
  size_t c = 0;
  for (; c + 16 <= columns; c += 16) {
    for (size_t line = 0; line < 16 * sizeof(T); line += 64)
      __builtin_prefetch(reinterpret_cast<const char*>(next + c) + line);
    for (size_t l = 0; l < 4; ++l) {
      Four value;
      load_four(copy, x + c + 4 * l, value);
      add_product(copy, value, value, lanes[l]);
    }
  }
  for (size_t l = 0; c + l < columns; ++l) {
    const auto value = static_cast<double>(x[c + l]);
    lanes[l / 4][l % 4] = std::fma(value, value, lanes[l / 4][l % 4]);
  }
  const Four four = (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]);
  const double squares = (four[0] + four[2]) + (four[1] + four[3]);
  return squares > 0 && squares < std::numeric_limits<double>::infinity() ? 1 / std::sqrt(squares) : 0.0;
}

// Adds to steps[c] the number of grid steps in x[c] / |x|. fma(x, scale, magic) is magic plus the term,
// rounded once to the grid. Within a power of two, doubles are as evenly spaced as the whole numbers of their
// bits. So the number of steps is the difference to the bits of magic. Whole numbers add up exactly, and they
// use units of the processor that floating sums leave idle. The caller subtracts the bits of magic that every
// call adds. Returns whether x has a length; if not, nothing is added.
template <Simd L, class T>
bool add_unit(Copy<L> copy, const T* x, const T* next, size_t columns, double magic, uint64_t* steps) {
  const double scale = unit_scale(copy, x, columns, next);
  if (!(scale > 0)) return false;
  const Four scales = {scale, scale, scale, scale}, magics = {magic, magic, magic, magic};
  size_t c = 0;
  for (; c + 4 <= columns; c += 4) {
    Four value, term = magics;
    load_four(copy, x + c, value);
    add_product(copy, value, scales, term);
    FourCounts sum, bits;
    std::memcpy(&sum, steps + c, sizeof sum);
    std::memcpy(&bits, &term, sizeof bits);
    sum += bits;
    std::memcpy(steps + c, &sum, sizeof sum);
  }
  for (; c < columns; ++c)
    steps[c] += std::bit_cast<uint64_t>(std::fma(static_cast<double>(x[c]), scale, magic));
  return true;
}

// Returns the median of `values` together with `zeros` further values that are zero. Sorts `values`.
double median_among_zeros(std::span<double> values, size_t zeros) {
  std::sort(values.begin(), values.end());
  const size_t n = values.size() + zeros;
  const auto below =
      static_cast<size_t>(std::lower_bound(values.begin(), values.end(), 0.0) - values.begin());
  const auto at = [&](size_t i) {
    if (i < below) return values[i];
    return i < below + zeros ? 0.0 : values[i - zeros];
  };
  return n % 2 == 1 ? at(n / 2) : (at(n / 2 - 1) + at(n / 2)) / 2;
}

template <class T>
DenseMatrix dense_means(const T* documents, size_t columns, std::span<const uint32_t> topic_of,
                        uint32_t topics, int threads) {
  const TopicRows rows(topic_of, topics);
  const double magic = grid_magic(rows.largest);
  const double grid = std::ldexp(magic, -52) / 1.5;  // the distance of doubles around magic
  DenseMatrix means(topics, columns);
  std::vector<std::vector<uint64_t>> scratch(static_cast<size_t>(std::max(threads, 1)));
  parallel_ranges(topics, threads, 16, [&](size_t begin, size_t end, int worker) {
    auto& steps = scratch[static_cast<size_t>(worker)];
    for (size_t topic = begin; topic < end; ++topic) {
      const auto mine = rows.of(topic);
      steps.assign(columns, 0);
      const uint64_t added = at_level<Simd::v3>([&](auto copy) {
        uint64_t count = 0;
        for (size_t i = 0; i < mine.size(); ++i) {
          const size_t ahead = std::min(rows.begin[topic] + i + kAhead, rows.rows.size() - 1);
          count += add_unit(copy, documents + size_t{mine[i]} * columns,
                            documents + size_t{rows.rows[ahead]} * columns, columns, magic, steps.data());
        }
        return count;
      });
      const uint64_t of_magic = added * std::bit_cast<uint64_t>(magic);  // this and the sum both wrap around
      const auto count = static_cast<double>(std::max<size_t>(mine.size(), 1));
      const auto mean = means.row(topic);
      for (size_t c = 0; c < columns; ++c)
        mean[c] = static_cast<double>(static_cast<int64_t>(steps[c] - of_magic)) * grid / count;
    }
  });
  return means;
}

template <class T>
DenseMatrix dense_medians(const Dense<T>& documents, std::span<const uint32_t> topic_of, uint32_t topics,
                          int threads) {
  assert(topic_of.size() == documents.rows);
  const TopicRows rows(topic_of, topics);
  DenseMatrix medians(topics, documents.columns);
  parallel_ranges(topics, threads, 16, [&](size_t begin, size_t end, int) {
    std::vector<double> scales, values;
    for (size_t topic = begin; topic < end; ++topic) {
      const auto mine = rows.of(topic);
      if (mine.empty()) continue;
      scales.clear();
      for (const uint32_t row : mine) {
        const T* x = documents.row(row).data();
        scales.push_back(
            at_level<Simd::v3>([&](auto copy) { return unit_scale(copy, x, documents.columns, x); }));
      }
      values.resize(mine.size());
      for (size_t c = 0; c < documents.columns; ++c) {
        for (size_t i = 0; i < mine.size(); ++i)
          values[i] = static_cast<double>(documents.row(mine[i])[c]) * scales[i];
        medians.row(topic)[c] = median_among_zeros(values, 0);
      }
    }
  });
  return medians;
}

}  // namespace

CsrMatrix topic_means(const CsrMatrix& documents, std::span<const uint32_t> topic_of, uint32_t topics,
                      int threads) {
  assert(topic_of.size() == documents.rows());
  const TopicRows rows(topic_of, topics);
  const double magic = grid_magic(rows.largest);
  std::vector<std::vector<uint32_t>> columns(topics);
  std::vector<std::vector<double>> values(topics);
  const size_t workers = static_cast<size_t>(std::max(threads, 1));
  std::vector<std::vector<double>> scratch(workers);  // all zero between two topics
  parallel_ranges(topics, threads, 16, [&](size_t begin, size_t end, int worker) {
    auto& sum = scratch[static_cast<size_t>(worker)];
    sum.resize(documents.columns_count, 0.0);
    for (size_t topic = begin; topic < end; ++topic) {
      auto& touched = columns[topic];
      for (const uint32_t row : rows.of(topic)) {
        const auto row_columns = documents.row_columns(row);
        const auto row_values = documents.row_values(row);
        const double length = std::sqrt(dot(row_values.data(), row_values.data(), row_values.size()));
        if (!(length > 0)) continue;
        for (size_t e = 0; e < row_columns.size(); ++e)
          sum[row_columns[e]] += (row_values[e] / length + magic) - magic;
        touched.insert(touched.end(), row_columns.begin(), row_columns.end());
        // A large topic would list every word of every document. So the list is kept near the number of
        // distinct words.
        if (touched.size() > 2 * documents.columns_count) {
          std::sort(touched.begin(), touched.end());
          touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
        }
      }
      std::sort(touched.begin(), touched.end());
      touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
      const auto count = static_cast<double>(rows.of(topic).size());
      values[topic].reserve(touched.size());
      for (const uint32_t column : touched) {
        values[topic].push_back(sum[column] / count);
        sum[column] = 0;
      }
    }
  });
  CsrMatrix means;
  means.columns_count = documents.columns_count;
  for (uint32_t topic = 0; topic < topics; ++topic) {
    means.columns.insert(means.columns.end(), columns[topic].begin(), columns[topic].end());
    means.values.insert(means.values.end(), values[topic].begin(), values[topic].end());
    means.begin.push_back(means.columns.size());
  }
  return means;
}

DenseMatrix topic_means(std::span<const float> documents, size_t columns, std::span<const uint32_t> topic_of,
                        uint32_t topics, int threads) {
  assert(topic_of.size() * columns == documents.size());
  return dense_means(documents.data(), columns, topic_of, topics, threads);
}
DenseMatrix topic_means(const FloatMatrix& documents, std::span<const uint32_t> topic_of, uint32_t topics,
                        int threads) {
  assert(topic_of.size() == documents.rows);
  return dense_means(documents.data.data(), documents.columns, topic_of, topics, threads);
}
DenseMatrix topic_means(const DenseMatrix& documents, std::span<const uint32_t> topic_of, uint32_t topics,
                        int threads) {
  assert(topic_of.size() == documents.rows);
  return dense_means(documents.data.data(), documents.columns, topic_of, topics, threads);
}

CsrMatrix topic_medians(const CsrMatrix& documents, std::span<const uint32_t> topic_of, uint32_t topics,
                        int threads) {
  assert(topic_of.size() == documents.rows());
  const TopicRows rows(topic_of, topics);
  std::vector<std::vector<std::pair<uint32_t, double>>> medians(topics);
  parallel_ranges(topics, threads, 16, [&](size_t begin, size_t end, int) {
    std::vector<std::pair<uint32_t, double>> entries;
    std::vector<double> values;
    for (size_t topic = begin; topic < end; ++topic) {
      const auto mine = rows.of(topic);
      entries.clear();
      for (const uint32_t row : mine) {
        const auto row_values = documents.row_values(row);
        const double length = std::sqrt(dot(row_values.data(), row_values.data(), row_values.size()));
        if (!(length > 0)) continue;
        for (size_t e = 0; e < row_values.size(); ++e)
          entries.emplace_back(documents.row_columns(row)[e], row_values[e] / length);
      }
      std::sort(entries.begin(), entries.end());
      for (size_t i = 0; i < entries.size();) {
        const uint32_t column = entries[i].first;
        values.clear();
        for (; i < entries.size() && entries[i].first == column; ++i) values.push_back(entries[i].second);
        const double median = median_among_zeros(values, mine.size() - values.size());
        if (median != 0) medians[topic].emplace_back(column, median);
      }
    }
  });
  CsrMatrix result;
  result.columns_count = documents.columns_count;
  for (const auto& row : medians) {
    for (const auto& [column, value] : row) {
      result.columns.push_back(column);
      result.values.push_back(value);
    }
    result.begin.push_back(result.columns.size());
  }
  return result;
}
DenseMatrix topic_medians(const FloatMatrix& documents, std::span<const uint32_t> topic_of, uint32_t topics,
                          int threads) {
  return dense_medians(documents, topic_of, topics, threads);
}
DenseMatrix topic_medians(const DenseMatrix& documents, std::span<const uint32_t> topic_of, uint32_t topics,
                          int threads) {
  return dense_medians(documents, topic_of, topics, threads);
}

}  // namespace standfast
