#include "standfast/result/findings/test_overlap.h"

#include <algorithm>
#include <cmath>

namespace standfast::result {
namespace {

struct OverlapSum {
  std::vector<double> shares;
  double chance = 0;

  void add(const SplitInfo& a, const SplitInfo& b) {
    shares.push_back(overlap_of(*a.tested, *b.tested));
    chance += static_cast<double>(std::max(a.tested->size(), b.tested->size())) /
              static_cast<double>(std::max(a.used, b.used));
  }

  TestOverlap found(size_t first, size_t second) const {
    const auto n = static_cast<double>(shares.size());
    TestOverlap overlap{.first = first, .second = second, .pairs = shares.size(), .sd = {}};
    for (const double share : shares) overlap.mean += share / n;
    overlap.chance = chance / n;
    if (shares.size() < 2) return overlap;
    double squares = 0;
    for (const double share : shares) squares += (share - overlap.mean) * (share - overlap.mean);
    overlap.sd = std::sqrt(squares / (n - 1));
    return overlap;
  }
};

double mean_tested(const std::vector<const SplitInfo*>& a, const std::vector<const SplitInfo*>& b) {
  double sum = 0;
  for (const auto* draws : {&a, &b})
    for (const SplitInfo* draw : *draws) sum += static_cast<double>(draw->tested->size());
  return sum / static_cast<double>(a.size() + b.size());
}

// Returns the draws of all seeds, or of one seed, whose tested documents are known.
std::vector<const SplitInfo*> draws_of(const RunRecords& run, size_t corpus, size_t condition,
                                       std::optional<uint64_t> seed) {
  std::vector<const SplitInfo*> draws;
  for (const auto& split : run.splits)
    if (split.corpus == run.corpora[corpus].name && split.condition == run.conditions[condition].drawn() &&
        (!seed || split.seed == *seed) && split.tested && !split.tested->empty())
      draws.push_back(&split);
  return draws;
}

}  // namespace

double overlap_of(const RowSet& a, const RowSet& b) {
  return static_cast<double>(a.size() - a.without(b).size()) /
         static_cast<double>(std::min(a.size(), b.size()));
}

bool draws_test_one_set(const RunRecords& run, size_t corpus, size_t condition) {
  const auto draws = draws_of(run, corpus, condition, std::nullopt);
  double shared = 0;
  for (size_t d = 1; d < draws.size(); ++d) shared += overlap_of(*draws[d - 1]->tested, *draws[d]->tested);
  return draws.size() > 1 && shared / static_cast<double>(draws.size() - 1) > 0.5;
}

bool folds_test_one_set(const RunRecords& run, size_t corpus, size_t condition,
                        std::optional<uint64_t> seed) {
  if (run.conditions[condition].folds_share_items()) return true;
  const auto draws = draws_of(run, corpus, condition, seed);
  // Returns the size of a fold as a share of all items that its draw tests.
  const auto share = [](const SplitInfo& draw) {
    if (draw.fold.empty()) return 0.0;
    double tested = 0;
    for (const auto& fold : draw.fold) tested += static_cast<double>(fold.test_documents);
    return tested / static_cast<double>(draw.fold.size()) / static_cast<double>(draw.tested->size());
  };
  double within = 0, between = 0;
  size_t of_several = 0;
  for (const SplitInfo* draw : draws)
    if (draw->fold.size() > 1) {
      within += share(*draw);
      ++of_several;
    }
  for (size_t d = 1; d < draws.size(); ++d)
    between += overlap_of(*draws[d - 1]->tested, *draws[d]->tested) * share(*draws[d]);
  return (of_several > 0 && within / static_cast<double>(of_several) > 0.5) ||
         (draws.size() > 1 && between / static_cast<double>(draws.size() - 1) > 0.5);
}

std::optional<TestOverlaps> test_overlaps(const RunRecords& run, size_t corpus) {
  TestOverlaps found;
  std::vector<std::pair<size_t, std::vector<const SplitInfo*>>>
      draws;  // of conditions that test some documents
  size_t count = 0;
  for (size_t c = 0; c < run.conditions.size(); ++c) {
    const ConditionInfo& condition = run.conditions[c];
    if (condition.side != kTestSide || !condition.control_of.empty() || !run.asks(corpus, c)) continue;
    std::vector<const SplitInfo*> own;
    bool all = false;
    for (const auto& split : run.splits) {
      if (split.corpus != run.corpora[corpus].name || split.condition != condition.name) continue;
      if (!split.tested || split.tested->empty()) continue;
      all |= split.tested->size() >= split.used;
      own.push_back(&split);
    }
    if (own.empty()) continue;
    if (all) {
      found.all_tested.push_back(c);
      continue;
    }
    if (own.size() == 1) found.single.push_back(c);
    count += own.size();
    draws.emplace_back(c, std::move(own));
  }
  for (const auto& [c, own] : draws) {
    if (own.size() < 2) continue;
    OverlapSum sum;
    for (size_t i = 0; i < own.size(); ++i)
      for (size_t j = 0; j < i; ++j) sum.add(*own[i], *own[j]);
    found.pairs.push_back(sum.found(c, c));
    found.pairs.back().tested = mean_tested(own, {});
  }
  found.across = count <= kMostDrawsAcross;
  for (size_t i = 0; i < draws.size() && found.across; ++i)
    for (size_t j = i + 1; j < draws.size(); ++j) {
      OverlapSum sum;
      for (const SplitInfo* a : draws[i].second)
        for (const SplitInfo* b : draws[j].second) sum.add(*a, *b);
      found.pairs.push_back(sum.found(draws[i].first, draws[j].first));
      found.pairs.back().tested = mean_tested(draws[i].second, draws[j].second);
    }
  if (found.pairs.empty()) return std::nullopt;
  return found;
}

}  // namespace standfast::result
