#include "standfast/num/softmax/softmax_passes.h"

#include <numeric>

namespace standfast::softmax {
namespace {

constexpr size_t kBlockEntries = size_t{1} << 15;

void cut_into_blocks(Lists& lists) {
  lists.blocks = {0};
  for (size_t i = 0; i < lists.size(); ++i) {
    const uint64_t work =
        lists.begin[i + 1] - lists.begin[lists.blocks.back()] + 16 * (i - lists.blocks.back());
    if (work >= kBlockEntries || i + 1 == lists.size()) lists.blocks.push_back(i + 1);
  }
}

}  // namespace

Passes::Passes(const CsrMatrix& x, size_t classes, int threads)
    : stride_(lanes::groups(classes) * lanes::kLanes), threads_(threads) {
  const size_t n = x.rows(), d = x.columns_count, entries = x.columns.size();
  const bool unit = std::all_of(x.values.begin(), x.values.end(), [](double v) { return v == 1.0; });
  std::vector<uint64_t> counts(d, 0);
  for (const uint32_t column : x.columns) ++counts[column];
  order_.resize(d);
  std::iota(order_.begin(), order_.end(), 0U);
  std::stable_sort(order_.begin(), order_.end(),
                   [&](uint32_t a, uint32_t b) { return counts[a] > counts[b]; });

  // First columns from rows, then rows from columns: so both ascend without a sort.
  columns_.begin.assign(d + 1, 0);
  std::vector<uint64_t> at(d);
  for (size_t k = 0; k < d; ++k) {
    at[order_[k]] = columns_.begin[k];
    columns_.begin[k + 1] = columns_.begin[k] + counts[order_[k]];
  }
  columns_.other.resize(entries);
  if (!unit) columns_.doubles.resize(entries);
  for (size_t i = 0; i < n; ++i)
    for (uint64_t e = x.begin[i]; e < x.begin[i + 1]; ++e) {
      const uint64_t to = at[x.columns[e]]++;
      columns_.other[to] = static_cast<uint32_t>(i);
      if (!unit) columns_.doubles[to] = x.values[e];
    }
  rows_.begin = x.begin;
  rows_.other.resize(entries);
  if (!unit) rows_.doubles.resize(entries);
  at.assign(x.begin.begin(), x.begin.end() - 1);
  for (size_t k = 0; k < d; ++k)
    for (uint64_t e = columns_.begin[k]; e < columns_.begin[k + 1]; ++e) {
      const uint64_t to = at[columns_.other[e]]++;
      rows_.other[to] = static_cast<uint32_t>(k);
      if (!unit) rows_.doubles[to] = columns_.doubles[e];
    }
  for (Lists* lists : {&rows_, &columns_}) {
    lists->floats.resize(lists->doubles.size());
    std::transform(lists->doubles.begin(), lists->doubles.end(), lists->floats.begin(),
                   [](double v) { return static_cast<float>(v); });
    cut_into_blocks(*lists);
  }
}

namespace {

template <class Real>
void gather_at_level(const Lists& lists, size_t first, size_t last, const Real* table, size_t stride,
                     Real* sums) {
  at_level<kMostSimd>([&](auto) {
    for (size_t i = first; i < last; ++i, sums += stride) {
      const uint32_t* other = lists.other.data() + lists.begin[i];
      const size_t entries = lists.begin[i + 1] - lists.begin[i];
      lanes::in_pieces(stride, [&]<size_t G>(size_t at) {
        if (lists.floats.empty())
          gather<G, true, Real>(other, nullptr, entries, table + at, stride, sums + at);
        else
          gather<G, false>(other, lists.values<Real>() + lists.begin[i], entries, table + at, stride,
                           sums + at);
      });
    }
  });
}

}  // namespace

void Passes::gather_lists(const Lists& lists, size_t first, size_t last, const float* table,
                          float* sums) const {
  gather_at_level(lists, first, last, table, stride_, sums);
}
void Passes::gather_lists(const Lists& lists, size_t first, size_t last, const double* table,
                          double* sums) const {
  gather_at_level(lists, first, last, table, stride_, sums);
}

}  // namespace standfast::softmax
