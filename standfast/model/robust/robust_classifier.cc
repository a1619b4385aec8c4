#include "standfast/model/robust/robust_classifier.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "standfast/feature/document/feature_memo.h"
#include "standfast/model/robust/training_part.h"

namespace standfast {

RobustClassifier::RobustClassifier(std::string name, BaseOptions base)
    : name_(std::move(name)), base_(std::move(base)) {}

BaseModel RobustClassifier::base() const {
  auto model = resolve_base(base_);
  assert(model && "options were checked");
  return std::move(*model);
}

Status RobustClassifier::fit(const TrainingSet& train, const ClassifierContext& context) {
  model_ = {};
  SF_TRY(check_training(name_, train));
  ClassifierContext inner = context;
  inner.start = nullptr;
  FeatureMemo memo;  // all inner fits read the same documents
  inner.memo = &memo;
  auto model = learn(train, inner);
  if (!model)
    return model.error().message.starts_with(name_) ? Failure(model.error())
                                                    : with_context(name_, model.error());
  model_ = std::move(*model);
  model_.classes = train.names.size();
  return {};
}

Status RobustClassifier::predict(const DocumentView& documents, const ClassifierContext& context,
                                 DenseMatrix& out) const {
  if (model_.classes == 0) return usage_error(name_ + ": asked for answers before it was fitted");
  return model_.predict(documents, context, out);
}

nlohmann::ordered_json RobustClassifier::facts() const {
  return model_.classes == 0 ? nlohmann::ordered_json::object() : model_.facts;
}

Result<ModelState> RobustClassifier::save() const {
  if (model_.classes == 0) return usage_error(name_ + ": nothing to save before it was fitted");
  return model_.save();
}

Status RobustClassifier::restore(const ModelState& state) {
  model_ = {};
  if (auto status = model_.restore(state, base()); !status) return with_context(name_, status.error());
  return {};
}

const LinearModel* RobustClassifier::answering() const {
  return model_.members.size() == 1 && !model_.layer ? linear_model(*model_.members.front()) : nullptr;
}

Result<LinearView> RobustClassifier::linear() const {
  const LinearModel* const model = answering();
  if (model == nullptr) return usage_error(name_ + ": has not fitted one linear model");
  return model->linear();
}

Result<std::shared_ptr<Classifier>> fitted_base(const BaseModel& base, const TrainingSet& train,
                                                const ClassifierContext& context) {
  std::shared_ptr<Classifier> model = base.make();
  SF_TRY(model->fit(train, context));
  return model;
}

void tell_base(RobustModel& model) {
  if (model.members.size() != 1) return;
  auto own = model.members.front()->facts();
  const auto telling = own.find("telling");
  if (telling != own.end()) {
    model.facts["telling"] = *telling;
    own.erase(telling);
  }
  model.facts["model"] = std::move(own);
}

nlohmann::ordered_json range_of_weights(std::span<const double> weights) {
  double least = std::numeric_limits<double>::infinity(), most = 0;
  for (const double weight : weights) {
    if (weight > 0) least = std::min(least, weight);
    most = std::max(most, weight);
  }
  return {{"least", most > 0 ? least : 0}, {"most", most}};
}

}  // namespace standfast
