// Tests of robust methods over the hidden units of a network (docs/robust.md): the last layer that is fitted
// again is the head's own.
#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/model/robust/training_part.h"
#include "standfast/model/saved/model_folder.h"
#include "standfast/model/saved/saved_models.h"
#include "standfast/neural/classify/sequence_classifier.h"
#include "tests/support/corpora.h"
#include "tests/support/kept_state.h"
#include "tests/support/robust_fits.h"
#include "tests/support/small_checkpoint.h"

namespace standfast {
namespace {

using namespace std::string_literals;
using testing::failure;
using testing::fitted;
using ::testing::HasSubstr;
using Settings = testing::ModelSettings;

// Documents of words that the small encoder knows. One word tells the class, and is right in 3 of 4
// documents. A cue goes with it in 19 of 20 training documents, and in half of the documents that are asked
// for.
struct CuedWords {
  static constexpr uint32_t kTrain = 240, kDev = 80, kTest = 200;
  Corpus corpus;
  std::vector<uint32_t> train, dev, test, classes, cues, dev_classes, dev_cues, test_classes, test_cues;
  std::vector<std::string> names = {"bad", "good"}, cue_names = {"the", "of"};

  CuedWords() {
    Rng rng(1, "tests/cued-words");
    const char* const tell[] = {"they", "from"};
    const char* const others[] = {"to", "in", "that", "it", "was", "with"};
    std::vector<testing::Doc> docs;
    for (uint32_t i = 0; i < kTrain + kDev + kTest; ++i) {
      const bool fair = i >= kTrain + kDev;
      const uint32_t label = i % 2, cue = rng.chance(fair ? 0.5 : 0.95) ? label : 1 - label;
      std::string text = fmt::format("{} {}", cue_names[cue], tell[rng.chance(0.75) ? label : 1 - label]);
      for (int k = 0; k < 3; ++k) text += std::string(" ") + others[rng.below(6)];
      docs.push_back({fmt::format("d{:04}", i), text, "", ""});
      (fair ? test : i < kTrain ? train : dev).push_back(i);
      (fair ? test_classes : i < kTrain ? classes : dev_classes).push_back(label);
      (fair ? test_cues : i < kTrain ? cues : dev_cues).push_back(cue);
    }
    corpus = testing::make_corpus(docs);
  }
  TrainingSet set(bool groups = true, bool with_dev = false) const {
    TrainingSet set{.documents = {&corpus, train}, .classes = classes, .names = names};
    if (groups) {
      set.groups = cues;
      set.group_names = cue_names;
    }
    if (with_dev) {
      set.dev = {&corpus, dev};
      set.dev_classes = dev_classes;
      if (groups) set.dev_groups = dev_cues;
    }
    return set;
  }
  // Returns the accuracy in the worst of the four groups.
  double worst(const Classifier& model) const {
    DenseMatrix out;
    EXPECT_TRUE(model.predict({&corpus, test}, {}, out));
    double right[4] = {}, count[4] = {}, worst = 1;
    for (size_t i = 0; i < test.size(); ++i) {
      const uint32_t group = 2 * test_classes[i] + test_cues[i];
      ++count[group];
      right[group] += (out.row(i)[1] > out.row(i)[0]) == (test_classes[i] == 1);
    }
    for (int g = 0; g < 4; ++g) worst = std::min(worst, right[g] / count[g]);
    return worst;
  }
};
const CuedWords& cued() {
  static const CuedWords one;
  return one;
}

std::string encoder() {
  static const testing::TemporaryFolder folder;
  static const bool written = [] {
    testing::write_small_encoder(folder.path());
    return true;
  }();
  (void)written;
  return folder.path();
}

Settings over_transformer(Settings more, const std::string& base_set = "epochs=4,learning-rate=0.01") {
  Settings all = {{"base", "transformer"s}, {"checkpoint", encoder()}, {"base-set", base_set}};
  all.merge(more);
  return all;
}
Settings plain(double epochs) {
  return {{"checkpoint", encoder()}, {"epochs", epochs}, {"learning-rate", 0.01}};
}

std::vector<double> answers_of(const Classifier& model, int threads = 1) {
  DenseMatrix out;
  EXPECT_TRUE(model.predict({&cued().corpus, cued().test}, {{.threads = threads}}, out));
  return out.data;
}

void expect_all_near(const std::vector<double>& a, const std::vector<double>& b, double tolerance) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t k = 0; k < a.size(); ++k) ASSERT_NEAR(a[k], b[k], tolerance) << k;
}

// The last layer of a head in double precision, with the vectors that it reads.
class LastLayerAlone {
 public:
  // Takes the state of a robust model whose one member is a transformer.
  explicit LastLayerAlone(const ModelState& state)
      : model_(SequenceClassifier::load(state.files.folder + "/member-0").value()) {
    for (const auto& place : state.fields.at("members").at(0).at("present"))
      classes_.push_back(place.get<uint32_t>());
    const Linear& output = model_.head().output;
    for (size_t k = 0; k < classes_.size(); ++k) {
      auto& row = weights_.emplace_back();
      for (size_t j = 0; j < output.inputs(); ++j)
        row.push_back(double{output.weights.panel(k / kPanelRows)[j * kPanelRows + k % kPanelRows]});
      bias_.push_back(double{output.bias[k]});
    }
    first_ = weights_;
    first_bias_ = bias_;
  }

  FloatMatrix vectors(const std::vector<uint32_t>& rows) const {
    std::vector<std::string_view> texts;
    for (const uint32_t row : rows) texts.push_back(cued().corpus.text(row));
    return model_.vectors(texts, TextVector::pooled, 1);
  }
  // Returns the probabilities by class of the corpus.
  std::vector<double> probabilities(std::span<const float> vector) const {
    std::vector<double> out(classes_.size());
    double sum = 0;
    for (size_t k = 0; k < classes_.size(); ++k) {
      double score = bias_[k];
      for (size_t j = 0; j < vector.size(); ++j) score += weights_[k][j] * vector[j];
      sum += out[classes_[k]] = std::exp(score);
    }
    for (double& p : out) p /= sum;
    return out;
  }
  // Makes one step of the authors' second stage, with the whole gradient, clipped.
  void descend(const FloatMatrix& vectors, const std::vector<uint32_t>& labels,
               const std::vector<double>& weights, double lambda, double rate, double clip) {
    auto slope = weights_;
    std::vector<double> bias_slope(bias_.size());
    double squares = 0;
    for (size_t k = 0; k < weights_.size(); ++k) {
      for (size_t j = 0; j < slope[k].size(); ++j) slope[k][j] = 2 * lambda * (weights_[k][j] - first_[k][j]);
      bias_slope[k] = 2 * lambda * (bias_[k] - first_bias_[k]);
    }
    for (size_t i = 0; i < vectors.rows; ++i) {
      const auto p = probabilities(vectors.row(i));
      for (size_t k = 0; k < weights_.size(); ++k) {
        const double off = weights[i] * (p[classes_[k]] - (labels[i] == classes_[k] ? 1 : 0));
        for (size_t j = 0; j < slope[k].size(); ++j) slope[k][j] += off * vectors.row(i)[j];
        bias_slope[k] += off;
      }
    }
    for (size_t k = 0; k < weights_.size(); ++k) {
      for (const double s : slope[k]) squares += s * s;
      squares += bias_slope[k] * bias_slope[k];
    }
    const double length = std::sqrt(squares), step = rate * (length > clip ? clip / length : 1);
    for (size_t k = 0; k < weights_.size(); ++k) {
      for (size_t j = 0; j < slope[k].size(); ++j) weights_[k][j] -= step * slope[k][j];
      bias_[k] -= step * bias_slope[k];
    }
  }
  std::vector<double> answers(const std::vector<uint32_t>& rows) const {
    std::vector<double> out;
    const FloatMatrix all = vectors(rows);
    for (size_t i = 0; i < all.rows; ++i) {
      const auto p = probabilities(all.row(i));
      out.insert(out.end(), p.begin(), p.end());
    }
    return out;
  }

 private:
  SequenceClassifier model_;
  std::vector<uint32_t> classes_;
  std::vector<std::vector<double>> weights_, first_;  // one row for each output
  std::vector<double> bias_, first_bias_;
};

// The documents of the second stage of afr, with their weights.
struct SecondPart {
  std::vector<uint32_t> rows, labels;
  std::vector<double> weights;
  SecondPart(const LastLayerAlone& head, double gamma) {
    const TrainingSet set = cued().set(false);
    const auto order = drawn_order(set, set.classes, {}, 0, "model/robust/afr/second-stage");
    const auto part = drawn_share(order, set.classes, 0.2, 1, 1);
    for (size_t i = 0; i < part.size(); ++i) {
      if (part[i] == 0) continue;
      rows.push_back(set.documents.rows[i]);
      labels.push_back(set.classes[i]);
    }
    double of_class[2] = {}, sum = 0;
    for (const uint32_t label : labels) ++of_class[label];
    const FloatMatrix vectors = head.vectors(rows);
    for (size_t i = 0; i < rows.size(); ++i)
      sum += weights.emplace_back(std::exp(-gamma * head.probabilities(vectors.row(i))[labels[i]]) /
                                  of_class[labels[i]]);
    for (double& weight : weights) weight /= sum;
  }
};

TEST(RobustTransformer, AfrIsTheSecondStageOfItsAuthorsOnTheHeadItself) {
  for (const auto* bottleneck : {"", ",bottleneck=3"}) {
    SCOPED_TRACE(bottleneck);
    const auto model = fitted("afr",
                              over_transformer({{"solver", "descent"s},
                                                {"gamma", "4"s},
                                                {"lambda", "0.01"s},
                                                {"steps", int64_t{60}},
                                                {"rate", 0.5},
                                                {"clip", 0.2}},
                                               "epochs=12,learning-rate=0.01"s + bottleneck),
                              cued().set(false));
    const testing::KeptState kept(*model);
    LastLayerAlone head(kept.state);
    const std::vector<double> before = head.answers(cued().test);
    const SecondPart part(head, 4);
    EXPECT_EQ(part.rows.size(), 48U);
    const FloatMatrix vectors = head.vectors(part.rows);
    for (int step = 0; step < 60; ++step) head.descend(vectors, part.labels, part.weights, 0.01, 0.5, 0.2);
    expect_all_near(answers_of(*model), head.answers(cued().test), 1e-5);
    double moved = 0;
    for (size_t k = 0; k < before.size(); ++k)
      moved = std::max(moved, std::abs(before[k] - answers_of(*model)[k]));
    EXPECT_GT(moved, 0.05);
  }
}

TEST(RobustTransformer, TheExactSecondStageIsWhereDescentEnds) {
  const auto model =
      fitted("afr", over_transformer({{"gamma", "4"s}, {"lambda", "0.05"s}}), cued().set(false));
  EXPECT_EQ(model->facts().at("converged"), true);
  const testing::KeptState kept(*model);
  LastLayerAlone head(kept.state);
  const SecondPart part(head, 4);
  const FloatMatrix vectors = head.vectors(part.rows);
  for (int step = 0; step < 3000; ++step) head.descend(vectors, part.labels, part.weights, 0.05, 0.3, 1);
  expect_all_near(answers_of(*model), head.answers(cued().test), 1e-4);
}

TEST(RobustTransformer, AStrongPullLeavesTheAnswersOfTheFirstStage) {
  const auto model =
      fitted("afr", over_transformer({{"gamma", "4"s}, {"lambda", "1e11"s}}), cued().set(false));
  const testing::KeptState kept(*model);
  expect_all_near(answers_of(*model), LastLayerAlone(kept.state).answers(cued().test), 1e-6);
}

TEST(RobustTransformer, DfrLearnsANewLayerOnVectorsOfDocumentsThatTheBaseHasNotSeen) {
  const auto model = fitted("dfr", over_transformer({{"share", 0.5}}), cued().set());
  const auto facts = model->facts();
  EXPECT_EQ(facts.at("units"), 8);
  EXPECT_EQ(facts.at("held_out").get<int>() + facts.at("model").at("documents").get<int>(), 240);
  EXPECT_EQ(facts.at("converged"), true);
  // A strong penalty of the paper makes the weights sparse, and a very strong one removes them all.
  const auto sparse = fitted("dfr", over_transformer({{"share", 0.5}, {"l1", "3"s}}), cued().set())->facts();
  EXPECT_LT(sparse.at("weights_not_zero").get<int>(), 16);
  const auto none = fitted("dfr", over_transformer({{"share", 0.5}, {"l1", "1000"s}}), cued().set());
  for (const double p : answers_of(*none)) ASSERT_NEAR(p, 0.5, 1e-3) << "balanced draws";
  // With validation documents the base has all training documents.
  const auto on_dev =
      fitted("dfr", over_transformer({{"refit-on", "validation"s}}), cued().set(true, true))->facts();
  EXPECT_EQ(on_dev.at("held_out"), CuedWords::kDev);
  EXPECT_EQ(on_dev.at("model").at("documents"), CuedWords::kTrain);
  EXPECT_THAT(failure("dfr", over_transformer({{"share", 1.0}}), cued().set(), ErrorKind::data),
              HasSubstr("dfr: share = 1: all documents are held out"));
}

TEST(RobustTransformer, DfrIsAtTheMinimumOfItsProblem) {
  // There is one draw of all documents that are held out, because the groups are equal. The gradient over
  // standardised vectors is 0.
  TrainingSet set = cued().set();
  std::vector<uint32_t> even;
  for (uint32_t i = 0; i < CuedWords::kTrain; ++i) even.push_back(i / 2 % 2);
  set.groups = even;
  const auto model = fitted("dfr", over_transformer({{"share", 0.5}, {"draws", int64_t{1}}}), set);
  EXPECT_EQ(model->facts().at("drawn"), model->facts().at("held_out"));
  const testing::KeptState kept(*model);
  const LastLayerAlone head(kept.state);
  std::vector<uint32_t> groups;
  for (uint32_t i = 0; i < even.size(); ++i) groups.push_back(2 * set.classes[i] + even[i]);
  const auto order = drawn_order(set, groups, {}, 0, "model/robust/dfr/held-out");
  const auto part = drawn_share(order, groups, 0.5, 1, 0);
  std::vector<uint32_t> rows, labels;
  for (uint32_t i = 0; i < part.size(); ++i)
    if (part[i] != 0) {
      rows.push_back(set.documents.rows[i]);
      labels.push_back(set.classes[i]);
    }
  ASSERT_EQ(rows.size(), model->facts().at("held_out").get<size_t>());
  const FloatMatrix vectors = head.vectors(rows);
  DenseMatrix out;
  ASSERT_TRUE(model->predict({&cued().corpus, rows}, {}, out));
  // With q = 1/2 |w|^2 of standardised weights, each weight is the sum of (truth - probability) * unit. The
  // scores of two classes are opposite, so the difference of the scores is linear in the units, with weights
  // twice as large.
  const size_t units = vectors.columns;
  std::vector<double> mean(units), deviation(units), weight(units);
  const auto count = static_cast<double>(rows.size());
  for (size_t u = 0; u < units; ++u) {
    for (size_t i = 0; i < rows.size(); ++i) mean[u] += vectors.row(i)[u] / count;
    for (size_t i = 0; i < rows.size(); ++i) deviation[u] += std::pow(vectors.row(i)[u] - mean[u], 2) / count;
    deviation[u] = std::sqrt(deviation[u]);
    for (size_t i = 0; i < rows.size(); ++i)
      weight[u] += ((labels[i] == 1 ? 1 : 0) - out.row(i)[1]) * (vectors.row(i)[u] - mean[u]) / deviation[u];
  }
  // The intercept has no penalty, so the probabilities sum to the truth. It is the part of the score that all
  // rows share.
  double bias = 0;
  for (size_t i = 0; i < rows.size(); ++i) bias += (labels[i] == 1 ? 1 : 0) - out.row(i)[1];
  EXPECT_NEAR(bias, 0, 1e-3);
  double intercept = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    double score = 0;
    for (size_t u = 0; u < units; ++u) score += 2 * weight[u] * (vectors.row(i)[u] - mean[u]) / deviation[u];
    const double shown = std::log(out.row(i)[1] / out.row(i)[0]);
    if (i == 0) intercept = shown - score;
    EXPECT_NEAR(shown, score + intercept, 1e-3) << i;
  }
}

struct MethodCase {
  std::string label, name;
  Settings settings;
};
void PrintTo(const MethodCase& one, std::ostream* out) {
  *out << one.label;
}
class EveryMethodOverATransformer : public ::testing::TestWithParam<MethodCase> {};

TEST_P(EveryMethodOverATransformer, HasTheSameBytesForAnyThreadsAndIsSavedWithTheNetwork) {
  const auto& [label, name, settings] = GetParam();
  const Settings all = over_transformer(settings);
  const auto model = fitted(name, all, cued().set());
  const auto threads = fitted(name, all, cued().set(), {{.threads = 3}});
  EXPECT_EQ(testing::state_bytes(model->save().value()), testing::state_bytes(threads->save().value()));
  EXPECT_EQ(model->facts(), threads->facts());
  EXPECT_EQ(answers_of(*model), answers_of(*threads, 3));
  const testing::TemporaryFolder folder;
  ASSERT_TRUE(save_classifier(folder.file("model"), name, classifiers().resolve(name, all).value(), *model,
                              {"label", cued().names}));
  const auto loaded = load_classifier(folder.file("model"));
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(answers_of(*loaded->classifier), answers_of(*model));
  EXPECT_EQ(loaded->classifier->facts(), model->facts());
}

INSTANTIATE_TEST_SUITE_P(
    Methods, EveryMethodOverATransformer,
    ::testing::Values(MethodCase{"subsample", "subsample-groups", {{"draws", int64_t{2}}}},
                      MethodCase{"reweight", "reweight-groups", {}}, MethodCase{"group_dro", "group-dro", {}},
                      MethodCase{"jtt", "jtt", {{"errors", "training"s}, {"first-set", "epochs=1"s}}},
                      MethodCase{"jtt_held_out", "jtt", {{"folds", int64_t{2}}}},
                      MethodCase{"dfr", "dfr", {{"share", 0.5}, {"l1", "0.1"s}}},
                      MethodCase{"afr", "afr", {{"gamma", "4"s}}},
                      MethodCase{"afr_choice", "afr", {{"gamma", "0,10"s}}}),
    [](const auto& tested) { return tested.param.label; });

TEST(RobustTransformer, ADamagedLayerIsNoticed) {
  const Settings settings = over_transformer({{"gamma", "4"s}});
  const auto model = fitted("afr", settings, cued().set());
  const testing::KeptState kept(*model);
  const auto other = classifiers().make("afr", settings).value();
  ASSERT_TRUE(other->restore(kept.state));
  ModelState damaged = kept.state;
  damaged.fields["layer"]["reads"] = "features";
  EXPECT_FALSE(other->restore(damaged));
  damaged = kept.state;
  damaged.blobs.erase("layer.npy");
  EXPECT_FALSE(other->restore(damaged));
  damaged = kept.state;
  damaged.fields["layer"]["present"] = {0, 1, 2};
  EXPECT_FALSE(other->restore(damaged));
  // A state of another base, with other units, is refused.
  Settings wider = over_transformer({{"gamma", "4"s}}, "");
  wider["base"] = "maxent"s;
  wider.erase("checkpoint");
  EXPECT_FALSE(classifiers().make("afr", wider).value()->restore(kept.state));
}

// The other methods have too few documents here, or too few units, to move this small network.
TEST(RobustTransformer, ReweightingGroupDroAndAfrRaiseTheWorstGroup) {
  const auto base = "epochs=12,learning-rate=0.01"s;
  const double before = cued().worst(*fitted("transformer", plain(12), cued().set(false)));
  for (const auto& [name, settings] : std::initializer_list<std::pair<std::string, Settings>>{
           {"reweight-groups", {}},
           {"group-dro", {{"eta", 0.1}}},
           {"afr", {{"gamma", "10"s}, {"lambda", "0.001"s}, {"share", 0.5}}}}) {
    const double after = cued().worst(*fitted(name, over_transformer(settings, base), cued().set()));
    EXPECT_GT(after, before) << name;
    RecordProperty(name, fmt::format("{:.3f} -> {:.3f}", before, after));
  }
}

TEST(RobustTransformer, GroupDroLowersTheLossOfTheWorstGroup) {
  const auto base = "epochs=10,learning-rate=0.01"s;
  const auto plainly = fitted("transformer", plain(10), cued().set(false));
  DenseMatrix out;
  ASSERT_TRUE(plainly->predict({&cued().corpus, cued().train}, {}, out));
  double losses[4] = {}, counts[4] = {};
  for (size_t i = 0; i < out.rows; ++i) {
    const uint32_t group = 2 * cued().classes[i] + cued().cues[i];
    losses[group] -= std::log(out.row(i)[cued().classes[i]]);
    ++counts[group];
  }
  double worst = 0;
  for (int g = 0; g < 4; ++g) worst = std::max(worst, losses[g] / counts[g]);
  const auto facts = fitted("group-dro", over_transformer({}, base), cued().set())->facts();
  EXPECT_LT(facts.at("worst_group_loss").get<double>(), worst - 0.1);
  EXPECT_EQ(facts.at("eta"), 0.01);
  double sum = 0;
  for (const auto& [group, share] : facts.at("shares").items()) sum += share.get<double>();
  EXPECT_NEAR(sum, 1, 1e-12);
  EXPECT_EQ(facts.at("model").at("group_weights").size(), 4U);
  // Groups of high loss count more in the end.
  const auto fast = fitted("group-dro", over_transformer({{"eta", 1.0}}, base), cued().set())->facts();
  double least = 1, most = 0;
  for (const auto& [group, share] : fast.at("shares").items()) {
    least = std::min(least, share.get<double>());
    most = std::max(most, share.get<double>());
  }
  EXPECT_GT(most, 2 * least);
}

TEST(RobustTransformer, TheWorstGroupOfValidationDocumentsMayChooseWhatGroupDroKeeps) {
  const Settings asked = over_transformer({{"stop", "dev-worst-group"s}}, "epochs=6,learning-rate=0.01");
  const auto facts = fitted("group-dro", asked, cued().set(true, true))->facts().at("model");
  EXPECT_EQ(facts.at("validations"), 6);
  EXPECT_TRUE(facts.contains("best_after_updates"));
  EXPECT_THAT(failure("group-dro", asked, cued().set(), ErrorKind::data),
              HasSubstr("needs validation documents"));
  const auto without = fitted("group-dro", over_transformer({}), cued().set(true, true))->facts().at("model");
  EXPECT_FALSE(without.contains("validations")) << "mean accuracy is not to choose";
}

TEST(RobustTransformer, WhatDoesNotFitIsRefusedByName) {
  const auto said = [](const std::string& name, const Settings& settings) {
    const auto resolved = classifiers().resolve(name, settings);
    return resolved ? "resolved" : resolved.error().message;
  };
  EXPECT_THAT(
      said("group-dro", over_transformer({{"rounds", int64_t{7}}})),
      HasSubstr(
          "rounds = 7: it belongs to the solver for linear models; base = transformer is trained once"));
  EXPECT_THAT(said("group-dro", over_transformer({{"tolerance", 0.1}})), HasSubstr("tolerance = 0.1: "));
  EXPECT_THAT(said("afr", {{"base", "transformer"s}}), HasSubstr("it needs a checkpoint"));
  EXPECT_THAT(said("afr", {{"base", "transformer"s}, {"base-set", "checkpoint=some/model"s}}),
              HasSubstr("checkpoint of transformer is a separate option: checkpoint = \"some/model\""));
  EXPECT_THAT(said("afr", {{"checkpoint", "some/model"s}}),
              HasSubstr("checkpoint = some/model: base = maxent takes none; base = transformer does"));
  EXPECT_EQ(said("dfr", {{"base", "low-rank-maxent"s}}), "resolved");
}

TEST(RobustLowRank, TheLastLayerReadsTheUnits) {
  const auto& planted = testing::planted();
  const Settings base = {{"base", "low-rank-maxent"s}, {"base-set", "units=1"s}};
  Settings strong = base;
  strong["lambda"] = "1e11"s;
  strong["gamma"] = "0"s;
  const auto model = fitted("afr", strong, planted.set(false));
  const ModelState state = model->save().value();
  EXPECT_EQ(state.fields.at("layer").at("reads"), "units");
  const auto again = classifiers().make("afr", strong).value();
  ASSERT_TRUE(again->restore(state));
  EXPECT_EQ(testing::answers(*again), testing::answers(*model));
  ModelState member{state.fields.at("members").at(0)};
  for (const auto& [file, blob] : state.blobs)
    if (file.starts_with("member-0-")) member.blobs[file.substr(9)] = blob;
  const auto alone = classifiers().make("low-rank-maxent", {{"units", int64_t{1}}}).value();
  ASSERT_TRUE(alone->restore(member));
  expect_all_near(testing::answers(*model), testing::answers(*alone), 1e-9);
}

}  // namespace
}  // namespace standfast
