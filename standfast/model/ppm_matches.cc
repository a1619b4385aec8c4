#include "standfast/model/ppm_matches.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>
#include <tuple>
#include <vector>

#include "standfast/base/parallel.h"
#include "standfast/text/utf8.h"

namespace standfast {
namespace {

constexpr int kGram = kPpmLongestOrder + 1;  // a context and the character after it

__extension__ typedef unsigned __int128 Wide;

// Dense numbers 1..count for the code points in use; 0 stands before the start of a text.
struct Symbols {
  std::vector<uint32_t> number;  // by code point; 0 = not in use
  uint32_t count = 0;
  int bits = 1;                  // enough for 0..count
};

Symbols number_symbols(std::span<const std::string_view> texts) {
  std::array<uint8_t, 256> bytes{};
  for (const auto text : texts)
    for (const char byte : text) bytes[static_cast<unsigned char>(byte)] = 1;
  Symbols symbols;
  const bool ascii = std::all_of(bytes.begin() + 128, bytes.end(), [](uint8_t used) { return used == 0; });
  symbols.number.assign(ascii ? 128 : 0x110000, 0);
  if (ascii) {
    std::copy_n(bytes.begin(), 128, symbols.number.begin());
  } else {
    for (const auto text : texts)
      for (size_t at = 0; at < text.size();) symbols.number[next_code_point(text, at)] = 1;
  }
  for (auto& number : symbols.number)
    if (number != 0) number = ++symbols.count;
  symbols.bits = std::max(1, static_cast<int>(std::bit_width(symbols.count)));
  return symbols;
}

// Eight counters side by side. In an index, lane k holds how often the first k symbols of a reversed gram occur
// (lane 0: the length of the text); in a match, lane 7 holds the number of symbols matched.
template <class Count>
union Lanes {
  typedef Count Vector __attribute__((vector_size(8 * sizeof(Count))));
  Vector all;
  Count at[8];
};
// masks[k] keeps lanes 0..k.
template <class Count>
std::array<Lanes<Count>, kGram + 1> make_masks() {
  std::array<Lanes<Count>, kGram + 1> masks{};
  for (int k = 0; k <= kGram; ++k)
    for (int lane = 0; lane <= k; ++lane) masks[k].at[lane] = static_cast<Count>(~Count{0});
  return masks;
}
constexpr int kMatchedLane = 7;
static_assert(kGram < kMatchedLane);

// Key: the reversed gram packed, newest symbol highest. Count: holds the length of a text.
template <class Key, class Count>
class Engine {
 public:
  using Vector = Lanes<Count>;

  Engine(const Symbols& symbols, int order) : symbols_(symbols), bits_(symbols.bits), levels_(order + 1) {
    assert(bits_ * kGram <= static_cast<int>(8 * sizeof(Key)));
    for (int lead = 0; lead <= static_cast<int>(8 * sizeof(Key)); ++lead)
      equal_symbols_[lead] = static_cast<uint8_t>(
          std::clamp((lead - (static_cast<int>(8 * sizeof(Key)) - bits_ * kGram)) / bits_, 0, kGram));
  }

  struct Index {
    uint32_t length = 0;          // symbols in the text
    Key last = 0;                 // the gram that ends the text
    std::vector<Key> grams;       // distinct, ascending
    std::vector<Vector> counts;   // of each gram
    std::vector<uint32_t> rank;   // of each position: its gram
  };

  struct Scratch {
    std::vector<uint32_t> symbols, digits, order, spare, buckets, starts;
    std::vector<Key> keys;
    std::vector<uint8_t> shared;
    std::vector<uint32_t> above_a, above_b;
    std::vector<Vector> matches;
  };

  void build(std::string_view text, Scratch& scratch, Index& index) const {
    read_symbols(text, scratch);
    const auto n = static_cast<uint32_t>(scratch.symbols.size() - kGram);
    index.length = n;
    index.grams.clear();
    index.counts.clear();
    index.rank.resize(n);
    if (n == 0) return;
    sort_positions(n, scratch);
    scratch.keys.resize(n);
    const uint32_t* symbol = scratch.symbols.data() + kGram;
    Key key = 0;
    for (uint32_t i = 0; i < n; ++i) {
      key = static_cast<Key>(key >> bits_) | static_cast<Key>(static_cast<Key>(symbol[i]) << (bits_ * (kGram - 1)));
      scratch.keys[i] = key;
    }
    index.last = key;
    count_grams(n, scratch, index);
  }

  // Bits per symbol of b under a's model, and of a under b's.
  std::pair<double, double> compare(const Index& a, const Index& b, Scratch& scratch) const {
    constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
    if (a.length == 0 || b.length == 0) return {b.length == 0 ? kUndefined : kPpmUnseenBits,
                                                a.length == 0 ? kUndefined : kPpmUnseenBits};
    merge(a, b, scratch);
    match(a, b, scratch.above_b, scratch.matches);
    const double b_under_a = bits_per_symbol(a, b, scratch.matches);
    match(b, a, scratch.above_a, scratch.matches);
    return {b_under_a, bits_per_symbol(b, a, scratch.matches)};
  }

 private:
  int equal(Key difference) const {
    int lead = 0;
    if constexpr (sizeof(Key) == 8) {
      lead = std::countl_zero(difference);
    } else {
      const auto high = static_cast<uint64_t>(difference >> 64);
      lead = high != 0 ? std::countl_zero(high) : 64 + std::countl_zero(static_cast<uint64_t>(difference));
    }
    return equal_symbols_[lead];
  }

  // scratch.symbols: kGram zeros, then the text's symbols.
  void read_symbols(std::string_view text, Scratch& scratch) const {
    auto& out = scratch.symbols;
    out.resize(text.size() + kGram);
    std::fill_n(out.begin(), kGram, 0);
    uint32_t* to = out.data() + kGram;
    const uint32_t* number = symbols_.number.data();
    for (size_t at = 0; at < text.size();) {
      if (is_ascii(text[at])) *to++ = number[static_cast<unsigned char>(text[at++])];
      else *to++ = number[next_code_point(text, at)];
    }
    out.resize(static_cast<size_t>(to - out.data()));
  }

  // scratch.order: the positions 0..n-1 in ascending order of their reversed grams, by radix sort from the oldest
  // symbol to the newest; two symbols at a time where the table of pairs is not larger than the work it saves.
  void sort_positions(uint32_t n, Scratch& scratch) const {
    const uint64_t values = uint64_t{symbols_.count} + 1;
    const bool in_pairs = values * values <= std::max<uint64_t>(2 * uint64_t{n}, 1024);
    const int step = in_pairs ? 2 : 1;
    const auto bucket_count = static_cast<size_t>(in_pairs ? values * values : values);
    const uint32_t* symbol = scratch.symbols.data() + kGram;
    scratch.digits.resize(n + kGram);
    uint32_t* digit = scratch.digits.data() + kGram;
    for (int i = -kGram + 1; i < static_cast<int>(n); ++i)
      digit[i] = in_pairs ? symbol[i] * static_cast<uint32_t>(values) + symbol[i - 1] : symbol[i];
    scratch.starts.assign(bucket_count, 0);
    for (uint32_t i = 0; i < n; ++i) ++scratch.starts[digit[i]];

    scratch.order.resize(n);
    scratch.spare.resize(n);
    for (int offset = kGram - step; offset >= 0; offset -= step) {
      // The digits `offset` positions back: those of the text but its last ones, and as many from before its start.
      auto& bucket = scratch.buckets;
      bucket = scratch.starts;
      const auto moved = std::min(n, static_cast<uint32_t>(offset));
      for (uint32_t i = n - moved; i < n; ++i) --bucket[digit[i]];
      bucket[0] += moved;
      uint32_t start = 0;
      for (auto& b : bucket) start += std::exchange(b, start);
      const bool first = offset == kGram - step;
      uint32_t* to = scratch.spare.data();
      if (first) {
        for (uint32_t i = 0; i < n; ++i) to[bucket[digit[static_cast<int>(i) - offset]]++] = i;
      } else {
        const uint32_t* from = scratch.order.data();
        const uint32_t* back = digit - offset;
        for (uint32_t i = 0; i < n; ++i) to[bucket[back[from[i]]]++] = from[i];
      }
      scratch.order.swap(scratch.spare);
    }
  }

  // index.grams, counts and rank from the sorted positions.
  void count_grams(uint32_t n, Scratch& scratch, Index& index) const {
    auto& shared = scratch.shared;  // symbols that a gram has in common with the gram before it
    shared.clear();
    index.grams.reserve(n);
    index.counts.reserve(n);
    Vector running{};
    uint32_t first = 0;
    const auto close = [&](uint32_t end) {
      running.all += static_cast<Count>(end - first);
      index.counts.push_back(running);
      first = end;
    };
    for (uint32_t i = 0; i < n; ++i) {
      const uint32_t position = scratch.order[i];
      const Key gram = scratch.keys[position];
      if (i == 0 || gram != index.grams.back()) {
        if (i > 0) {
          close(i);
          shared.push_back(static_cast<uint8_t>(equal(gram ^ index.grams.back())));
          running.all &= masks_[shared.back()].all;
        }
        index.grams.push_back(gram);
      }
      index.rank[position] = static_cast<uint32_t>(index.grams.size() - 1);
    }
    close(n);
    // Each gram now holds, per length of prefix, the occurrences up to and including it; the last of those that
    // share a prefix holds all of them: carry it back.
    for (size_t j = index.grams.size() - 1; j-- > 0;) {
      const auto mask = masks_[shared[j]].all;
      index.counts[j].all = (index.counts[j + 1].all & mask) | (index.counts[j].all & ~mask);
    }
  }

  // above_b[j]: the first gram of a that is not below gram j of b; above_a likewise. Without branches on the
  // comparison, which nobody could predict.
  void merge(const Index& a, const Index& b, Scratch& scratch) const {
    const size_t na = a.grams.size(), nb = b.grams.size();
    scratch.above_a.resize(na);
    scratch.above_b.resize(nb);
    size_t i = 0, j = 0;
    const Key* ka = a.grams.data();
    const Key* kb = b.grams.data();
    uint32_t* above_a = scratch.above_a.data();
    uint32_t* above_b = scratch.above_b.data();
    while (i < na && j < nb) {
      const Key x = ka[i], y = kb[j];
      above_a[i] = static_cast<uint32_t>(j);
      above_b[j] = static_cast<uint32_t>(i);
      i += x <= y ? 1 : 0;
      j += y <= x ? 1 : 0;
    }
    for (; i < na; ++i) above_a[i] = static_cast<uint32_t>(nb);
    for (; j < nb; ++j) above_b[j] = static_cast<uint32_t>(na);
  }

  // matches[j]: the counts in `model` of the longest prefix that gram j of `text` shares with any gram of the model.
  void match(const Index& model, const Index& text, const std::vector<uint32_t>& above,
             std::vector<Vector>& matches) const {
    matches.resize(text.grams.size());
    const size_t end = model.grams.size();
    for (size_t j = 0; j < text.grams.size(); ++j) {
      const size_t high = above[j] < end ? above[j] : end - 1, low = above[j] > 0 ? above[j] - 1 : 0;
      const int with_high = equal(text.grams[j] ^ model.grams[high]), with_low = equal(text.grams[j] ^ model.grams[low]);
      const bool up = with_high >= with_low;
      const int matched = up ? with_high : with_low;
      matches[j].all = model.counts[up ? high : low].all & masks_[matched].all;
      matches[j].at[kMatchedLane] = static_cast<Count>(matched);
    }
  }

  double bits_per_symbol(const Index& model, const Index& text, const std::vector<Vector>& matches) const {
    const uint32_t n = text.length;
    Vector before_start{};
    before_start.at[0] = static_cast<Count>(model.length);
    const Vector* previous = &before_start;
    Key previous_gram = 0;
    uint64_t unseen = 0;
    double bits = 0;
    // Logarithms of products of 24 counts: below 2^768, so they cannot overflow.
    for (uint32_t begin = 0; begin < n; begin += 24) {
      const uint32_t end = std::min(n, begin + 24);
      double seen = 1, total = 1;
      for (uint32_t i = begin; i < end; ++i) {
        const uint32_t rank = text.rank[i];
        const Vector* here = &matches[rank];
        const int matched = std::min({static_cast<int>(here->at[kMatchedLane]),
                                      static_cast<int>(std::min<uint32_t>(i, kGram)) + 1, levels_});
        if (matched == 0) {
          ++unseen;
        } else {
          seen *= here->at[matched];
          // The model's last characters are a context that nothing follows: not counted.
          const Key difference = previous_gram ^ model.last;
          const bool ends_model = matched > 1 && static_cast<Key>(difference >> (bits_ * (kGram + 1 - matched))) == 0;
          total *= previous->at[matched - 1] - (ends_model ? 1U : 0U);
        }
        previous = here;
        previous_gram = text.grams[rank];
      }
      bits += std::log2(total) - std::log2(seen);
    }
    return (bits + kPpmUnseenBits * static_cast<double>(unseen)) / n;
  }

  const Symbols& symbols_;
  const int bits_, levels_;
  const std::array<Vector, kGram + 1> masks_ = make_masks<Count>();
  std::array<uint8_t, 8 * sizeof(Key) + 1> equal_symbols_{};
};

// Consecutive texts in groups whose indexes fit together into half the memory budget; one group if all fit.
std::vector<uint32_t> group_texts(std::span<const std::string_view> texts, uint64_t bytes_per_symbol, uint64_t budget) {
  uint64_t total = 0;
  for (const auto text : texts) total += text.size() * bytes_per_symbol;
  std::vector<uint32_t> group(texts.size(), 0);
  if (total <= budget) return group;
  uint64_t used = 0;
  uint32_t number = 0;
  for (size_t i = 0; i < texts.size(); ++i) {
    const uint64_t need = texts[i].size() * bytes_per_symbol;
    if (used > 0 && used + need > budget / 2) {
      ++number;
      used = 0;
    }
    used += need;
    group[i] = number;
  }
  return group;
}

template <class Key, class Count>
void run(const Symbols& symbols, std::span<const std::string_view> texts,
         std::span<const std::pair<uint32_t, uint32_t>> pairs, const PpmMatchOptions& options, Sink& sink,
         DenseMatrix& out) {
  using E = Engine<Key, Count>;
  const E engine(symbols, options.order);
  const auto group = group_texts(texts, sizeof(uint32_t) + sizeof(Key) + sizeof(typename E::Vector), options.memory_budget);

  // Pairs by (group of one text, group of the other): each such cell needs at most two groups in memory.
  struct Item {
    uint32_t low, high, pair;
  };
  std::vector<Item> items;
  items.reserve(pairs.size());
  for (uint32_t i = 0; i < pairs.size(); ++i) {
    const auto [low, high] = std::minmax(group[pairs[i].first], group[pairs[i].second]);
    items.push_back({low, high, i});
  }
  std::sort(items.begin(), items.end(), [](const Item& x, const Item& y) {
    return std::tie(x.low, x.high, x.pair) < std::tie(y.low, y.high, y.pair);
  });

  std::vector<typename E::Index> index(texts.size());
  std::vector<uint8_t> built(texts.size(), 0);
  std::vector<typename E::Scratch> scratch(static_cast<size_t>(std::max(1, options.threads)));
  uint64_t done = 0;
  for (size_t begin = 0; begin < items.size();) {
    size_t end = begin;
    while (end < items.size() && items[end].low == items[begin].low && items[end].high == items[begin].high) ++end;
    const uint32_t low = items[begin].low, high = items[begin].high;
    std::vector<uint32_t> needed;
    for (size_t i = begin; i < end; ++i)
      for (const uint32_t text : {pairs[items[i].pair].first, pairs[items[i].pair].second})
        if (built[text] == 0) {
          built[text] = 1;
          needed.push_back(text);
        }
    parallel_ranges(needed.size(), options.threads, 8, [&](size_t from, size_t to, int worker) {
      for (size_t i = from; i < to; ++i) engine.build(texts[needed[i]], scratch[worker], index[needed[i]]);
    });
    constexpr size_t kBatch = 4096;  // pairs between two reports of progress
    for (size_t batch = begin; batch < end; batch += kBatch) {
      const size_t size = std::min(kBatch, end - batch);
      parallel_ranges(size, options.threads, 8, [&](size_t from, size_t to, int worker) {
        for (size_t i = from; i < to; ++i) {
          const uint32_t pair = items[batch + i].pair;
          const auto [b_under_a, a_under_b] = engine.compare(index[pairs[pair].first], index[pairs[pair].second], scratch[worker]);
          out.row(pair)[0] = b_under_a;
          out.row(pair)[1] = a_under_b;
        }
      });
      done += size;
      sink.progress("ppm: cross-entropies", done, pairs.size());
    }
    // The low group stays for the next cell of its row, the other goes.
    const bool row_ends = end == items.size() || items[end].low != low;
    for (uint32_t text = 0; text < texts.size(); ++text)
      if (built[text] != 0 && (row_ends || (group[text] == high && high != low))) {
        index[text] = {};
        built[text] = 0;
      }
    begin = end;
  }
}

}  // namespace

void ppm_cross_entropies(std::span<const std::string_view> texts, std::span<const std::pair<uint32_t, uint32_t>> pairs,
                         const PpmMatchOptions& options, Sink& sink, DenseMatrix& out) {
  assert(options.order >= 0 && options.order <= kPpmLongestOrder);
  out = DenseMatrix(pairs.size(), 2);
  const Symbols symbols = number_symbols(texts);
  size_t longest = 0;
  for (const auto text : texts) longest = std::max(longest, text.size());
  const bool narrow = symbols.bits * kGram <= 64, small = longest < 0xffff;
  if (narrow && small) run<uint64_t, uint16_t>(symbols, texts, pairs, options, sink, out);
  else if (narrow) run<uint64_t, uint32_t>(symbols, texts, pairs, options, sink, out);
  else if (small) run<Wide, uint16_t>(symbols, texts, pairs, options, sink, out);
  else run<Wide, uint32_t>(symbols, texts, pairs, options, sink, out);
}

}  // namespace standfast
