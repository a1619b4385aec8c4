#include "standfast/corpus/synth/synth_grammar.h"

#include <array>
#include <string_view>

namespace standfast::synth {
namespace {

class Writer {
 public:
  Writer(const Habits& habits, const Subject& subject, const WordSources& sources, Rng& rng, std::string& out)
      : habits_(habits), subject_(subject), sources_(sources), rng_(rng), dice_(rng), out_(out) {}

  void write(int64_t words) {
    int sentences = 0;
    while (words_ < words) {
      if (sentences > 0) out_ += sentences % 6 == 0 ? '\n' : ' ';
      sentence();
      ++sentences;
    }
  }

 private:
  bool habit(Habit h) { return dice_.chance(habits_.chances[h]); }

  void word(std::string_view w) {
    if (!at_start_) out_ += ' ';
    if (at_start_ && capital_) {
      const size_t first = out_.size();
      out_ += w;
      if (out_[first] >= 'a' && out_[first] <= 'z') out_[first] = static_cast<char>(out_[first] - 'a' + 'A');
    } else {
      out_ += w;
    }
    at_start_ = capital_ = false;
    ++words_;
  }
  void function_word(Class c) {
    word(synth::function_words(c)[dice_.throw_die(habits_.words[static_cast<size_t>(c)])]);
  }

  std::string_view content(const std::vector<std::string> Lexicon::*kind, const Die& die,
                           const Die& common_die, const Die& thread_die) {
    // Without a thread no bits are drawn, so such texts stay what they were before there were threads.
    if (subject_.thread != nullptr && dice_.chance(sources_.thread_share))
      return (subject_.thread->*kind)[dice_.throw_die(thread_die)];
    const uint32_t source = dice_.bits();
    if (source < sources_.below_topic) return (subject_.topic.*kind)[dice_.throw_die(die)];
    if (source < sources_.below_family) return (subject_.family.*kind)[dice_.throw_die(die)];
    return (sources_.common.*kind)[dice_.throw_die(common_die)];
  }

  void noun_phrase(bool subject) {
    if (subject && habit(kPronounSubject)) return function_word(Class::pronoun);
    function_word(Class::determiner);
    if (habit(kAdjective))
      word(content(&Lexicon::adjectives, sources_.adjectives, sources_.common_adjectives,
                   sources_.thread_adjectives));
    word(content(&Lexicon::nouns, sources_.nouns, sources_.common_nouns, sources_.thread_nouns));
  }

  void verb_group() {
    if (habit(kAdverb)) function_word(Class::adverb);
    const bool modal = habit(kModal);
    if (modal) {
      const auto chosen = dice_.throw_die(habits_.words[static_cast<size_t>(Class::modal)]);
      const bool negated = habit(kNegation);
      if (negated && habit(kContraction)) {
        word(synth::contracted_modals()[chosen]);
      } else {
        word(synth::function_words(Class::modal)[chosen]);
        if (negated) word("not");
      }
    }
    word(content(&Lexicon::verbs, sources_.verbs, sources_.common_verbs, sources_.thread_verbs));
    if (!modal) out_ += "ed";
  }

  void clause(int64_t room) {
    const int64_t begun = words_;
    noun_phrase(true);
    verb_group();
    if (habit(kObject)) noun_phrase(false);
    while (words_ - begun < room && habit(kPrepositional)) {
      const bool brackets = habit(kBrackets);
      if (brackets) {
        out_ += " (";
        at_start_ = true;
      }
      function_word(Class::preposition);
      noun_phrase(false);
      if (brackets) out_ += ')';
    }
  }

  void join() {
    if (habit(kSemicolon)) {
      out_ += habit(kDash) ? " -" : ";";
      return;
    }
    if (habit(kCommaBeforeJoin)) out_ += ',';
    function_word(habit(kSubordinate) ? Class::subordinator : Class::conjunction);
  }

  void sentence() {
    at_start_ = capital_ = true;
    // The target lies between half and one and a half of the author's mean.
    const auto target = static_cast<int64_t>(habits_.words_per_sentence * (0.5 + rng_.uniform()));
    const int64_t begun = words_;
    if (habit(kOpener)) {
      function_word(Class::opener);
      if (habit(kCommaAfterOpener)) out_ += ',';
    }
    clause(target);
    while (words_ - begun + 3 < target) {
      join();
      clause(target - (words_ - begun));
    }
    out_ += habit(kQuestion) ? '?' : habit(kExclamation) ? '!' : '.';
  }

  const Habits& habits_;
  const Subject& subject_;
  const WordSources& sources_;
  Rng& rng_;
  Dice dice_;
  std::string& out_;
  int64_t words_ = 0;
  bool at_start_ = true, capital_ = true;
};

}  // namespace

void write_text(const Habits& habits, const Subject& subject, const WordSources& sources, int64_t words,
                Rng& rng, std::string& out) {
  Writer(habits, subject, sources, rng, out).write(words);
}

namespace {

using Words = std::vector<std::string_view>;

const std::array<Words, kClasses>& classes() {
  static const std::array<Words, kClasses> lists = {
      Words{"the", "a", "this", "that", "some", "our", "their", "my", "every", "any", "no", "each", "these",
            "such a", "another", "either"},
      Words{"of",      "in",      "to",     "for",    "with",  "on",      "at",      "from",
            "by",      "about",   "into",   "over",   "after", "between", "through", "under",
            "against", "without", "before", "during", "upon",  "towards", "among",   "beyond"},
      Words{"and", "but", "or", "so", "yet", "nor", "and then", "or else"},
      Words{"because", "when", "if", "while", "although", "since", "as", "where", "though", "until", "unless",
            "whereas", "whenever", "so that"},
      Words{"it", "we", "he", "they", "I", "she", "you", "one", "someone", "nobody"},
      Words{"would", "can", "could", "will", "should", "must", "might", "did"},
      Words{"also", "only", "even", "just", "still", "never", "always", "often", "perhaps", "rather", "quite",
            "soon", "hardly", "clearly", "simply", "almost", "really", "again"},
      Words{"however", "then", "of course", "in fact", "now", "indeed", "meanwhile", "for example",
            "in short", "after all", "at least", "moreover", "besides", "on the other hand", "well"},
  };
  return lists;
}

constexpr std::array<std::string_view, 32> kOnsets = {
    "b", "c", "d", "f", "g", "h", "j", "l", "m",  "n",  "p",  "r",  "s",  "t",  "v",  "w",
    "b", "d", "l", "m", "n", "r", "s", "t", "br", "cl", "gr", "pl", "st", "tr", "sh", "th"};
constexpr std::array<std::string_view, 12> kNuclei = {"a", "e", "i", "o", "u",  "a",
                                                      "e", "i", "o", "u", "ea", "ou"};
constexpr std::array<std::string_view, 20> kCodas = {"n", "r", "l", "t", "m", "s",  "n",  "r",  "l",  "t",
                                                     "p", "b", "g", "d", "x", "nd", "rt", "nt", "st", "ck"};

template <size_t N>
std::string_view pick(Rng& rng, const std::array<std::string_view, N>& from) {
  return from[rng.below(N)];
}

}  // namespace

const std::vector<std::string_view>& function_words(Class c) {
  return classes()[static_cast<size_t>(c)];
}

const std::vector<std::string_view>& contracted_modals() {
  static const Words list = {"wouldn't",  "can't",   "couldn't", "won't",
                             "shouldn't", "mustn't", "mightn't", "didn't"};
  return list;
}

StemMaker::StemMaker() {
  for (const auto& words : classes())
    for (const auto word : words) used_.emplace(word);
}

std::string StemMaker::stem(Rng& rng) {
  for (;;) {
    std::string word;
    const uint64_t syllables = rng.chance(0.6) ? 2 : 3;
    for (uint64_t i = 0; i < syllables; ++i) {
      word += pick(rng, kOnsets);
      word += pick(rng, kNuclei);
    }
    word += pick(rng, kCodas);
    if (used_.insert(word).second) return word;
  }
}

}  // namespace standfast::synth
