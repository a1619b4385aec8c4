#include "standfast/cluster/umap/fuzzy_graph.h"

#include <algorithm>
#include <numeric>

#include "standfast/base/at_level.h"
#include "standfast/base/parallel.h"
#include "standfast/num/kernel/exp_log.h"

namespace standfast {
namespace {

constexpr size_t kGraphGrain = 256;

// Computes shares[j], the membership at distance j.
void shares_of(std::span<const float> distances, double nearest, double scale, std::vector<float>& shares) {
  for (size_t j = 0; j < distances.size(); ++j) {
    const double above = static_cast<double>(distances[j]) - nearest;
    shares[j] = above <= 0 || scale == 0 ? 0 : static_cast<float>(-above / scale);
  }
  lanes::Floats x, share;
  for (size_t j = 0; j < shares.size(); j += lanes::kLanes) {
    lanes::load(x, shares.data() + j);
    lanes::exp_of_negative(x, share);
    lanes::store(shares.data() + j, share);
  }
}

struct Given {
  uint32_t to;
  float share;
};

}  // namespace

CsrMatrix memberships(const MatrixView<const uint32_t>& ids, const MatrixView<const float>& distances,
                      const SmoothDistances& smooth, int threads, double cut) {
  const size_t n = distances.rows, k = distances.columns;
  std::vector<Given> given(n * k);
  parallel_ranges(n, threads, kGraphGrain, [&](size_t begin, size_t end, int) {
    std::vector<float> shares(lanes::groups(k) * lanes::kLanes);
    at_level<Simd::v3>([&](auto) {
      for (size_t i = begin; i < end; ++i) {
        shares_of(distances.row(i), smooth.nearest[i], smooth.scale[i], shares);
        for (size_t j = 0; j < k; ++j)
          given[i * k + j] = {ids.row(i)[j],
                              static_cast<double>(distances.row(i)[j]) < cut ? shares[j] : 0.0F};
      }
    });
    for (size_t i = begin; i < end; ++i)
      std::sort(given.begin() + static_cast<ptrdiff_t>(i * k),
                given.begin() + static_cast<ptrdiff_t>((i + 1) * k),
                [](const Given& a, const Given& b) { return a.to < b.to; });
  });
  CsrMatrix v;
  v.columns_count = n;
  v.columns.reserve(n * k);
  v.values.reserve(n * k);
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < k; ++j) {
      const Given& one = given[i * k + j];
      if (one.share == 0) continue;
      v.columns.push_back(one.to);
      v.values.push_back(static_cast<double>(one.share));
    }
    v.begin.push_back(v.columns.size());
  }
  return v;
}

CsrMatrix fuzzy_union(const CsrMatrix& v) {
  const size_t n = v.rows();
  // The points that have each point as a neighbour, ascending.
  std::vector<uint64_t> begin(n + 1, 0);
  for (const uint32_t to : v.columns) ++begin[to + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<uint32_t> from(v.columns.size());
  std::vector<double> values(v.columns.size());
  auto next = begin;
  for (uint32_t i = 0; i < n; ++i)
    for (size_t e = v.begin[i]; e < v.begin[i + 1]; ++e) {
      const uint64_t at = next[v.columns[e]]++;
      from[at] = i;
      values[at] = v.values[e];
    }
  CsrMatrix w;
  w.columns_count = n;
  w.columns.reserve(2 * v.columns.size());
  w.values.reserve(2 * v.columns.size());
  for (size_t i = 0; i < n; ++i) {
    size_t out = v.begin[i], in = begin[i];
    while (out < v.begin[i + 1] || in < begin[i + 1]) {
      const uint32_t to = out < v.begin[i + 1] ? v.columns[out] : UINT32_MAX;
      const uint32_t giver = in < begin[i + 1] ? from[in] : UINT32_MAX;
      const double mine = to <= giver ? v.values[out++] : 0, theirs = giver <= to ? values[in++] : 0;
      w.columns.push_back(std::min(to, giver));
      w.values.push_back(1 - (1 - mine) * (1 - theirs));
    }
    w.begin.push_back(w.columns.size());
  }
  return w;
}

}  // namespace standfast
