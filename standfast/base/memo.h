// A cache of the last value of each kind of thing, by its key: for things that many units in a row read.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <typeindex>
#include <utility>

#include "standfast/base/result.h"

namespace standfast {

// The cache. A kind of thing is a type; two things of one type need a struct each. It holds at most one value
// of each kind. A value that is made from another one belongs in another memo, which is cleared together with
// that value: then no list of dependencies is needed.
class Memo {
 public:
  // Returns the value of this kind and key: the kept one, or the result of `make` (a Result<T>). The pointer
  // is valid until another key of the kind is asked for, or forget().
  template <class T, class Make>
  Result<const T*> get(const std::string& key, const Make& make) {
    std::shared_ptr<void>& slot = slots_[std::type_index(typeid(T))];
    const auto* kept = static_cast<const Kept<T>*>(slot.get());
    if (kept == nullptr || kept->key != key) {
      slot.reset();  // before the next is made: two of them may not fit into memory
      SF_ASSIGN(T made, make());
      const auto fresh = std::make_shared<Kept<T>>(Kept<T>{key, std::move(made)});
      slot = fresh;
      kept = fresh.get();
    }
    return &kept->value;
  }
  void forget() {
    for (auto& [kind, slot] : slots_) slot.reset();
  }

 private:
  template <class T>
  struct Kept {
    std::string key;
    T value;
  };
  std::map<std::type_index, std::shared_ptr<void>> slots_;  // places stay while `make` asks for other kinds
};

}  // namespace standfast
