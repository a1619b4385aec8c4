#include "standfast/num/factor/nmf.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "standfast/base/at_level.h"
#include "standfast/base/parallel.h"
#include "standfast/base/rng.h"
#include "standfast/num/kernel/buffer.h"
#include "standfast/num/kernel/lanes.h"

namespace standfast {

namespace nmf_parts {
namespace {

using lanes::Floats;
using lanes::kLanes;

// The number of rows that descend together: their components lie side by side.
constexpr size_t kTogether = 64;
constexpr size_t kGroups = kTogether / kLanes;
// The number of rows of X whose part of X^T W is summed column by column. With more of them, a sum is read
// and written less often. Their rows of W (229 kB at 50 components) stay in the second cache meanwhile.
constexpr size_t kTileRows = 16 * kTogether;
// The number of rows of H that a thread takes at a time.
constexpr size_t kPartRows = 4 * kTogether;
// The number of rows of X whose sums are kept separate, so that threads can share the work without changing
// any sum.
constexpr size_t kBlockRows = 2048;
constexpr size_t kMostBlocks = 32;
constexpr Simd kMostSimd = Simd::v3;  // wider vectors gain nothing: memory decides

// A factor: rows of `stride` numbers, which are the components and then zeros.
struct Factor {
  size_t rows, stride;
  float* data;
  float* row(size_t i) { return data + i * stride; }
  const float* row(size_t i) const { return data + i * stride; }
};

void draw(Factor& factor, size_t components, double scale, Rng rng) {
  for (size_t i = 0; i < factor.rows; ++i) {
    std::fill(factor.row(i), factor.row(i) + factor.stride, 0.0F);
    for (size_t c = 0; c < components; ++c)
      factor.row(i)[c] = static_cast<float>(std::abs(rng.normal() * scale));
  }
}

// Adds the sum over rows of row^T row to gram. In each row of gram only the numbers from the group of eight
// with the diagonal on are computed.
template <Simd L>
void add_gram(Copy<L> copy, const float* rows, size_t count, size_t stride, float* gram) {
  for (size_t first = 0; first < stride; first += kLanes)
    lanes::in_pieces(stride - first, [&]<size_t G>(size_t offset) {
      const size_t at = first + offset;
      // Two rows of gram stay in registers while the rows of the factor are read.
      for (size_t r = first; r < first + kLanes; r += 2) {
        float* const to = gram + r * stride + at;
        Floats one[G], two[G];
#pragma GCC unroll 8
        for (size_t g = 0; g < G; ++g) {
          lanes::load(one[g], to + g * kLanes);
          lanes::load(two[g], to + stride + g * kLanes);
        }
        const float* row = rows;
        for (size_t i = 0; i < count; ++i, row += stride) {
          const float a = row[r], b = row[r + 1];
#pragma GCC unroll 8
          for (size_t g = 0; g < G; ++g) {
            Floats other;
            lanes::load(other, row + at + g * kLanes);
            lanes::add_product(copy, a, other, one[g]);
            lanes::add_product(copy, b, other, two[g]);
          }
        }
#pragma GCC unroll 8
        for (size_t g = 0; g < G; ++g) {
          lanes::store(to + g * kLanes, one[g]);
          lanes::store(to + stride + g * kLanes, two[g]);
        }
      }
    });
}
void mirror(float* gram, size_t stride) {
  for (size_t r = 0; r < stride; ++r)
    for (size_t c = 0; c < r; ++c) gram[r * stride + c] = gram[c * stride + r];
}

// Memory for sixty-four rows, transposed so that each component of all of them is contiguous.
struct Turned {
  Buffer<float> values, products;  // components x kTogether
  explicit Turned(size_t components) : values(components * kTogether), products(components * kTogether) {}
};

// Makes one pass of coordinate descent over `count` <= 64 rows of a factor. gram: the other factor's.
// products: X times the other factor, row by row. Returns the sum of |projected gradient|.
template <Simd L>
double descend(Copy<L> copy, float* rows, const float* products, size_t count, size_t stride,
               size_t components, const float* gram, Turned& turned) {
  float* w = turned.values.data();
  float* p = turned.products.data();
  for (size_t c = 0; c < components; ++c)
    for (size_t i = 0; i < kTogether; ++i) {
      w[c * kTogether + i] = i < count ? rows[i * stride + c] : 0.0F;
      p[c * kTogether + i] = i < count ? products[i * stride + c] : 0.0F;
    }
  Floats violation[kGroups] = {};
  for (size_t t = 0; t < components; ++t) {
    const float* weights = gram + t * stride;
    const float own = weights[t];
    if (own == 0) continue;  // the other factor is zero in this component
    Floats gradient[kGroups];
#pragma GCC unroll 8
    for (size_t g = 0; g < kGroups; ++g) {
      lanes::load(gradient[g], p + t * kTogether + g * kLanes);
      gradient[g] = -gradient[g];
    }
    for (size_t r = 0; r < components; ++r) {
      const float weight = weights[r];
#pragma GCC unroll 8
      for (size_t g = 0; g < kGroups; ++g) {
        Floats other;
        lanes::load(other, w + r * kTogether + g * kLanes);
        lanes::add_product(copy, weight, other, gradient[g]);
      }
    }
    const float step = -1 / own;
#pragma GCC unroll 8
    for (size_t g = 0; g < kGroups; ++g) {
      Floats value;
      lanes::load(value, w + t * kTogether + g * kLanes);
      const Floats zero = {};
      // At the border only a gradient that points inside counts.
      const Floats counted = ((value == zero) & (gradient[g] > zero)) ? zero : gradient[g];
      violation[g] += counted < zero ? -counted : counted;
      lanes::add_product(copy, step, gradient[g], value);
      value = value < zero ? zero : value;
      lanes::store(w + t * kTogether + g * kLanes, value);
    }
  }
  for (size_t i = 0; i < count; ++i)
    for (size_t c = 0; c < components; ++c) rows[i * stride + c] = w[c * kTogether + i];
  double sum = 0;
#pragma GCC unroll 8
  for (size_t g = 0; g < kGroups; ++g) sum += static_cast<double>(lanes::sum(violation[g]));
  return sum;
}

// A second copy of X, in tiles of kTileRows rows; within a tile the entries are by column.
struct Tiles {
  struct Column {
    uint32_t column, end;  // end of its entries; they begin at the end of the previous column
  };
  std::vector<size_t> begin = {0};    // tile t begins here in columns
  std::vector<size_t> entries = {0};  // tile t begins here in rows and values
  std::vector<Column> columns;        // end: counted from the beginning of the tile
  std::vector<uint16_t> rows;         // within the tile
  Buffer<float> values;
};
static_assert(kTileRows <= 65536);

Tiles make_tiles(const CsrMatrix& x) {
  Tiles tiles;
  tiles.rows.resize(x.values.size());
  tiles.values.resize(x.values.size());
  std::vector<uint32_t> next(x.columns_count);
  for (size_t first = 0; first < x.rows(); first += kTileRows) {
    const size_t last = std::min(x.rows(), first + kTileRows), base = x.begin[first];
    std::fill(next.begin(), next.end(), 0U);
    for (size_t e = base; e < x.begin[last]; ++e) ++next[x.columns[e]];
    uint32_t end = 0;
    for (uint32_t c = 0; c < x.columns_count; ++c) {
      const uint32_t count = std::exchange(next[c], end);
      end += count;
      if (count > 0) tiles.columns.push_back({c, end});
    }
    for (size_t i = first; i < last; ++i)
      for (size_t e = x.begin[i]; e < x.begin[i + 1]; ++e) {
        const size_t to = base + next[x.columns[e]]++;
        tiles.rows[to] = static_cast<uint16_t>(i - first);
        tiles.values[to] = static_cast<float>(x.values[e]);
      }
    tiles.begin.push_back(tiles.columns.size());
    tiles.entries.push_back(x.begin[last]);
  }
  return tiles;
}

struct Problem {
  const CsrMatrix& x;
  Buffer<float> values;  // values of x
  Tiles tiles;
  size_t components, stride, blocks, block_rows;
};

// A block's contribution to the step of the other factor.
struct BlockSums {
  float* products;     // columns of X x stride: X^T W
  Buffer<float> gram;  // stride x stride: W^T W
  double violation = 0;
};

// Computes out[0 .. stride) = row i of X times the table.
template <Simd L>
void product_row(Copy<L> copy, const Problem& problem, size_t i, const Factor& table, float* out) {
  const auto columns = problem.x.row_columns(i);
  const float* values = problem.values.data() + problem.x.begin[i];
  lanes::in_pieces(problem.stride, [&]<size_t G>(size_t at) {
    lanes::gather_groups<G>(copy, columns.data(), values, columns.size(), table.data + at, problem.stride,
                            out + at);
  });
}

// Adds X^T W over the rows of one tile to sums. w: the rows of W in the tile.
template <Simd L>
void add_products(Copy<L> copy, const Problem& problem, size_t tile, const float* w, float* sums) {
  const Tiles& tiles = problem.tiles;
  const uint16_t* rows = tiles.rows.data() + tiles.entries[tile];
  const float* values = tiles.values.data() + tiles.entries[tile];
  const size_t stride = problem.stride;
  lanes::in_pieces(stride, [&]<size_t G>(size_t at) {
    uint32_t entry = 0;
    for (size_t c = tiles.begin[tile]; c < tiles.begin[tile + 1]; ++c) {
      float* to = sums + size_t{tiles.columns[c].column} * stride + at;
      Floats mine[G];
#pragma GCC unroll 8
      for (size_t g = 0; g < G; ++g) lanes::load(mine[g], to + g * kLanes);
      for (; entry < tiles.columns[c].end; ++entry) {
        const float* row = w + rows[entry] * stride + at;
        const float value = values[entry];
#pragma GCC unroll 8
        for (size_t g = 0; g < G; ++g) {
          Floats other;
          lanes::load(other, row + g * kLanes);
          lanes::add_product(copy, value, other, mine[g]);
        }
      }
#pragma GCC unroll 8
      for (size_t g = 0; g < G; ++g) lanes::store(to + g * kLanes, mine[g]);
    }
  });
}

// Descends the rows of W in one block, and sums the numbers for the step of H.
template <Simd L>
void step_documents(Copy<L> copy, const Problem& problem, size_t block, Factor& w, const Factor& h,
                    const float* h_gram, BlockSums& sums) {
  const size_t stride = problem.stride;
  Turned turned(problem.components);
  Buffer<float> products(kTogether * stride);
  std::fill_n(sums.products, h.rows * stride, 0.0F);
  std::fill(sums.gram.begin(), sums.gram.end(), 0.0F);
  sums.violation = 0;
  const size_t end = std::min(w.rows, (block + 1) * problem.block_rows);
  for (size_t first = block * problem.block_rows; first < end; first += kTogether) {
    const size_t count = std::min(kTogether, end - first);
    for (size_t i = 0; i < count; ++i) product_row(copy, problem, first + i, h, products.data() + i * stride);
    sums.violation +=
        descend(copy, w.row(first), products.data(), count, stride, problem.components, h_gram, turned);
    add_gram(copy, w.row(first), count, stride, sums.gram.data());
    if (first + count == end || (first + count) % kTileRows == 0) {
      const size_t tile = first / kTileRows;
      add_products(copy, problem, tile, w.row(tile * kTileRows), sums.products);
    }
  }
}

// The sums of a part of the rows of H, kept separate so that threads can share the work.
struct PartSums {
  Buffer<float> gram;  // stride x stride
  double violation = 0;
};

template <Simd L>
void sum_gram(Copy<L> copy, const Factor& factor, size_t part, Buffer<float>& gram) {
  gram.assign(factor.stride * factor.stride, 0.0F);
  for (size_t row = part * kPartRows; row < std::min(factor.rows, (part + 1) * kPartRows); row += kTogether)
    add_gram(copy, factor.row(row), std::min(kTogether, factor.rows - row), factor.stride, gram.data());
}

// Descends the rows of H in one part. The sums of the blocks of documents are added in their order.
template <Simd L>
void step_terms(Copy<L> copy, const Problem& problem, size_t part, Factor& h,
                const std::vector<BlockSums>& blocks, const float* w_gram, PartSums& sums) {
  const size_t stride = problem.stride;
  Turned turned(problem.components);
  Buffer<float> products(kTogether * stride);
  sums.violation = 0;
  for (size_t row = part * kPartRows; row < std::min(h.rows, (part + 1) * kPartRows); row += kTogether) {
    const size_t count = std::min(kTogether, h.rows - row);
    std::copy_n(blocks[0].products + row * stride, count * stride, products.data());
    for (size_t b = 1; b < blocks.size(); ++b) {
      const float* more = blocks[b].products + row * stride;
      for (size_t i = 0; i < count * stride; ++i) products[i] += more[i];
    }
    sums.violation +=
        descend(copy, h.row(row), products.data(), count, stride, problem.components, w_gram, turned);
  }
  sum_gram(copy, h, part, sums.gram);
}

// Computes the Gram matrix of a factor: the sum of the matrices of its blocks or parts, in their order.
template <class Sums>
void add_up_gram(const std::vector<Sums>& sums, size_t stride, std::vector<float>& gram) {
  gram.assign(stride * stride, 0.0F);
  for (const auto& part : sums)
    for (size_t i = 0; i < gram.size(); ++i) gram[i] += part.gram[i];
  mirror(gram.data(), stride);
}

FloatMatrix unpadded(const Factor& factor, size_t components) {
  FloatMatrix m(factor.rows, components);
  for (size_t i = 0; i < factor.rows; ++i)
    std::copy(factor.row(i), factor.row(i) + components, m.row(i).begin());
  return m;
}

// Computes ||X - W H|| from ||X||^2 - 2 <X H^T, W> + <W^T W, H H^T>, in float64.
double distance(const Problem& problem, const Factor& w, const Factor& h, double norm, int threads) {
  const size_t k = problem.components;
  std::vector<double> cross(problem.blocks, 0.0);
  parallel_for(problem.blocks, threads, [&](size_t block) {
    std::vector<float> product(problem.stride);
    double sum = 0;
    const size_t end = std::min(w.rows, (block + 1) * problem.block_rows);
    for (size_t i = block * problem.block_rows; i < end; ++i) {
      at_level<kMostSimd>([&](auto copy) { product_row(copy, problem, i, h, product.data()); });
      for (size_t c = 0; c < k; ++c)
        sum += static_cast<double>(product[c]) * static_cast<double>(w.row(i)[c]);
    }
    cross[block] = sum;
  });
  const auto gram = [&](const Factor& factor) {
    std::vector<double> g(k * k, 0.0);
    parallel_for(k, threads, [&](size_t r) {
      at_level<kMostSimd>([&](auto) {
        for (size_t i = 0; i < factor.rows; ++i)
          for (size_t c = 0; c < k; ++c)
            g[r * k + c] += static_cast<double>(factor.row(i)[r]) * static_cast<double>(factor.row(i)[c]);
      });
    });
    return g;
  };
  const auto ww = gram(w), hh = gram(h);
  double square = norm * norm;
  for (const double part : cross) square -= 2 * part;
  for (size_t i = 0; i < k * k; ++i) square += ww[i] * hh[i];
  return std::sqrt(std::max(square, 0.0));
}

}  // namespace
}  // namespace nmf_parts

Nmf nmf(const CsrMatrix& x, const NmfOptions& options, uint64_t seed, int threads, Sink& sink) {
  using namespace nmf_parts;
  assert(x.rows() > 0 && x.columns_count > 0 && options.components > 0);
  const size_t n = x.rows(), k = options.components;
  const size_t wanted = std::clamp<size_t>((n + kBlockRows - 1) / kBlockRows, 1, kMostBlocks);
  // Blocks consist of whole tiles.
  const size_t block_rows = ((n + wanted - 1) / wanted + kTileRows - 1) / kTileRows * kTileRows;
  Problem problem{x,         Buffer<float>(x.values.size()), {},
                  k,         lanes::groups(k) * kLanes,      (n + block_rows - 1) / block_rows,
                  block_rows};
  double square = 0, sum = 0;
  for (size_t e = 0; e < x.values.size(); ++e) {
    assert(x.values[e] >= 0);
    problem.values[e] = static_cast<float>(x.values[e]);
    square += x.values[e] * x.values[e];
    sum += x.values[e];
  }
  Nmf result;
  result.norm = std::sqrt(square);
  const double mean = sum / static_cast<double>(n) / static_cast<double>(x.columns_count);
  const double scale = std::sqrt(mean / static_cast<double>(k));
  const size_t stride = problem.stride, terms = x.columns_count;
  TableArena room((n + terms + problem.blocks * terms) * stride, 2 + problem.blocks);
  Factor w{n, stride, room.take(n * stride)}, h{terms, stride, room.take(terms * stride)};
  parallel_for(3, threads, [&](size_t task) {
    if (task == 0) draw(w, k, scale, Rng(seed, "num/nmf", "documents"));
    if (task == 1) problem.tiles = make_tiles(x);
    if (task == 2) draw(h, k, scale, Rng(seed, "num/nmf", "terms"));
  });

  std::vector<BlockSums> sums(problem.blocks);
  for (auto& block : sums) {
    block.products = room.take(terms * stride);
    block.gram.resize(stride * stride);
  }
  std::vector<float> h_gram, w_gram;
  std::vector<PartSums> h_parts((h.rows + kPartRows - 1) / kPartRows);
  parallel_for(h_parts.size(), threads, [&](size_t part) {
    at_level<kMostSimd>([&](auto copy) { sum_gram(copy, h, part, h_parts[part].gram); });
  });
  double first = 0;
  for (uint32_t iteration = 0; iteration < options.iterations; ++iteration) {
    sink.progress("nmf", iteration, options.iterations);
    add_up_gram(h_parts, stride, h_gram);
    parallel_for(problem.blocks, threads, [&](size_t block) {
      at_level<kMostSimd>(
          [&](auto copy) { step_documents(copy, problem, block, w, h, h_gram.data(), sums[block]); });
    });
    add_up_gram(sums, stride, w_gram);
    parallel_for(h_parts.size(), threads, [&](size_t part) {
      at_level<kMostSimd>(
          [&](auto copy) { step_terms(copy, problem, part, h, sums, w_gram.data(), h_parts[part]); });
    });
    double violation = 0;
    for (const auto& block : sums) violation += block.violation;
    for (const auto& part : h_parts) violation += part.violation;
    result.iterations = iteration + 1;
    if (iteration == 0) first = violation;
    result.converged = violation <= options.tol * first;
    if (result.converged) break;
  }
  sink.progress("nmf", options.iterations, options.iterations);
  result.error = distance(problem, w, h, result.norm, threads);
  result.documents = unpadded(w, k);
  result.terms = unpadded(h, k);
  return result;
}

namespace {

constexpr int kMostPasses = 10'000;

// Computes H H^T.
DenseMatrix gram_of(const FloatMatrix& terms) {
  DenseMatrix gram(terms.columns, terms.columns);
  for (size_t j = 0; j < terms.rows; ++j) {
    const auto term = terms.row(j);
    for (size_t a = 0; a < term.size(); ++a)
      for (size_t b = 0; b < term.size(); ++b) gram.row(a)[b] += double{term[a]} * double{term[b]};
  }
  return gram;
}

// Finds the w for products = H x^T.
void descend(const DenseMatrix& gram, std::span<const double> products, std::span<double> w) {
  double first = 0;
  for (int pass = 0; pass < kMostPasses; ++pass) {
    double violation = 0;
    for (size_t t = 0; t < w.size(); ++t) {
      const double own = gram.row(t)[t];
      if (own == 0) continue;  // no term has this component
      double gradient = -products[t];
      for (size_t r = 0; r < w.size(); ++r) gradient += gram.row(t)[r] * w[r];
      if (w[t] > 0 || gradient < 0) violation += std::abs(gradient);
      w[t] = std::max(0.0, w[t] - gradient / own);
    }
    if (pass == 0) first = violation;
    if (violation <= kFoldInTol * first) return;
  }
}

}  // namespace

FloatMatrix nmf_fold_in(const CsrMatrix& x, const FloatMatrix& terms, int threads) {
  assert(x.columns_count == terms.rows);
  const DenseMatrix gram = gram_of(terms);
  FloatMatrix out(x.rows(), terms.columns);
  parallel_ranges(x.rows(), threads, 16, [&](size_t begin, size_t end, int) {
    std::vector<double> products(terms.columns), w(terms.columns);
    for (size_t i = begin; i < end; ++i) {
      std::fill(products.begin(), products.end(), 0.0);
      std::fill(w.begin(), w.end(), 0.0);
      const auto columns = x.row_columns(i);
      for (size_t e = 0; e < columns.size(); ++e) {
        const auto term = terms.row(columns[e]);
        for (size_t c = 0; c < term.size(); ++c) products[c] += x.row_values(i)[e] * double{term[c]};
      }
      descend(gram, products, w);
      for (size_t c = 0; c < w.size(); ++c) out.row(i)[c] = static_cast<float>(w[c]);
    }
  });
  return out;
}

}  // namespace standfast
