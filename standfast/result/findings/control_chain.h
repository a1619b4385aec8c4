// The matched controls of a condition as a chain: each keeps all that those before it keep, and one thing more. From
// the reference along the chain to the condition, a drop falls into parts (drops.h).
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "standfast/result/run/records.h"

namespace standfast::result {

// Places of the controls of a condition: first by what they match, as the study lists it, then from single documents to
// the largest block. Of several that keep the same, the first counts. has: which conditions to take; none is asked for
// another run's.
std::vector<size_t> control_chain(const RunRecords& run, size_t condition,
                                  const std::function<bool(size_t)>& has);
std::vector<size_t> control_chain(const RunRecords& run, size_t condition);

// Does some control of the chain match more than the class?
bool chain_matches(const RunRecords& run, const std::vector<size_t>& chain);

// What is lost on the step to the control in this place of the chain, from the one before it or, in the first place,
// from the reference. "data and class mix" at first: folds of other sizes, with other classes. Both change at once, so no
// number tells them apart. Afterwards the columns that are matched anew, and the block.
std::string step_name(const RunRecords& run, const std::vector<size_t>& chain, size_t place);

// What changes from the reference to a control: data and class mix, and all that is kept by it or by the controls before
// it, for example "data, class mix, forum and thread", or "data, class mix, source and length".
std::string lost_to_control(const RunRecords& run, size_t control);

}  // namespace standfast::result
