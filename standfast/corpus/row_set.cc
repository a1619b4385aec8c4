#include "standfast/corpus/row_set.h"

#include <algorithm>
#include <cassert>

namespace standfast {

RowSet::RowSet(const std::vector<uint32_t>& rows) {
  for (const uint32_t row : rows) push_back(row);
}
RowSet::RowSet(std::initializer_list<uint32_t> rows) {
  for (const uint32_t row : rows) push_back(row);
}

RowSet sorted_rows(std::vector<uint32_t> rows) {
  std::sort(rows.begin(), rows.end());
  return RowSet(rows);
}

std::vector<uint32_t> RowSet::list() const {
  std::vector<uint32_t> rows;
  rows.reserve(size_);
  for (const uint32_t row : *this) rows.push_back(row);
  return rows;
}

void RowSet::append(Run run) {
  assert(run.first <= run.last && (runs_.empty() || run.first >= runs_.back().last));
  size_ += size_t{run.last} - run.first + 1;
  if (!runs_.empty() && run.first > 0 && runs_.back().last == run.first - 1)
    runs_.back().last = run.last;
  else
    runs_.push_back(run);
}

RowSet RowSet::without(const RowSet& other) const {
  RowSet rest;
  for_each_difference(
      *this, other, [&rest](Run run) { rest.append(run); }, [](Run) {});
  return rest;
}

}  // namespace standfast
