// A classifier that answers from some words of a text and says from which: words drawn at random, or those that a list
// names. For tests of what becomes of rationales; it learns the shares of the classes.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "standfast/base/rng.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/model/saved/model_state.h"

namespace standfast::testing {

class RationaleClassifier final : public Classifier {
 public:
  // words: it reads all that are one of these, with marks; without any it draws `drawn` words.
  RationaleClassifier(size_t drawn, std::vector<std::string> words)
      : drawn_(drawn), words_(std::move(words)) {}

  Status fit(const TrainingSet& train, const ClassifierContext&) override {
    shares_.assign(train.names.size(), 0);
    for (const uint32_t c : train.classes) shares_[c] += 1.0 / static_cast<double>(train.classes.size());
    return {};
  }
  Status predict(const DocumentView& documents, const ClassifierContext&, DenseMatrix& out) const override {
    out = DenseMatrix(documents.size(), shares_.size());
    for (size_t i = 0; i < out.rows; ++i) std::copy(shares_.begin(), shares_.end(), out.row(i).begin());
    return {};
  }
  Result<std::vector<Rationale>> predict_with_rationales(const DocumentView& documents,
                                                         const ClassifierContext& context,
                                                         DenseMatrix& out) const override {
    SF_TRY(predict(documents, context, out));
    std::vector<Rationale> rationales;
    for (uint32_t i = 0; i < documents.size(); ++i) {
      const std::string_view text = documents.text(i);
      Rationale one;
      for (size_t at = 0; at < text.size();) {
        const size_t begin = text.find_first_not_of(" \n", at);
        if (begin == std::string_view::npos) break;
        at = std::min(text.find_first_of(" \n", begin), text.size());
        one.units.push_back({static_cast<uint32_t>(begin), static_cast<uint32_t>(at)});
      }
      const auto n = static_cast<uint32_t>(one.units.size());
      if (words_.empty()) {
        Rng rng(7, "test/rationale", documents.corpus->id(documents.rows[i]));
        one.chosen = rng.choose(n, std::min<uint32_t>(n, static_cast<uint32_t>(drawn_)));
        std::ranges::sort(one.chosen);
      } else {
        for (uint32_t k = 0; k < n; ++k) {
          const std::string_view word =
              text.substr(one.units[k].begin, one.units[k].end - one.units[k].begin);
          if (std::ranges::any_of(words_, [&](const auto& w) { return word.starts_with(w); }))
            one.chosen.push_back(k);
        }
      }
      rationales.push_back(std::move(one));
    }
    return rationales;
  }
  nlohmann::ordered_json facts() const override { return {}; }
  Result<ModelState> save() const override { return ModelState{}; }
  Status restore(const ModelState&) override { return {}; }

 private:
  size_t drawn_;
  std::vector<std::string> words_;
  std::vector<double> shares_;
};

// A catalog of it, as `drawer` (words: how many) and as `finder` (words: which), and of a classifier without rationales.
inline const ClassifierCatalog& rationale_catalog() {
  static const ClassifierCatalog catalog(
      "classifier", {{.name = "drawer",
                      .summary = "",
                      .citation = "",
                      .traits = {.rationales = true},
                      .options = {{"words", int64_t{3}, "how many it draws"}},
                      .make =
                          [](const Options& options) {
                            return std::make_unique<RationaleClassifier>(
                                static_cast<size_t>(options.integer("words")), std::vector<std::string>());
                          }},
                     {.name = "finder",
                      .summary = "",
                      .citation = "",
                      .traits = {.rationales = true},
                      .options = {{"word", std::string("zweifellos"), "it reads this one"}},
                      .make =
                          [](const Options& options) {
                            return std::make_unique<RationaleClassifier>(
                                0, std::vector<std::string>{options.text("word")});
                          }},
                     **classifiers().find("prior")});
  return catalog;
}

}  // namespace standfast::testing
