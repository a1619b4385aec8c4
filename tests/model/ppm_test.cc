#include "standfast/model/ppm/ppm.h"

#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/model/ppm/ppm_contexts.h"
#include "standfast/model/ppm/ppm_matches.h"
#include "standfast/model/ppm/ppm_trie.h"
#include "standfast/text/utf8.h"
#include "tests/support/corpora.h"

namespace standfast {
namespace {

std::u32string decode(std::string_view text) {
  std::u32string result;
  for (size_t at = 0; at < text.size();) result.push_back(next_code_point(text, at));
  return result;
}

// The model in its most direct form: a map from contexts to counts.
struct NaiveModel {
  int order;
  std::map<std::u32string, std::map<char32_t, uint64_t>> counts;
  std::map<std::u32string, uint64_t> totals;

  NaiveModel(std::string_view text, int longest) : order(longest) {
    const auto s = decode(text);
    for (size_t i = 0; i < s.size(); ++i)
      for (size_t k = 0; k <= std::min<size_t>(i, order); ++k) {
        ++counts[s.substr(i - k, k)][s[i]];
        ++totals[s.substr(i - k, k)];
      }
  }
  double cross_entropy(std::string_view text) const {
    const auto s = decode(text);
    double bits = 0;
    for (size_t i = 0; i < s.size(); ++i) {
      double p = 1.0 / 256;
      for (size_t k = std::min<size_t>(i, order) + 1; k-- > 0;) {
        const auto context = s.substr(i - k, k);
        const auto seen = counts.find(context);
        if (seen == counts.end() || !seen->second.contains(s[i])) continue;
        p = static_cast<double>(seen->second.at(s[i])) / static_cast<double>(totals.at(context));
        break;
      }
      bits -= std::log2(p);
    }
    return bits / static_cast<double>(s.size());
  }
};

// Returns a text of words of a small random vocabulary, so that long contexts repeat.
std::string random_text(uint64_t seed, size_t code_points, uint32_t alphabet_start, uint32_t alphabet) {
  Rng rng(seed, "test/ppm");
  std::vector<std::string> words;
  for (int w = 0; w < 300; ++w) {
    std::string word;
    for (uint64_t n = 2 + rng.below(6); n > 0; --n)
      append_utf8(alphabet_start + static_cast<uint32_t>(std::floor(std::pow(rng.uniform(), 3) * alphabet)),
                  word);
    words.push_back(word + " ");
  }
  std::string text;
  while (count_code_points(text) < code_points)
    text += words[static_cast<size_t>(std::pow(rng.uniform(), 2) * 300)];
  return text;
}

// The values are the bits per character of specification 3.9, with all printed digits (the last of them cut,
// not rounded).
TEST(Ppm, ReproducesTheToys) {
  EXPECT_NEAR(ppm_cross_entropy("abracadabra", "abracadabra"), 0.1943185022, 1e-10);
  EXPECT_NEAR(ppm_cross_entropy("abracadabra", "alakazam"), 4.5687517619, 1e-10);
  EXPECT_NEAR(ppm_cross_entropy("the cat sat on the mat.", "the dog sat on the log."), 2.3312091209, 1e-10);
  EXPECT_NEAR(ppm_cross_entropy("the dog sat on the log.", "the cat sat on the mat."), 1.5398337356, 1e-10);
  EXPECT_EQ(ppm_cross_entropy("aaaa", "b"), 8);
  EXPECT_NEAR(ppm_cross_entropy("naïve café", "café naïve"), 0.9965784284, 1e-10);
}

TEST(Ppm, EmptyTexts) {
  EXPECT_TRUE(std::isnan(ppm_cross_entropy("abc", "")));
  EXPECT_TRUE(std::isnan(ppm_cross_entropy("", "")));
  EXPECT_EQ(ppm_cross_entropy("", "abc"), 8);
  EXPECT_TRUE(std::isnan(ppm_cross_entropy("abc", "", {.escape = PpmEscape::d})));
  EXPECT_NEAR(ppm_cross_entropy("", "abc", {.escape = PpmEscape::d}), 8, 1e-12);
}

TEST(Ppm, AgreesWithTheNaiveModelOnEveryAlphabetAndOrder) {
  struct Case {
    size_t length;
    uint32_t start, alphabet;
  };
  // The cases are ASCII, alphabets beyond 256 symbols and beyond 1023 (wide grams), and code points of four
  // bytes. Lengths go from 1 up, where the starts and ends of texts weigh most.
  for (const Case c : {Case{3000, 'a', 26},
                       {2000, 0x400, 700},
                       {2500, 0x4E00, 3000},
                       {500, 0x1F300, 200},
                       {1, 'a', 3},
                       {7, 'a', 2},
                       {60, 'a', 4}})
    for (uint64_t seed = 0; seed < 3; ++seed)
      for (int order = 0; order <= 5; ++order) {
        const auto a = random_text(seed, c.length, c.start, c.alphabet);
        const auto b = random_text(seed + 100, c.length * 2 / 3 + 1, c.start, c.alphabet);
        EXPECT_NEAR(ppm_cross_entropy(a, b, {.order = order}), NaiveModel(a, order).cross_entropy(b), 1e-12)
            << c.length << " " << c.start << " order " << order << " seed " << seed;
        // Both directions of one comparison are computed.
        const std::array<std::string_view, 2> texts = {a, b};
        const std::array<std::pair<uint32_t, uint32_t>, 2> pairs = {{{0, 1}, {1, 0}}};
        DenseMatrix out;
        ppm_cross_entropies(texts, pairs, {.order = order}, null_sink(), out);
        EXPECT_NEAR(out.row(0)[1], NaiveModel(b, order).cross_entropy(a), 1e-12);
        EXPECT_EQ(out.row(0)[0], out.row(1)[1]);
        EXPECT_EQ(out.row(0)[1], out.row(1)[0]);
      }
}

TEST(Ppm, AgreesWithTheNaiveModelOnEveryShortText) {
  // All texts of up to 5 letters over {a, b} are models of all others.
  std::vector<std::string> texts;
  for (int length = 1; length <= 5; ++length)
    for (int bits = 0; bits < 1 << length; ++bits) {
      std::string text;
      for (int i = 0; i < length; ++i) text += (bits >> i & 1) != 0 ? 'b' : 'a';
      texts.push_back(text);
    }
  for (const auto& a : texts) {
    const NaiveModel model(a, 5);
    for (const auto& b : texts)
      EXPECT_NEAR(ppm_cross_entropy(a, b), model.cross_entropy(b), 1e-14) << a << " " << b;
  }
}

TEST(Ppm, LongTextsUseWideCounters) {
  const auto a = random_text(1, 70'000, 'a', 26), b = random_text(2, 1000, 'a', 26);
  EXPECT_NEAR(ppm_cross_entropy(a, b), NaiveModel(a, 5).cross_entropy(b), 1e-12);
  EXPECT_NEAR(ppm_cross_entropy(b, a), NaiveModel(b, 5).cross_entropy(a), 1e-12);
  // The same holds for grams too wide for 64 bits.
  const auto c = random_text(3, 66'000, 0x4E00, 3000), d = random_text(4, 500, 0x4E00, 3000);
  EXPECT_NEAR(ppm_cross_entropy(c, d, {.order = 1}), NaiveModel(c, 1).cross_entropy(d), 1e-12);
}

TEST(Ppm, MemoryBudgetAndThreadsChangeNothing) {
  std::vector<std::string> owners;
  for (uint64_t i = 0; i < 12; ++i) owners.push_back(i == 5 ? "" : random_text(i, 100 + 50 * i, 'a', 26));
  const std::vector<std::string_view> texts(owners.begin(), owners.end());
  std::vector<std::pair<uint32_t, uint32_t>> pairs;
  for (uint32_t a = 0; a < 12; ++a)
    for (uint32_t b = 0; b < 12; ++b) pairs.emplace_back(b, a);
  DenseMatrix plain, tight;
  ppm_cross_entropies(texts, pairs, {}, null_sink(), plain);
  ppm_cross_entropies(texts, pairs, {.threads = 3, .memory_budget = 40'000}, null_sink(), tight);
  EXPECT_EQ(0, std::memcmp(plain.data.data(), tight.data.data(), plain.data.size() * sizeof(double)));
}

class PpmEscapes : public ::testing::TestWithParam<EscapeMethod> {};

TEST_P(PpmEscapes, ProbabilitiesSumToOne) {
  const auto text = random_text(3, 2000, 'a', 20);
  const PpmEscapeModel model(text, 5, GetParam());
  for (const std::string_view context :
       {"", "a", "ab", "zzzzz", "the c", " ", text.c_str() + text.size() - 5}) {
    double sum = 0;
    for (char32_t c = 0; c < 256; ++c) sum += model.probability(decode(context), c);
    EXPECT_NEAR(sum, 1, 1e-12) << '"' << context << '"';
  }
}
INSTANTIATE_TEST_SUITE_P(Methods, PpmEscapes, ::testing::Values(EscapeMethod::c, EscapeMethod::d));

TEST(Ppm, EscapesByHand) {
  // The model of "aab" has these counts: empty context a 2, b 1; context "a": a 1, b 1; context "aa": b 1.
  const PpmEscapeModel c("aab", 5, EscapeMethod::c), d("aab", 5, EscapeMethod::d);
  EXPECT_DOUBLE_EQ(c.probability(U"", U'a'), 2.0 / 5);  // n 3, q 2
  EXPECT_DOUBLE_EQ(c.probability(U"", U'x'), 2.0 / 5 / 254);
  EXPECT_DOUBLE_EQ(c.probability(U"aa", U'b'), 1.0 / 2);
  EXPECT_DOUBLE_EQ(c.probability(U"aa", U'a'), 1.0 / 2 * 1 / 2);  // "a" without b: n 1, q 1
  EXPECT_DOUBLE_EQ(c.probability(U"aa", U'x'),
                   1.0 / 2 * 1 / 2 * 1 / 254);  // all of the empty context is excluded
  EXPECT_DOUBLE_EQ(d.probability(U"", U'a'), 3.0 / 6);
  EXPECT_DOUBLE_EQ(d.probability(U"", U'x'), 2.0 / 6 / 254);
  EXPECT_DOUBLE_EQ(d.probability(U"a", U'x'), 2.0 / 4 / 254);
  EXPECT_NEAR(c.cross_entropy("b"), -std::log2(1.0 / 5), 1e-12);
}

constexpr PpmEscape kEscapes[] = {PpmEscape::none, PpmEscape::c, PpmEscape::d};

// Returns a text of words of a small vocabulary, with letters beyond ASCII, so that long contexts repeat.
std::string random_text(uint64_t seed, size_t words) {
  static const char* const kWords[] = {"the ", "then ", "other ", "é",     "naïve ",
                                       "\n",   "on ",   "no ",    "日本 ", "a"};
  Rng rng(seed, "tests/ppm_trie");
  std::string text;
  for (size_t i = 0; i < words; ++i) text += kWords[rng.below(7 + seed % 4)];
  return text;
}

// For one text it is the model of ppm_cross_entropy(), which has its own tests, for every order and escape
// method.
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

// For several texts, the counts are those made one text after the other, in any order of the texts.
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
