// The words of synthetic text: English function words by class, made-up content words by a syllable grammar.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "standfast/base/rng.h"

namespace standfast::synth {

// The classes in which an author chooses between words by habit.
enum class Class : uint8_t {
  determiner,
  preposition,
  conjunction,
  subordinator,
  pronoun,
  modal,
  adverb,
  opener
};
inline constexpr size_t kClasses = 8;

// Returns the words of a class, most frequent first. Counts fall off as 1/rank over this order.
const std::vector<std::string_view>& function_words(Class c);

// Returns the contracted negations of modals, each at the place of the modal in its list ("can" -> "can't").
const std::vector<std::string_view>& contracted_modals();

// A source of stems, none returned twice by one object and none an English function word.
class StemMaker {
 public:
  StemMaker();
  std::string stem(Rng& rng);  // 2 or 3 syllables, lower-case ASCII

 private:
  std::unordered_set<std::string> used_;
};

}  // namespace standfast::synth
