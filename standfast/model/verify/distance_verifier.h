// Base of verifiers that turn one distance of a pair of texts into a probability (calibration.h). A
// subclass defines the distance; pairs that have none (an empty text) are left out of the fit, counted, and
// answered 0.5.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "standfast/base/option_table.h"
#include "standfast/model/verify/calibration.h"
#include "standfast/model/verify/verifier.h"

namespace standfast {

struct DistanceOptions {
  double radius = 0.01;  // a probability within 0.5 - radius and 0.5 + radius becomes 0.5, no answer
  double c = 1;          // of the logistic regression
};

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
