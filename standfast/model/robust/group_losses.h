// The loss that a base minimises, by group: the quantity by which GroupDRO updates the weights of groups.
#pragma once

#include <string>
#include <vector>

#include "standfast/model/robust/document_groups.h"

namespace standfast {

// The losses of a base. maxent: log loss. linear-svm: squared hinge, summed over its machines. Both minimise
//   scale * (sum over documents of weight * loss)  +  a penalty,
// so their weighted fits and the losses of groups bound each other (group_dro.cc). For other bases the log
// loss of the answers is used, and there is no proof.
class GroupLosses {
 public:
  explicit GroupLosses(const BaseModel& base);
  bool exact() const { return exact_; }
  double scale() const { return scale_; }
  const char* name() const { return hinge_ ? "squared hinge" : "log loss"; }

  // Returns the weighted mean loss of each group's training documents.
  Result<std::vector<double>> of(const Classifier& model, const TrainingSet& train,
                                 const DocumentGroups& groups, const ClassifierContext& context) const;

 private:
  bool hinge_ = false, exact_ = false;
  double scale_ = 1;
};

}  // namespace standfast
