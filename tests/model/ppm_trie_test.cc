#include "standfast/model/ppm/ppm_trie.h"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/model/ppm/ppm_contexts.h"

namespace standfast {
namespace {

constexpr PpmEscape kEscapes[] = {PpmEscape::none, PpmEscape::c, PpmEscape::d};

// Words of a small vocabulary, with letters beyond ASCII, so that long contexts repeat.
std::string random_text(uint64_t seed, size_t words) {
  static const char* const kWords[] = {"the ", "then ", "other ", "é",     "naïve ",
                                       "\n",   "on ",   "no ",    "日本 ", "a"};
  Rng rng(seed, "tests/ppm_trie");
  std::string text;
  for (size_t i = 0; i < words; ++i) text += kWords[rng.below(7 + seed % 4)];
  return text;
}

// Of one text it is the model of ppm_cross_entropy(), which has its own tests, for every order and escape.
TEST(PpmTrieTest, OneTextIsTheModelOfThePairs) {
  for (const auto escape : kEscapes)
    for (int order = 0; order <= 5; ++order)
      for (uint64_t seed = 0; seed < 6; ++seed) {
        const std::string model = seed == 5 ? "" : random_text(seed, 40 * seed),
                          text = random_text(seed + 50, 60);
        PpmTrie trie({.order = order, .escape = escape});
        trie.add(model);
        trie.finish();
        const double expected = ppm_cross_entropy(model, text, {.order = order, .escape = escape});
        EXPECT_NEAR(trie.cross_entropy(text), expected, 1e-12 * expected)
            << order << " " << seed << " " << static_cast<int>(escape);
      }
}

// Of several texts: counts made one text after the other, in any order of them.
TEST(PpmTrieTest, SeveralTextsAddUp) {
  std::vector<std::string> texts;
  for (uint64_t seed = 1; seed < 6; ++seed) texts.push_back(random_text(seed, 30));
  texts.emplace_back();
  const std::string asked = random_text(77, 80);
  for (const auto method : {EscapeMethod::c, EscapeMethod::d}) {
    PpmContexts contexts(5, method);
    for (const auto& text : texts) {
      const auto symbols = ppm_symbols(text);
      for (size_t i = 0; i < symbols.size(); ++i) contexts.count(symbols, i);
    }
    const auto symbols = ppm_symbols(asked);
    const std::u32string_view view = symbols;
    std::vector<char32_t> excluded;
    double bits = 0;
    for (size_t i = 0; i < view.size(); ++i) {
      const size_t length = std::min<size_t>(i, 5);
      bits -= std::log2(contexts.probability(view.substr(i - length, length), view[i], excluded));
    }
    PpmTrie forwards({.escape = method == EscapeMethod::c ? PpmEscape::c : PpmEscape::d}),
        backwards = forwards;
    for (size_t i = 0; i < texts.size(); ++i) {
      forwards.add(texts[i]);
      backwards.add(texts[texts.size() - 1 - i]);
    }
    forwards.finish();
    backwards.finish();
    EXPECT_NEAR(forwards.cross_entropy(asked), bits / static_cast<double>(view.size()), 1e-12);
    EXPECT_EQ(forwards.cross_entropy(asked), backwards.cross_entropy(asked));
    EXPECT_EQ(forwards.grams(), backwards.grams());
  }
}

TEST(PpmTrieTest, EmptyTextHasNoCrossEntropy) {
  PpmTrie trie({});
  trie.finish();
  EXPECT_TRUE(std::isnan(trie.cross_entropy("")));
  EXPECT_EQ(trie.cross_entropy("abc"), 8);
  EXPECT_EQ(trie.grams(), 0U);
}

}  // namespace
}  // namespace standfast
