// The matched controls of a condition as a chain: each keeps all that its predecessors keep, and one thing
// more. The steps from the reference along the chain to the condition divide a drop into parts (drops.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "standfast/metric/stat/estimate.h"
#include "standfast/metric/stat/influence.h"
#include "standfast/metric/stat/shared_units.h"
#include "standfast/result/findings/cell_scores.h"
#include "standfast/result/run/records.h"

namespace standfast::result {

// Returns the places of a condition's controls, ordered by the columns that they match, as the study lists
// them, then from single documents to the largest block. Of several controls that keep the same, the first
// counts. has: selects the conditions to take; it is asked about conditions of this run only.
std::vector<size_t> control_chain(const RunRecords& run, size_t condition,
                                  const std::function<bool(size_t)>& has);
std::vector<size_t> control_chain(const RunRecords& run, size_t condition);

// Returns true if some control of the chain matches more than the class.
bool chain_matches(const RunRecords& run, const std::vector<size_t>& chain);

// Names the loss on the step to the control in this place of the chain, from the control before it or, in the
// first place, from the reference. The first step is "data and class mix": folds of other sizes, with other
// classes. Both change at once, so no number tells them apart. Later steps are named by the columns that are
// matched anew, and the block.
std::string step_name(const RunRecords& run, const std::vector<size_t>& chain, size_t place);

// Names all that changes from the reference to a control: data and class mix, and all that this control or
// the controls before it keep, for example "data, class mix, forum and thread", or "data, class mix, source
// and length".
std::string lost_to_control(const RunRecords& run, size_t control);

// Returns the baseline of each condition, from which its share counts; nothing for the reference, and for a
// side with a planted cue. A side other than the test items counts from the same fits on the test items. A
// condition counts from its matched control where the task takes controls as baselines, else from the
// reference.
std::vector<std::optional<size_t>> baselines(const RunRecords& run, std::optional<size_t> reference);

// The loss of accuracy between two conditions, for losses that parts of a drop need and the survival table
// does not show: on the steps from one matched control to the next, and from the reference to a condition
// that has controls. All other parts are points lost of the survival table. Each loss is computed once, from
// all answers of its two conditions, and has one interval (docs/drop-parts.md).
struct ChainLoss {
  size_t corpus = 0, model = 0, from = 0, to = 0;  // places in RunRecords
  Difference lost;                                 // above 0: lost
};

// Returns true if the loss from the reference to this condition is decomposed. Returns false for a control,
// for another side, whose documents the reference does not test, and for a planted cue, which is no loss.
bool has_drop(const RunRecords& run, size_t reference, size_t condition);

struct ChainStep {
  size_t from = 0, to = 0;
};
// Returns the step from the reference to a condition and, if there are controls, each step along them.
std::vector<ChainStep> drop_steps(size_t reference, const std::vector<size_t>& controls, size_t condition);

// Collects the accuracies of one corpus of a run of classification and computes the losses.
class ChainLosses {
 public:
  // Starts without accuracies. baseline: the baseline of each condition in the survival table. accuracy: its
  // place among the metrics.
  ChainLosses(const RunRecords& run, std::optional<size_t> reference,
              const std::vector<std::optional<size_t>>& baseline, size_t accuracy);

  // Keeps the accuracies of a condition if some step needs them: 8 bytes for each answer.
  void keep(size_t condition, const ScoredCells& scored);
  // Returns the distinct steps whose losses found() computes.
  std::vector<ChainStep> steps() const;
  // Keeps the accuracies of both conditions of a step over their shared items, if these are not all. To be
  // called after keep() of all conditions.
  void keep_step(const ChainStep& step, const ScoredCells& from, const ScoredCells& to);
  // Returns the losses. To be called after all conditions were kept. space: the unit space of the conditions.
  std::vector<ChainLoss> found(const UnitSpace& space, size_t corpus, double level, int threads) const;

 private:
  struct Kept;
  static void take(const ScoredCells& scored, size_t models, size_t accuracy, Kept& kept);
  std::vector<ChainLoss> losses(size_t corpus) const;
  struct Kept {
    std::vector<std::optional<Influenced>> accuracy;  // by model; nothing: it has no answers
    std::vector<std::shared_ptr<const UnitItems>> items;
  };
  const RunRecords& run_;
  std::optional<size_t> reference_;
  const std::vector<std::optional<size_t>>& baseline_;
  size_t accuracy_;
  std::vector<bool> needed_;  // by condition
  std::map<size_t, Kept> kept_;
  std::map<std::pair<size_t, size_t>, std::pair<Kept, Kept>> steps_;  // over fewer items
};

}  // namespace standfast::result
