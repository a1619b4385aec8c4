// Robust methods fitted on the planted cue.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "standfast/model/classify/classifier.h"
#include "tests/support/planted_cue.h"

namespace standfast::testing {

using ModelSettings = std::map<std::string, OptionValue>;

inline const PlantedCue& planted() {
  static const PlantedCue planted;
  return planted;
}

inline std::unique_ptr<Classifier> fitted(const std::string& name, const ModelSettings& settings,
                                          const TrainingSet& set, const ClassifierContext& context = {}) {
  auto made = classifiers().make(name, settings);
  EXPECT_TRUE(made) << name << ": " << (made ? "" : made.error().message);
  const auto status = (*made)->fit(set, context);
  EXPECT_TRUE(status) << name << ": " << (status ? "" : status.error().message);
  return std::move(*made);
}

inline std::vector<double> answers(const Classifier& model, const PlantedCue& from = planted()) {
  DenseMatrix out;
  EXPECT_TRUE(model.predict({&from.corpus, from.test}, {}, out));
  return out.data;
}

inline std::string failure(const std::string& name, const ModelSettings& settings, const TrainingSet& set,
                           ErrorKind kind) {
  const auto made = classifiers().make(name, settings).value();
  const auto status = made->fit(set, {});
  if (status) return "fitted";
  EXPECT_EQ(status.error().kind, kind) << status.error().message;
  return status.error().message;
}

}  // namespace standfast::testing
