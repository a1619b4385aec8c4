// Synthetic authors with writing habits, for the conformance suites of models.
#pragma once

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "standfast/corpus/pairs.h"
#include "standfast/corpus/synth/synth.h"
#include "tests/support/corpora.h"

namespace standfast::testing {

// Returns 10 authors x 5 synthetic documents, author by author, then two empty documents. Another `seed`
// gives another corpus of the same kind.
inline Corpus habits_corpus(uint64_t seed) {
  const auto synth = Synth::make({.authors = 10,
                                  .topics = 6,
                                  .families = 3,
                                  .documents = 50,
                                  .length = 80,
                                  .author_topic_correlation = 0,
                                  .seed = seed});
  EXPECT_TRUE(synth) << synth.error().message;
  std::vector<Doc> docs;
  for (uint64_t i = 0; i < synth->size(); ++i) {
    const auto d = synth->document(i);
    docs.push_back({d.id, d.text + " é", d.author, d.topic});
  }
  std::stable_sort(docs.begin(), docs.end(),
                   [](const auto& x, const auto& y) { return x.author < y.author; });
  const std::string first = docs.front().author;
  docs.push_back({"empty-0", "", first, docs.front().topic});
  docs.push_back({"empty-1", "", first, docs.front().topic});
  return make_corpus(docs);
}

// Returns pairs of habits_corpus: all among the documents of authors first..last-1, but only every third
// different-author pair.
inline std::vector<Pair> habit_pairs(uint32_t first, uint32_t last) {
  std::vector<Pair> pairs;
  for (uint32_t a = 5 * first; a < 5 * last; ++a)
    for (uint32_t b = a + 1; b < 5 * last; ++b)
      if (a / 5 == b / 5 || (a + b) % 3 == 0) pairs.push_back({a, b, a / 5 == b / 5});
  return pairs;
}

}  // namespace standfast::testing
