// Catalogs of a make-believe product, so that the study file is tested without the real components.
#pragma once

#include "standfast/model/saved/model_state.h"
#include "standfast/study/spec/spec.h"

namespace standfast::testing {

struct NoSampler final : Sampler {
  Result<Sample> sample(const Corpus&, const SampleContext&) const override { return Sample{}; }
};
struct NoSplitter final : Splitter {
  Result<Split> split(const Corpus&, const Sample&, const SplitContext&) const override { return Split{}; }
};
struct SomePairFeatures final : PairFeatures {
  explicit SomePairFeatures(int64_t order) : order_(order) {}
  size_t width() const override { return 2; }
  std::string identity() const override { return "ppm/" + std::to_string(order_); }
  Status compute(const PairView&, int, Sink&, DenseMatrix&) const override { return {}; }
  int64_t order_;
};
struct NoVerifier final : Verifier {
  explicit NoVerifier(std::unique_ptr<PairFeatures> features = nullptr) : features_(std::move(features)) {}
  Status fit(const PairView&, const PairView&, const ModelContext&) override { return {}; }
  Status score(const PairView&, std::span<double>, const ModelContext&) const override { return {}; }
  const PairFeatures* pair_features() const override { return features_.get(); }
  nlohmann::ordered_json facts() const override { return {}; }
  Result<ModelState> save() const override { return ModelState{}; }
  Status restore(const ModelState&) override { return {}; }
  std::unique_ptr<PairFeatures> features_;
};

inline const StudyCatalogs& make_believe() {
  static const SamplerCatalog samplers(
      "sampler", {{.name = "all",
                   .summary = "",
                   .citation = "",
                   .traits = {},
                   .options = {},
                   .make = [](const Options&) { return std::make_unique<NoSampler>(); }},
                  {.name = "hits",
                   .summary = "",
                   .citation = "",
                   .traits = {.needs_vectors = true},
                   .options = {{"topics", int64_t{0}, ""}},
                   .make = [](const Options&) { return std::make_unique<NoSampler>(); }}});
  const OptionSet folds = {
      {.name = "folds", .default_value = int64_t{10}, .meaning = "", .range = {.low = 2}},
      {"validation", 0.0, ""}};
  static const SplitterCatalog splitters(
      "splitter", {{.name = "k-fold",
                    .summary = "",
                    .citation = "",
                    .traits = {},
                    .options = folds,
                    .make = [](const Options&) { return std::make_unique<NoSplitter>(); }},
                   {.name = "topic-k-fold",
                    .summary = "",
                    .citation = "",
                    .traits = {},
                    .options = folds,
                    .make = [](const Options&) { return std::make_unique<NoSplitter>(); }}});
  static const VerifierCatalog verifiers(
      "verifier",
      {{.name = "prior",
        .summary = "",
        .citation = "",
        .traits = {.chance = true},
        .options = {},
        .make = [](const Options&) { return std::make_unique<NoVerifier>(); }},
       {.name = "ppm",
        .summary = "",
        .citation = "",
        .traits = {.pair_features =
                       [](const Options& o) { return "ppm/" + std::to_string(o.integer("order")); }},
        .options = {{"order", int64_t{5}, ""}, {"radius", 0.05, ""}},
        .make = [](const Options& o) {
          return std::make_unique<NoVerifier>(std::make_unique<SomePairFeatures>(o.integer("order")));
        }}});
  static const StudyCatalogs catalogs = {
      &samplers,
      &splitters,
      &verifiers,
      {{"rule", std::string("default"), "", {"default", "literal"}}, {"balanced", false, ""}},
      {"hits", "pan21"}};
  return catalogs;
}

}  // namespace standfast::testing
