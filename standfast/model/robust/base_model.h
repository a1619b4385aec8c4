// The classifier that a robust method trains: options `base` and `base-set`, and what may stand there.
#pragma once

#include <string>
#include <vector>

#include "standfast/base/option_table.h"
#include "standfast/model/classify/classifier.h"

namespace standfast {

struct BaseOptions {
  std::string base = "maxent";
  std::vector<std::string> base_set;  // "name=value"; an item without "=" belongs to the value before it
};

enum class BaseNeed : uint8_t {
  nothing,
  weights,               // takes weights of documents
  weights_and_features,  // and sees documents through the families of feature/document
};

// Options `base` and `base-set`. What cannot be (no such classifier, an option that it does not have, a
// classifier without what is needed, one that wraps another itself) is a usage error of the check, before
// anything runs.
OptionTable<BaseOptions> base_model_table(BaseNeed need);

// A classifier with its options, to be made as often as wanted.
struct BaseModel {
  const ClassifierCatalog::Entry* entry = nullptr;
  Options options;
  std::unique_ptr<Classifier> make() const;
};

// `more`: further items that override those of base_set (options of a first stage). Options were checked, so
// errors are those of `more`: usage errors that begin with its name.
Result<BaseModel> resolve_base(const BaseOptions& options, const std::vector<std::string>& more = {});

// Whether the options of the classifier hold those of feature/document.
bool has_document_features(const ClassifierCatalog::Entry& entry);

// "" or what is wrong with the items as options of this base: for rules between options.
std::string objection_to_items(const BaseOptions& options, const std::string& name,
                               const std::vector<std::string>& items);

}  // namespace standfast
