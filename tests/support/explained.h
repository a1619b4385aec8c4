// Tests of attributions: classifiers whose answers are a formula of the text, values by brute force, and a
// problem with a planted word.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "standfast/analysis/attribution/explainer.h"
#include "standfast/analysis/attribution/partition_explainer.h"
#include "standfast/base/json.h"
#include "standfast/base/rng.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/model/saved/model_state.h"
#include "tests/support/corpora.h"

namespace standfast::testing {

// A classifier with two classes, "no" and "yes"; the log-odds of "yes" are a function of the text. It counts
// the texts that it was asked for.
class FormulaClassifier final : public Classifier {
 public:
  using Formula = std::function<double(std::string_view text)>;
  explicit FormulaClassifier(Formula formula) : formula_(std::move(formula)) {}

  Status fit(const TrainingSet&, const ClassifierContext&) override { return {}; }
  Status predict(const DocumentView& documents, const ClassifierContext&, DenseMatrix& out) const override {
    out = DenseMatrix(documents.size(), 2);
    for (uint32_t i = 0; i < documents.size(); ++i) {
      const double score = formula_(documents.text(i)), yes = 1 / (1 + std::exp(-score));
      out.row(i)[0] = 1 / (1 + std::exp(score));
      out.row(i)[1] = yes;
    }
    asked += documents.size();
    ++calls;
    return {};
  }
  nlohmann::ordered_json facts() const override { return nlohmann::ordered_json::object(); }
  Result<ModelState> save() const override { return usage_error("made in a test"); }
  Status restore(const ModelState&) override { return usage_error("made in a test"); }

  mutable uint64_t asked = 0, calls = 0;

 private:
  Formula formula_;
};

inline const std::vector<std::string>& no_and_yes() {
  static const std::vector<std::string> names = {"no", "yes"};
  return names;
}

inline std::vector<std::string> words_in(std::string_view text) {
  std::vector<std::string> words;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = text.find_first_not_of(' ', at);
    if (begin == std::string_view::npos) break;
    at = std::min(text.find(' ', begin), text.size());
    words.emplace_back(text.substr(begin, at - begin));
  }
  return words;
}

// Returns a number from -1 to 1 that depends only on the bytes of a text.
inline double number_of(std::string_view text) {
  uint64_t hash = 1469598103934665603U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  hash ^= hash >> 29;
  hash *= 0x9E3779B97F4A7C15U;
  return static_cast<double>(hash >> 40) / static_cast<double>(uint64_t{1} << 23) - 1;
}
// Returns the value of an arbitrary game: each text has its own number.
inline double any_game(std::string_view text) {
  return 3 * number_of(text);
}
// Returns the value of an additive game: the sum over the words, independent of their neighbours.
inline double additive_game(std::string_view text) {
  double sum = 0.25;
  for (const auto& word : words_in(text)) sum += number_of(word);
  return sum;
}
// Returns the value of a game with single words and pairs of words.
inline double pairwise_game(std::string_view text) {
  const auto words = words_in(text);
  double sum = additive_game(text);
  for (size_t i = 0; i < words.size(); ++i)
    for (size_t j = i + 1; j < words.size(); ++j) sum += number_of(words[i] + "+" + words[j]);
  return sum;
}

// A game: the value of a set of players, given as bits.
using SetGame = std::function<double(uint32_t players)>;

// Computes Shapley values by the definition: the weighted mean over all sets of the other players.
inline std::vector<double> shapley(uint32_t n, const SetGame& game) {
  std::vector<double> factorial(n + 1, 1), shares(n, 0);
  for (uint32_t i = 1; i <= n; ++i) factorial[i] = factorial[i - 1] * i;
  for (uint32_t i = 0; i < n; ++i)
    for (uint32_t set = 0; set < 1U << n; ++set) {
      if ((set >> i & 1) != 0) continue;
      const auto size = static_cast<uint32_t>(std::popcount(set));
      shares[i] +=
          factorial[size] * factorial[n - size - 1] / factorial[n] * (game(set | 1U << i) - game(set));
    }
  return shares;
}

// Computes Owen values: the mean marginal contribution over all orders in which the players of every node of
// the tree are neighbours, with each group in either direction.
inline std::vector<double> owen(const TokenTree& tree, const SetGame& game) {
  const auto n = static_cast<uint32_t>((tree.nodes.size() + 1) / 2);
  std::vector<double> shares(n, 0);
  const uint32_t orders = 1U << (n - 1);
  for (uint32_t turned = 0; turned < orders; ++turned) {
    std::vector<uint32_t> order;
    const std::function<void(uint32_t)> walk = [&](uint32_t node) {
      if (node < n) return order.push_back(node);
      const bool turn = (turned >> (node - n) & 1) != 0;
      walk(turn ? tree.nodes[node].right : tree.nodes[node].left);
      walk(turn ? tree.nodes[node].left : tree.nodes[node].right);
    };
    walk(tree.root());
    uint32_t set = 0;
    for (const uint32_t player : order) {
      shares[player] += (game(set | 1U << player) - game(set)) / orders;
      set |= 1U << player;
    }
  }
  return shares;
}

using Settings = std::map<std::string, OptionValue>;

// A text of seven tokens, with brackets and a comma.
inline const std::string kSeven = "b one ( two , and c";

inline std::unique_ptr<Explainer> make_explainer(const std::string& name, const Settings& settings = {}) {
  auto made = explainers().make(name, settings);
  EXPECT_TRUE(made) << made.error().message;
  return std::move(*made);
}

inline Corpus texts(const std::vector<std::string>& all) {
  std::vector<Doc> docs;
  for (const auto& text : all) docs.push_back({fmt::format("d{}", docs.size()), text, "", ""});
  return make_corpus(docs);
}
inline std::vector<uint32_t> all_rows(const Corpus& corpus) {
  std::vector<uint32_t> rows(corpus.size());
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

inline std::vector<Attribution> explained(const Explainer& explainer, const Classifier& classifier,
                                          std::span<const std::string> names, const DocumentView& documents,
                                          const ExplainContext& context = {}) {
  auto made = explainer.explain({&classifier, names}, documents, context);
  EXPECT_TRUE(made) << made.error().message;
  return made ? std::move(*made) : std::vector<Attribution>();
}
inline Attribution of_text(const Explainer& explainer, const Classifier& classifier,
                           const std::string& text) {
  const Corpus corpus = texts({text});
  const uint32_t row = 0;
  auto made = explained(explainer, classifier, no_and_yes(), {&corpus, std::span(&row, 1)});
  return made.empty() ? Attribution() : std::move(made[0]);
}

// Returns the game of a formula on the words of a text that are in a set.
inline SetGame game_of(const std::string& text, double (*formula)(std::string_view)) {
  return [words = words_in(text), formula](uint32_t set) {
    std::string kept;
    for (size_t i = 0; i < words.size(); ++i)
      if ((set >> i & 1) != 0) kept += (kept.empty() ? "" : " ") + words[i];
    return formula(kept);
  };
}

// A problem in which most documents of class yes and few of class no contain the planted word "zyx".
struct PlantedProblem {
  Corpus corpus;
  std::vector<uint32_t> rows, classes;
  std::vector<std::string> names = {"no", "yes"};
  std::vector<uint32_t> with_word;
};
inline const PlantedProblem& planted() {
  static const PlantedProblem made = [] {
    PlantedProblem p;
    std::vector<Doc> docs;
    Rng rng(4, "tests/planted");
    for (uint32_t i = 0; i < 160; ++i) {
      std::vector<std::string> words;
      for (uint64_t k = 6 + rng.below(6); k > 0; --k) words.push_back(fmt::format("w{}", rng.below(60)));
      const bool yes = i % 2 == 1, has = rng.chance(yes ? 0.95 : 0.05);
      if (has) {
        words.insert(words.begin() + static_cast<std::ptrdiff_t>(rng.below(words.size())), "zyx,");
        if (yes) p.with_word.push_back(i);
      }
      docs.push_back({fmt::format("p{}", i), fmt::format("{}.", fmt::join(words, " ")), "", ""});
      p.rows.push_back(i);
      p.classes.push_back(yes ? 1 : 0);
    }
    p.corpus = make_corpus(docs);
    return p;
  }();
  return made;
}
inline std::unique_ptr<Classifier> fitted(const std::string& name, const Settings& settings = {}) {
  auto classifier = classifiers().make(name, settings).value();
  const auto& p = planted();
  const auto status = classifier->fit({{&p.corpus, p.rows}, p.classes, p.names}, {});
  EXPECT_TRUE(status) << status.error().message;
  return classifier;
}

}  // namespace standfast::testing
