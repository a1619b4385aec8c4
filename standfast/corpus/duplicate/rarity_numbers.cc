#include "standfast/corpus/duplicate/rarity_numbers.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <utility>

#include "standfast/base/parallel.h"

namespace standfast {
namespace {

constexpr size_t kInBucket = 8192;  // the mean size of a bucket, until there are 2^kMostBucketBits
constexpr int kMostBucketBits = 12;
constexpr int kDigitBits = 8;  // the bits that one pass over a bucket sorts by
constexpr int kDigits = 2;     // passes; hashes that agree in these digits too are compared

struct HashAt {
  uint64_t hash;
  size_t at;  // place in the bucket
};

// Sorts the hashes of a bucket. It keeps its memory for the next bucket.
class BucketSorter {
 public:
  // Returns the hashes in ascending order. known: the number of leading bits that they all have in common.
  const std::vector<HashAt>& sort(const uint64_t* hashes, size_t count, int known) {
    from_.resize(count);
    to_.resize(count);
    for (size_t i = 0; i < count; ++i) from_[i] = {hashes[i], i};
    for (int digit = kDigits - 1; digit >= 0; --digit) by_digit(64 - known - (digit + 1) * kDigitBits);
    sort_ties(64 - known - kDigits * kDigitBits);
    return from_;
  }

 private:
  void by_digit(int shift) {
    constexpr uint64_t kMask = (uint64_t{1} << kDigitBits) - 1;
    std::array<size_t, kMask + 2> place{};
    for (const HashAt& one : from_) ++place[(one.hash >> shift & kMask) + 1];
    std::partial_sum(place.begin(), place.end(), place.begin());
    for (const HashAt& one : from_) to_[place[one.hash >> shift & kMask]++] = one;
    from_.swap(to_);
  }
  // Sorts each run of hashes that agree in all bits but the last `rest`. Most runs hold a single hash, some
  // of them many times.
  void sort_ties(int rest) {
    const auto less = [](const HashAt& a, const HashAt& b) { return a.hash < b.hash; };
    for (auto begin = from_.begin(), end = begin; begin != from_.end(); begin = end) {
      while (end != from_.end() && end->hash >> rest == begin->hash >> rest) ++end;
      if (!std::is_sorted(begin, end, less)) std::sort(begin, end, less);
    }
  }

  std::vector<HashAt> from_, to_;
};

// Calls body(begin, end) for each run of equal hashes.
template <class Body>
void for_each_equal(const std::vector<HashAt>& sorted, const Body& body) {
  for (size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
    while (end < sorted.size() && sorted[end].hash == sorted[begin].hash) ++end;
    body(begin, end);
  }
}

class Buckets {
 public:
  Buckets(const std::vector<std::vector<uint64_t>>& parts, int threads) : threads_(threads) {
    size_t all = 0;
    for (const auto& part : parts) all += part.size();
    bits_ = std::min(kMostBucketBits, static_cast<int>(std::bit_width(all / kInBucket)));
    // begin_[p * size() + b] is the first slot for hashes of part p in bucket b.
    begin_.resize(parts.size() * size());
    parallel_for(parts.size(), threads, [&](size_t p) {
      size_t* const counts = begin_.data() + p * size();
      for (const uint64_t hash : parts[p]) ++counts[bucket(hash)];
    });
    bucket_begin_.push_back(0);
    size_t at = 0;
    for (size_t b = 0; b < size(); ++b) {
      for (size_t p = 0; p < parts.size(); ++p) at += std::exchange(begin_[p * size() + b], at);
      bucket_begin_.push_back(at);
    }
    slots_.resize(all);
    parallel_for(parts.size(), threads, [&](size_t p) {
      std::vector<size_t> next = first_slots(p);
      for (const uint64_t hash : parts[p]) slots_[next[bucket(hash)]++] = hash;
    });
  }

  // Replaces each hash by its rank among the distinct hashes of its bucket. Returns, by bucket and rank, how
  // often each hash occurs.
  std::vector<std::vector<uint32_t>> rank_within() {
    std::vector<std::vector<uint32_t>> counts(size());
    std::vector<BucketSorter> sorters(static_cast<size_t>(std::max(1, threads_)));
    parallel_ranges(size(), threads_, 1, [&](size_t b, size_t, int worker) {
      uint64_t* const mine = slots_.data() + bucket_begin_[b];
      const auto& sorted =
          sorters[static_cast<size_t>(worker)].sort(mine, bucket_begin_[b + 1] - bucket_begin_[b], bits_);
      for_each_equal(sorted, [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i) mine[sorted[i].at] = counts[b].size();
        counts[b].push_back(static_cast<uint32_t>(end - begin));
      });
      counts[b].shrink_to_fit();
    });
    return counts;
  }

  // Replaces each rank by its number. numbers: by bucket and rank.
  void renumber(const std::vector<std::vector<uint32_t>>& numbers) {
    parallel_for(size(), threads_, [&](size_t b) {
      for (size_t i = bucket_begin_[b]; i < bucket_begin_[b + 1]; ++i) slots_[i] = numbers[b][slots_[i]];
    });
  }

  // Writes the numbers of the hashes of part p, after renumber().
  void write(size_t p, const std::vector<uint64_t>& part, uint32_t* to) const {
    std::vector<size_t> next = first_slots(p);
    for (const uint64_t hash : part) *to++ = static_cast<uint32_t>(slots_[next[bucket(hash)]++]);
  }

 private:
  size_t size() const { return size_t{1} << bits_; }
  size_t bucket(uint64_t hash) const { return hash >> 1 >> (63 - bits_); }
  std::vector<size_t> first_slots(size_t p) const {
    const auto begin = begin_.begin() + static_cast<ptrdiff_t>(p * size());
    return {begin, begin + static_cast<ptrdiff_t>(size())};
  }

  int threads_, bits_ = 0;
  std::vector<size_t> begin_, bucket_begin_;
  // By bucket, then by part and place in the part: the hash, then its rank, then its number.
  std::vector<uint64_t> slots_;
};

}  // namespace

RarityNumbers number_by_rarity(std::vector<std::vector<uint64_t>> parts, int threads) {
  RarityNumbers found;
  Buckets buckets(parts, threads);
  auto of_bucket = buckets.rank_within();
  // Hashes that occur equally often keep their order.
  std::vector<uint32_t> next(2);
  for (const auto& counts : of_bucket)
    for (const uint32_t count : counts) {
      if (count + 2 > next.size()) next.resize(size_t{count} + 2);
      ++next[count + 1];
    }
  std::partial_sum(next.begin(), next.end(), next.begin());
  found.distinct = next.back();
  for (auto& counts : of_bucket)
    for (uint32_t& one : counts) one = next[one]++;
  buckets.renumber(of_bucket);
  std::vector<std::vector<uint32_t>>().swap(of_bucket);

  std::vector<size_t> begin = {0};
  for (const auto& part : parts) begin.push_back(begin.back() + part.size());
  found.numbers.resize(begin.back());
  parallel_for(parts.size(), threads, [&](size_t p) {
    buckets.write(p, parts[p], found.numbers.data() + begin[p]);
    std::vector<uint64_t>().swap(parts[p]);
  });
  return found;
}

}  // namespace standfast
