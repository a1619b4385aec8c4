// Compares fine-tuning with torch and transformers (tests/reference/fine_tuning_losses.py), and tests the
// laws of a training.
#include "standfast/neural/train/fine_tune.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <gtest/gtest.h>

#include "standfast/base/counter_random.h"
#include "standfast/base/parse_json.h"
#include "standfast/checkpoint/weights.h"
#include "standfast/neural/train/batch.h"
#include "standfast/neural/train/learned_parts.h"
#include "standfast/neural/train/training.h"
#include "standfast/neural/train/training_history.h"
#include "standfast/num/autodiff/losses.h"
#include "tests/neural/fine_tuning_reference.h"
#include "tests/support/data.h"
#include "tests/support/every_simd_level.h"
#include "tests/support/small_checkpoint.h"
#include "tests/support/streams.h"

namespace standfast {
namespace {

using testing::kFineTuningTexts;
using testing::SmallCheckpoint;

constexpr uint64_t kReferenceHidden = 8, kReferenceInner = 32, kVocabulary = 40;

// The models of the reference, with every tensor computed from its formula.
class ReferenceModel {
 public:
  ReferenceModel(const std::string& type, bool bottleneck, const std::string& folder) {
    const bool roberta = type == "roberta", distil = type == "distilbert";
    SmallCheckpoint model(type, type + ".");
    const uint64_t positions = roberta ? 18 : 16;
    model.config["vocab_size"] = kVocabulary;
    model.config["max_position_embeddings"] = positions;
    model.config[distil ? "hidden_dim" : "intermediate_size"] = kReferenceInner;
    if (roberta) model.config["layer_norm_eps"] = 1e-5;
    if (roberta) model.config["pad_token_id"] = 1;
    for (auto& [name, tensor] : model.tensors) {
      if (name.find("word_embeddings") != std::string::npos) tensor.shape[0] = kVocabulary;
      if (name.find("position_embeddings") != std::string::npos) tensor.shape[0] = positions;
      for (uint64_t& size : tensor.shape)
        if (size == SmallCheckpoint::kInner) size = kReferenceInner;
    }
    const auto add = [&](const char* name, uint64_t outputs, uint64_t inputs) {
      model.linear(name, outputs, inputs);
    };
    if (bottleneck) {
      add("head.bottleneck", 5, kReferenceHidden);
      add("head.dense", kReferenceHidden, 5);
      add("head.out_proj", 3, kReferenceHidden);
    } else if (roberta) {
      add("classifier.dense", kReferenceHidden, kReferenceHidden);
      add("classifier.out_proj", 3, kReferenceHidden);
    } else {
      add(distil ? "pre_classifier" : "bert.pooler.dense", kReferenceHidden, kReferenceHidden);
      add("classifier", 3, kReferenceHidden);
    }
    for (auto& [name, tensor] : model.tensors) {
      double bytes = 0;
      for (const unsigned char byte : name) bytes += byte;
      size_t count = 1;
      for (const uint64_t size : tensor.shape) count *= size;
      tensor.numbers.resize(count);
      const bool norm =
          (name.find("LayerNorm") != std::string::npos || name.find("layer_norm") != std::string::npos) &&
          name.ends_with("weight");
      for (size_t i = 0; i < count; ++i)
        tensor.numbers[i] = static_cast<float>(
            0.5 * std::sin(0.1 * std::pow(static_cast<double>(i + 1), 2) + bytes) + (norm ? 1 : 0));
    }
    model.write(folder);
    std::string vocabulary;
    for (uint64_t i = 0; i < kVocabulary; ++i)
      vocabulary += i == 1 ? "[UNK]\n" : i == 2 ? "[CLS]\n" : i == 3 ? "[SEP]\n" : fmt::format("w{}\n", i);
    EXPECT_TRUE(write_file(folder + "/vocab.txt", vocabulary));
  }
};

Batch batch_of(size_t t, std::vector<uint32_t>& classes, std::vector<double>& weights) {
  Batch batch;
  classes.clear();
  weights.clear();
  for (size_t i = 0; i < 4; ++i) {
    const auto& text = kFineTuningTexts[(4 * t + i) % 12];
    batch.ids.insert(batch.ids.end(), text.ids, text.ids + text.length);
    batch.segments.push_back(static_cast<uint32_t>(batch.ids.size()));
    classes.push_back(static_cast<uint32_t>(text.label));
    weights.push_back(text.weight);
  }
  return batch;
}

void learn_batch(const SequenceClassifier& model, BatchRunner& runner, size_t t, bool weighted, int threads,
                 double& loss) {
  std::vector<uint32_t> classes;
  std::vector<double> shares, losses(4);
  const Batch batch = batch_of(t, classes, shares);
  if (!weighted) shares.assign(4, 1);
  double sum = 0;
  for (const double share : shares) sum += share;
  for (double& share : shares) share /= sum;
  runner.run(
      batch, {},
      [&](Tape& tape, const TokenRows& rows, size_t first, size_t last) {
        cross_entropy(tape, model.scores(tape, rows, 0), std::span(classes).subspan(first, last - first),
                      std::span(shares).subspan(first, last - first),
                      std::span(losses).subspan(first, last - first));
      },
      threads);
  loss = 0;
  for (size_t i = 0; i < 4; ++i) loss += shares[i] * losses[i];
}

struct FamilyCase {
  const char* type;
  bool bottleneck, weighted;
  double norm;
  std::span<const double> losses;
  std::span<const testing::GradientReference> gradients;
};
const FamilyCase kFamilies[] = {
    {"bert", false, false, testing::kBertNorm, testing::kBertLosses, testing::kBertGradients},
    {"bert", false, true, testing::kBertWeightedNorm, testing::kBertWeightedLosses, {}},
    {"roberta", false, false, testing::kRobertaNorm, testing::kRobertaLosses, testing::kRobertaGradients},
    {"distilbert", false, false, testing::kDistilBertNorm, testing::kDistilBertLosses,
     testing::kDistilBertGradients},
    {"bert", true, false, testing::kBertBottleneckNorm, testing::kBertBottleneckLosses,
     testing::kBertBottleneckGradients}};

TEST(FineTune, GradientsEqualThoseOfTransformers) {
  for (const FamilyCase& one : kFamilies) {
    SCOPED_TRACE(std::string(one.type) + (one.bottleneck ? " with a bottleneck" : ""));
    const testing::TemporaryFolder folder;
    const ReferenceModel written(one.type, one.bottleneck, folder.file("model"));
    auto model = SequenceClassifier::load(folder.file("model"));
    ASSERT_TRUE(model) << model.error().message;
    auto parameters = let_learn(*model, 0);
    BatchRunner runner;
    double loss = 0;
    learn_batch(*model, runner, 0, one.weighted, 1, loss);
    double squares = 0;
    for (Parameter& parameter : parameters)
      for (size_t i = 0; i < parameter.numbers.size(); ++i) {
        squares += std::pow(double{parameter.gradient[i]}, 2);
        parameter.numbers[i] =
            parameter.gradient[i];  // so a saved model tells the gradients by the names of tensors
      }
    EXPECT_NEAR(std::sqrt(squares), one.norm, 2e-6);
    ASSERT_TRUE(model->save(folder.file("gradients")));
    const Weights weights = Weights::open(folder.file("gradients")).value();
    size_t found = 0;
    for (const TensorInfo& tensor : weights.tensors())
      for (const auto& expected : one.gradients) {
        if (tensor.name != expected.tensor) continue;
        ++found;
        const auto numbers = weights.read(tensor).value();
        double sum = 0;
        for (const float number : numbers) sum += double{number} * number;
        EXPECT_NEAR(std::sqrt(sum), expected.norm, 2e-6) << tensor.name;
        EXPECT_NEAR(numbers[expected.element], expected.largest, 1e-6) << tensor.name;
        EXPECT_NEAR(numbers.back(), expected.last, 1e-6) << tensor.name;
      }
    EXPECT_EQ(found, one.gradients.size());
  }
}

TEST(FineTune, LossesOfFiftyUpdatesEqualThoseOfTransformers) {
  for (const FamilyCase& one : kFamilies) {
    SCOPED_TRACE(std::string(one.type) + (one.bottleneck ? " with a bottleneck" : ""));
    const testing::TemporaryFolder folder;
    const ReferenceModel written(one.type, one.bottleneck, folder.file("model"));
    auto model = SequenceClassifier::load(folder.file("model")).value();
    AdamW optimiser({}, let_learn(model, 0));
    const RateSchedule schedule{.rate = 1e-3, .updates = 50};
    BatchRunner runner;
    for (size_t t = 0; t < 50; ++t) {
      double loss = 0;
      learn_batch(model, runner, t, one.weighted, 2, loss);
      ASSERT_NEAR(loss, one.losses[t], 5e-6) << t;
      const double norm = optimiser.step(schedule.at(t), 2);
      if (t == 0) {
        EXPECT_NEAR(norm, one.norm, 2e-6);
      }
    }
  }
}

class Trainings : public ::testing::Test {
 protected:
  void SetUp() override {
    testing::SmallCheckpoint model;
    model.linear("pooler.dense", 8, 8);
    model.write(folder_.file("encoder"));
    ASSERT_TRUE(write_file(folder_.file("encoder") + "/vocab.txt",
                           "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthe\nof\nand\nto\na\nin\n"));
  }
  SequenceClassifier begin(size_t bottleneck = 0) {
    return SequenceClassifier::begin(folder_.file("encoder"),
                                     {.names = {"x", "y"}, .bottleneck = bottleneck, .seed = 3})
        .value();
  }
  // Returns texts of two classes: texts of one class say "of" somewhere, the others "and".
  static LabelledTexts texts(const SequenceClassifier& model, size_t count, size_t from) {
    std::vector<std::string> all;
    LabelledTexts out;
    const char* const others[] = {"the", "to", "a", "in"};
    for (size_t i = from; i < from + count; ++i) {
      std::string text;
      for (size_t k = 0; k < 4; ++k)
        text += std::string(k == i % 3 ? (i % 2 == 0 ? "of" : "and") : others[(i * 7 + k * k) % 4]) + " ";
      all.push_back(text);
      out.classes.push_back(i % 2);
    }
    const std::vector<std::string_view> views(all.begin(), all.end());
    out.texts = model.tokens(views, 1);
    return out;
  }
  static FineTuneOptions options() {
    FineTuneOptions out;
    out.epochs = 12;
    out.batch = 8;
    out.learning_rate = 5e-3;
    out.validations = 2;
    return out;
  }
  // Returns all that a training leaves: its losses, and the scores of the model.
  static std::vector<double> traces(const SequenceClassifier& model, const FineTuned& done) {
    std::vector<double> out = done.losses;
    const auto scores = model.scores(texts(model, 20, 500).texts, 1);
    out.insert(out.end(), scores.data.begin(), scores.data.end());
    out.insert(out.end(), done.group_weights.begin(), done.group_weights.end());
    for (const Validation& one : done.validations)
      out.insert(out.end(), {one.training_loss, one.loss, one.accuracy, one.worst_group});
    return out;
  }
  std::vector<double> trained(const FineTuneOptions& options, const Work& work, size_t bottleneck = 0) {
    auto model = begin(bottleneck);
    const auto done =
        fine_tune(model, grouped(texts(model, 60, 0)), grouped(texts(model, 30, 100)), options, work, "test");
    EXPECT_TRUE(done) << done.error().message;
    return traces(model, *done);
  }
  // Puts the texts into groups of different sizes, each with both classes. The groups count if an option asks
  // for them.
  static LabelledTexts grouped(LabelledTexts texts) {
    for (uint32_t i = 0; i < texts.classes.size(); ++i)
      texts.groups.push_back(i % 7 < 4 ? 0 : i % 7 < 6 ? 1 : 2);
    return texts;
  }
  static FineTuneOptions by_groups() {
    FineTuneOptions out = options();
    out.group_step = 0.1;
    out.group_adjustment = 0.5;
    out.best = FineTuneOptions::Best::worst_group;
    return out;
  }
  testing::TemporaryFolder folder_;
};

TEST_F(Trainings, LearnAPlantedWordWithAnyHead) {
  for (const size_t bottleneck : {0, 2}) {
    auto model = begin(bottleneck);
    FineTuneOptions some = options();
    some.epochs = 40;
    some.learning_rate = 0.01;
    const auto done =
        fine_tune(model, texts(model, 60, 0), texts(model, 30, 100), some, {.seed = 1, .threads = 2}, "test");
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_EQ(done->updates, 320U);
    EXPECT_EQ(done->validations.size(), 80U);
    ASSERT_TRUE(done->best);
    EXPECT_GE(done->validations[*done->best].accuracy, 0.95) << bottleneck;
    const auto asked = texts(model, 40, 1000);
    const FloatMatrix scores = model.scores(asked.texts, 1);
    size_t right = 0;
    for (size_t i = 0; i < scores.rows; ++i)
      right += (scores.row(i)[1] > scores.row(i)[0]) == (asked.classes[i] == 1);
    EXPECT_GE(right, 36U) << bottleneck;
  }
}

TEST_F(Trainings, HaveTheSameBytesForAnyThreadsAndLevel) {
  testing::expect_same_at_every_simd_level([&] { return trained(options(), {.seed = 1}); });
  EXPECT_EQ(trained(options(), {.seed = 1, .threads = 1}), trained(options(), {.seed = 1, .threads = 3}));
  EXPECT_NE(trained(options(), {.seed = 1}), trained(options(), {.seed = 2}));
  EXPECT_EQ(trained(by_groups(), {.seed = 1, .threads = 1}), trained(by_groups(), {.seed = 1, .threads = 3}));
}

// Keeps the lines that the record of a unit would keep, and ends the training at a line as a kill would.
struct Ended {};
class Recorder final : public Sink {
 public:
  explicit Recorder(std::string killer = {}) : killer_(std::move(killer)) {}
  void log(Level level, std::string_view line) override {
    if (level == Level::debug) {
      aside += std::string(line) + "\n";
      return;
    }
    lines += std::string(line) + "\n";
    if (!killer_.empty() && line.starts_with(killer_)) throw Ended();
  }
  void progress(std::string_view, uint64_t, uint64_t) override {}
  std::string lines, aside;

 private:
  std::string killer_;
};

TEST_F(Trainings, GoOnAfterAKillWithTheSameBytes) {
  for (const size_t number : {0, 1, 2}) {
    const size_t bottleneck = number == 1 ? 2 : 0;
    const FineTuneOptions stopped = number == 2 ? by_groups() : options();
    Recorder straight;
    const auto whole = trained(stopped, {.seed = 1, .sink = &straight}, bottleneck);
    // The training that keeps its state ends early. It sees the same planned updates, and stops as if it were
    // killed.
    const std::string scratch = folder_.file("scratch" + std::to_string(number));
    {
      auto model = begin(bottleneck);
      Recorder killer("epoch 6.5");
      const Work work{.seed = 1, .sink = &killer, .scratch = scratch};
      EXPECT_THROW((void)fine_tune(model, grouped(texts(model, 60, 0)), grouped(texts(model, 30, 100)),
                                   stopped, work, "test"),
                   Ended);
    }
    const auto goes_on = [&](const char* why, const std::string& aside) {
      Recorder said;
      EXPECT_EQ(trained(stopped, {.seed = 1, .sink = &said, .scratch = scratch}, bottleneck), whole) << why;
      EXPECT_EQ(said.lines, straight.lines) << why << ": a log of a unit is part of its record";
      EXPECT_EQ(said.aside, aside) << why;
    };
    goes_on("in the middle", "resumes after update 48 of 96\n");
    goes_on("finished, it is there at once", "resumes after update 96 of 96\n");
    for (const auto& file : std::filesystem::directory_iterator(scratch)) {
      auto content = read_file(file.path().string()).value();
      content[content.size() / 2] ^= 1;
      ASSERT_TRUE(write_file(file.path().string(), content));
    }
    goes_on("a damaged file counts as none", "");
  }
}

TEST_F(Trainings, TakeNoStateOfAnother) {
  // The other training differs in its seed alone, so its state has the same size. Its file is put under the
  // name that is looked for.
  const auto kept = [&](uint64_t seed) {
    const std::string scratch = folder_.file("kept" + std::to_string(seed));
    trained(options(), {.seed = seed, .scratch = scratch});
    std::vector<std::string> files;
    for (const auto& file : std::filesystem::directory_iterator(scratch))
      files.push_back(file.path().string());
    EXPECT_EQ(files.size(), 1U);
    return files.at(0);
  };
  const std::string mine = kept(1), other = kept(2);
  std::filesystem::copy_file(other, mine, std::filesystem::copy_options::overwrite_existing);
  EXPECT_EQ(trained(options(), {.seed = 1, .scratch = folder_.file("kept1")}),
            trained(options(), {.seed = 1}));
}

TEST_F(Trainings, StopWhenNothingGetsBetterAndKeepTheBest) {
  auto model = begin();
  FineTuneOptions some = options();
  some.epochs = 200;
  some.patience = 3;
  const auto validation = texts(model, 30, 100);
  const auto done = fine_tune(model, texts(model, 60, 0), validation, some, {.seed = 1}, "test");
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_LT(done->updates, done->updates_planned);
  ASSERT_TRUE(done->best);
  const Validation& best = done->validations[*done->best];
  for (const Validation& one : done->validations) EXPECT_LE(one.accuracy, best.accuracy);
  const FloatMatrix scores = model.scores(validation.texts, 1);
  size_t right = 0;
  for (size_t i = 0; i < scores.rows; ++i)
    right += (scores.row(i)[1] > scores.row(i)[0]) == (validation.classes[i] == 1);
  EXPECT_NEAR(static_cast<double>(right) / 30, best.accuracy, 1e-12);
}

TEST_F(Trainings, EndWithTheEpochThatHasLearnedAll) {
  auto model = begin();
  const auto training = texts(model, 60, 0), validation = texts(model, 30, 100);
  FineTuneOptions some = options();
  some.epochs = 50;
  some.best = FineTuneOptions::Best::none;
  some.until = 0.1;
  some.validations = 1;
  const auto done = fine_tune(model, training, validation, some, {.seed = 1}, "test");
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_FALSE(done->best) << "the last weights stay";
  EXPECT_LT(done->updates, done->updates_planned);
  const uint64_t epoch = done->updates_planned / 50;
  ASSERT_EQ(done->updates % epoch, 0U);
  for (uint64_t end = epoch; end <= done->updates; end += epoch) {
    double sum = 0;
    for (uint64_t update = end - epoch; update < end; ++update) sum += done->losses[update];
    EXPECT_EQ(sum / static_cast<double>(epoch) < 0.1, end == done->updates) << end;
  }
  EXPECT_EQ(done->validations.size(), done->updates / epoch) << "the last epoch is validated, too";
}

TEST_F(Trainings, LeaveFrozenPartsAsTheyWere) {
  auto before = begin(), after = begin();
  FineTuneOptions some = options();
  some.frozen = 3;  // two layers: only the head learns
  ASSERT_TRUE(fine_tune(after, texts(after, 60, 0), {}, some, {.seed = 1}, "test"));
  const std::vector<std::string_view> asked = {"the of a", "in"};
  EXPECT_EQ(before.vectors(asked, TextVector::class_token, 1).data,
            after.vectors(asked, TextVector::class_token, 1).data);
  EXPECT_NE(before.vectors(asked, TextVector::pooled, 1).data,
            after.vectors(asked, TextVector::pooled, 1).data);
  some.frozen = 2;
  ASSERT_TRUE(fine_tune(after, texts(after, 60, 0), {}, some, {.seed = 1}, "test"));
  EXPECT_NE(before.vectors(asked, TextVector::class_token, 1).data,
            after.vectors(asked, TextVector::class_token, 1).data);
  EXPECT_EQ(before.encoder().transformer.weights().words.data,
            after.encoder().transformer.weights().words.data);
}

TEST_F(Trainings, WeightsAreThoseOfCopies) {
  // In full batches without dropout, a weight of 2 equals two copies.
  auto model = begin(), other = begin();
  FineTuneOptions some = options();
  some.dropout = 0;
  some.batch = 1000;
  LabelledTexts weighted = texts(model, 10, 0), twice = weighted;
  weighted.weights.assign(10, 1);
  weighted.weights[3] = 2;
  twice.texts.ids.insert(twice.texts.ids.end(), twice.texts.ids.begin() + twice.texts.begins[3],
                         twice.texts.ids.begin() + twice.texts.begins[4]);
  twice.texts.begins.push_back(static_cast<uint32_t>(twice.texts.ids.size()));
  twice.classes.push_back(twice.classes[3]);
  const auto one = fine_tune(model, weighted, {}, some, {.seed = 1}, "test"),
             two = fine_tune(other, twice, {}, some, {.seed = 1}, "test");
  for (size_t t = 0; t < one->losses.size(); ++t) ASSERT_NEAR(one->losses[t], two->losses[t], 1e-4) << t;
}

TEST_F(Trainings, EqualGroupsWhoseWeightsStayArePlainTraining) {
  // In full batches without dropout, each text has its turn once, and its share is one in the number of
  // texts.
  auto model = begin(), other = begin();
  FineTuneOptions plain = options(), still = plain;
  for (FineTuneOptions* one : {&plain, &still}) {
    one->dropout = 0;
    one->batch = 1000;
  }
  still.group_step = 1e-12;
  LabelledTexts some = texts(model, 40, 0), equal = some;
  for (uint32_t i = 0; i < 40; ++i) equal.groups.push_back(i / 2 % 4);
  const auto one = fine_tune(model, some, {}, plain, {.seed = 1}, "test"),
             two = fine_tune(other, equal, {}, still, {.seed = 1}, "test");
  ASSERT_TRUE(two) << two.error().message;
  for (size_t t = 0; t < one->losses.size(); ++t) ASSERT_NEAR(one->losses[t], two->losses[t], 1e-4) << t;
  for (const double q : two->group_weights) EXPECT_NEAR(q, 0.25, 1e-10);
  EXPECT_FALSE(fine_tune(other, some, {}, still, {.seed = 1}, "test")) << "without groups";
}

TEST_F(Trainings, GroupWeightsLowerTheLossOfTheWorstGroup) {
  // Few texts say the other word: without weights nothing is learned from them.
  auto model = begin(), other = begin();
  LabelledTexts all = texts(model, 60, 0);
  for (uint32_t i = 0; i < 60; ++i) {
    all.groups.push_back(i % 10 == 0 ? 1 : 0);
    if (i % 10 == 0) all.classes[i] = 1 - all.classes[i];
  }
  FineTuneOptions plain = options();
  plain.epochs = 40;
  plain.learning_rate = 0.01;
  FineTuneOptions weighted = plain;
  weighted.group_step = 0.05;
  const auto loss_of_few = [&](const SequenceClassifier& asked) {
    const FloatMatrix scores = asked.scores(all.texts, 1);
    double loss = 0;
    for (uint32_t i = 0; i < 60; i += 10) {
      const auto row = scores.row(i);
      loss += std::log(std::exp(row[0]) + std::exp(row[1])) - row[all.classes[i]];
    }
    return loss / 6;
  };
  ASSERT_TRUE(fine_tune(model, all, {}, plain, {.seed = 1}, "test"));
  const auto done = fine_tune(other, all, {}, weighted, {.seed = 1}, "test");
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_LT(loss_of_few(other), loss_of_few(model) - 0.5);
}

TEST_F(Trainings, SayThatALossIsNoNumber) {
  auto model = begin();
  FineTuneOptions some = options();
  some.learning_rate = 1;
  some.adamw.clip = 0;
  some.adamw.weight_decay = 0;
  some.epochs = 2;
  for (float& one : model.encoder().transformer.weights().norm.weight) one = 3e38F;
  const auto done = fine_tune(model, texts(model, 60, 0), {}, some, {.seed = 1}, "test");
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, ErrorKind::data);
  EXPECT_NE(done.error().message.find("before any update"), std::string::npos) << "not the rate is at fault";
}

std::string judged(double begin, double end, double noise = 0.01, double guessing = std::log(4.0)) {
  std::vector<double> losses;
  for (size_t i = 0; i < 80; ++i) {
    const double share = static_cast<double>(i) / 79;
    losses.push_back(begin + share * (end - begin) + (i % 2 == 0 ? noise : -noise));
  }
  return divergence(losses, guessing, 1e-3);
}

TEST(Divergence, IsALossAboveGuessingOrOneThatGrew) {
  EXPECT_NE(judged(8, 6.7).find("above the 1.386 of guessing"), std::string::npos);
  EXPECT_NE(judged(1.39, 1.7).find("diverged"), std::string::npos);
  EXPECT_EQ(judged(1.384, 1.385), "") << "it stays at guessing, which is another matter";
  EXPECT_EQ(judged(1.39, 0.4), "");
  EXPECT_EQ(judged(1.45, 1.39), "");
  EXPECT_NE(judged(0.3, 0.8).find("the loss grew during training, from 0.3"), std::string::npos);
  EXPECT_EQ(judged(0.30, 0.35, 0.4), "") << "batches differ by more";
  EXPECT_EQ(divergence(std::vector<double>(19, 9.0), 0.7, 1e-3), "") << "too few to say";
  EXPECT_EQ(judged(0, 0.1, 0.01, 0), "") << "one class";
}

// If one of two classes has 95 %, a loss of .35 is far above guessing, and so is .60, although ln 2 would
// allow it. The history of the fit says the same, because it has the same zero.
TEST(Divergence, HasTheZeroOfTheHistory) {
  std::vector<uint32_t> classes(100, 0);
  std::fill_n(classes.begin(), 5, 1);
  const double guessing = guessing_loss(classes, {});
  EXPECT_NEAR(guessing, 0.1985, 1e-4);
  for (const double end : {0.35, 0.60, 0.10}) {
    FineTuned done;
    done.updates = done.updates_planned = 80;
    done.losses.assign(80, end);
    TrainingHistory history = history_of(done);
    history.guessing = guessing;
    EXPECT_EQ(history.diverged(), end > 0.2) << end;
    EXPECT_EQ(judged(end, end, 0.01, guessing).empty(), !history.diverged()) << end;
  }
}

// A new head knows no class, so with a rate near zero its loss stays at ln 2. That is far above guessing if 3
// of 60 texts are of the second class, and at guessing if weights make the classes equally large.
TEST_F(Trainings, AreJudgedByTheFrequenciesOfTheirClasses) {
  const auto said = [&](double weight) {
    auto model = begin();
    FineTuneOptions some = options();
    some.learning_rate = 1e-9;
    some.dropout = 0;
    LabelledTexts training = texts(model, 60, 0);
    for (size_t i = 0; i < training.classes.size(); ++i) training.classes[i] = i < 3 ? 1 : 0;
    for (const uint32_t one : training.classes) training.weights.push_back(one == 1 ? weight : 1);
    testing::ListeningSink sink;
    EXPECT_TRUE(fine_tune(model, training, {}, some, {.seed = 1, .sink = &sink}, "test"));
    return sink.warnings;
  };
  EXPECT_NE(said(1).find("above the 0.199 of guessing: the training diverged"), std::string::npos) << said(1);
  EXPECT_EQ(said(19), "");
}

// BERT-base needs its gradients, moments and best numbers before a text is read.
TEST(FineTuningBytes, AreNeverBelowThoseOfTheParameters) {
  ModelConfig base;
  base.vocabulary = 30522;
  base.hidden = 768;
  base.layers = base.heads = 12;
  base.inner = 3072;
  base.positions = 512;
  base.token_types = 2;
  constexpr uint64_t kParameters = 109'000'000;
  EXPECT_GT(fine_tuning_bytes(base, 512, 0, 2), 5 * sizeof(float) * kParameters);
  EXPECT_LT(fine_tuning_bytes(base, 512, 0, 2), 6 * sizeof(float) * kParameters);
  EXPECT_LT(fine_tuning_bytes(base, 512, 0, 2), fine_tuning_bytes(base, 64, 4, 2));
  EXPECT_LT(fine_tuning_bytes(base, 64, 4, 2), fine_tuning_bytes(base, 64, 16, 2));
  EXPECT_EQ(fine_tuning_bytes(base, 64, 64, 2), fine_tuning_bytes(base, 64, 1000, 2));
}

// Other libraries read from a saved folder that there is no padding, and the length with which the model
// learned.
TEST_F(Trainings, SaveATokenizerThatNeitherPadsNorCuts) {
  const std::string from = folder_.file("encoder"), place = folder_.file("kept");
  nlohmann::json vocabulary;
  const auto list = read_file(from + "/vocab.txt").value();
  int id = 0;
  for (size_t at = 0; at < list.size(); at = list.find('\n', at) + 1)
    vocabulary[list.substr(at, list.find('\n', at) - at)] = id++;
  const auto write = [&](const char* direction) {
    const nlohmann::ordered_json json = {
        {"truncation",
         {{"max_length", 6}, {"direction", direction}, {"stride", 0}, {"strategy", "LongestFirst"}}},
        {"padding", {{"strategy", {{"Fixed", 128}}}, {"pad_id", 0}}},
        {"added_tokens", nlohmann::json::array()},
        {"normalizer", {{"type", "BertNormalizer"}}},
        {"pre_tokenizer", {{"type", "BertPreTokenizer"}}},
        {"post_processor",
         {{"type", "BertProcessing"},
          {"cls", {"[CLS]", vocabulary["[CLS]"]}},
          {"sep", {"[SEP]", vocabulary["[SEP]"]}}}},
        {"model", {{"type", "WordPiece"}, {"unk_token", "[UNK]"}, {"vocab", vocabulary}}}};
    EXPECT_TRUE(write_file(from + "/tokenizer.json", json_text(json)));
    const auto begun = SequenceClassifier::begin(from, {.names = {"x", "y"}, .most_tokens = 9});
    EXPECT_TRUE(begun) << (begun ? "" : begun.error().message);
    EXPECT_TRUE(begun->save(place));
    return parse_json<nlohmann::json>(read_file(place + "/tokenizer.json").value()).value();
  };
  const auto right = write("Right");
  EXPECT_TRUE(right["truncation"].is_null());
  EXPECT_TRUE(right["padding"].is_null());
  EXPECT_EQ(right["model"]["vocab"], vocabulary);
  EXPECT_EQ(SequenceClassifier::load(place)->most_tokens(), 9U);
  const auto left = write("Left");
  EXPECT_EQ(left["truncation"]["direction"], "Left");
  EXPECT_EQ(left["truncation"]["max_length"], 9);
  EXPECT_TRUE(left["padding"].is_null());
}

TEST_F(Trainings, SayThatTheModelWasNoNumberBeforeItLearned) {
  auto model = begin(0);
  for (float& number : model.head().output.bias) number = 1e38F;
  model.head().output.bias[0] = std::nanf("");
  const auto done = fine_tune(model, texts(model, 60, 0), {}, options(), {.seed = 1}, "test");
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().message.find("before any update"), std::string::npos);
  EXPECT_EQ(done.error().message.find("lower rate"), std::string::npos);
}

TEST_F(Trainings, SavedModelsAnswerAsTheyDidAndLearnOn) {
  for (const size_t bottleneck : {0, 2}) {
    auto model = begin(bottleneck);
    ASSERT_TRUE(fine_tune(model, texts(model, 60, 0), {}, options(), {.seed = 1}, "test"));
    const std::string place = folder_.file("saved" + std::to_string(bottleneck));
    ASSERT_TRUE(model.save(place));
    const auto loaded = SequenceClassifier::load(place);
    ASSERT_TRUE(loaded) << loaded.error().message;
    EXPECT_EQ(loaded->classes(), model.classes());
    const auto asked = texts(model, 20, 50).texts;
    EXPECT_EQ(loaded->scores(asked, 1).data, model.scores(asked, 1).data);
    ASSERT_TRUE(loaded->save(place + "again"));
    for (const char* file : {"config.json", "vocab.txt"})
      EXPECT_EQ(read_file(place + "/" + file).value(), read_file(place + "again/" + file).value());
    EXPECT_TRUE(SequenceClassifier::begin(place, {.names = {"a", "b", "c"}}));
  }
}

}  // namespace
}  // namespace standfast
