#include "standfast/result/findings/worst_groups.h"

#include <algorithm>

#include "standfast/metric/classes/classification_profile.h"
#include "standfast/metric/classes/slices.h"

namespace standfast::result {

std::vector<WorstGroup> worst_groups(const RunRecords& run, size_t corpus, size_t condition, size_t model,
                                     const PooledItems& items, double level) {
  std::vector<WorstGroup> worst_of;
  const auto profile = make_classification_profile("accuracy", "accuracy alone", {"accuracy"});
  if (!profile || items.size() == 0) return worst_of;
  const PooledItems first = first_answers(items, run.corpora[corpus].tested_documents);
  SliceOptions options;
  options.min_items = kLeastOfGroup;
  options.level = level;
  for (const bool by_topic : {true, false}) {
    const auto& groups = by_topic ? first.topic : first.truth;
    if (std::find(groups.begin(), groups.end(), kNoCode) != groups.end()) continue;
    const Slices slices = slice(*profile, first.items(), groups, options);
    const auto worst = worst_group(slices, *profile, "accuracy");
    if (!worst || slices.slices.size() < 2) continue;
    const Slice& group = slices.slices[worst->place];
    worst_of.push_back({condition, model, by_topic, group.group, group.n, worst->value, group.simultaneous,
                        slices.compared, slices.slices.size(),
                        static_cast<double>(slices.right) / static_cast<double>(slices.n), worst->by_luck});
  }
  return worst_of;
}

}  // namespace standfast::result
