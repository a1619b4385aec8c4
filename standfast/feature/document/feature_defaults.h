// The options of document features, with the defaults that a classifier chooses. (Their meaning stands in
// document_features.h.)
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/base/options.h"

namespace standfast {

// What a classifier means by default.
struct FeatureDefaults {
  std::string features = "word";
  std::string weight = "presence";
  std::string norm = "auto";
  int64_t max_features = 0;
  std::string char_n = "4";
};

// The options to be embedded in those of a classifier.
std::vector<OptionSpec> document_feature_options(const FeatureDefaults& defaults = {});

}  // namespace standfast
