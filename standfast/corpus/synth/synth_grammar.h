// The grammar of synthetic text: sentences fed by an author's habits and by the words of a topic.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "standfast/base/rng.h"

namespace standfast::synth {

// The words of synthetic text: English function words by class, made-up content words by a syllable grammar.

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

// Weighted choices in synthetic text, five from one draw.

// A die whose faces have weights rounded to 1/4096. Rounding keeps a last-bit difference of exp() between
// platforms from reaching the text. Only the ends of the faces are kept: a table of all 4096 sides would be
// faster by little and cost 64 kB an author.
class Die {
 public:
  static constexpr uint32_t kSides = 4096;

  Die() = default;
  explicit Die(std::span<const double> weights) {
    double total = 0;
    for (const double w : weights) total += w;
    double below = 0;
    for (size_t i = 0; i < weights.size(); ++i) {
      below += weights[i] / total;
      const auto end = i + 1 == weights.size() ? kSides : static_cast<uint32_t>(std::lround(below * kSides));
      ends_.push_back(static_cast<uint16_t>(end));
    }
  }
  uint16_t face(uint32_t twelve_bits) const {
    return static_cast<uint16_t>(std::upper_bound(ends_.begin(), ends_.end(), twelve_bits) - ends_.begin());
  }

 private:
  std::vector<uint16_t> ends_;  // face i has the sides from ends_[i - 1] to below ends_[i]
};

// A source of twelve random bits at a time, five from each draw.
class Dice {
 public:
  explicit Dice(Rng& rng) : rng_(rng) {}
  uint32_t bits() {
    if (left_ == 0) {
      pool_ = rng_.next();
      left_ = 5;
    }
    const auto out = static_cast<uint32_t>(pool_ & 0xfff);
    pool_ >>= 12;
    --left_;
    return out;
  }
  uint16_t throw_die(const Die& die) { return die.face(bits()); }
  bool chance(uint32_t of_4096) { return bits() < of_4096; }

 private:
  Rng& rng_;
  uint64_t pool_ = 0;
  int left_ = 0;
};

// Returns 1 / (rank + 2), ranks from 0.
inline std::vector<double> falling_weights(size_t n) {
  std::vector<double> weights(n);
  for (size_t i = 0; i < n; ++i) weights[i] = 1.0 / (static_cast<double>(i) + 2.0);
  return weights;
}

// Habits that consist of one probability each.
enum Habit : uint8_t {
  kPronounSubject,  // "they" instead of "the X"
  kAdjective,
  kAdverb,
  kModal,
  kNegation,
  kContraction,  // "can't" instead of "can not"
  kObject,
  kPrepositional,  // another "of the X", again and again
  kOpener,         // "However, ..."
  kCommaAfterOpener,
  kSubordinate,  // join clauses by "because" rather than "and"
  kCommaBeforeJoin,
  kSemicolon,  // join by punctuation instead of a word
  kDash,       // ... and then by a dash
  kBrackets,
  kQuestion,
  kExclamation,
  kHabits
};

// An author's parameters of the grammar.
struct Habits {
  std::array<Die, kClasses> words;          // choice of a function word in each class
  std::array<uint32_t, kHabits> chances{};  // parts of 4096
  double words_per_sentence = 0;            // mean
};

// Content words by kind. A verb is kept as its stem.
struct Lexicon {
  std::vector<std::string> nouns, verbs, adjectives;
};

// The subject of a text. thread: words of the conversation that it belongs to; null where there are none.
struct Subject {
  const Lexicon& topic;
  const Lexicon& family;
  const Lexicon* thread = nullptr;
};

// Sources of content words: the thread's own; otherwise a topic's own words, its family's words, or common
// ones.
struct WordSources {
  Lexicon common;
  Die common_nouns, common_verbs, common_adjectives;
  Die nouns, verbs, adjectives;  // for topics and families
  uint32_t below_topic = 0,
           below_family = 0;  // parts of 4096: own words, then words of the family, then common ones
  Die thread_nouns, thread_verbs, thread_adjectives;
  uint32_t thread_share = 0;  // parts of 4096; where a text has a thread
};

// Appends a text of at least `words` words, to the end of a sentence.
void write_text(const Habits& habits, const Subject& subject, const WordSources& sources, int64_t words,
                Rng& rng, std::string& out);

}  // namespace standfast::synth
