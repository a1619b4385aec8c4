// The classifier that a robust method trains: options `base`, `base-set` and `checkpoint`, and what may stand there.
#pragma once

#include <string>
#include <vector>

#include "standfast/base/option_table.h"
#include "standfast/model/classify/classifier.h"

namespace standfast {

struct BaseOptions {
  std::string base = "maxent";
  std::vector<std::string> base_set;  // "name=value"; an item without "=" belongs to the value before it
  // The base's options of these names. They name something outside, which a study has to find and to digest.
  std::string checkpoint, sha256;
};

enum class BaseNeed : uint8_t {
  nothing,
  weights,                 // takes weights of documents
  weights_and_last_layer,  // and has a last layer to fit again (LastLayer)
};

// What a last layer that is fitted again reads.
enum class LastLayer : uint8_t {
  none,
  features,  // the features of feature/document: the layer is the whole linear model
  units,     // the base's hidden units (Classifier::predict_with_units)
};
LastLayer last_layer_of(const ClassifierCatalog::Entry& entry);

// What cannot be (no such classifier, an option that it does not have, a
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

// What the base takes in memory (CatalogEntry::memory): options are those of a method that has base_model_table().
uint64_t memory_of_base(const Options& options, const WorkSize& size);

// Whether the options of the classifier hold those of feature/document.
bool has_document_features(const ClassifierCatalog::Entry& entry);

// "" or what is wrong with the items as options of this base: for rules between options.
std::string objection_to_items(const BaseOptions& options, const std::string& name,
                               const std::vector<std::string>& items);

}  // namespace standfast
