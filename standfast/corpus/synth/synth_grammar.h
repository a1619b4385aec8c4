// The grammar of synthetic text: sentences fed by an author's habits and by the words of a topic.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "standfast/base/rng.h"
#include "standfast/corpus/synth/synth_dice.h"
#include "standfast/corpus/synth/synth_words.h"

namespace standfast::synth {

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
