#include "standfast/study/task/task.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/study/spec/spec.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;

TEST(Tasks, AreFoundByName) {
  EXPECT_THAT(task_names(), ElementsAre("verification", "classification"));
  for (const Task* task : tasks()) EXPECT_EQ(find_task(task->name()), task);
  EXPECT_EQ(find_task("translation"), nullptr);
}

TEST(Tasks, SayWhatTheyAreOf) {
  const Task &verification = *find_task("verification"), &classification = *find_task("classification");
  EXPECT_EQ(verification.items(), "pairs");
  EXPECT_EQ(classification.items(), "documents");
  EXPECT_TRUE(verification.traits().draws_pairs);
  EXPECT_FALSE(verification.traits().has_target);
  EXPECT_FALSE(classification.traits().draws_pairs);
  EXPECT_TRUE(classification.traits().has_target);
}

TEST(Tasks, HaveOneModelThatIsChance) {
  for (const Task* task : tasks()) {
    EXPECT_TRUE(task->model_facts("prior").chance) << task->name();
    EXPECT_FALSE(task->model_facts("ppm").chance) << task->name();
    EXPECT_FALSE(task->model_facts("no-such-model").known) << task->name();
  }
  EXPECT_TRUE(find_task("verification")->model_facts("topic-fit").topics_only);
}

// Every profile of a task can be printed, and the metric that is shown first is one of its own.
TEST(Tasks, HaveProfilesWithAMainMetric) {
  for (const Task* task : tasks()) {
    const auto& names = task->profiles(study_catalogs());
    ASSERT_FALSE(names.empty());
    EXPECT_THAT(names, ::testing::Contains(task->default_profile(study_catalogs())));
    for (const auto& name : names) {
      const auto profile = task->profile(name);
      ASSERT_TRUE(profile.has_value()) << name;
      ASSERT_LT(profile->main, profile->metrics.size()) << name;
      const auto metrics = profile->names();
      EXPECT_EQ(std::set<std::string>(metrics.begin(), metrics.end()).size(), metrics.size()) << name;
      EXPECT_FALSE(profile->place_of("no-such-metric").has_value());
    }
    EXPECT_FALSE(task->profile("no-such-profile").has_value());
  }
  // The main metric is the first one with a defined share of the lead over guessing, else overall.
  const auto hits = find_task("verification")->profile("hits");
  EXPECT_TRUE(hits->metrics[hits->main].has_zero);
  const auto classes = find_task("classification")->profile("classification");
  EXPECT_EQ(classes->metrics[classes->main].name, "accuracy");
}

}  // namespace
}  // namespace standfast
