// Catalogs of a make-believe product, so that the study file is tested without the real components.
#pragma once

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

// (Entries are named one by one: g++ 12 dies of those that stand in the list itself.)
inline const StudyCatalogs& make_believe() {
  const auto no_sampler = [](const Options&) { return std::make_unique<NoSampler>(); };
  const SamplerCatalog::Entry all = {
      .name = "all", .summary = "", .citation = "", .traits = {}, .options = {}, .make = no_sampler};
  const SamplerCatalog::Entry hits = {.name = "hits",
                                      .summary = "",
                                      .citation = "",
                                      .traits = {.needs_vectors = true},
                                      .options = {{"topics", int64_t{0}, ""}},
                                      .make = no_sampler};
  static const SamplerCatalog samplers("sampler", {all, hits});

  const auto no_splitter = [](const Options&) { return std::make_unique<NoSplitter>(); };
  SplitterCatalog::Entry k_fold = {
      .name = "k-fold",
      .summary = "",
      .citation = "",
      .traits = {},
      .options = {{.name = "folds", .default_value = int64_t{10}, .meaning = "", .range = {.low = 2}},
                  {"validation", 0.0, ""}},
      .make = no_splitter};
  SplitterCatalog::Entry topic_k_fold = k_fold;
  topic_k_fold.name = "topic-k-fold";
  static const SplitterCatalog splitters("splitter", {k_fold, topic_k_fold});

  const VerifierCatalog::Entry prior = {
      .name = "prior",
      .summary = "",
      .citation = "",
      .traits = {.chance = true},
      .options = {},
      .make = [](const Options&) { return std::make_unique<NoVerifier>(); }};
  const VerifierCatalog::Entry ppm = {
      .name = "ppm",
      .summary = "",
      .citation = "",
      .traits = {.pair_features =
                     [](const Options& o) { return "ppm/" + std::to_string(o.integer("order")); }},
      .options = {{"order", int64_t{5}, ""}, {"radius", 0.05, ""}},
      .make = [](const Options& o) {
        return std::make_unique<NoVerifier>(std::make_unique<SomePairFeatures>(o.integer("order")));
      }};
  static const VerifierCatalog verifiers("verifier", {prior, ppm});
  static const StudyCatalogs catalogs = {
      &samplers,
      &splitters,
      &verifiers,
      {{"rule", std::string("default"), "", {"default", "literal"}}, {"balanced", false, ""}},
      {"hits", "pan21"}};
  return catalogs;
}

}  // namespace standfast::testing
