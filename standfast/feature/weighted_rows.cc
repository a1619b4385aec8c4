#include "standfast/feature/weighted_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <mutex>
#include <utility>

#include "standfast/base/parallel.h"
#include "standfast/feature/nonzero.h"
#include "standfast/feature/text_grams.h"
#include "standfast/num/buffer.h"

namespace standfast {
namespace {

// Rows under construction: of all texts, or of one range of them.
struct Rows {
  Buffer<uint32_t> columns;
  Buffer<double> values;
  size_t used = 0;

  void make_room(size_t more, size_t expected_total) {
    if (used + more <= columns.size()) return;
    const size_t size = std::max({used + more, expected_total, columns.size() + columns.size() / 2});
    columns.resize(size);
    values.resize(size);
  }
};

// Counts the terms of one text at a time and appends its row.
class RowMaker {
 public:
  RowMaker(const TfidfOptions& options, const TermIndex& index, const std::vector<double>& idf)
      : options_(options), index_(index), idf_(idf), counts_((idf.size() + 7) / 8 * 8, 0) {}

  // Appends the row of the text. expected_total: a guess of how many elements `rows` will hold in the end.
  void append(std::string_view text, const TextEdit* edit, Rows& rows, size_t expected_total) {
    text = workspace_.apply(edit, text);
    // Reading all counts out costs a step for every 8 of them; with many more features than n-grams it is
    // cheaper to note which were touched.
    const bool read_all = idf_.size() <= 16 * text.size() + 4096;
    rows.make_room(read_all ? counts_.size() + kNonzeroSlack : 0, expected_total);
    size_t taken;
    if (read_all) {
      uint32_t* const counts = counts_.data();
      index_.for_each_column(text, options_, workspace_,
                             [counts](uint32_t column, bool hit) { counts[column] += hit ? 1U : 0U; });
      taken_counts_.resize(counts_.size() + kNonzeroSlack);
      taken = take_nonzero(counts, counts_.size(), rows.columns.data() + rows.used, taken_counts_.data());
    } else {
      touched_.clear();
      index_.for_each_column(text, options_, workspace_, [this](uint32_t column, bool hit) {
        if (hit && counts_[column]++ == 0) touched_.push_back(column);
      });
      std::sort(touched_.begin(), touched_.end());
      taken = touched_.size();
      rows.make_room(taken, expected_total);
      std::copy(touched_.begin(), touched_.end(), rows.columns.data() + rows.used);
      taken_counts_.clear();
      for (const uint32_t column : touched_) taken_counts_.push_back(std::exchange(counts_[column], 0));
    }
    weigh(taken, rows.columns.data() + rows.used, rows.values.data() + rows.used);
    rows.used += taken;
  }

 private:
  // Values from taken_counts_.
  void weigh(size_t taken, const uint32_t* columns, double* values) {
    const uint32_t* counts = taken_counts_.data();
    const double* idf = idf_.data();
    if (options_.binary) std::fill_n(taken_counts_.data(), taken, 1U);
    if (options_.sublinear) {
      for (size_t k = 0; k < taken; ++k)
        values[k] = (1 + std::log(static_cast<double>(counts[k]))) * (options_.idf ? idf[columns[k]] : 1.0);
    } else if (options_.idf) {
      for (size_t k = 0; k < taken; ++k) values[k] = static_cast<double>(counts[k]) * idf[columns[k]];
    } else {
      for (size_t k = 0; k < taken; ++k) values[k] = static_cast<double>(counts[k]);
    }
    if (!options_.normalize || taken == 0) return;
    // Four sums side by side, the same on every machine.
    std::array<double, 4> squares{};
    size_t k = 0;
    for (; k + 4 <= taken; k += 4)
      for (size_t lane = 0; lane < 4; ++lane) squares[lane] += values[k + lane] * values[k + lane];
    for (; k < taken; ++k) squares[k % 4] += values[k] * values[k];
    const double scale = 1 / std::sqrt((squares[0] + squares[1]) + (squares[2] + squares[3]));
    for (k = 0; k < taken; ++k) values[k] *= scale;
  }

  const TfidfOptions& options_;
  const TermIndex& index_;
  const std::vector<double>& idf_;
  Workspace workspace_;
  Buffer<uint32_t> counts_;  // by column; padded to a multiple of 8
  Buffer<uint32_t> taken_counts_;
  std::vector<uint32_t> touched_;
};

CsrMatrix rows_by_one(RowMaker maker, std::span<const std::string_view> texts, const TextEdit* edit) {
  CsrMatrix out;
  out.begin.assign(texts.size() + 1, 0);
  uint64_t bytes = 0, done = 0;
  for (const auto text : texts) bytes += text.size();
  Rows rows;
  for (size_t i = 0; i < texts.size(); ++i) {
    // Room for all, judged by the texts so far.
    const auto expected =
        static_cast<size_t>(done == 0 ? 0.0
                                      : 1.05 * static_cast<double>(rows.used) * static_cast<double>(bytes) /
                                            static_cast<double>(done));
    maker.append(texts[i], edit, rows, expected);
    done += texts[i].size();
    out.begin[i + 1] = rows.used;
  }
  rows.columns.resize(rows.used);
  rows.values.resize(rows.used);
  out.columns = std::move(rows.columns);
  out.values = std::move(rows.values);
  return out;
}

// Puts the rows that several threads make, range by range, one behind the other. A range is copied to its
// place as soon as all before it are there (they are handed out in order, so that is soon and it is still in
// the cache). Nobody waits: one that comes early is left for whoever brings the range it waits for.
class Assembly {
 public:
  Assembly(CsrMatrix& out, size_t ranges) : out_(out), parts_(ranges) {}

  Rows empty_rows() {
    const std::lock_guard lock(mutex_);
    if (spare_.empty()) return {};
    Rows rows = std::move(spare_.back());
    spare_.pop_back();
    rows.used = 0;
    return rows;
  }

  void add(size_t range, Rows rows) {
    size_t first = 0, last = 0;
    {
      const std::lock_guard lock(mutex_);
      parts_[range].rows = std::move(rows);
      parts_[range].here = true;
      first = next_;
      for (; next_ < parts_.size() && parts_[next_].here; ++next_) {
        parts_[next_].begin = used_;
        used_ += parts_[next_].rows.used;
      }
      last = next_;
      // The first ranges say how much room all will need; what does not fit is copied in the end.
      if (first == 0 && last > 0)
        make_room(static_cast<size_t>(1.1 * static_cast<double>(used_) * static_cast<double>(parts_.size()) /
                                      static_cast<double>(last)));
    }
    for (size_t p = first; p < last; ++p) {
      Part& part = parts_[p];
      if (part.begin + part.rows.used > room_) continue;
      copy(part);
      const std::lock_guard lock(mutex_);
      spare_.push_back(std::move(part.rows));
      part.rows = {};
    }
  }

  // After the last range: where each begins.
  std::vector<size_t> finish() {
    make_room(used_);
    std::vector<size_t> begins;
    for (const Part& part : parts_) {
      begins.push_back(part.begin);
      if (part.rows.used > 0) copy(part);
    }
    return begins;
  }

 private:
  struct Part {
    Rows rows;
    size_t begin = 0;
    bool here = false;
  };

  void make_room(size_t room) {
    room_ = room;
    out_.columns.resize(room);
    out_.values.resize(room);
  }
  void copy(const Part& part) {
    const auto begin = static_cast<std::ptrdiff_t>(part.begin);
    std::copy_n(part.rows.columns.begin(), part.rows.used, out_.columns.begin() + begin);
    std::copy_n(part.rows.values.begin(), part.rows.used, out_.values.begin() + begin);
  }

  CsrMatrix& out_;
  std::mutex mutex_;
  std::vector<Part> parts_;
  std::vector<Rows> spare_;
  size_t next_ = 0, used_ = 0, room_ = 0;
};

}  // namespace

CsrMatrix weighted_rows(const TfidfOptions& options, const TermIndex& index, const std::vector<double>& idf,
                        std::span<const std::string_view> texts, const TextEdit* edit, int threads) {
  const auto ranges = ranges_of_bytes(texts, kRangeBytes);
  CsrMatrix out;
  if (workers(threads) == 1 || ranges.size() <= 2) {
    out = rows_by_one(RowMaker(options, index, idf), texts, edit);
  } else {
    out.begin.assign(texts.size() + 1, 0);
    Assembly assembly(out, ranges.size() - 1);
    std::vector<std::unique_ptr<RowMaker>> makers(workers(threads));
    parallel_ranges(ranges.size() - 1, threads, 1, [&](size_t range, size_t, int worker) {
      auto& maker = makers[static_cast<size_t>(worker)];
      if (!maker) maker = std::make_unique<RowMaker>(options, index, idf);
      Rows rows = assembly.empty_rows();
      for (size_t i = ranges[range]; i < ranges[range + 1]; ++i) {
        maker->append(texts[i], edit, rows, 0);
        out.begin[i + 1] = rows.used;  // within the range, until all are known
      }
      assembly.add(range, std::move(rows));
    });
    const auto begins = assembly.finish();
    for (size_t range = 0; range < begins.size(); ++range)
      for (size_t i = ranges[range]; i < ranges[range + 1]; ++i) out.begin[i + 1] += begins[range];
  }
  out.columns_count = idf.size();
  return out;
}

}  // namespace standfast
