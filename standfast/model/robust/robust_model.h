// A model fitted by a robust method: one or several base models, whose answers are averaged, and possibly a
// refitted last layer. Saved with all of its parts.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "standfast/base/json.h"
#include "standfast/feature/document/document_features.h"
#include "standfast/model/robust/base_model.h"
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

}  // namespace standfast
