// Coverage of the intervals of verification, on pairs whose authors and topics both matter.
// docs/what-survives.md shows the output.
//
// The score of a pair is center + effects of its authors + effects of its topics + noise. A same-author pair
// has the effect of its author twice, scaled so that all pairs have the same variance; a pair of two texts on
// one topic likewise. Then the difference between the scores of a same-author and a different-author pair is
// normal for independent pairs, and AUC is known.
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>

#include <gtest/gtest.h>

#include "standfast/base/parallel.h"
#include "standfast/base/rng.h"
#include "standfast/metric/stat/unit_estimate.h"

namespace standfast {
namespace {

struct PairDesign {
  const char* name;
  uint32_t authors, topics,
      texts;                   // texts of an author on each of its topics; one topic: a corpus without topics
  uint32_t topics_of_author;   // drawn; fewer than topics: nested in part
  bool uneven;                 // topics of sizes 1, 1/2, 1/3 ...
  double by_author, by_topic;  // standard deviations; noise has 1
  double ease;                 // of the distance over authors and over topics, as a share of it
  double reference, shifted;   // distance of both kinds of pairs
  uint32_t folds;              // of topics
};

double gauss(Rng& rng) {
  return std::sqrt(-2 * std::log(1 - rng.uniform())) * std::cos(2 * 3.14159265358979323846 * rng.uniform());
}

// A corpus of pairs under one condition: as many different-author as same-author pairs, in folds by topic.
struct Condition {
  std::vector<ItemUnits> units;
  std::vector<double> shares;
  Influenced auc, lead;
};

Condition answered(const PairDesign& d, uint64_t seed, double distance, const std::vector<double>& author,
                   const std::vector<double>& topic, const std::vector<double>& author_ease,
                   const std::vector<double>& topic_ease,
                   const std::vector<std::pair<uint32_t, uint32_t>>& texts, Rng& noise) {
  Rng rng(seed, "pairs");
  Condition condition;
  std::vector<Influenced> folds;
  std::vector<size_t> sizes;
  std::vector<std::vector<uint32_t>> of_author(d.authors);
  for (uint32_t fold = 0; fold < d.folds; ++fold) {
    std::vector<uint32_t> here;
    for (uint32_t i = 0; i < texts.size(); ++i)
      if (texts[i].second % d.folds == fold) here.push_back(i);
    for (auto& list : of_author) list.clear();
    for (const uint32_t i : here) of_author[texts[i].first].push_back(i);
    std::vector<double> scores;
    std::vector<uint8_t> same;
    std::vector<ItemUnits> units;
    const auto add = [&](uint32_t i, uint32_t j) {
      const auto [a, s] = texts[i];
      const auto [b, t] = texts[j];
      const double root = std::sqrt(2.0);
      const double effects = d.by_author * (a == b ? root * author[a] : author[a] + author[b]) +
                             d.by_topic * (s == t ? root * topic[s] : topic[s] + topic[t]);
      const double told = distance * (1 + d.ease * (author_ease[a] + topic_ease[s]));  // some are easier
      const double z = effects + gauss(noise) + (a == b ? told : 0);
      scores.push_back(1 / (1 + std::exp(-z)));
      same.push_back(a == b ? 1 : 0);
      units.push_back({{a, b}, d.topics > 1 ? std::array{s, t} : std::array{kNoUnit, kNoUnit}});
    };
    for (const auto& list : of_author)
      for (size_t k = 0; k + 1 < list.size(); k += 2) add(list[k], list[k + 1]);
    const size_t positives = scores.size();
    for (size_t tries = 0; scores.size() < 2 * positives && tries < 50 * positives; ++tries) {
      const uint32_t i = here[rng.below(here.size())], j = here[rng.below(here.size())];
      if (texts[i].first != texts[j].first) add(i, j);
    }
    if (positives == 0 || scores.size() == positives) continue;
    static const auto profile = **find_profile("hits");
    folds.push_back(influences(profile, scores, same).front());
    sizes.push_back(scores.size());
    condition.units.insert(condition.units.end(), units.begin(), units.end());
    condition.shares.insert(condition.shares.end(), scores.size(), 1 / static_cast<double>(scores.size()));
  }
  condition.auc = mean_over_folds(folds, sizes);
  condition.lead = condition.auc;
  if (condition.lead.value) *condition.lead.value -= 0.5;
  return condition;
}

struct Counts {
  int n = 0, score = 0, lost = 0, share = 0, shares = 0, intervals = 0, found = 0;
};

// The findings of one corpus.
struct Said {
  bool defined = false;
  double reference = 0, shifted = 0;
  std::optional<Interval> score, lost, share;
  std::optional<double> p;
};

// The truth of a score is its mean over corpora: the folds of few topics compare pairs that share topics, so
// it is not the AUC of independent pairs.
Counts simulate(const PairDesign& d, int corpora) {
  std::vector<Said> each(static_cast<size_t>(corpora));
  parallel_for(each.size(), available_threads(), [&](size_t r) {
    Rng rng(r, "test/pair-intervals", d.name);
    std::vector<double> author(d.authors), topic(d.topics);
    for (double& x : author) x = gauss(rng);
    for (double& x : topic) x = gauss(rng);
    std::vector<std::pair<uint32_t, uint32_t>> texts;
    for (uint32_t a = 0; a < d.authors; ++a) {
      std::vector<uint32_t> all(d.topics);
      for (uint32_t t = 0; t < d.topics; ++t) all[t] = t;
      for (uint32_t t = d.topics; t > 1; --t) std::swap(all[t - 1], all[rng.below(t)]);
      for (uint32_t k = 0; k < d.topics_of_author; ++k) {
        const uint32_t n = d.uneven ? std::max(1U, 2 * d.texts / (1 + all[k])) : d.texts;
        for (uint32_t i = 0; i < n; ++i) texts.push_back({a, all[k]});
      }
    }
    for (size_t i = texts.size(); i > 1; --i) std::swap(texts[i - 1], texts[rng.below(i)]);
    // Both conditions have the same authors and topics; half of the variance of their effects is common.
    const auto other = [&](const std::vector<double>& effects) {
      std::vector<double> mixed;
      for (const double e : effects) mixed.push_back((e + gauss(rng)) / std::sqrt(2.0));
      return mixed;
    };
    std::vector<double> author_ease(d.authors), topic_ease(d.topics);
    for (double& x : author_ease) x = gauss(rng);
    // A corpus without topics has one fixed subject, which does not change from corpus to corpus.
    if (d.topics > 1)
      for (double& x : topic_ease) x = gauss(rng);
    const Condition reference =
        answered(d, r, d.reference, author, topic, author_ease, topic_ease, texts, rng);
    const Condition shifted =
        answered(d, r + 1'000'000, d.shifted, other(author), other(topic), other(author_ease),
                 d.topics > 1 ? other(topic_ease) : topic_ease, texts, rng);
    if (!reference.auc.value || !shifted.auc.value) return;
    UnitSpace space;
    const UnitItems of_reference = space.items(reference.units, reference.shares),
                    of_shifted = space.items(shifted.units, shifted.shares);
    const Difference lost =
        unit_difference(space, {&of_reference, &reference.auc}, {&of_shifted, &shifted.auc}, 0.95);
    each[r] = {
        true,
        *reference.auc.value,
        *shifted.auc.value,
        unit_estimate(space, {&of_shifted, &shifted.auc}, 0.95, 0, 1).interval,
        lost.estimate.interval,
        unit_ratio(space, {&of_shifted, &shifted.lead}, {&of_reference, &reference.lead}, 0.95).interval,
        lost.p};
  });
  double reference = 0, shifted = 0, n = 0;
  for (const Said& said : each) {
    if (!said.defined) continue;
    reference += said.reference;
    shifted += said.shifted;
    ++n;
  }
  reference /= n;
  shifted /= n;
  const auto holds = [](const std::optional<Interval>& interval, double value) {
    return interval && interval->low <= value && value <= interval->high ? 1 : 0;
  };
  Counts sum;
  for (const Said& said : each) {
    ++sum.n;
    sum.intervals += said.score.has_value();
    sum.score += holds(said.score, shifted);
    sum.lost += holds(said.lost, reference - shifted);
    sum.shares += said.share.has_value();
    sum.share += holds(said.share, (shifted - 0.5) / (reference - 0.5));
    sum.found += said.p && *said.p < 0.05;
  }
  return sum;
}

TEST(PairIntervals, HoldTheTruthWhereAuthorsAndTopicsCross) {
  // STANDFAST_SIMULATIONS=2000 for the figures of the page; fewer here.
  const char* wanted = std::getenv("STANDFAST_SIMULATIONS");
  const int corpora = wanted != nullptr ? std::atoi(wanted) : 100;
  const PairDesign designs[] = {
      {"24 authors x 12 topics, crossed", 24, 12, 3, 12, false, 0.4, 0.4, 0.3, 1.2, 0.8, 4},
      {"no loss", 24, 12, 3, 12, false, 0.4, 0.4, 0.3, 1.0, 1.0, 4},
      {"authors matter most", 16, 24, 2, 24, false, 0.8, 0.1, 0.3, 1.2, 0.8, 6},
      {"topics matter most", 40, 8, 3, 8, false, 0.1, 0.8, 0.3, 1.2, 0.8, 4},
      {"8 authors x 8 topics", 8, 8, 4, 8, false, 0.4, 0.4, 0.3, 1.5, 1.0, 4},
      {"uneven topics", 24, 12, 6, 12, true, 0.4, 0.4, 0.3, 1.2, 0.8, 3},
      {"authors on 3 of 12 topics", 30, 12, 4, 3, false, 0.4, 0.4, 0.3, 1.2, 0.8, 3},
      {"near guessing", 24, 12, 3, 12, false, 0.4, 0.4, 0.3, 0.3, 0.0, 4},
      {"24 authors, no topics", 24, 1, 24, 1, false, 0.4, 0, 0.3, 1.2, 0.8, 1},
      {"24 authors, no topics, no loss", 24, 1, 24, 1, false, 0.4, 0, 0.3, 1.0, 1.0, 1},
      {"20 authors who differ more, no topics", 20, 1, 24, 1, false, 0.8, 0, 0.3, 1.2, 0.8, 1},
      {"at the ceiling", 24, 12, 3, 12, false, 0.4, 0.4, 0.3, 5.0, 4.5, 4},
  };
  if (wanted != nullptr)
    std::printf(
        "\n| design | intervals | score | points lost | found | shares | share "
        "|\n|---|---|---|---|---|---|---|\n");
  for (const auto& design : designs) {
    const Counts c = simulate(design, corpora);
    const double intervals = std::max(1, c.intervals), shares = std::max(1, c.shares);
    if (wanted != nullptr)
      std::printf("| %s | %.0f %% | %.1f | %.1f | %.1f | %.0f %% | %.1f |\n", design.name,
                  100.0 * c.intervals / c.n, 100 * c.score / intervals, 100 * c.lost / intervals,
                  100 * c.found / intervals, 100.0 * c.shares / c.n, 100 * c.share / shares);
    // With few authors who differ much, the interval of a score is too narrow, by 6 points of 95, and the
    // page says so.
    EXPECT_GE(c.score / intervals, design.by_author > 0.5 ? 0.80 : 0.88) << design.name;
    EXPECT_GE(c.lost / intervals, 0.88) << design.name;
    if (c.shares > corpora / 2) {
      EXPECT_GE(c.share / shares, 0.88) << design.name;
    }
    if (design.reference == design.shifted) {
      EXPECT_LE(c.found / intervals, 0.09) << design.name;
    }
  }
}

}  // namespace
}  // namespace standfast
