// Keeps the last value that was made, by its key: for values that many units in a row read.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "standfast/base/result.h"

namespace standfast {

template <class T>
class Last {
 public:
  // The value of this key: the kept one, or a new one. It stays until somebody asks for another key.
  template <class Make>
  Result<const T*> get(const std::string& key, const Make& make) {
    if (!value_ || key_ != key) {
      forget();  // before the next is made: two of them may not fit into memory
      SF_ASSIGN(T made, make());
      value_.emplace(std::move(made));
      key_ = key;
    }
    return &*value_;
  }
  void forget() { value_.reset(); }

 private:
  std::string key_;
  std::optional<T> value_;
};

}  // namespace standfast
