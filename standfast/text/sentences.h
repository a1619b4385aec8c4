// Where the sentences of a text begin, by the rules of Unicode (UAX 29) as ICU has them for English, with its list of
// abbreviations ("Mr. Smith" is no end of a sentence).
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

// One thread at a time.
class SentenceSplitter {
 public:
  // A missing error where ICU has no such rules.
  static Result<SentenceSplitter> open();
  SentenceSplitter(SentenceSplitter&&) noexcept;
  SentenceSplitter& operator=(SentenceSplitter&&) noexcept;
  ~SentenceSplitter();

  // Replaces the content of `starts`: the byte where each sentence begins, ascending. White space before the first
  // one and between two belongs to none; a text without anything else has one start, at 0.
  void starts(std::string_view text, std::vector<uint32_t>& starts);

 private:
  struct State;
  explicit SentenceSplitter(std::unique_ptr<State> state);
  void starts_in_ascii(std::string_view text, std::vector<uint32_t>& starts);
  std::unique_ptr<State> state_;
};

}  // namespace standfast
