// A loop that makes its items in parallel and uses them in order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "standfast/base/parallel.h"
#include "standfast/base/result.h"

namespace standfast {

// Calls take(i, made) for i from 0 to n - 1, one after the other and in this order. make(i) is called before
// it, for `at_once` items at a time, so that memory stays small; while these are made, those before are
// taken. Both are called on any thread.
template <class Make, class Take>
Status in_order(size_t n, size_t at_once, int threads, const Make& make, const Take& take) {
  std::vector<std::optional<decltype(make(size_t{0}))>> made, taken;
  size_t first_taken = 0;
  const auto take_all = [&]() -> Status {
    for (size_t i = 0; i < taken.size(); ++i) SF_TRY(take(first_taken + i, std::move(*taken[i])));
    return {};
  };
  for (size_t begin = 0; begin < n; begin += at_once) {
    made.assign(std::min(at_once, n - begin), {});
    Status status;
    parallel_for(made.size() + 1, threads, [&](size_t i) {
      if (i == 0)
        status = take_all();
      else
        made[i - 1].emplace(make(begin + i - 1));
    });
    SF_TRY(std::move(status));
    taken.swap(made);
    first_taken = begin;
  }
  return take_all();
}

}  // namespace standfast
