// The matched controls of a condition as a chain: each keeps all that its predecessors keep, and one thing
// more. The steps from the reference along the chain to the condition divide a drop into parts (drops.h).
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

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

}  // namespace standfast::result
