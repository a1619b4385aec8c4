#include "standfast/model/ppm/ppm_matches.h"

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

// Dense numbers 1..count for the code points in use; 0 represents positions before the start of a text.
struct Symbols {
  std::vector<uint32_t> number;  // by code point; 0 = not in use
  uint32_t count = 0;
  int bits = 1;  // enough for 0..count
};

Symbols number_symbols(std::span<const std::string_view> texts) {
  std::array<uint8_t, 256> bytes{};
  for (const auto text : texts)
    for (const char byte : text) bytes[static_cast<unsigned char>(byte)] = 1;
  Symbols symbols;
  const bool ascii = std::all_of(bytes.begin() + 128, bytes.end(), [](uint8_t used) { return used == 0; });
  symbols.number.assign(bytes.begin(), bytes.begin() + 128);
  if (!ascii)
    for (const auto text : texts)
      for (size_t at = 0; at < text.size();) {
        if (is_ascii(text[at])) {
          ++at;
          continue;
        }
        const CodePoint c = next_code_point(text, at);
        if (c >= symbols.number.size()) symbols.number.resize(std::bit_ceil(c + size_t{1}), 0);
        symbols.number[c] = 1;
      }
  for (auto& number : symbols.number)
    if (number != 0) number = ++symbols.count;
  symbols.bits = std::max(1, static_cast<int>(std::bit_width(symbols.count)));
  return symbols;
}

// Eight counters side by side. In an index, lane k counts the occurrences of the first k symbols of a
// reversed gram (lane 0: the length of the text). In a match, lane 7 has the number of matched symbols.
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

// The comparison engine. Key: a packed reversed gram, the newest symbol highest. Count: a type that can hold
// the length of a text.
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
    uint32_t length = 0;         // symbols in the text
    Key last = 0;                // the gram that ends the text
    std::vector<Key> grams;      // distinct, ascending
    std::vector<Vector> counts;  // of each gram
    std::vector<Count> rank;     // by position: the place of its gram
  };

  struct Scratch {
    std::vector<uint32_t> symbols, buckets, starts;
    std::vector<uint16_t> digits;
    std::vector<Count> order, spare, first;
    std::vector<Key> keys;
    std::vector<uint8_t> shared;
    std::vector<Count> above_a, above_b;
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
      key = static_cast<Key>(key >> bits_) |
            static_cast<Key>(static_cast<Key>(symbol[i]) << (bits_ * (kGram - 1)));
      scratch.keys[i] = key;
    }
    index.last = key;
    count_grams(n, scratch, index);
  }

  // Returns the bits per symbol of b under the model of a, and of a under the model of b.
  std::pair<double, double> compare(const Index& a, const Index& b, Scratch& scratch) const {
    constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
    if (a.length == 0 || b.length == 0)
      return {b.length == 0 ? kUndefined : kPpmUnseenBits, a.length == 0 ? kUndefined : kPpmUnseenBits};
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
      // The highest bit is free. A bit appended at the end avoids zero, for which processors without lzcnt
      // would need a branch that cannot be predicted.
      lead = 1 + std::countl_zero(static_cast<uint64_t>(difference << 1 | 1));
    } else {
      const auto high = static_cast<uint64_t>(difference >> 64);
      lead = high != 0 ? std::countl_zero(high) : 64 + std::countl_zero(static_cast<uint64_t>(difference));
    }
    return equal_symbols_[lead];
  }

  // Fills scratch.symbols: kGram zeros, then the text's symbols.
  void read_symbols(std::string_view text, Scratch& scratch) const {
    auto& out = scratch.symbols;
    out.resize(text.size() + kGram);
    std::fill_n(out.begin(), kGram, 0);
    uint32_t* to = out.data() + kGram;
    const uint32_t* number = symbols_.number.data();
    for (size_t at = 0; at < text.size();) {
      if (is_ascii(text[at]))
        *to++ = number[static_cast<unsigned char>(text[at++])];
      else
        *to++ = number[next_code_point(text, at)];
    }
    out.resize(static_cast<size_t>(to - out.data()));
  }

  // Fills scratch.order with the positions 0..n-1 in ascending order of their reversed grams. This is a radix
  // sort from the oldest symbol to the newest. It takes two symbols at a time if the table of pairs is not
  // larger than the work that it saves.
  void sort_positions(uint32_t n, Scratch& scratch) const {
    const uint64_t values = uint64_t{symbols_.count} + 1;
    const uint32_t* symbol = scratch.symbols.data() + kGram;
    if (values * values > std::min<uint64_t>(std::max<uint64_t>(2 * uint64_t{n}, 1024), 0x10000))
      return sort_by(symbol, 1, static_cast<size_t>(values), n, scratch);
    scratch.digits.resize(n + kGram);
    uint16_t* pair = scratch.digits.data() + kGram;
    for (int i = -kGram + 1; i < static_cast<int>(n); ++i)
      pair[i] = static_cast<uint16_t>(symbol[i] * static_cast<uint32_t>(values) + symbol[i - 1]);
    sort_by(pair, 2, static_cast<size_t>(values * values), n, scratch);
  }

  // Sorts by digits. digit[i]: 0..values-1, made of the `step` symbols up to position i. It is 0 for the
  // kGram - 1 positions before the text.
  template <class Digit>
  void sort_by(const Digit* digit, int step, size_t values, uint32_t n, Scratch& scratch) const {
    auto& bucket = scratch.buckets;
    scratch.starts.assign(values, 0);
    for (uint32_t i = 0; i < n; ++i) ++scratch.starts[digit[i]];
    scratch.order.resize(n);
    scratch.spare.resize(n);
    for (int offset = kGram - step; offset >= 0; offset -= step) {
      // The digits `offset` positions back: the digits of the text without its last `offset` ones, and as
      // many from before its start.
      bucket = scratch.starts;
      const auto moved = std::min(n, static_cast<uint32_t>(offset));
      for (uint32_t i = n - moved; i < n; ++i) --bucket[digit[i]];
      bucket[0] += moved;
      uint32_t start = 0;
      for (auto& b : bucket) start += std::exchange(b, start);
      const Digit* back = digit - offset;
      uint32_t* next = bucket.data();
      Count* to = scratch.spare.data();
      if (offset == kGram - step) {
        for (uint32_t i = 0; i < n; ++i) to[next[back[i]]++] = static_cast<Count>(i);
      } else {
        const Count* from = scratch.order.data();
        for (uint32_t i = 0; i < n; ++i) to[next[back[from[i]]]++] = from[i];
      }
      scratch.order.swap(scratch.spare);
    }
  }

  // Computes index.grams, counts and rank from the sorted positions. Whether a gram equals the one before it
  // cannot be predicted, so no branch depends on it.
  void count_grams(uint32_t n, Scratch& scratch, Index& index) const {
    index.grams.resize(n);
    scratch.first.resize(n + size_t{1});
    Key* gram = index.grams.data();
    Count* first = scratch.first.data();  // by gram: where it starts among the sorted positions
    size_t last = 0;
    Key before = scratch.keys[scratch.order[0]];
    first[0] = 0;
    for (uint32_t i = 0; i < n; ++i) {
      const uint32_t position = scratch.order[i];
      const Key key = scratch.keys[position];
      last += key != before ? 1 : 0;
      before = key;
      gram[last] = key;
      first[last + 1] = static_cast<Count>(i + 1);
      index.rank[position] = static_cast<Count>(last);
    }
    const size_t grams = last + 1;
    index.grams.resize(grams);
    index.counts.resize(grams);
    scratch.shared.resize(grams);
    Vector* counts = index.counts.data();
    uint8_t* shared = scratch.shared.data();  // number of symbols that a gram shares with the previous gram
    Vector running{};
    for (size_t j = 0; j < grams; ++j) {
      if (j > 0) {
        shared[j] = static_cast<uint8_t>(equal(gram[j] ^ gram[j - 1]));
        running.all &= masks_[shared[j]].all;
      }
      running.all += static_cast<Count>(first[j + 1] - first[j]);
      counts[j] = running;
    }
    // A gram now has, for each length of prefix, the number of occurrences up to and including itself. Only
    // the last gram with a prefix has all occurrences of it, so this number is carried back to the others.
    for (size_t j = grams - 1; j-- > 0;) {
      const auto mask = masks_[shared[j + 1]].all;
      counts[j].all = (running.all & mask) | (counts[j].all & ~mask);
      running = counts[j];
    }
  }

  // Computes above_b[j], the first gram of a that is not below gram j of b; above_a likewise. The next side
  // cannot be predicted, so the places move without a branch. Every step waits for the previous one, so two
  // walks run at the same time: one from the front and one from the back.
  void merge(const Index& a, const Index& b, Scratch& scratch) const {
    scratch.above_a.resize(a.grams.size());
    scratch.above_b.resize(b.grams.size());
    const Key* ka = a.grams.data();
    const Key* kb = b.grams.data();
    Count* above_a = scratch.above_a.data();
    Count* above_b = scratch.above_b.data();
    using Place = int64_t;
    Place i = 0, j = 0;  // next gram from the front
    Place p = static_cast<Place>(a.grams.size()) - 1,
          q = static_cast<Place>(b.grams.size()) - 1;  // next gram from the back
    while (i + 1 < p && j + 1 < q) {
      const Key x = ka[i], y = kb[j], v = ka[p], w = kb[q];
      above_a[i] = static_cast<Count>(j);
      above_b[j] = static_cast<Count>(i);
      i += x <= y ? 1 : 0;
      j += y <= x ? 1 : 0;
      above_a[p] = static_cast<Count>(q + (v > w ? 1 : 0));
      above_b[q] = static_cast<Count>(p + (w > v ? 1 : 0));
      p -= v >= w ? 1 : 0;
      q -= w >= v ? 1 : 0;
    }
    while (i <= p && j <= q) {
      const Key x = ka[i], y = kb[j];
      above_a[i] = static_cast<Count>(j);
      above_b[j] = static_cast<Count>(i);
      i += x <= y ? 1 : 0;
      j += y <= x ? 1 : 0;
    }
    for (; i <= p; ++i) above_a[i] = static_cast<Count>(q + 1);
    for (; j <= q; ++j) above_b[j] = static_cast<Count>(p + 1);
  }

  // Computes matches[j]: gram j of `text` shares prefixes with the grams of the model; these are the counts
  // in `model` of the longest one.
  void match(const Index& model, const Index& text, const std::vector<Count>& above,
             std::vector<Vector>& matches) const {
    matches.resize(text.grams.size());
    const size_t end = model.grams.size();
    for (size_t j = 0; j < text.grams.size(); ++j) {
      const size_t place = above[j];
      const size_t high = place - (place == end ? 1 : 0), low = place - (place > 0 ? 1 : 0);
      const Key to_high = text.grams[j] ^ model.grams[high], to_low = text.grams[j] ^ model.grams[low];
      const bool up = to_high <= to_low;  // the smaller difference shares the longer prefix
      const int matched = equal(up ? to_high : to_low);
      const size_t nearest =
          low + (high - low) * static_cast<size_t>(up);  // no branch: it could not be predicted
      matches[j].all = model.counts[nearest].all & masks_[matched].all;
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
    // Logarithms are taken of products of 24 counts. These are below 2^768, so they cannot overflow.
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
          // The last characters of the model's text are a context that nothing follows, so they are not
          // counted.
          const Key difference = previous_gram ^ model.last;
          const bool ends_model =
              matched > 1 && static_cast<Key>(difference >> (bits_ * (kGram + 1 - matched))) == 0;
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

// Divides consecutive texts into groups. The indexes of a group take at most half of the memory budget. If
// all fit into the budget, there is one group. A text of a single pair needs no lasting index.
std::vector<uint32_t> group_texts(std::span<const std::string_view> texts, const std::vector<uint32_t>& uses,
                                  uint64_t bytes_per_symbol, uint64_t budget) {
  const auto need = [&](size_t i) { return uses[i] > 1 ? texts[i].size() * bytes_per_symbol : 0; };
  uint64_t total = 0;
  for (size_t i = 0; i < texts.size(); ++i) total += need(i);
  std::vector<uint32_t> group(texts.size(), 0);
  if (total <= budget) return group;
  uint64_t used = 0;
  uint32_t number = 0;
  for (size_t i = 0; i < texts.size(); ++i) {
    if (used > 0 && used + need(i) > budget / 2) {
      ++number;
      used = 0;
    }
    used += need(i);
    group[i] = number;
  }
  return group;
}

// Returns a block size small enough that threads finish at about the same time, also with few items.
size_t grain(size_t items, int threads) {
  return std::clamp<size_t>(items / (16 * static_cast<size_t>(std::max(threads, 1))), 1, 8);
}

template <class Key, class Count>
void run(const Symbols& symbols, std::span<const std::string_view> texts,
         std::span<const std::pair<uint32_t, uint32_t>> pairs, const PpmMatchOptions& options, Sink& sink,
         DenseMatrix& out) {
  using E = Engine<Key, Count>;
  const E engine(symbols, options.order);
  std::vector<uint32_t> uses(texts.size(), 0);
  for (const auto& [a, b] : pairs) ++uses[a], ++uses[b];
  const auto group = group_texts(texts, uses, sizeof(uint32_t) + sizeof(Key) + sizeof(typename E::Vector),
                                 options.memory_budget);

  // Pairs are ordered by (group of one text, group of the other). Each such cell needs at most two groups in
  // memory.
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

  struct Worker {
    typename E::Scratch scratch;
    typename E::Index
        own[2];  // for texts that no other pair needs: they are still in the cache when compared
  };
  std::vector<Worker> workers(static_cast<size_t>(std::max(1, options.threads)));
  std::vector<typename E::Index> index(texts.size());
  std::vector<uint8_t> built(texts.size(), 0);
  const auto index_of = [&](uint32_t text, Worker& worker, int side) -> const typename E::Index& {
    if (built[text] != 0) return index[text];
    engine.build(texts[text], worker.scratch, worker.own[side]);
    return worker.own[side];
  };
  uint64_t done = 0;
  for (size_t begin = 0; begin < items.size();) {
    size_t end = begin;
    while (end < items.size() && items[end].low == items[begin].low && items[end].high == items[begin].high)
      ++end;
    const uint32_t low = items[begin].low, high = items[begin].high;
    std::vector<uint32_t> needed;
    for (size_t i = begin; i < end; ++i)
      for (const uint32_t text : {pairs[items[i].pair].first, pairs[items[i].pair].second})
        if (uses[text] > 1 && built[text] == 0) {
          built[text] = 1;
          needed.push_back(text);
        }
    parallel_ranges(needed.size(), options.threads, grain(needed.size(), options.threads),
                    [&](size_t from, size_t to, int worker) {
                      for (size_t i = from; i < to; ++i) {
                        auto& shared = index[needed[i]];
                        engine.build(texts[needed[i]], workers[worker].scratch, shared);
                        shared.grams.shrink_to_fit();
                        shared.counts.shrink_to_fit();
                      }
                    });
    constexpr size_t kBatch = 4096;  // pairs between two reports of progress
    for (size_t batch = begin; batch < end; batch += kBatch) {
      const size_t size = std::min(kBatch, end - batch);
      parallel_ranges(size, options.threads, grain(size, options.threads),
                      [&](size_t from, size_t to, int number) {
                        auto& worker = workers[number];
                        for (size_t i = from; i < to; ++i) {
                          const auto [a, b] = pairs[items[batch + i].pair];
                          const auto row = out.row(items[batch + i].pair);
                          std::tie(row[0], row[1]) =
                              engine.compare(index_of(a, worker, 0), index_of(b, worker, 1), worker.scratch);
                        }
                      });
      done += size;
      sink.progress("ppm: cross-entropies", done, pairs.size());
    }
    // The low group stays for the next cell of its row; the other group is dropped.
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

void ppm_cross_entropies(std::span<const std::string_view> texts,
                         std::span<const std::pair<uint32_t, uint32_t>> pairs, const PpmMatchOptions& options,
                         Sink& sink, DenseMatrix& out) {
  assert(options.order >= 0 && options.order <= kPpmLongestOrder);
  out = DenseMatrix(pairs.size(), 2);
  const Symbols symbols = number_symbols(texts);
  size_t longest = 0;
  for (const auto text : texts) longest = std::max(longest, text.size());
  const bool narrow = symbols.bits * kGram <= 64, small = longest < 0xffff;
  if (narrow && small)
    run<uint64_t, uint16_t>(symbols, texts, pairs, options, sink, out);
  else if (narrow)
    run<uint64_t, uint32_t>(symbols, texts, pairs, options, sink, out);
  else if (small)
    run<Wide, uint16_t>(symbols, texts, pairs, options, sink, out);
  else
    run<Wide, uint32_t>(symbols, texts, pairs, options, sink, out);
}

}  // namespace standfast
