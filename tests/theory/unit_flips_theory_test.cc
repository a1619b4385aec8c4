// Error and power of the test of a difference in accuracy: sign flips over topics and authors, as in the
// report, compared with a t test with the two-way error. docs/what-survives.md shows the output.
#include <cstdio>
#include <cstdlib>
#include <map>

#include <gtest/gtest.h>

#include "standfast/base/parallel.h"
#include "standfast/metric/stat/unit_estimate.h"
#include "standfast/metric/stat/weighted_mean.h"
#include "standfast/metric/topics/test_simulation.h"

namespace standfast {
namespace {

struct FlipDesign {
  const char* name;
  uint32_t topics, authors;
  uint32_t (*documents)(uint32_t topic, uint32_t author);
  double topic_sd, author_sd;  // of the difference
};

uint32_t even(uint32_t, uint32_t) {
  return 5;
}
uint32_t uneven(uint32_t topic, uint32_t) {
  return std::max(1U, 40 / (topic + 1));
}
uint32_t one_large(uint32_t topic, uint32_t) {
  return topic == 0 ? 60 : 2;
}
uint32_t uneven_both(uint32_t topic, uint32_t author) {
  return 60 / ((topic + 1) * (author + 1));
}

struct FlipFound {
  double flips = 0, t = 0, holds = 0;
};

FlipFound simulate(const FlipDesign& d, double difference, uint32_t corpora) {
  SimulationDesign design;
  design.agreement = 0.3;
  design.topic_sd = design.author_sd = 0.1;
  design.topic_difference_sd = d.topic_sd;
  design.author_difference_sd = d.author_sd;
  design.difference = difference;
  for (uint32_t t = 0; t < d.topics; ++t)
    for (uint32_t a = 0; a < d.authors; ++a)
      if (const uint32_t n = d.documents(t, a); n > 0) design.cells.push_back({t, a, n});
  const auto topics = SimulatedTopics::make(design);
  EXPECT_TRUE(topics);
  std::vector<FlipFound> each(corpora);
  parallel_for(corpora, available_threads(), [&](size_t r) {
    Rng rng(r, "test/unit-flips", d.name);
    const auto drawn = topics->draw(rng);
    std::vector<ItemUnits> units;
    std::vector<double> shares, values;
    std::vector<uint32_t> of_topic, of_author;
    Influenced mean{0, {}};
    for (size_t c = 0; c < topics->cells().size(); ++c) {
      const SimulatedCell& cell = topics->cells()[c];
      units.push_back({{cell.author, kNoUnit}, {cell.topic, kNoUnit}});
      of_topic.push_back(cell.topic);
      of_author.push_back(cell.author);
      shares.push_back(static_cast<double>(cell.documents) / static_cast<double>(topics->documents()));
      values.push_back(drawn.cell_difference[c] / cell.documents);
      *mean.value += shares.back() * values.back();
    }
    for (size_t c = 0; c < values.size(); ++c)
      mean.influence.push_back(shares[c] * (values[c] - *mean.value));
    UnitSpace space;
    const UnitItems items = space.items(units, shares);
    const UnitTerm terms[] = {{{&items, &mean}, 1}};
    const Difference found = unit_sum(space, terms, 0.95);
    const TTest t = two_way_t(two_way_mean(values, shares, of_topic, of_author));
    const auto& interval = *found.estimate.interval;
    each[r] = {*found.p < 0.05 ? 1.0 : 0, t.p.value_or(1) < 0.05 ? 1.0 : 0,
               interval.low <= difference && difference <= interval.high ? 1.0 : 0};
  });
  FlipFound sum;
  for (const FlipFound& one : each) {
    sum.flips += 100 * one.flips / corpora;
    sum.t += 100 * one.t / corpora;
    sum.holds += 100 * one.holds / corpora;
  }
  return sum;
}

TEST(UnitFlipsTheory, KeepTheirLevelAndTheirPowerWhereTopicsAreUneven) {
  // STANDFAST_SIMULATIONS=2000 for the figures of the page; fewer here.
  const char* wanted = std::getenv("STANDFAST_SIMULATIONS");
  const uint32_t corpora = wanted != nullptr ? static_cast<uint32_t>(std::atoi(wanted)) : 300;
  const FlipDesign designs[] = {
      {"12 topics x 8 authors, even", 12, 8, even, 0.07, 0.07},
      {"... the same difference everywhere", 12, 8, even, 0, 0},
      {"12 topics of sizes 1, 1/2, 1/3 ...", 12, 8, uneven, 0.07, 0.07},
      {"... topics differ alone", 12, 8, uneven, 0.1, 0},
      {"... authors differ alone", 12, 8, uneven, 0, 0.1},
      {"one topic has 73 % of the documents", 12, 8, one_large, 0, 0},
      {"topics and authors of sizes 1, 1/2, 1/3 ...", 12, 12, uneven_both, 0.07, 0.07},
      {"6 topics x 6 authors, even", 6, 6, even, 0.07, 0.07},
  };
  if (wanted != nullptr)
    std::printf(
        "\n| design | flips: error | holds | power | t: error | power |\n|---|---|---|---|---|---|\n");
  for (const FlipDesign& design : designs) {
    const FlipFound none = simulate(design, 0, corpora), some = simulate(design, 0.08, corpora);
    if (wanted != nullptr)
      std::printf("| %s | %.1f | %.1f | %.1f | %.1f | %.1f |\n", design.name, none.flips, none.holds,
                  some.flips, none.t, some.t);
    EXPECT_LE(none.flips, 8.5) << design.name;
    EXPECT_GE(none.holds, 91.5) << design.name;
    if (design.documents == uneven) {
      EXPECT_GT(some.flips, some.t + 10) << design.name;
    }
  }
}

}  // namespace
}  // namespace standfast
