// Choice of a hyper-parameter by validation: the value that answers validation documents best. If the task
// gives none, a part of the training documents is held out for the choice, and the chosen model is then
// fitted on all.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "standfast/base/option_table.h"
#include "standfast/model/robust/robust_classifier.h"

namespace standfast {

struct ChoiceOptions {
  bool by_worst_group = false;
  double share = 0.2;
};
OptionTable<ChoiceOptions> choice_table();

// Returns "" if the list of candidates has at least one number and all are allowed, else its fault.
std::string objection_to_values(const std::string& name, const std::vector<double>& values,
                                const std::function<bool(double)>& allowed, const std::string& which);

// The quality of answers: macro F1 over the classes that training has, and the lowest accuracy of a group
// (class and value), if groups of the documents are known. A document whose two best classes tie is wrong.
struct ChoiceScore {
  double macro_f1 = 0;
  std::optional<double> worst_group;
};
// Scores answers. groups: values by document, kMissing for unknown; empty: unknown. weights: empty: all 1.
ChoiceScore choice_score(const DenseMatrix& answers, std::span<const uint32_t> truth,
                         std::span<const double> weights, std::span<const uint32_t> groups,
                         std::span<const uint8_t> trained);

// Compares by the worst group, then by macro F1: often no candidate answers the worst group at all, and then
// the order of the list would decide.
bool is_better_for_groups(const ChoiceScore& a, const ChoiceScore& b);

using OptionChoice = std::vector<std::pair<std::string, double>>;  // options and their values
// Fits models in the order of the candidates.
using FitCandidates =
    std::function<Result<std::vector<RobustModel>>(const TrainingSet&, std::span<const OptionChoice>)>;

// Returns the best candidate's model; the first of equals. Macro F1 decides between equal worst groups. Its
// facts get `selection`: the scores of all candidates, the chosen one, and the one that the worst group would
// choose, if groups are known. With one candidate nothing is chosen. A data error if the worst group is to
// decide and no group is known.
Result<RobustModel> fit_and_choose(const std::string& owner, const TrainingSet& train,
                                   const std::vector<OptionChoice>& candidates, const ChoiceOptions& options,
                                   const ClassifierContext& context, const FitCandidates& fit);

}  // namespace standfast
