#include "standfast/report/topic_leakage.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace standfast::report {

TopicLeakage topic_leakage(const FoldsSummary& folds, const TopicCosines& cosines, size_t pairs) {
  std::unordered_map<std::string, uint32_t> place;
  for (uint32_t i = 0; i < cosines.topics.size(); ++i) place.emplace(cosines.topics[i], i);
  const auto places = [&](const std::vector<std::string>& names) {
    std::vector<uint32_t> result;
    for (const auto& name : names)
      if (const auto found = place.find(name); found != place.end()) result.push_back(found->second);
    return result;
  };
  TopicLeakage leakage;
  std::map<std::pair<uint32_t, uint32_t>, double> seen;
  const size_t n = cosines.topics.size();
  for (const auto& fold : folds.folds) {
    const auto train = places(fold.train), test = places(fold.test);
    if (train.empty() || test.empty()) continue;
    double sum = 0, most = -1;
    for (const auto a : train)
      for (const auto b : test) {
        const double value = cosines.similarity[a * n + b];
        sum += value;
        most = std::max(most, value);
        if (a == b)
          ++leakage.shared_topics;
        else
          seen.emplace(std::minmax(a, b), value);
      }
    leakage.mean += sum / static_cast<double>(train.size() * test.size());
    leakage.max += most;
    ++leakage.folds;
  }
  if (leakage.folds > 0) {
    leakage.mean /= leakage.folds;
    leakage.max /= leakage.folds;
  }
  for (const auto& [pair, value] : seen)
    leakage.pairs.push_back({cosines.topics[pair.first], cosines.topics[pair.second], value});
  std::sort(leakage.pairs.begin(), leakage.pairs.end(), [](const TopicPair& a, const TopicPair& b) {
    return a.similarity != b.similarity ? a.similarity > b.similarity
                                        : std::tie(a.a, a.b) < std::tie(b.a, b.b);
  });
  if (leakage.pairs.size() > pairs) leakage.pairs.resize(pairs);
  return leakage;
}

}  // namespace standfast::report
