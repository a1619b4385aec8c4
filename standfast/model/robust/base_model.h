// The base classifier that a robust method trains: options `base`, `base-set` and `checkpoint`, and the
// allowed values.
#pragma once

#include <string>
#include <vector>

#include "standfast/base/option_table.h"
#include "standfast/model/classify/classifier.h"

namespace standfast {

struct BaseOptions {
  std::string base = "maxent";
  std::vector<std::string> base_set;  // "name=value"; an item without "=" continues the previous value
  // The base's options of these names. They name external files, which a study has to find and to digest.
  std::string checkpoint, sha256;
};

enum class BaseNeed : uint8_t {
  nothing,
  weights,                 // takes weights of documents
  weights_and_last_layer,  // and has a last layer to refit (LastLayer)
};

// The input of a last layer that is refitted.
enum class LastLayer : uint8_t {
  none,
  features,  // the features of feature/document: the layer is the whole linear model
  units,     // the base's hidden units (Classifier::predict_with_units)
};
LastLayer last_layer_of(const ClassifierCatalog::Entry& entry);

// Returns the options of a base. An impossible combination (no such classifier, an option that it does not
// have, a classifier that does not meet `need`, one that wraps another itself) is a usage error of the check,
// before anything runs.
OptionTable<BaseOptions> base_model_table(BaseNeed need);

// A classifier with its options, of which any number of instances can be made.
struct BaseModel {
  const ClassifierCatalog::Entry* entry = nullptr;
  Options options;
  std::unique_ptr<Classifier> make() const;
};

// Resolves the base. `more`: further items that override the ones of base_set (options of a first stage). The
// options were checked before, so errors concern `more`: usage errors that begin with its name.
Result<BaseModel> resolve_base(const BaseOptions& options, const std::vector<std::string>& more = {});

// Estimates the memory of the base (CatalogEntry::memory); options: of a method that has base_model_table().
uint64_t memory_of_base(const Options& options, const WorkSize& size);

// Returns whether the options of the classifier include the ones of feature/document.
bool has_document_features(const ClassifierCatalog::Entry& entry);

// Returns "", or the fault of the items as options of this base, for rules between options.
std::string objection_to_items(const BaseOptions& options, const std::string& name,
                               const std::vector<std::string>& items);

}  // namespace standfast
