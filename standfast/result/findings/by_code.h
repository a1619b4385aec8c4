// Values by code in one sorted array: what a std::map is, without a node for each entry. A run of a million documents that
// nothing groups has as many entries for each model under each condition.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

namespace standfast::result {

template <class Value>
class ByCode {
 public:
  using Entry = std::pair<uint32_t, Value>;
  using const_iterator = typename std::vector<Entry>::const_iterator;

  ByCode() = default;
  ByCode(std::initializer_list<Entry> entries) {
    for (const Entry& entry : entries) add(entry.first) = entry.second;
  }
  // Codes come in ascending order. The value of one that is the last already.
  Value& add(uint32_t code) {
    assert(entries_.empty() || entries_.back().first <= code);
    if (entries_.empty() || entries_.back().first != code) entries_.emplace_back(code, Value());
    return entries_.back().second;
  }
  void reserve(size_t entries) { entries_.reserve(entries); }

  const_iterator begin() const { return entries_.begin(); }
  const_iterator end() const { return entries_.end(); }
  size_t size() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }
  const_iterator find(uint32_t code) const {
    const auto found = std::ranges::lower_bound(entries_, code, {}, &Entry::first);
    return found != end() && found->first == code ? found : end();
  }
  bool contains(uint32_t code) const { return find(code) != end(); }

 private:
  std::vector<Entry> entries_;
};

}  // namespace standfast::result
