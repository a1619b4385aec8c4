#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/corpus/synth/synth.h"
#include "standfast/sample/samplers.h"
#include "tests/support/shuffled.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;

const Corpus& corpus() {
  static const Corpus made = [] {
    SynthOptions options;
    options.documents = 900;
    return *Synth::make(options)->corpus(1);
  }();
  return made;
}

Sample draw(const std::string& method, std::map<std::string, OptionValue> options, uint64_t seed) {
  options.emplace("topics", int64_t{12});
  options.emplace("min-docs", int64_t{2});
  SampleContext context;
  context.seed = seed;
  return *(*samplers().make(method, options))->sample(corpus(), context);
}

TEST(HitsMixture, DoseOneIsHits) {
  for (const uint64_t seed : {1, 2, 3}) {
    const Sample mixed = draw("hits-mixture", {{"dose", 1.0}}, seed), hits = draw("hits", {}, seed);
    EXPECT_EQ(mixed.topics, hits.topics);
    EXPECT_EQ(mixed.leakage, hits.leakage);
    EXPECT_EQ(mixed.rows, hits.rows);
  }
}

TEST(HitsMixture, DoseZeroDrawsEveryTopicAlike) {
  std::map<uint32_t, int> drawn;
  constexpr int kDraws = 200;
  for (uint64_t seed = 0; seed < kDraws; ++seed)
    for (const uint32_t topic : draw("hits-mixture", {{"dose", 0.0}}, seed).topics) ++drawn[topic];
  const auto topics = corpus().column(Role::topic)->names.size();
  EXPECT_EQ(drawn.size(), topics);
  const double expected = 12.0 * kDraws / static_cast<double>(topics);
  for (const auto& [topic, times] : drawn) EXPECT_NEAR(times, expected, 0.5 * expected);
}

TEST(HitsMixture, HeterogeneityGrowsWithTheDose) {
  // synth makes families of near-twins, and HITS takes one topic of each family.
  const auto families = [](double dose) {
    double sum = 0;
    for (uint64_t seed = 0; seed < 20; ++seed) {
      std::set<std::string> found;
      for (const uint32_t topic : draw("hits-mixture", {{"dose", dose}}, seed).topics) {
        const std::string name = corpus().column(Role::topic)->names[topic];
        found.insert(name.substr(0, name.find_last_of('-')));
      }
      sum += static_cast<double>(found.size());
    }
    return sum / 20;
  };
  const double none = families(0), half = families(0.5), full = families(1);
  EXPECT_LT(none, half);
  EXPECT_LT(half, full);
}

TEST(HitsMixture, RefusesWhatIsNoProbability) {
  const auto made = samplers().make("hits-mixture", {{"dose", 1.5}});
  ASSERT_FALSE(made);
  EXPECT_THAT(made.error().message, HasSubstr("dose = 1.5: must be 0 to 1"));
}

}  // namespace
}  // namespace standfast
