#include "standfast/model/robust/document_groups.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace standfast {
namespace {

constexpr size_t kMostGroupsToTell = 60;  // with more groups facts() would be too long to read

std::string name_of_group(const TrainingSet& train, uint32_t class_number, uint32_t value, bool inferred) {
  std::string second = fmt::format("group {}", value);
  if (inferred)
    second = value == 0 ? "right" : "wrong";
  else if (value < train.group_names.size())
    second = train.group_names[value];
  return fmt::format("{}, {}", train.names[class_number], second);
}

}  // namespace

Status check_given_groups(const std::string& owner, const TrainingSet& train) {
  if (train.groups.empty())
    return usage_error(fmt::format(
        "{}: the training documents have no groups (name their column: --group of train, group of a study), "
        "or set groups = inferred",
        owner));
  for (uint32_t i = 0; i < train.documents.size(); ++i)
    if (train.groups[i] == kMissing)
      return data_error(fmt::format(
          "{}: document \"{}\" has no group; fill the column, leave the document out, or set groups = "
          "inferred",
          owner, train.documents.corpus->id(train.documents.rows[i])));
  return {};
}

OptionTable<GroupOptions> group_table() {
  OptionTable<GroupOptions> table;
  table.words("groups", &GroupOptions::inferred, {{"given", false}, {"inferred", true}},
              "source of groups: given (class and group of a document) or inferred (class, and whether a "
              "plain model errs on the document)");
  table.include(&GroupOptions::first, first_stage_table());
  return table;
}

bool needs_given_groups(const Options& options) {
  return options.text("groups") == "given";
}

uint32_t DocumentGroups::least_documents() const {
  uint32_t least = groups.front().documents;
  for (const auto& group : groups) least = std::min(least, group.documents);
  return least;
}

double DocumentGroups::total_weight() const {
  double sum = 0;
  for (const auto& group : groups) sum += group.weight;
  return sum;
}

nlohmann::ordered_json DocumentGroups::facts() const {
  nlohmann::ordered_json json = {{"how", inferred ? "inferred" : "given"}, {"count", groups.size()}};
  uint32_t most = 0;
  for (const auto& group : groups) most = std::max(most, group.documents);
  json["smallest"] = least_documents();
  json["largest"] = most;
  if (groups.size() <= kMostGroupsToTell)
    for (const auto& group : groups) json["documents"][group.name] = group.documents;
  return json;
}

Result<DocumentGroups> document_groups(const std::string& owner, const TrainingSet& train,
                                       const BaseOptions& base, const GroupOptions& options, bool of_dev,
                                       const ClassifierContext& context) {
  DocumentGroups found;
  found.inferred = options.inferred;
  std::vector<uint32_t> values, dev_values;
  if (options.inferred) {
    SF_ASSIGN(const FirstStageErrors errors,
              first_stage_errors(owner, train, base, options.first, of_dev, context));
    values.assign(errors.train.begin(), errors.train.end());
    dev_values.assign(errors.dev.begin(), errors.dev.end());
  } else {
    SF_TRY(check_given_groups(owner, train));
    values.assign(train.groups.begin(), train.groups.end());
    dev_values.assign(train.dev_groups.begin(), train.dev_groups.end());
  }
  const DocumentView& documents = train.documents;
  found.by_id.resize(values.size());
  std::iota(found.by_id.begin(), found.by_id.end(), 0U);
  std::stable_sort(found.by_id.begin(), found.by_id.end(), [&](uint32_t a, uint32_t b) {
    return documents.corpus->id(documents.rows[a]) < documents.corpus->id(documents.rows[b]);
  });
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> numbers;
  found.of.assign(values.size(), kMissing);
  for (const uint32_t i : found.by_id) {
    if (train.weight(i) == 0) continue;
    const auto [at, is_new] =
        numbers.try_emplace({train.classes[i], values[i]}, static_cast<uint32_t>(found.groups.size()));
    if (is_new)
      found.groups.push_back({train.classes[i], values[i], 0, 0,
                              name_of_group(train, train.classes[i], values[i], options.inferred)});
    found.of[i] = at->second;
    ++found.groups[at->second].documents;
    found.groups[at->second].weight += train.weight(i);
  }
  for (size_t i = 0; i < dev_values.size(); ++i) {
    const auto at = numbers.find({train.dev_classes[i], dev_values[i]});
    found.of_dev.push_back(at == numbers.end() ? kMissing : at->second);
  }
  return found;
}

}  // namespace standfast
