// Base of all robust methods: the fitted model and the part of a classifier that they share. Only learning
// differs.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "standfast/base/json.h"
#include "standfast/feature/document/document_features.h"
#include "standfast/model/classify/linear_model.h"
#include "standfast/model/robust/base_model.h"
#include "standfast/model/robust/document_groups.h"
#include "standfast/model/saved/model_state.h"
#include "standfast/num/softmax/shifted_softmax.h"

namespace standfast {

// A refitted last layer: scores = scores of the base models (or 0, without any, or if the layer is new) +
// shift of the layer's input: features, or the hidden units of the one base model. With units and the base's
// scores this is the model with other numbers in its last layer: its scores are linear in the units, up to a
// constant a document, which changes no answer.
struct Relayered {
  LastLayer reads = LastLayer::features;
  DocumentFeatures features = DocumentFeatures();  // if it reads them
  bool is_new = false;                             // started from 0, not from the scores of the base model
  std::vector<uint32_t> present = {};  // classes that can be answered, ascending; the shift has their columns
  Shift shift = {};
};

// A model fitted by a robust method: one or several base models, whose answers are averaged, and possibly a
// refitted last layer. Saved with all of its parts.
struct RobustModel {
  size_t classes = 0;  // of all classes; 0: not fitted
  std::vector<std::shared_ptr<Classifier>> members;
  std::optional<Relayered> layer;
  nlohmann::ordered_json facts;

  // Predicts. Several members: the softmax of the mean of their log-probabilities, for linear models of the
  // mean of their scores. Members have their own features, so there are no joint weights. A class that no
  // member answers has 0.
  Status predict(const DocumentView& documents, const ClassifierContext& context, DenseMatrix& out) const;

  Result<ModelState> save() const;
  // Restores the model. base: to build the members with. Data errors describe impossible states; exceptions
  // of nlohmann::json may escape.
  Status restore(const ModelState& state, const BaseModel& base);
};

// Returns logarithms of probabilities by row, of the given classes; 0 counts as 1e-300.
std::vector<double> log_probabilities(const DenseMatrix& answers, std::span<const uint32_t> present);

// Returns units as rows of a sparse matrix, without zeros.
CsrMatrix rows_of_units(const FloatMatrix& units);

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
