#include "standfast/result/findings/worst_groups.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "standfast/metric/classes/classification_profile.h"
#include "standfast/metric/classes/slices.h"

namespace standfast::result {
namespace {

// Returns the slices by the group of the study. To be called only if answers name groups.
const DocumentSlices& slices_of_groups(const RunRecords& run, size_t corpus) {
  const auto& slices = run.slices.at(run.corpora[corpus].name);
  const auto found =
      std::find_if(slices.begin(), slices.end(), [](const DocumentSlices& one) { return one.is_group; });
  assert(found != slices.end());
  return *found;
}

// Documents with their groups.
struct Grouping {
  GroupedBy by;
  PooledItems items;
  std::vector<uint32_t> groups;
};

std::vector<Grouping> groupings(const RunRecords& run, size_t corpus, const PooledItems& items) {
  std::vector<Grouping> all;
  if (std::find(items.topic.begin(), items.topic.end(), kNoCode) == items.topic.end())
    all.push_back({GroupedBy::topic, items, items.topic});
  all.push_back({GroupedBy::target, items, items.truth});
  if (items.group.empty()) return all;
  std::vector<uint32_t> places;
  for (uint32_t i = 0; i < items.size(); ++i)
    if (items.group[i] != kNoCode) places.push_back(i);
  if (places.empty()) return all;
  PooledItems some = chosen_items(items, places);
  const DocumentSlices& of_groups = slices_of_groups(run, corpus);
  const auto values = static_cast<uint32_t>(of_groups.values.size());
  std::vector<uint32_t> groups, within;
  for (size_t i = 0; i < some.size(); ++i) {
    groups.push_back(of_groups.value_of(some.group[i]));
    within.push_back(some.truth[i] * values + groups.back());
  }
  if (run.group != "topic") all.push_back({GroupedBy::group, some, std::move(groups)});
  all.push_back({GroupedBy::target_and_group, std::move(some), std::move(within)});
  return all;
}

}  // namespace

std::string name_of_group(const RunRecords& run, size_t corpus, GroupedBy by, uint32_t group) {
  const auto& classes = run.corpora[corpus].classes;
  switch (by) {
    case GroupedBy::topic:
      return run.corpora[corpus].tested_topics[group];
    case GroupedBy::target:
      break;
    case GroupedBy::group:
      return slices_of_groups(run, corpus).values[group];
    case GroupedBy::target_and_group: {
      const auto& values = slices_of_groups(run, corpus).values;
      return classes[group / values.size()] + ", " + values[group % values.size()];
    }
  }
  return classes[group];
}

std::vector<WorstGroup> worst_groups(const RunRecords& run, size_t corpus, size_t condition, size_t model,
                                     const PooledItems& items, double level) {
  std::vector<WorstGroup> worst_of;
  const auto profile = make_classification_profile("accuracy", "accuracy alone", {"accuracy"});
  if (!profile || items.size() == 0) return worst_of;
  const PooledItems first = first_answers(items, run.corpora[corpus].tested_documents);
  SliceOptions options;
  options.min_items = kLeastOfGroup;
  options.level = level;
  for (const auto& [by, of, groups] : groupings(run, corpus, first)) {
    const Slices slices = slice(*profile, of.items(), groups, options);
    const auto worst = worst_group(slices, *profile, "accuracy");
    if (!worst || slices.slices.size() < 2) continue;
    const Slice& group = slices.slices[worst->place];
    worst_of.push_back({condition, model, by, group.group, group.n, worst->value, group.simultaneous,
                        slices.compared, slices.slices.size(), of.size(), first.size(),
                        static_cast<double>(slices.right) / static_cast<double>(slices.n), worst->by_luck});
  }
  return worst_of;
}

}  // namespace standfast::result
