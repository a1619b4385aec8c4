// Robust methods fitted on the planted cue.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/model/classify/classifier.h"
#include "tests/support/corpora.h"

namespace standfast::testing {

// Bags of words with a planted cue: two classes, words that say a little about the class, and one word that
// goes with the class in most documents but says nothing about it in a fair test.
struct PlantedCue {
  // Makes documents 0 .. train - 1, then dev, then test. agree: the share of train and dev documents whose
  // cue agrees with their class; in the test, half of the documents do.
  static constexpr uint32_t kTrain = 1000, kDev = 400, kTest = 800;
  Corpus corpus;
  std::vector<uint32_t> train, dev, test, train_classes, dev_classes, test_classes, train_cues, dev_cues,
      test_cues;
  std::vector<std::string> names = {"bad", "good"}, cue_names = {"honestly", "frankly"};

  explicit PlantedCue(double agree = 0.95, uint64_t seed = 1) {
    Rng rng(seed, "tests/planted-cue");
    std::vector<Doc> docs;
    for (uint32_t i = 0; i < kTrain + kDev + kTest; ++i) {
      const bool fair = i >= kTrain + kDev;
      const uint32_t label = i % 2;
      const uint32_t cue = rng.chance(fair ? 0.5 : agree) ? label : 1 - label;
      std::string text = cue_names[cue];
      for (int k = 0; k < 14; ++k) {
        uint64_t word = rng.below(60);
        if (word < 30 && rng.chance(0.35)) word = word / 2 * 2 + label;
        text += fmt::format(" w{}", word);
      }
      docs.push_back({fmt::format("d{:04}", i), text, "", ""});
      (fair ? test : i < kTrain ? train : dev).push_back(i);
      (fair ? test_classes : i < kTrain ? train_classes : dev_classes).push_back(label);
      (fair ? test_cues : i < kTrain ? train_cues : dev_cues).push_back(cue);
    }
    corpus = make_corpus(docs);
  }

  TrainingSet set(bool groups, bool with_dev = false) const {
    TrainingSet set{.documents = {&corpus, train}, .classes = train_classes, .names = names};
    if (groups) {
      set.groups = train_cues;
      set.group_names = cue_names;
    }
    if (with_dev) {
      set.dev = {&corpus, dev};
      set.dev_classes = dev_classes;
      if (groups) set.dev_groups = dev_cues;
    }
    return set;
  }

  // Accuracy in the worst of the four groups of the test, and in all of them.
  struct Accuracy {
    double worst = 1, all = 0;
  };
  Accuracy accuracy(const Classifier& model) const {
    DenseMatrix out;
    EXPECT_TRUE(model.predict({&corpus, test}, {}, out));
    double right[4] = {}, count[4] = {};
    Accuracy accuracy;
    for (size_t i = 0; i < test.size(); ++i) {
      const uint32_t group = 2 * test_classes[i] + test_cues[i];
      ++count[group];
      const bool good = (out.row(i)[1] > out.row(i)[0]) == (test_classes[i] == 1);
      right[group] += good;
      accuracy.all += good / static_cast<double>(test.size());
    }
    for (int g = 0; g < 4; ++g) accuracy.worst = std::min(accuracy.worst, right[g] / count[g]);
    return accuracy;
  }
};

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
