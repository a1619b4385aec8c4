// A set of row numbers of a corpus in ascending order, held as runs: a fold that trains on all rows but a few
// takes the space of those few, so the folds of thousands of topics, each left out once, take the space of
// one corpus.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <span>
#include <vector>

namespace standfast {

class RowSet {
 public:
  struct Run {
    uint32_t first = 0, last = 0;  // both included
    auto operator<=>(const Run&) const = default;
  };
  class Iterator;
  using value_type = uint32_t;
  using iterator = Iterator;
  using const_iterator = Iterator;

  RowSet() = default;
  // Converts an ascending list. A row that is there twice stays twice, for checks of foreign files.
  RowSet(const std::vector<uint32_t>& rows);  // NOLINT(google-explicit-constructor): a list of rows is one
  RowSet(std::initializer_list<uint32_t> rows);

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  uint32_t front() const { return runs_.front().first; }
  uint32_t back() const { return runs_.back().last; }
  Iterator begin() const;
  Iterator end() const;
  std::span<const Run> runs() const { return runs_; }

  std::vector<uint32_t> list() const;
  operator std::vector<uint32_t>() const { return list(); }  // NOLINT(google-explicit-constructor)

  // Appends a row that is not below any row that is there.
  void push_back(uint32_t row) { append({row, row}); }
  void append(Run run);
  void clear() { *this = RowSet(); }

  // Returns the rows that are not in `other`.
  RowSet without(const RowSet& other) const;
  // Removes the rows for which unfit(row); returns their number.
  template <class Unfit>
  size_t erase_if(const Unfit& unfit);

  auto operator<=>(const RowSet&) const = default;
  bool operator==(const RowSet&) const = default;

 private:
  std::vector<Run> runs_;
  size_t size_ = 0;
};

class RowSet::Iterator {
 public:
  using iterator_category = std::forward_iterator_tag;
  using value_type = uint32_t;
  using difference_type = std::ptrdiff_t;
  using pointer = const uint32_t*;
  using reference = uint32_t;

  Iterator() = default;
  explicit Iterator(const Run* run) : run_(run) {}
  uint32_t operator*() const { return run_->first + step_; }
  Iterator& operator++() {
    if (run_->first + step_ == run_->last) {
      ++run_;
      step_ = 0;
    } else {
      ++step_;
    }
    return *this;
  }
  Iterator operator++(int) {
    const Iterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const Iterator&) const = default;

 private:
  const Run* run_ = nullptr;
  uint32_t step_ = 0;
};

inline RowSet::Iterator RowSet::begin() const {
  return Iterator(runs_.data());
}
inline RowSet::Iterator RowSet::end() const {
  return Iterator(runs_.data() + runs_.size());
}

template <class Unfit>
size_t RowSet::erase_if(const Unfit& unfit) {
  RowSet kept;
  for (const uint32_t row : *this)
    if (!unfit(row)) kept.push_back(row);
  const size_t erased = size_ - kept.size_;
  *this = std::move(kept);
  return erased;
}

// Makes a set from rows in any order.
RowSet sorted_rows(std::vector<uint32_t> rows);

// Calls only_a(run) for the runs of rows that are in a and not in b, only_b(run) for the reverse, ascending.
// The cost grows with the number of runs, not of rows.
template <class OnlyA, class OnlyB>
void for_each_difference(const RowSet& a, const RowSet& b, const OnlyA& only_a, const OnlyB& only_b) {
  // A reader of the next run of a set; runs that touch or overlap (a row that is there twice) are one.
  struct Reader {
    std::span<const RowSet::Run> runs;
    size_t at = 0;
    bool more = false;
    RowSet::Run run = {};
    explicit Reader(const RowSet& set) : runs(set.runs()) { next(); }
    void next() {
      more = at < runs.size();
      if (!more) return;
      run = runs[at++];
      while (at < runs.size() && runs[at].first <= run.last) {
        if (runs[at].last > run.last) run.last = runs[at].last;
        ++at;
      }
    }
  };
  Reader x(a), y(b);
  while (x.more && y.more) {
    if (x.run.last < y.run.first) {
      only_a(x.run);
      x.next();
    } else if (y.run.last < x.run.first) {
      only_b(y.run);
      y.next();
    } else {
      if (x.run.first < y.run.first) only_a(RowSet::Run{x.run.first, y.run.first - 1});
      if (y.run.first < x.run.first) only_b(RowSet::Run{y.run.first, x.run.first - 1});
      const uint32_t both = x.run.last < y.run.last ? x.run.last : y.run.last;
      const auto cut = [both](Reader& reader) {
        if (reader.run.last == both)
          reader.next();
        else
          reader.run.first = both + 1;
      };
      cut(x);
      cut(y);
    }
  }
  for (; x.more; x.next()) only_a(x.run);
  for (; y.more; y.next()) only_b(y.run);
}

}  // namespace standfast
