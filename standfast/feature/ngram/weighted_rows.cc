#include "standfast/feature/ngram/weighted_rows.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "standfast/base/at_level.h"
#include "standfast/base/parallel.h"
#include "standfast/feature/ngram/term_index.h"
#include "standfast/feature/ngram/text_grams.h"
#include "standfast/num/kernel/buffer.h"

namespace standfast {
namespace {

// The number of elements that take_nonzero may write behind the last one it reports.
constexpr size_t kNonzeroSlack = 8;

#if defined(__x86_64__)
// The positions of the ones in a mask of eight elements, followed by anything.
constexpr auto kOnesOfMask = [] {
  std::array<std::array<uint8_t, 8>, 256> table{};
  for (size_t mask = 0; mask < 256; ++mask) {
    size_t count = 0;
    for (uint8_t bit = 0; bit < 8; ++bit)
      if ((mask >> bit & 1) != 0) table[mask][count++] = bit;
  }
  return table;
}();

// Extracts without a branch: a compacting permutation for each of the 256 patterns. Mispredicted branches
// would cost more than all else here.
STANDFAST_TARGET_V3 size_t take_nonzero_v3(uint32_t* counts, size_t n, uint32_t* index, uint32_t* value) {
  size_t taken = 0;
  __m256i indices = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  for (size_t i = 0; i < n; i += 8) {
    auto* at = reinterpret_cast<__m256i*>(counts + i);
    const __m256i v = _mm256_loadu_si256(at);
    _mm256_storeu_si256(at, _mm256_setzero_si256());
    const __m256i zero = _mm256_cmpeq_epi32(v, _mm256_setzero_si256());
    const auto ones = static_cast<uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(zero))) ^ 0xFFU;
    const __m256i order =
        _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(kOnesOfMask[ones].data())));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(index + taken),
                        _mm256_permutevar8x32_epi32(indices, order));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(value + taken), _mm256_permutevar8x32_epi32(v, order));
    taken += static_cast<size_t>(std::popcount(ones));
    indices = _mm256_add_epi32(indices, _mm256_set1_epi32(8));
  }
  return taken;
}
#endif

// Writes index and value of every nonzero counts[i], i < n, ascending; sets all counts to zero. Returns the
// number of nonzero counts. n is a multiple of 8; index and value have room for n + kNonzeroSlack.
size_t take_nonzero(uint32_t* counts, size_t n, uint32_t* index, uint32_t* value) {
#if defined(__x86_64__)
  if (simd_level() >= Simd::v3) return take_nonzero_v3(counts, n, index, value);
#endif
  size_t taken = 0;
  for (size_t i = 0; i < n; ++i) {
    index[taken] = static_cast<uint32_t>(i);
    value[taken] = counts[i];
    taken += counts[i] != 0 ? 1 : 0;
    counts[i] = 0;
  }
  return taken;
}

// A counter of the terms of one text at a time.
class RowCounter {
 public:
  RowCounter(const TfidfOptions& options, const TermIndex& index, size_t columns)
      : options_(options), index_(index), columns_(columns), counts_((columns + 7) / 8 * 8, 0) {}

  // Counts the terms of a text. Returns the most entries that take() may write.
  size_t count(std::string_view text, const TextEdit* edit) {
    text = workspace_.apply(edit, text);
    // Reading all counts out costs a step for every 8 of them; with many more features than n-grams it is
    // cheaper to note which were touched.
    read_all_ = columns_ <= 16 * text.size() + 4096;
    if (read_all_) {
      uint32_t* const counts = counts_.data();
      index_.for_each_column(text, options_, workspace_,
                             [counts](uint32_t column, bool hit) { counts[column] += hit ? 1U : 0U; });
      return counts_.size() + kNonzeroSlack;
    }
    touched_.clear();
    index_.for_each_column(text, options_, workspace_, [this](uint32_t column, bool hit) {
      if (hit && counts_[column]++ == 0) touched_.push_back(column);
    });
    std::sort(touched_.begin(), touched_.end());
    return touched_.size();
  }

  // Writes the columns of the terms counted, ascending, and their counts. Returns their number.
  size_t take(uint32_t* columns, uint32_t* counts) {
    if (read_all_) return take_nonzero(counts_.data(), counts_.size(), columns, counts);
    for (const uint32_t column : touched_) {
      *columns++ = column;
      *counts++ = std::exchange(counts_[column], 0);
    }
    return touched_.size();
  }

 private:
  const TfidfOptions& options_;
  const TermIndex& index_;
  size_t columns_;
  bool read_all_ = true;
  Workspace workspace_;
  Buffer<uint32_t> counts_;  // by column; padded to a multiple of 8
  std::vector<uint32_t> touched_;
};

class Weigher {
 public:
  Weigher(const TfidfOptions& options, const std::vector<double>& idf) : options_(options), idf_(idf) {}

  // Computes the values of one row from its columns and counts.
  void weigh(size_t n, const uint32_t* columns, const uint32_t* counts, double* values) const {
    const double* idf = idf_.data();
    if (options_.binary || options_.sublinear) {
      for (size_t k = 0; k < n; ++k)
        values[k] = (options_.binary ? 1.0 : 1 + std::log(static_cast<double>(counts[k]))) *
                    (options_.idf ? idf[columns[k]] : 1.0);
    } else if (options_.idf) {
      for (size_t k = 0; k < n; ++k) values[k] = static_cast<double>(counts[k]) * idf[columns[k]];
    } else {
      for (size_t k = 0; k < n; ++k) values[k] = static_cast<double>(counts[k]);
    }
    if (options_.normalize && n > 0) normalize(n, values);
  }

 private:
  static void normalize(size_t n, double* values) {
    // Four sums side by side, so that the result is the same on every machine.
    std::array<double, 4> squares{};
    size_t k = 0;
    for (; k + 4 <= n; k += 4)
      for (size_t lane = 0; lane < 4; ++lane) squares[lane] += values[k + lane] * values[k + lane];
    for (; k < n; ++k) squares[k % 4] += values[k] * values[k];
    const double scale = 1 / std::sqrt((squares[0] + squares[1]) + (squares[2] + squares[3]));
    for (k = 0; k < n; ++k) values[k] *= scale;
  }

  const TfidfOptions& options_;
  const std::vector<double>& idf_;
};

CsrMatrix rows_by_one(RowCounter counter, const Weigher& weigher, std::span<const std::string_view> texts,
                      const TextEdit* edit) {
  CsrMatrix out;
  out.begin.assign(texts.size() + 1, 0);
  uint64_t bytes = 0, done = 0;
  for (const auto text : texts) bytes += text.size();
  Buffer<uint32_t> counts;
  size_t used = 0;
  for (size_t i = 0; i < texts.size(); ++i) {
    const size_t room = counter.count(texts[i], edit);
    if (used + room > out.columns.size()) {
      // Makes room for all texts, judged by the texts so far.
      const double share = done == 0 ? 0.0 : static_cast<double>(bytes) / static_cast<double>(done);
      const auto expected = static_cast<size_t>(1.05 * share * static_cast<double>(used));
      const size_t size = std::max({used + room, expected, out.columns.size() + out.columns.size() / 2});
      out.columns.resize(size);
      out.values.resize(size);
    }
    counts.resize(std::max(counts.size(), room));
    const size_t n = counter.take(out.columns.data() + used, counts.data());
    weigher.weigh(n, out.columns.data() + used, counts.data(), out.values.data() + used);
    used += n;
    done += texts[i].size();
    out.begin[i + 1] = used;
  }
  out.columns.resize(used);
  out.values.resize(used);
  return out;
}

// The number of bytes of text that one range takes: few enough that their counts stay in the cache until they
// are weighed.
constexpr size_t kStretch = size_t{1} << 15;

// The counts of the rows of one range of texts.
struct Counts {
  size_t range = 0, used = 0;
  Buffer<uint32_t> columns, counts;

  void make_room(size_t more) {
    if (used + more <= columns.size()) return;
    const size_t size = std::max(used + more, columns.size() + columns.size() / 2);
    columns.resize(size);
    counts.resize(size);
  }
};

// Several threads count ranges of texts. The place of a range in the result is known when all ranges before
// it have been counted. That is soon, because ranges are handed out in order. Until then the thread that
// counted a range keeps it and goes on. Then it weighs the counts, which are still in its cache, straight
// into their place.
class RowsByRange {
 public:
  RowsByRange(const TfidfOptions& options, const TermIndex& index, const std::vector<double>& idf,
              std::span<const std::string_view> texts, const TextEdit* edit)
      : weigher_(options, idf), texts_(texts), edit_(edit), ranges_(ranges_of_bytes(texts, kStretch)) {
    sizes_.assign(ranges_.size() - 1, kUnknown);
    begins_.assign(ranges_.size() - 1, 0);
    out_.begin.assign(texts.size() + 1, 0);
    make_worker_ = [&] { return std::make_unique<Worker>(RowCounter(options, index, idf.size())); };
  }

  CsrMatrix run(int threads) {
    workers_.resize(workers(threads));
    parallel_ranges(sizes_.size(), threads, 1, [this](size_t range, size_t, int number) {
      auto& worker = workers_[static_cast<size_t>(number)];
      if (!worker) worker = make_worker_();
      count(range, *worker);
      place(*worker);
    });
    make_room(used_);
    for (auto& worker : workers_)
      if (worker) place(*worker);
    return std::move(out_);
  }

 private:
  static constexpr size_t kUnknown = SIZE_MAX;
  struct Worker {
    explicit Worker(RowCounter c) : counter(std::move(c)) {}
    RowCounter counter;
    std::vector<Counts> waiting, spare;
  };

  void count(size_t range, Worker& worker) {
    Counts rows;
    if (!worker.spare.empty()) {
      rows = std::move(worker.spare.back());
      worker.spare.pop_back();
    }
    rows.range = range;
    rows.used = 0;
    for (size_t i = ranges_[range]; i < ranges_[range + 1]; ++i) {
      rows.make_room(worker.counter.count(texts_[i], edit_));
      rows.used += worker.counter.take(rows.columns.data() + rows.used, rows.counts.data() + rows.used);
      out_.begin[i + 1] = rows.used;  // counted within the range until the range has its place
    }
    const std::lock_guard lock(mutex_);
    sizes_[range] = rows.used;
    const bool first = next_ == 0;
    for (; next_ < sizes_.size() && sizes_[next_] != kUnknown; ++next_) {
      begins_[next_] = used_;
      used_ += sizes_[next_];
    }
    // The first ranges show how much room all ranges will need; ranges that do not fit are placed at the end.
    if (first && next_ > 0)
      make_room(static_cast<size_t>(1.1 * static_cast<double>(used_) * static_cast<double>(sizes_.size()) /
                                    static_cast<double>(next_)));
    worker.waiting.push_back(std::move(rows));
  }

  // Weighs the ranges that the worker has counted and whose place is known by now.
  void place(Worker& worker) {
    size_t known, room;
    {
      const std::lock_guard lock(mutex_);
      known = next_;
      room = out_.columns.size();
    }
    std::erase_if(worker.waiting, [&](Counts& rows) {
      if (rows.range >= known || begins_[rows.range] + rows.used > room) return false;
      const size_t begin = begins_[rows.range];
      std::copy_n(rows.columns.data(), rows.used, out_.columns.data() + begin);
      size_t from = 0;
      for (size_t i = ranges_[rows.range]; i < ranges_[rows.range + 1]; ++i) {
        const size_t to = out_.begin[i + 1];
        weigher_.weigh(to - from, rows.columns.data() + from, rows.counts.data() + from,
                       out_.values.data() + begin + from);
        out_.begin[i + 1] = begin + to;
        from = to;
      }
      worker.spare.push_back(std::move(rows));
      return true;
    });
  }

  void make_room(size_t room) {
    out_.columns.resize(room);
    out_.values.resize(room);
  }

  Weigher weigher_;
  std::span<const std::string_view> texts_;
  const TextEdit* edit_;
  std::vector<size_t> ranges_;
  std::function<std::unique_ptr<Worker>()> make_worker_;
  std::vector<std::unique_ptr<Worker>> workers_;
  CsrMatrix out_;

  std::mutex mutex_;  // guards the members below
  std::vector<size_t> sizes_, begins_;
  size_t next_ = 0, used_ = 0;  // ranges whose place is known, and the number of their entries
};

}  // namespace

CsrMatrix weighted_rows(const TfidfOptions& options, const TermIndex& index, const std::vector<double>& idf,
                        std::span<const std::string_view> texts, const TextEdit* edit, int threads) {
  size_t bytes = 0;
  for (const auto text : texts) bytes += text.size();
  CsrMatrix out =
      workers(threads) == 1 || bytes <= 4 * kStretch
          ? rows_by_one(RowCounter(options, index, idf.size()), Weigher(options, idf), texts, edit)
          : RowsByRange(options, index, idf, texts, edit).run(threads);
  out.columns_count = idf.size();
  return out;
}

}  // namespace standfast
