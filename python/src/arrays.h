// Conversion of vectors to NumPy arrays that own their memory.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

namespace standfast::python {

// Returns the numbers as an array without a copy: the array keeps the vector.
template <class T>
nanobind::object array_of(std::vector<T> values) {
  auto kept = std::make_unique<std::vector<T>>(std::move(values));
  T* const data = kept->data();
  const size_t shape[1] = {kept->size()};
  const nanobind::capsule owner(kept.release(),
                                [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  nanobind::object array = nanobind::cast(nanobind::ndarray<nanobind::numpy, T>(data, 1, shape, owner));
  // NumPy has two 64-bit integer types and names the one that is not intp explicitly in its output.
  if constexpr (std::is_same_v<T, int64_t>) array = array.attr("view")("l");
  return array;
}

// Returns row numbers as scikit-learn expects them (intp).
template <class Rows>
nanobind::object rows_of(const Rows& rows) {
  std::vector<int64_t> values;
  values.reserve(rows.size());
  for (const uint32_t row : rows) values.push_back(row);
  return array_of(std::move(values));
}

}  // namespace standfast::python
