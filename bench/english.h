// Synthetic English-like text, made from a seed: function words and made-up words under Zipf's law, sentences
// with capitals and punctuation, paragraphs. With it, benchmarks need no corpus.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "standfast/base/rng.h"

namespace standfast::bench {

inline constexpr const char* kFunctionWords[] = {
    "the",   "of",   "and",   "to",   "a",     "in",    "that", "was",  "he",   "it",   "his",
    "is",    "with", "as",    "had",  "for",   "on",    "at",   "be",   "by",   "her",  "not",
    "but",   "she",  "which", "him",  "you",   "from",  "have", "they", "were", "this", "all",
    "one",   "so",   "an",    "or",   "said",  "are",   "we",   "who",  "no",   "been", "what",
    "their", "when", "would", "them", "there", "could", "more", "out"};

class English {
 public:
  explicit English(uint64_t seed) : rng_(seed, "bench/english") {
    static const char* const kStarts[] = {"b",  "br", "c",  "ch", "cl", "d", "dr", "f",  "fl", "g",  "gr",
                                          "h",  "j",  "l",  "m",  "n",  "p", "pl", "pr", "r",  "s",  "sh",
                                          "st", "t",  "th", "tr", "v",  "w", "un", "re", "in", "con"};
    static const char* const kMiddles[] = {"a", "e", "i", "o", "u", "ea", "ou", "ai", "ee", "oo"};
    static const char* const kEnds[] = {"",   "n",  "t",  "r",   "s",    "l",    "nd",   "st",   "ng", "ck",
                                        "ed", "er", "ly", "ing", "tion", "ment", "ness", "able", "e",  "y"};
    for (const char* word : kFunctionWords) words_.emplace_back(word);
    while (words_.size() < 30000) {
      std::string word;
      for (uint64_t syllables = 1 + rng_.below(3); syllables > 0; --syllables) {
        word += pick(kStarts);
        word += pick(kMiddles);
        if (syllables == 1 || rng_.chance(0.3)) word += pick(kEnds);
      }
      words_.push_back(std::move(word));
    }
    double sum = 0;
    for (size_t i = 0; i < words_.size(); ++i) {
      sum += 1 / (static_cast<double>(i) + 2.7);
      cumulative_.push_back(sum);
    }
  }

  // Returns a text of about `bytes` bytes. `accents`: the share of letters in words that get an accent.
  std::string document(size_t bytes, double accents = 0) {
    std::string text;
    bool sentence_begins = true;
    while (text.size() < bytes) {
      std::string word = word_at(rng_.uniform());
      if (sentence_begins || rng_.chance(0.03)) word[0] = static_cast<char>(word[0] - 32);
      if (accents > 0)
        for (size_t i = 0; i < word.size(); ++i)
          if (rng_.chance(accents)) word.replace(i, 1, pick(kAccented)), ++i;
      text += word;
      sentence_begins = rng_.chance(0.06);
      if (sentence_begins)
        text += rng_.chance(0.1) ? ".\n\n" : rng_.chance(0.2) ? "!\" " : ". ";
      else
        text += rng_.chance(0.08) ? ", " : rng_.chance(0.01) ? "\n" : " ";
    }
    return text;
  }

  std::vector<std::string> documents(size_t total_bytes, size_t bytes_each, double accents = 0) {
    std::vector<std::string> result;
    for (size_t done = 0; done < total_bytes; done += bytes_each)
      result.push_back(document(bytes_each, accents));
    return result;
  }

 private:
  static constexpr const char* kAccented[] = {"é", "è", "ü", "Ö", "ß", "ñ", "—", "’", "“", "”", "ç", "Å"};

  template <size_t N>
  const char* pick(const char* const (&from)[N]) {
    return from[rng_.below(N)];
  }
  const std::string& word_at(double u) const {
    const auto at = std::upper_bound(cumulative_.begin(), cumulative_.end(), u * cumulative_.back());
    return words_[std::min<size_t>(static_cast<size_t>(at - cumulative_.begin()), words_.size() - 1)];
  }

  Rng rng_;
  std::vector<std::string> words_;
  std::vector<double> cumulative_;
};

}  // namespace standfast::bench
