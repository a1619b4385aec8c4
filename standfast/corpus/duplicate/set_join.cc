#include "standfast/corpus/duplicate/set_join.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cmath>
#include <numeric>
#include <utility>

#include "standfast/base/parallel.h"

namespace standfast {
namespace {

constexpr size_t kGrain = 64;  // sets that a thread takes at once

// Returns the least whole number that is at least x, where x may be a little too large by rounding.
size_t at_least(double x) {
  return static_cast<size_t>(std::max(0.0, std::ceil(x - 1e-9)));
}

size_t shared_tokens(std::span<const uint32_t> a, std::span<const uint32_t> b) {
  size_t both = 0;
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const uint32_t x = a[i], y = b[j];
    both += x == y ? 1 : 0;
    i += x <= y ? 1 : 0;
    j += y <= x ? 1 : 0;
  }
  return both;
}

class Join {
 public:
  Join(const TokenSets& sets, double threshold) : sets_(sets), threshold_(threshold) {
    for (uint32_t i = 0; i < sets.size(); ++i)
      if (!sets.of(i).empty()) order_.push_back(i);
    std::stable_sort(order_.begin(), order_.end(),
                     [&](uint32_t a, uint32_t b) { return sets.of(a).size() < sets.of(b).size(); });
    index_tokens();
  }

  SimilarPairs run(int threads, uint64_t most) const {
    std::vector<std::vector<SimilarPair>> found((order_.size() + kGrain - 1) / kGrain);
    std::atomic<uint64_t> total = 0;
    std::vector<Seen> seen(static_cast<size_t>(std::max(1, threads)));
    parallel_ranges(order_.size(), threads, kGrain, [&](size_t begin, size_t end, int worker) {
      auto& mine = found[begin / kGrain];
      for (size_t place = begin; place < end && total <= most; ++place)
        probe(place, seen[static_cast<size_t>(worker)], mine);
      total += mine.size();
    });
    SimilarPairs all;
    all.all = total <= most;
    for (const auto& some : found) all.pairs.insert(all.pairs.end(), some.begin(), some.end());
    std::sort(all.pairs.begin(), all.pairs.end(),
              [](const SimilarPair& x, const SimilarPair& y) { return x.a != y.a ? x.a < y.a : x.b < y.b; });
    if (!all.all) all.pairs.resize(std::min<uint64_t>(all.pairs.size(), most));
    return all;
  }

 private:
  struct Posting {
    uint32_t place;  // in order_
    uint32_t at;     // place of the token in its set
  };
  // Scratch memory of one thread: the number of tokens of both prefixes shared so far, by place.
  struct Seen {
    std::vector<int32_t> shared;
    std::vector<uint32_t> candidates;
  };
  static constexpr int32_t kHopeless = -1;

  std::span<const uint32_t> set_at(size_t place) const { return sets_.of(order_[place]); }
  // Returns the least number of tokens that sets of these sizes share if they are similar enough.
  size_t needed(size_t n, size_t m) const {
    return at_least(threshold_ / (1 + threshold_) * static_cast<double>(n + m));
  }

  // Indexes the rarest tokens of each set, as many as a partner of at least the same size can avoid sharing,
  // and one more.
  void index_tokens() {
    std::vector<uint64_t> begin(size_t{sets_.distinct} + 1);
    const auto prefix = [&](std::span<const uint32_t> set) {
      return set.first(set.size() + 1 - std::max<size_t>(1, needed(set.size(), set.size())));
    };
    for (const uint32_t i : order_)
      for (const uint32_t token : prefix(sets_.of(i))) ++begin[token + 1];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    postings_.resize(begin.back());
    postings_begin_ = begin;
    for (uint32_t place = 0; place < order_.size(); ++place) {
      const auto tokens = prefix(set_at(place));
      for (uint32_t at = 0; at < tokens.size(); ++at) postings_[begin[tokens[at]]++] = {place, at};
    }
  }

  // Finds pairs of the set at this place with sets before it, which are no larger.
  void probe(size_t place, Seen& seen, std::vector<SimilarPair>& found) const {
    if (seen.shared.empty()) seen.shared.assign(order_.size(), 0);
    const auto mine = set_at(place);
    const size_t n = mine.size();
    const size_t smallest = std::max<size_t>(1, at_least(threshold_ * static_cast<double>(n)));
    seen.candidates.clear();
    for (size_t i = 0; i + smallest <= n; ++i) {
      const auto first = postings_.begin() + static_cast<ptrdiff_t>(postings_begin_[mine[i]]);
      const auto last = postings_.begin() + static_cast<ptrdiff_t>(postings_begin_[mine[i] + 1]);
      auto posting = std::partition_point(
          first, last, [&](const Posting& one) { return set_at(one.place).size() < smallest; });
      for (; posting != last && posting->place < place; ++posting) {
        int32_t& shared = seen.shared[posting->place];
        if (shared == kHopeless) continue;
        const size_t m = set_at(posting->place).size();
        // At most all tokens from here on are shared too.
        const size_t possible = static_cast<size_t>(shared) + std::min(n - i, m - posting->at);
        if (shared == 0) seen.candidates.push_back(posting->place);
        shared = possible < needed(n, m) ? kHopeless : shared + 1;
      }
    }
    for (const uint32_t other : seen.candidates) {
      if (std::exchange(seen.shared[other], 0) == kHopeless) continue;
      const auto theirs = set_at(other);
      const size_t both = shared_tokens(mine, theirs);
      const double similarity = static_cast<double>(both) / static_cast<double>(n + theirs.size() - both);
      if (similarity < threshold_) continue;
      const auto [a, b] = std::minmax(order_[place], order_[other]);
      found.push_back({a, b, similarity});
    }
  }

  const TokenSets& sets_;
  const double threshold_;
  std::vector<uint32_t> order_;           // sets that are not empty, by size
  std::vector<uint64_t> postings_begin_;  // by token
  std::vector<Posting> postings_;         // by token, then by place
};

}  // namespace

SimilarPairs similar_pairs(const TokenSets& sets, double threshold, int threads, uint64_t most) {
  assert(threshold > 0 && threshold <= 1);
  return Join(sets, threshold).run(threads, most);
}

}  // namespace standfast
