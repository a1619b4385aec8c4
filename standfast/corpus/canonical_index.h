// A dictionary that numbers strings (read/string_index.h) up to canonical equivalence: "é" as one code point
// and as "e" with an accent behind it look the same, and no author, topic or id differs from another by that.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "standfast/corpus/read/string_index.h"
#include "standfast/text/normal_form.h"

namespace standfast {

class CanonicalIndex {
 public:
  // Finds the number of a string. string_of(number), here and below: the string of a number, as it was added.
  template <class StringOf>
  std::optional<uint32_t> find(std::string_view string, const StringOf& string_of) const {
    std::string store;
    return index_.find(composed(string, store), keys(string_of));
  }

  // Returns the number that the string, or one that is canonically equal to it, has already; otherwise
  // nothing, and it has the next (0, 1, 2, ...) from now on.
  template <class StringOf>
  std::optional<uint32_t> find_or_add(std::string_view string, const StringOf& string_of) {
    std::string store;
    const std::string_view key = composed(string, store);
    const auto known = index_.find_or_add(key, keys(string_of));
    if (!known && key != string) composed_.emplace(count_, key);
    if (!known) ++count_;
    return known;
  }

  void expect(std::string_view string) const { index_.expect(string); }

 private:
  template <class StringOf>
  auto keys(const StringOf& string_of) const {
    return [this, &string_of](uint32_t number) -> std::string_view {
      if (!composed_.empty())
        if (const auto found = composed_.find(number); found != composed_.end()) return found->second;
      return string_of(number);
    };
  }

  StringIndex index_;  // for the strings in NFC
  uint32_t count_ = 0;
  std::unordered_map<uint32_t, std::string> composed_;  // NFC of the strings that are in another form
};

}  // namespace standfast
