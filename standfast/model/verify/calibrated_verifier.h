// Bases of verifiers that turn one number of a pair of texts, a similarity or a distance, into a score by a
// calibration (calibration.h).
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

// Places two thresholds on one similarity. A subclass defines the similarity.
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

struct DistanceOptions {
  double radius = 0.01;  // a probability within 0.5 - radius and 0.5 + radius becomes 0.5, no answer
  double c = 1;          // of the logistic regression
};

// Turns one distance into a probability. A subclass defines the distance; pairs that have none (an empty
// text) are left out of the fit, counted, and answered 0.5.
class DistanceVerifier : public Verifier {
 public:
  // learns: the distance itself is learned from training pairs, so the probability must be learned from
  // others (validation pairs); else it is learned from all labelled pairs.
  DistanceVerifier(std::string name, bool learns, const DistanceOptions& options);

  Status fit(const PairView& train, const PairView& validation, const ModelContext& context) override;
  Status score(const PairView& pairs, std::span<double> out, const ModelContext& context) const override;
  nlohmann::ordered_json facts() const override;
  Result<ModelState> save() const override;
  Status restore(const ModelState& state) override;

 protected:
  const std::string& name() const { return name_; }
  virtual Status learn(const PairView&, const ModelContext&) { return {}; }
  // Returns one number a pair, NaN if there is none. Row i does not depend on the other pairs.
  virtual Result<std::vector<double>> distances(const PairView& pairs, const ModelContext& context) const = 0;
  virtual const char* undefined_where() const { return "an empty document"; }
  virtual void describe(nlohmann::ordered_json&) const {}  // adds to facts
  virtual void save_parts(ModelState&) const {}
  virtual Status restore_parts(const ModelState&) { return {}; }

 private:
  struct Fitted {
    LogisticCalibration calibration;
    std::string source;      // of the calibration pairs
    uint64_t undefined = 0;  // pairs left out
  };
  static FieldTable<Fitted> fields();

  std::string name_;
  bool learns_;
  DistanceOptions options_;
  std::optional<Fitted> fitted_;
};

// Returns the options of every such verifier.
OptionTable<DistanceOptions> distance_option_table();

}  // namespace standfast
