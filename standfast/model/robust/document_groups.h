// Groups of robust training. A group is a class together with a value of an attribute on which the label
// should not depend (the column `group` of a study, the value of a planted cue). If that value is unknown,
// the group is a class together with whether a plain model gets the document wrong (first_stage.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/base/json.h"
#include "standfast/model/robust/first_stage.h"

namespace standfast {

// A warning reports smaller groups.
inline constexpr uint32_t kFewInGroup = 5;

struct GroupOptions {
  bool inferred = false;
  FirstStageOptions first = {};
};
OptionTable<GroupOptions> group_table();
// Returns whether the options of a component that includes this table need given groups.
bool needs_given_groups(const Options& options);
// Checks the groups of a training set for a model that needs them given: it has none (usage error), or a
// document has no value (data error, its id). Errors begin with `owner`.
Status check_given_groups(const std::string& owner, const TrainingSet& train);

struct DocumentGroups {
  struct Group {
    uint32_t class_number = 0, value = 0;
    uint32_t documents = 0;  // with a weight above 0
    double weight = 0;
    std::string name;  // "class, value"
  };
  // Groups that have documents, in the order of the first id of each. So neither the order of the documents
  // nor the names of classes can change a bit of what is computed group by group.
  std::vector<Group> groups;
  std::vector<uint32_t> of;      // by training document; kMissing if its weight is 0
  std::vector<uint32_t> of_dev;  // by validation document; kMissing: its group is unknown or not in training
  std::vector<uint32_t> by_id;   // training documents in the order of their ids
  bool inferred = false;

  uint32_t least_documents() const;
  double total_weight() const;
  nlohmann::ordered_json facts() const;
};

// Assigns the groups. Errors begin with `owner`: groups = given and the training set has none (usage), or a
// document has no value (data, its id). of_dev: also assign groups of validation documents, if they can be
// known.
Result<DocumentGroups> document_groups(const std::string& owner, const TrainingSet& train,
                                       const BaseOptions& base, const GroupOptions& options, bool of_dev,
                                       const ClassifierContext& context);

}  // namespace standfast
