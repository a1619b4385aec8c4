#include "standfast/metric/stat/training_luck.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace standfast {

SharedLuck unknown_luck(std::string why_not) {
  auto luck = std::make_shared<TrainingLuck>();
  luck->why_not = std::move(why_not);
  return luck;
}

TrainingLuck::Block luck_of_block(double score, double kept, double refitted, double share) {
  const double scale = std::sqrt(1 - share);
  return {scale * (refitted - kept), scale * (score - kept) / share};
}

SharedLuck sum_of_luck(std::span<const std::pair<SharedLuck, double>> terms) {
  const auto known = [](const auto& term) { return term.first != nullptr; };
  if (std::ranges::none_of(terms, known)) return nullptr;
  auto sum = std::make_shared<TrainingLuck>();
  for (const auto& [luck, factor] : terms) {
    if (luck == nullptr)
      return unknown_luck("it is not known how other training would change one of its scores");
    if (!luck->why_not.empty()) return luck;
    if (sum->kinds.size() < luck->kinds.size()) sum->kinds.resize(luck->kinds.size());
    for (size_t k = 0; k < luck->kinds.size(); ++k) {
      auto& to = sum->kinds[k];
      const auto& from = luck->kinds[k];
      if (to.size() < from.size()) to.resize(from.size());
      for (size_t i = 0; i < from.size(); ++i) {
        to[i].change += factor * from[i].change;
        to[i].departure += factor * from[i].departure;
      }
    }
  }
  return sum;
}

std::vector<double> added_variance(const TrainingLuck& luck) {
  std::vector<double> added;
  for (const auto& blocks : luck.kinds) {
    double sum = 0;
    size_t defined = 0, empty = 0;
    for (const auto& [change, departure] : blocks) {
      if (std::isnan(change) || std::isnan(departure)) continue;
      const bool none = change == 0 && departure == 0;
      empty += none;
      defined += !none;
      sum += change * change - 2 * change * departure;
    }
    const bool enough = 2 * (defined + empty) >= blocks.size();
    added.push_back(!enough        ? std::numeric_limits<double>::quiet_NaN()
                    : defined == 0 ? 0
                                   : sum / static_cast<double>(defined));
  }
  return added;
}

}  // namespace standfast
