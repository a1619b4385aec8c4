// Base of all robust methods: the part of a classifier that they share. Only learning differs.
#pragma once

#include <string>

#include "standfast/model/classify/linear_model.h"
#include "standfast/model/robust/document_groups.h"
#include "standfast/model/robust/robust_model.h"

namespace standfast {

class RobustClassifier : public Classifier, public LinearModel {
 public:
  RobustClassifier(std::string name, BaseOptions base);
  Status fit(const TrainingSet& train, const ClassifierContext& context) override;
  Status predict(const DocumentView& documents, const ClassifierContext& context,
                 DenseMatrix& out) const override;
  nlohmann::ordered_json facts() const override;
  Result<ModelState> save() const override;
  Status restore(const ModelState& state) override;
  // Defined for one linear base model without a last layer of its own.
  Result<LinearView> linear() const override;
  const LinearModel* answering() const override;

 protected:
  // Learns the model. The training set has documents and valid weights; context.start is null.
  virtual Result<RobustModel> learn(const TrainingSet& train, const ClassifierContext& context) = 0;
  const std::string& name() const { return name_; }
  const BaseOptions& base_options() const { return base_; }
  // Returns the base with its options, which were checked.
  BaseModel base() const;

 private:
  std::string name_;
  BaseOptions base_;
  RobustModel model_;
};

// Returns the traits of all robust methods. Weights and sub-samples change the class frequencies that a model
// learns, so answers rank the classes and estimate no probability. Draws and folds depend on the seed.
inline ClassifierTraits robust_traits(bool weights, bool needs_groups, bool uses_validation,
                                      bool (*needs_validation)(const Options&) = nullptr) {
  return {.deterministic = false,
          .probabilities = false,
          .weights = weights,
          .wraps = true,
          .uses_validation = uses_validation,
          .needs_groups = needs_groups ? &needs_given_groups : nullptr,
          .needs_validation = needs_validation};
}

// Fits a base and returns it.
Result<std::shared_ptr<Classifier>> fitted_base(const BaseModel& base, const TrainingSet& train,
                                                const ClassifierContext& context);

// Adds the facts of the only base to the facts of its model: `model`, and `telling` (words, which records
// leave out) beside it.
void tell_base(RobustModel& model);

// Returns {"least": ..., "most": ...} of the weights above 0.
nlohmann::ordered_json range_of_weights(std::span<const double> weights);

}  // namespace standfast
