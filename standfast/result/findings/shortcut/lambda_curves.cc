#include "standfast/result/findings/shortcut/lambda_curves.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "standfast/metric/stat/unit_estimate.h"

namespace standfast::result {
namespace {

std::string words_of(const ConditionInfo& condition) {
  const ShortcutInfo& shortcut = *condition.shortcut;
  std::string words = shortcut.kind;
  if (shortcut.law != kDoseLaws.front()) words += ", " + shortcut.law;
  if (shortcut.test_lambda != 1) words += fmt::format(", test lambda {:g}", shortcut.test_lambda);
  return words;
}

}  // namespace

std::map<size_t, std::string> shortcut_series(const RunRecords& run,
                                              const std::vector<ShortcutCondition>& conditions) {
  std::map<std::string, std::string> words_by_setting;
  std::set<std::string> taken;
  std::map<size_t, std::string> series;
  for (const auto& one : conditions) {
    const ConditionInfo& condition = run.conditions[one.test];
    auto found = words_by_setting.find(condition.setting);
    if (found == words_by_setting.end()) {
      std::string words = words_of(condition);
      if (taken.contains(words)) words = fmt::format("{} (as {})", words, condition.name);
      taken.insert(words);
      found = words_by_setting.emplace(condition.setting, std::move(words)).first;
    }
    series[one.test] = found->second;
  }
  return series;
}

std::array<Difference, kShortcutMetrics.size()> area_under(const std::vector<const ScoredShortcut*>& points,
                                                           const std::vector<double>& lambdas, double level,
                                                           const UnitSpace& space) {
  std::array<Difference, kShortcutMetrics.size()> area;
  const size_t n = points.size();
  for (size_t m = 0; m < kShortcutMetrics.size(); ++m) {
    std::vector<Influenced> scaled;
    scaled.reserve(2 * n);  // terms point to them
    std::vector<UnitTerm> terms;
    for (size_t i = 0; i < n; ++i) {
      const double below = i > 0 ? lambdas[i] - lambdas[i - 1] : 0,
                   above = i + 1 < n ? lambdas[i + 1] - lambdas[i] : 0;
      for (const auto& [number, factor] :
           {std::pair{&points[i]->test[m], 1.0}, std::pair{&points[i]->anti[m], -1.0}}) {
        Influenced part = *number;
        const double weight = (below + above) / 2;
        if (part.value) part.value = *part.value * weight;
        for (double& influence : part.influence) influence *= weight;
        scaled.push_back(std::move(part));
        terms.push_back({{&points[i]->items, &scaled.back()}, factor});
      }
    }
    area[m] = unit_sum(space, terms, level, lambdas.back() - lambdas.front());
  }
  return area;
}

}  // namespace standfast::result
