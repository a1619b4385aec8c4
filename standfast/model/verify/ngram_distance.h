// Base of verifiers that compare the tf-idf vectors of two texts by cosine and place two thresholds on it.
// char-ngram uses it directly; topic-fit masks words first.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/base/option_table.h"
#include "standfast/feature/ngram/tfidf.h"
#include "standfast/model/verify/calibrated_verifier.h"

namespace standfast {

struct NgramDistanceOptions {
  uint64_t features = 3000;  // n-grams in the vocabulary
  SimilarityOptions similarity = {};
  bool fit_on_pairs = false;  // true: a training document counts once for every training pair it is in
  uint32_t iterations = 0;    // > 0: mean cosine over this many random subsets of the features
  double kept_share = 0.5;    // of the features in each subset; ignored without iterations
};

class NgramDistance : public SimilarityVerifier {
 public:
  // grams: the n-grams to count; max_features comes from the options.
  NgramDistance(std::string name, TfidfOptions grams, const NgramDistanceOptions& options);

 protected:
  Status learn(const PairView& train, const PairView& validation, const ModelContext& context) final;
  Result<std::vector<double>> similarities(const PairView& pairs, bool to_calibrate,
                                           const ModelContext& context) const final;
  void describe(nlohmann::ordered_json& facts) const final;
  Status save_parts(ModelState& state) const final;
  Status restore_parts(const ModelState& state) final;

  // An edit of the texts before they are compared. learn_edit receives the training texts (each document
  // once, by row).
  virtual void learn_edit(std::span<const std::string_view>) {}
  virtual const TextEdit* training_edit() const { return nullptr; }  // vocabulary and calibration
  virtual const TextEdit* scoring_edit() const { return nullptr; }
  virtual void describe_edit(nlohmann::ordered_json&) const {}  // adds to facts
  virtual void save_edit(ModelState&) const {}
  virtual Status restore_edit(const ModelState&) { return {}; }

 private:
  Status draw_subsets(uint64_t seed);
  // Returns the cosines of one block of pairs; every document of it is vectorised once.
  std::vector<double> block_similarities(const PairView& pairs, const TextEdit* edit, int threads) const;

  NgramDistanceOptions options_;
  TfidfOptions grams_;
  Tfidf tfidf_;
  std::vector<std::vector<uint8_t>> subsets_;  // by iteration: 1 for the columns in use
  uint64_t subset_seed_ = 0;
};

// Returns the options of every such verifier.
OptionTable<NgramDistanceOptions> ngram_distance_table();

}  // namespace standfast
