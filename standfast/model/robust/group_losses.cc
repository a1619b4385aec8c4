#include "standfast/model/robust/group_losses.h"

#include <algorithm>
#include <cmath>

namespace standfast {

GroupLosses::GroupLosses(const BaseModel& base) {
  const std::string& name = base.entry->name;
  hinge_ = name == "linear-svm";
  // With `tune` each weighted fit has its own penalty, and fits cannot be compared.
  exact_ = hinge_ || (name == "maxent" && base.options.number("tune") == 0);
  if (hinge_) scale_ = base.options.number("c");
}

Result<std::vector<double>> GroupLosses::of(const Classifier& model, const TrainingSet& train,
                                            const DocumentGroups& groups,
                                            const ClassifierContext& context) const {
  std::vector<double> losses(groups.groups.size(), 0);
  std::vector<double> of_document(train.documents.size(), 0);
  if (hinge_) {
    std::vector<uint8_t> trained(train.names.size(), 0);
    for (const auto& group : groups.groups) trained[group.class_number] = 1;
    SF_ASSIGN(const FloatMatrix scores, model.represent(train.documents, context));
    for (size_t i = 0; i < of_document.size(); ++i) {
      size_t k = 0;
      for (uint32_t c = 0; c < trained.size(); ++c) {
        if (trained[c] == 0) continue;
        const double score = scores.row(i)[k++];
        const double short_of = std::max(0.0, 1 - (train.classes[i] == c ? score : -score));
        of_document[i] += short_of * short_of;
      }
    }
  } else {
    DenseMatrix answers;
    SF_TRY(model.predict(train.documents, context, answers));
    for (size_t i = 0; i < of_document.size(); ++i)
      of_document[i] = -std::log(std::max(answers.row(i)[train.classes[i]], 1e-300));
  }
  for (const uint32_t i : groups.by_id)
    if (groups.of[i] != kMissing) losses[groups.of[i]] += train.weight(i) * of_document[i];
  for (size_t g = 0; g < losses.size(); ++g) losses[g] /= groups.groups[g].weight;
  return losses;
}

}  // namespace standfast
