// Base of verifiers that place two thresholds on one similarity of a pair of texts (calibration.h). A
// subclass defines the similarity.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "standfast/base/field_table.h"
#include "standfast/base/option_table.h"
#include "standfast/model/verify/calibration.h"
#include "standfast/model/verify/verifier.h"

namespace standfast {

struct SimilarityOptions {
  Objective objective = Objective::hits;
  bool calibrate_on_train = false;  // false: on validation, unless that is empty
  // Stretches similarities before the thresholds are placed, so that the similarities of calibration pairs
  // reach from .25 to .75. This is for similarities that fill a small part of [0, 1], which a grid in steps
  // of .01 would barely resolve.
  bool stretched = false;
};

class SimilarityVerifier : public Verifier {
 public:
  SimilarityVerifier(std::string name, const SimilarityOptions& options);

  Status fit(const PairView& train, const PairView& validation, const ModelContext& context) final;
  Status score(const PairView& pairs, std::span<double> out, const ModelContext& context) const final;
  nlohmann::ordered_json facts() const final;
  Result<ModelState> save() const final;
  Status restore(const ModelState& state) final;

 protected:
  const std::string& name() const { return name_; }

  // Learns the similarity; train has pairs. Errors do not name the verifier. The state after a failed fit is
  // never used.
  virtual Status learn(const PairView& train, const PairView& validation, const ModelContext& context) = 0;
  // Returns one finite number a pair. Row i does not depend on the other pairs. to_calibrate: thresholds are
  // placed on them.
  virtual Result<std::vector<double>> similarities(const PairView& pairs, bool to_calibrate,
                                                   const ModelContext& context) const = 0;
  virtual void describe(nlohmann::ordered_json&) const {}  // adds to facts
  virtual Status save_parts(ModelState&) const { return {}; }
  virtual Status restore_parts(const ModelState&) { return {}; }

 private:
  struct Fitted : Calibration {
    std::string source;       // of the calibration pairs
    double from = 0, to = 1;  // similarities that become 0 and 1 when the thresholds are placed
    double stretched(double similarity) const { return (similarity - from) / (to - from); }
  };
  FieldTable<Fitted> fields() const;

  std::string name_;
  SimilarityOptions options_;
  std::optional<Fitted> fitted_;
};

// Returns the options of every such verifier. `stretched` has none.
OptionTable<SimilarityOptions> similarity_option_table();

}  // namespace standfast
