// Explainers asked about texts, for tests of attributions: answers by formulas, and a problem with a planted word.
#pragma once

#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "standfast/analysis/attribution/explainer.h"
#include "standfast/base/rng.h"
#include "standfast/model/classify/classifier.h"
#include "tests/support/corpora.h"
#include "tests/support/made_up_games.h"

namespace standfast::testing {

using Settings = std::map<std::string, OptionValue>;

// Seven tokens, with brackets and a comma.
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

// What a formula says of the words of a text that are in a set.
inline SetGame game_of(const std::string& text, double (*formula)(std::string_view)) {
  return [words = words_in(text), formula](uint32_t set) {
    std::string kept;
    for (size_t i = 0; i < words.size(); ++i)
      if ((set >> i & 1) != 0) kept += (kept.empty() ? "" : " ") + words[i];
    return formula(kept);
  };
}

// A planted word "zyx" stands in most documents of class yes and in few of no.
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
