// All classifiers of the catalog, each with its default options and with some others, for their test suites.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "standfast/model/classify/classifier.h"
#include "tests/support/data.h"
#include "tests/support/habits_corpus.h"
#include "tests/support/python.h"
#include "tests/support/scripts_corpus.h"
#include "tests/support/small_checkpoint.h"

namespace standfast::testing {

using namespace std::string_literals;

constexpr double kRounding = 1e-7;

// A classification problem with authors as classes. Of each author's five documents, three are for training
// and two for testing.
struct Problem {
  Corpus corpus;
  std::vector<uint32_t> train, test, train_classes, test_classes;
  std::vector<std::string> names;
  explicit Problem(Corpus texts) : corpus(std::move(texts)) {
    const Column& authors = *corpus.column(Role::author);
    names = authors.names;
    for (uint32_t row = 0; row < 50; ++row) {
      const bool learn = row % 5 < 3;
      (learn ? train : test).push_back(row);
      (learn ? train_classes : test_classes).push_back(authors.codes[row]);
    }
  }
  DocumentView train_view() const { return {&corpus, train}; }
  DocumentView test_view() const { return {&corpus, test}; }
};
inline const Problem& problem(uint64_t seed = 1) {
  static const Problem one(habits_corpus(1)), two(habits_corpus(2));
  return seed == 1 ? one : two;
}
// Returns the same problem in many scripts.
inline const Problem& problem_in_scripts(uint64_t seed = 1) {
  static const Problem one(scripts_corpus(1)), two(scripts_corpus(2));
  return seed == 1 ? one : two;
}

// A classifier with options: the defaults, or other options that take another path through the code.
struct Variant {
  std::string name, label;
  std::map<std::string, OptionValue> settings;
  bool scripts = false;  // the texts use many scripts
};
inline std::ostream& operator<<(std::ostream& out, const Variant& variant) {
  return out << variant.label;
}

// Returns a folder with an encoder that is fine-tuned in a very short time. The folder exists while the
// program runs.
inline std::string small_encoder() {
  static const TemporaryFolder folder;
  static const bool written = [] {
    write_small_encoder(folder.path());
    return true;
  }();
  (void)written;
  return folder.path();
}

// Returns options that the classifier needs. Groups are inferred, because the documents of the suites have
// none.
inline std::map<std::string, OptionValue> needed_by(const ClassifierCatalog::Entry& entry) {
  std::map<std::string, OptionValue> settings;
  if (entry.traits.needs_groups) settings["groups"] = std::string("inferred");
  // The suites have few documents of a class. Groups of one document, folds of a fifth and second stages of
  // four documents would leave nothing to learn from.
  if (entry.name == "subsample-groups" || entry.name == "dfr") settings["errors"] = std::string("training");
  if (entry.name == "dfr") settings["share"] = 0.8;
  if (entry.name == "afr") settings["lambda"] = std::string("1");
  if (entry.name == "cr")
    settings = {{"checkpoint", small_encoder()},
                {"epochs", 2.0},
                {"learning-rate", 0.01},
                {"batch", int64_t{6}},
                {"max-tokens", int64_t{32}}};
  if (entry.name == "transformer")
    settings = {
        {"checkpoint", small_encoder()}, {"epochs", 15.0}, {"learning-rate", 0.01}, {"batch", int64_t{6}}};
  if (entry.name == "a2r")
    settings = {{"epochs", int64_t{20}},     {"dimension", int64_t{16}}, {"units", int64_t{12}},
                {"generator-rate", 0.01},    {"predictor-rate", 0.02},   {"batch", int64_t{6}},
                {"policy-from", int64_t{10}}};
  return settings;
}

// Returns a folder with a model of ten classes, the classes of problem(). The folder exists while the program
// runs.
inline std::string small_classifier() {
  static const TemporaryFolder folder;
  static const bool written = [] {
    write_small_classifier(folder.path(), problem().names);
    return true;
  }();
  (void)written;
  return folder.path();
}

inline std::vector<Variant> variants() {
  std::vector<Variant> all;
  for (const auto& entry : classifiers().entries())
    if (entry.name != "command" && !entry.traits.pretrained)
      all.push_back({entry.name, entry.name, needed_by(entry)});
  const std::string program = python() + " -I -S '" STANDFAST_SOURCE_DIR
                                         "/examples/bring_your_own_classifier.py' {train} {test} {answers}";
  all.push_back({"command", "command", {{"command", program}}});
  all.push_back({"checkpoint", "checkpoint", {{"path", small_classifier()}}});
  all.push_back({"transformer",
                 "transformer-bottleneck",
                 {{"checkpoint", small_encoder()},
                  {"epochs", 20.0},
                  {"learning-rate", 0.01},
                  {"batch", int64_t{6}},
                  {"bottleneck", int64_t{4}}}});
  all.push_back({"cr",
                 "cr-shared",
                 {{"checkpoint", small_encoder()},
                  {"epochs", 2.0},
                  {"learning-rate", 0.01},
                  {"batch", int64_t{6}},
                  {"max-tokens", int64_t{32}},
                  {"encoders", "shared"s},
                  {"mask", "hard"s},
                  {"frozen", int64_t{2}},
                  {"keep-specials", true}}});
  all.push_back({"naive-bayes", "naive-bayes-bernoulli", {{"event", std::string("bernoulli")}}});
  all.push_back({"nearest-centroid",
                 "nearest-centroid-profile",
                 {{"centre", std::string("profile")}, {"distance", std::string("burrows")}}});
  all.push_back({"char-ngram", "char-ngram-document", {{"nearest", std::string("document")}}});
  all.push_back({"ppm", "ppm-escape", {{"escape", std::string("d")}, {"length", 0.0}}});
  const std::string inferred = "inferred", training = "training", naive = "naive-bayes",
                    machine = "linear-svm";
  all.push_back({"subsample-groups",
                 "subsample-groups-draws",
                 {{"groups", inferred}, {"errors", training}, {"draws", int64_t{3}}, {"base", "ppm"s}}});
  all.push_back({"reweight-groups", "reweight-groups-naive-bayes", {{"groups", inferred}, {"base", naive}}});
  all.push_back({"group-dro", "group-dro-linear-svm", {{"groups", inferred}, {"base", machine}}});
  all.push_back({"group-dro",
                 "group-dro-naive-bayes",
                 {{"groups", inferred}, {"base", naive}, {"rounds", int64_t{10}}}});
  all.push_back(
      {"jtt", "jtt-choice", {{"up-weight", "1,6"s}, {"errors", training}, {"first-set", "lambda=30"s}}});
  all.push_back({"dfr",
                 "dfr-l1",
                 {{"groups", inferred},
                  {"errors", training},
                  {"share", 0.9},
                  {"l1", "0.03,0.1"s},
                  {"draws", int64_t{3}}}});
  const auto over_transformer = [](std::map<std::string, OptionValue> more) {
    more.insert({{"base", "transformer"s},
                 {"checkpoint", small_encoder()},
                 {"base-set", "epochs=9,learning-rate=0.01,batch=6"s}});
    return more;
  };
  all.push_back({"afr", "afr-transformer", over_transformer({{"gamma", "2"s}, {"lambda", "1"s}})});
  all.push_back(
      {"dfr", "dfr-transformer",
       over_transformer({{"groups", inferred}, {"errors", training}, {"share", 0.8}, {"l1", "0.03"s}})});
  all.push_back(
      {"group-dro", "group-dro-transformer", over_transformer({{"groups", inferred}, {"errors", training}})});
  all.push_back({"afr", "afr-descent", {{"solver", "descent"s}, {"gamma", "2"s}, {"base", naive}}});
  return all;
}

// Returns all variants, and each classifier that learns from words and letters once more for texts in many
// scripts. (The tokens of the small encoder are eleven English words. Other methods of robust training read
// texts in the same way.)
inline std::vector<Variant> variants_and_scripts() {
  std::vector<Variant> all = variants();
  for (Variant one : variants()) {
    const bool neural = one.name == "checkpoint" || one.name == "transformer" || one.name == "cr";
    const bool robust = one.settings.contains("base") || one.settings.contains("errors");
    if (neural || (robust && one.label != one.name)) continue;
    one.label += "-in-every-script";
    one.scripts = true;
    all.push_back(std::move(one));
  }
  return all;
}

inline void expect_near(const DenseMatrix& a, const DenseMatrix& b, double tolerance = kRounding) {
  ASSERT_EQ(a.rows, b.rows);
  ASSERT_EQ(a.columns, b.columns);
  for (size_t i = 0; i < a.data.size(); ++i) ASSERT_NEAR(a.data[i], b.data[i], tolerance) << i;
}

class EveryClassifier : public ::testing::TestWithParam<Variant> {
 protected:
  const ClassifierCatalog::Entry& entry() const { return **classifiers().find(GetParam().name); }
  Options options() const {
    return Options::resolve(GetParam().name, entry().options, GetParam().settings).value();
  }
  // True if the classifier, or the model that it trains, learns in batches.
  bool learns_in_batches() const {
    const auto base = GetParam().settings.find("base");
    return entry().traits.in_batches ||
           (base != GetParam().settings.end() && std::get<std::string>(base->second) == "transformer");
  }
  std::unique_ptr<Classifier> make() const {
    return classifiers().make(GetParam().name, GetParam().settings).value();
  }
  const Problem& problem(uint64_t seed = 1) const {
    return GetParam().scripts ? problem_in_scripts(seed) : testing::problem(seed);
  }
  std::unique_ptr<Classifier> fitted() const { return fitted(problem()); }
  std::unique_ptr<Classifier> fitted(const Problem& from, const ClassifierContext& context = {}) const {
    auto classifier = make();
    const auto status = classifier->fit({from.train_view(), from.train_classes, from.names}, context);
    EXPECT_TRUE(status) << status.error().message;
    return classifier;
  }
  static DenseMatrix answers(const Classifier& classifier, const DocumentView& documents,
                             const ClassifierContext& context = {}) {
    DenseMatrix out;
    const auto status = classifier.predict(documents, context, out);
    EXPECT_TRUE(status) << status.error().message;
    return out;
  }
  DenseMatrix answers(const Classifier& classifier) const {
    return answers(classifier, problem().test_view());
  }
  // Checks the answers. Only a classifier whose traits say `abstains` may give rows of zeros.
  void expect_distributions(const DenseMatrix& out) const {
    for (size_t i = 0; i < out.rows; ++i) {
      double sum = 0;
      for (const double p : out.row(i)) {
        EXPECT_GE(p, 0) << i;
        sum += p;
      }
      if (sum == 0 && entry().traits.abstains) continue;
      EXPECT_NEAR(sum, 1, 1e-9) << i;
    }
  }
};

// Returns the name of a variant, for INSTANTIATE_TEST_SUITE_P.
inline std::string name_of_variant(const ::testing::TestParamInfo<Variant>& info) {
  std::string name = info.param.label;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace standfast::testing
