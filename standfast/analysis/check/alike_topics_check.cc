// The check for topics that are kept apart, but whose neighbours are on the other side.
//
// The statistic is the similarity of a test topic to the nearest training topic, averaged over the test
// topics of a fold and then over folds. It is compared with its values after random permutations of the
// topics: the folds keep their sizes, and the topics are assigned at random. p is the share of 999 such draws
// (and of the observed folds) with at least the same similarity (Phipson, Smyth 2010). If the topics were
// assigned at random, every order was equally likely, so the check reports a finding with probability at most
// 1 %.
#include <algorithm>

#include <fmt/format.h>

#include "standfast/analysis/check/checks.h"
#include "standfast/base/rng.h"

namespace standfast {
namespace {

constexpr uint32_t kDealings = 999;
constexpr double kAlikeLevel = 0.01;
constexpr uint64_t kMostTopics = 1000;  // their similarities form a square matrix
constexpr double kMostWork = 4e9;       // similarities read

struct TopicFold {
  std::vector<uint32_t> train, test;  // indices into the topics used
};

}  // namespace

DataOutcome check_alike_topics(const CheckedData& data) {
  const Column* topics = data.column("topic");
  if (topics == nullptr) return not_asked("there is no topic");
  if (data.similarity == nullptr) return not_asked("topics were not compared");
  if (data.topics_merged) return not_asked("the sample merged topics");
  std::vector<TopicFold> folds;
  std::vector<bool> used(topics->names.size());
  bool shared = false;
  for_each_fold(data, [&](size_t, const std::vector<CheckedSide>& sides) {
    std::vector<uint8_t> on(topics->names.size());  // bit 1: train, bit 2: test
    for (uint32_t row = 0; row < data.size(); ++row)
      if (topics->codes[row] != kMissing && sides[row] != CheckedSide::none)
        on[topics->codes[row]] |= uint8_t(sides[row] == CheckedSide::train ? 1 : 2);
    TopicFold fold;
    for (uint32_t code = 0; code < on.size(); ++code) {
      shared = shared || on[code] == 3;
      used[code] = used[code] || on[code] > 0;
      if (on[code] == 1) fold.train.push_back(code);
      if (on[code] == 2) fold.test.push_back(code);
    }
    if (!fold.train.empty() && !fold.test.empty()) folds.push_back(std::move(fold));
  });
  if (shared) return not_asked("topics are on both sides (SF336)");
  std::vector<uint32_t> codes, place(used.size());
  for (uint32_t code = 0; code < used.size(); ++code)
    if (used[code]) {
      place[code] = static_cast<uint32_t>(codes.size());
      codes.push_back(code);
    }
  if (folds.empty() || codes.size() < 4) return not_asked("there are fewer than four topics");
  double work = 0;
  uint64_t tested = 0;
  for (const auto& fold : folds) {
    work += static_cast<double>(fold.train.size()) * static_cast<double>(fold.test.size()) * kDealings;
    tested += fold.test.size();
  }
  if (codes.size() > kMostTopics || work > kMostWork)
    return not_asked("there are too many topics to compare");

  const size_t n = codes.size();
  std::vector<double> similarity(n * n), row(used.size());
  for (size_t i = 0; i < n; ++i) {
    data.similarity->against_all(codes[i], row);
    for (size_t j = 0; j < n; ++j) similarity[i * n + j] = row[codes[j]];
  }
  // Seat[place]: the topic assigned to the place.
  const auto nearness = [&](const std::vector<uint32_t>& seat) {
    double of_folds = 0;
    for (const auto& fold : folds) {
      double sum = 0;
      for (const uint32_t test : fold.test) {
        const double* const mine = &similarity[seat[place[test]] * n];
        double nearest = -1;
        for (const uint32_t train : fold.train) nearest = std::max(nearest, mine[seat[place[train]]]);
        sum += nearest;
      }
      of_folds += sum / static_cast<double>(fold.test.size());
    }
    return of_folds / static_cast<double>(folds.size());
  };
  std::vector<uint32_t> seat(n);
  for (uint32_t i = 0; i < n; ++i) seat[i] = i;
  const double observed = nearness(seat);
  double mean = 0;
  uint32_t as_alike = 0;
  for (uint32_t b = 0; b < kDealings; ++b) {
    Rng rng(data.seed, "check/alike-topics", std::to_string(b));
    rng.shuffle(seat);
    const double dealt = nearness(seat);
    mean += dealt / kDealings;
    // Sums in another order differ in their last digits.
    as_alike += dealt >= observed - 1e-12 ? 1 : 0;
  }
  DataOutcome outcome;
  const double p = (1.0 + as_alike) / (1.0 + kDealings);
  if (p > kAlikeLevel) return outcome;
  outcome.findings.push_back(
      {fmt::format("the training topic nearest to a test topic has a similarity of {:.3f} on average; with "
                   "topics assigned at random it would be {:.3f} (p {:.3f}; {} tested topics in {} folds)",
                   observed, mean, p, tested, folds.size()),
       tested, tested});
  return outcome;
}

}  // namespace standfast
