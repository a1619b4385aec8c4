// Tests of several processes that write one model into one folder, as shards without locks may: at every
// moment there is a whole model.
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "standfast/base/file.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/model/saved/saved_models.h"
#include "tests/support/corpora.h"
#include "tests/support/data.h"
#include "tests/support/weights_classifier.h"

namespace {
std::atomic<bool> folders_can_change_places = true;
}

// Renames as the system does, or fails as on network shares if a test asks for that.
extern "C" int renameat2(int from_folder, const char* from, int to_folder, const char* to,
                         unsigned flags) noexcept {
  if (folders_can_change_places)
    return static_cast<int>(::syscall(SYS_renameat2, from_folder, from, to_folder, to, flags));
  errno = EINVAL;
  return -1;
}

namespace standfast {
namespace {

class SavedRace : public ::testing::TestWithParam<bool> {
 protected:
  void SetUp() override { folders_can_change_places = GetParam(); }
  void TearDown() override { folders_can_change_places = true; }

  Status save(Replace replace = Replace::model) const {
    return save_classifier(model_, "prior", {}, *classifier_, {"author", corpus_.column(Role::author)->names},
                           {}, replace);
  }
  std::unique_ptr<Classifier> fitted() const {
    std::vector<uint32_t> rows;
    for (uint32_t row = 0; row < corpus_.size(); ++row) rows.push_back(row);
    const Column& authors = *corpus_.column(Role::author);
    auto classifier = classifiers().make("prior", {}).value();
    EXPECT_TRUE(classifier->fit({{&corpus_, rows}, authors.codes, authors.names}, {}));
    return classifier;
  }

  testing::TemporaryFolder folder_;
  std::string model_ = folder_.file("model");
  Corpus corpus_ = testing::grid_corpus(3, 4, 2);
  std::unique_ptr<Classifier> classifier_ = fitted();
};

TEST_P(SavedRace, ThreadsThatSaveOneModelLeaveItWholeAtEveryMoment) {
  constexpr int kWriters = 3, kTimes = 40;
  std::atomic<int> failed = 0, working = kWriters, read = 0, unread = 0;
  ASSERT_TRUE(save());
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < kWriters; ++i)
      threads.emplace_back([&] {
        for (int k = 0; k < kTimes; ++k)
          failed += save(k % 2 == 0 ? Replace::model : Replace::anything) ? 0 : 1;
        --working;
      });
    threads.emplace_back([&] {
      while (working > 0) ++(load_classifier(model_) ? read : unread);
    });
  }
  EXPECT_EQ(failed, 0);
  EXPECT_EQ(unread, 0) << "of " << read;
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_.path()), {}), 1)
      << "a temporary was left";
}

// In the folder of a run, a model may have lost any of its files.
TEST_P(SavedRace, WhatIsDamagedIsReplacedWhereItIsOurs) {
  ASSERT_TRUE(save());
  std::filesystem::remove(model_ + "/model.json");
  ASSERT_TRUE(write_file(model_ + "/rest", "x"));
  EXPECT_FALSE(save());
  const auto saved = save(Replace::anything);
  ASSERT_TRUE(saved) << saved.error().message;
  EXPECT_TRUE(load_classifier(model_));
}

// A damaged file below a folder is damage too, although model.json is what is saved again.
TEST_P(SavedRace, DamageInAFileOfItsOwnIsReplaced) {
  testing::WeightsClassifier classifier;
  const std::vector<uint32_t> rows = {0, 1}, classes = {0, 1};
  const auto& names = corpus_.column(Role::author)->names;
  ASSERT_TRUE(classifier.fit({{&corpus_, rows}, classes, names}, {}));
  const auto save_it = [&] {
    return save_classifier(model_, "weights", {}, classifier, {"author", names}, {}, Replace::anything);
  };
  ASSERT_TRUE(save_it());
  ASSERT_TRUE(write_file(model_ + "/checkpoint/1_Pooling/config.json", "[ }"));
  ASSERT_FALSE(load_classifier(model_, testing::weights_catalog()));
  ASSERT_TRUE(save_it());
  EXPECT_TRUE(load_classifier(model_, testing::weights_catalog()));
}

INSTANTIATE_TEST_SUITE_P(InOneStepOrTwo, SavedRace, ::testing::Bool(), [](const auto& step) {
  return step.param ? std::string("One") : std::string("Two");
});

}  // namespace
}  // namespace standfast
