#include "standfast/corpus/synth/synth_words.h"

#include <array>

namespace standfast::synth {
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
