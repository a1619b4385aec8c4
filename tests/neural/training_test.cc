// Tests of the training loop: two optimisers in turn, checks, the best parameters, an early end, killing and
// resuming.
#include "standfast/neural/train/training.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/stop.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

struct Killed {};

// A trainer in which two parts of three numbers each learn in turn. The loss is half the squared distance of
// the part whose turn it is from (1, 1, 1). The gradient of the other part is set to nonsense, which must
// move nothing.
class TwoParts final : public Trainer {
 public:
  TwoParts() {
    for (size_t i = 0; i < 2; ++i) {
      parts_[i].weight.assign(3, static_cast<float>(i));
      parts_[i].bias.assign(1, 0);
      standfast::learn(parts_[i], "part", lists_[i]);
    }
    first_.emplace(AdamWOptions{.weight_decay = 0}, lists_[0]);
    second_.emplace(AdamWOptions{.weight_decay = 0}, lists_[1]);
    parameters_changed();
  }
  Result<Trained> run(TrainingPlan plan, const Work& work = {}) {
    AdamW* const both[] = {&*first_, &*second_};
    return train(*this, both, plan, work, "two-parts");
  }
  Step learn(uint64_t update) override {
    const size_t turn = update % 3 == 2 ? 1 : 0;
    double loss = 0;
    for (size_t i = 0; i < 3; ++i) {
      const float far = parts_[turn].weight[i] - 1.0F + (turn == 1 ? 1.0F : 0.0F);
      parts_[turn].learns->weight[i] += far;  // as a tape adds
      parts_[1 - turn].learns->weight[i] = 100;
      loss += far * far / 2;
    }
    if (update == no_number_at) loss = std::nan("");
    return {.loss = loss, .tokens = 10, .optimiser = turn};
  }
  double rate(uint64_t) const override { return 0.05; }
  void parameters_changed() final { sum_ = parts_[0].weight[0] + parts_[1].weight[0]; }
  Check check(const Trained& so_far) override {
    EXPECT_EQ(sum_, parts_[0].weight[0] + parts_[1].weight[0]) << "told of every change";
    checks.push_back(so_far.updates);
    return {.best = so_far.updates == best_at, .progress = checks.size() <= progress_until};
  }
  Progress progress(const Trained& so_far) const override {
    if (killed_at > 0 && so_far.updates == killed_at) throw Killed();
    return {so_far.updates, so_far.updates_planned};
  }
  nlohmann::ordered_json state() const override { return {{"checks", checks}}; }
  void resume(const nlohmann::ordered_json& state) override { state.at("checks").get_to(checks); }

  std::vector<float> numbers() const {
    std::vector<float> out = parts_[0].weight;
    out.insert(out.end(), parts_[1].weight.begin(), parts_[1].weight.end());
    return out;
  }
  float sum() const { return sum_; }

  std::vector<uint64_t> checks;
  uint64_t best_at = 0, killed_at = 0, no_number_at = UINT64_MAX;
  size_t progress_until = SIZE_MAX;

 private:
  NormWeights parts_[2];
  std::vector<Parameter> lists_[2];
  std::optional<AdamW> first_, second_;
  float sum_ = 0;
};

TEST(Training, LetsOptimisersTakeTurns) {
  TwoParts model;
  const auto done = model.run({.updates = 12, .epoch = 4, .rate = 0.05});
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->updates, 12U);
  EXPECT_EQ(done->tokens, 120U);
  EXPECT_EQ(done->losses.size(), 12U);
  EXPECT_EQ(model.checks, (std::vector<uint64_t>{4, 8, 12}));
  // Steps of Adam are as long as the rate if the gradients have one sign. The first part makes 8 steps up,
  // the second part 4 steps down.
  EXPECT_NEAR(model.numbers()[0], 8 * 0.05, 0.05);
  EXPECT_NEAR(model.numbers()[3], 1 - 4 * 0.05, 0.02);
  EXPECT_NEAR(done->mean_loss_since(10), (done->losses[10] + done->losses[11]) / 2, 1e-15);
}

TEST(Training, RestoresTheBestOfAllOptimisers) {
  TwoParts shorter, longer;
  ASSERT_TRUE(shorter.run({.updates = 8, .epoch = 4, .rate = 0.05}));
  longer.best_at = 8;
  ASSERT_TRUE(longer.run({.updates = 20, .epoch = 4, .rate = 0.05}));
  EXPECT_EQ(longer.numbers(), shorter.numbers());
  EXPECT_EQ(longer.sum(), shorter.sum());
}

TEST(Training, EndsWithoutProgress) {
  TwoParts model;
  model.progress_until = 3;
  const auto done = model.run({.updates = 80, .epoch = 4, .rate = 0.05, .patience = 2});
  ASSERT_TRUE(done);
  EXPECT_EQ(done->updates, 20U) << "three checks with progress, and two without";
  EXPECT_EQ(done->updates_planned, 80U);
}

TEST(Training, GoesOnAfterAKillWithTheSameBytes) {
  for (const uint64_t best : {0, 4, 16}) {
    const TrainingPlan plan{.updates = 20, .epoch = 4, .rate = 0.05, .checks_first = true, .patience = 50};
    TwoParts straight;
    straight.best_at = best;
    const auto whole = straight.run(plan);
    ASSERT_TRUE(whole);
    EXPECT_EQ(straight.checks.front(), 0U);
    const testing::TemporaryFolder folder;
    const Work work{.scratch = folder.file("scratch")};
    for (const uint64_t killed : {6, 11, 19}) {
      TwoParts model;
      model.best_at = best;
      model.killed_at = killed;
      EXPECT_THROW((void)model.run(plan, work), Killed);
    }
    TwoParts model;
    model.best_at = best;
    const auto done = model.run(plan, work);
    ASSERT_TRUE(done);
    EXPECT_EQ(done->tokens_before, 160U);
    EXPECT_EQ(done->losses, whole->losses);
    EXPECT_EQ(model.numbers(), straight.numbers());
    EXPECT_EQ(model.checks, straight.checks);
  }
}

TEST(Training, StopsBetweenUpdatesWithTheStateKept) {
  const TrainingPlan plan{.updates = 20, .epoch = 20, .rate = 0.05};
  TwoParts straight;
  const auto whole = straight.run(plan);
  const testing::TemporaryFolder folder;
  const Work work{.scratch = folder.file("scratch")};
  const std::atomic<bool> asked = true;
  {
    TwoParts model;
    const StopWhen stop(asked);
    EXPECT_THROW((void)model.run(plan, work), Stopped);
    EXPECT_THROW((void)model.run(plan, work), Stopped) << "each time after one update more";
  }
  TwoParts model;
  const auto done = model.run(plan, work);
  ASSERT_TRUE(done);
  EXPECT_EQ(done->tokens_before, 20U);
  EXPECT_EQ(done->losses, whole->losses);
}

TEST(Training, RefusesALossThatIsNoNumber) {
  TwoParts model;
  model.no_number_at = 5;
  const auto done = model.run({.updates = 20, .epoch = 4, .rate = 0.05});
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message,
            "the loss is no longer a number after 6 of 20 updates (learning rate 0.05): use a lower rate");
}

TEST(TrainingPlan, ChecksEvenlyInAnEpochAndAtTheEnd) {
  const TrainingPlan plan{.updates = 16, .epoch = 7, .checks = 2};
  std::vector<uint64_t> checks;
  for (uint64_t update = 0; update <= 16; ++update)
    if (plan.is_check(update)) checks.push_back(update);
  EXPECT_EQ(checks, (std::vector<uint64_t>{3, 6, 10, 13, 16}));
}

TEST(EpochBatches, CutEachEpochIntoBatches) {
  EpochBatches batches(2, 3, [](uint64_t epoch) {
    std::vector<uint32_t> out;
    for (uint32_t i = 0; i < 5; ++i) out.push_back(static_cast<uint32_t>(10 * epoch) + i);
    return out;
  });
  const auto at = [&](uint64_t update) {
    const auto some = batches.of_update(update);
    return std::vector<uint32_t>(some.begin(), some.end());
  };
  EXPECT_EQ(at(3), (std::vector<uint32_t>{13, 14})) << "a training that goes on begins anywhere";
  EXPECT_EQ(at(4), (std::vector<uint32_t>{20, 21, 22}));
  EXPECT_EQ(at(5), (std::vector<uint32_t>{23, 24}));
  EXPECT_EQ(at(0), (std::vector<uint32_t>{0, 1, 2}));
}

}  // namespace
}  // namespace standfast
