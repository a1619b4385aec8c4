#include "standfast/model/robust/training_part.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "standfast/base/rng.h"

namespace standfast {

DrawnOrder drawn_order(const TrainingSet& train, std::span<const uint32_t> strata,
                       std::span<const uint8_t> among, uint64_t seed, std::string_view component) {
  struct Drawn {
    uint32_t stratum;
    uint64_t key;
    std::string_view id;
    uint32_t document;
  };
  const DocumentView& documents = train.documents;
  std::vector<Drawn> drawn;
  uint32_t count = 0;
  for (uint32_t i = 0; i < documents.size(); ++i) {
    if (strata[i] == kMissing || train.weight(i) == 0 || (!among.empty() && among[i] == 0)) continue;
    const std::string_view id = documents.corpus->id(documents.rows[i]);
    drawn.push_back({strata[i], Rng(seed, component, id).next(), id, i});
    count = std::max(count, strata[i] + 1);
  }
  std::sort(drawn.begin(), drawn.end(), [](const Drawn& a, const Drawn& b) {
    return std::tie(a.stratum, a.key, a.id, a.document) < std::tie(b.stratum, b.key, b.id, b.document);
  });
  DrawnOrder order{std::vector<uint32_t>(documents.size(), kMissing), std::vector<uint32_t>(count, 0)};
  for (size_t k = 0; k < drawn.size(); ++k) {
    uint32_t& size = order.size[drawn[k].stratum];
    if (size == 0 || drawn[k].id != drawn[k - 1].id) ++size;
    order.rank[drawn[k].document] = size - 1;
  }
  return order;
}

std::vector<uint8_t> drawn_share(const DrawnOrder& order, std::span<const uint32_t> strata, double share,
                                 uint32_t least, uint32_t keep) {
  std::vector<uint8_t> part(order.rank.size(), 0);
  for (size_t i = 0; i < part.size(); ++i) {
    if (order.rank[i] == kMissing) continue;
    const uint32_t size = order.size[strata[i]], most = size - std::min(size, keep);
    const auto wanted = static_cast<uint32_t>(std::lround(share * size));
    part[i] = order.rank[i] < std::min(std::max(wanted, least), most) ? 1 : 0;
  }
  return part;
}

TrainingPart::TrainingPart(const TrainingSet& train, std::span<const uint8_t> part, uint8_t wanted) {
  for (size_t i = 0; i < part.size(); ++i) {
    if (part[i] != wanted) continue;
    rows.push_back(train.documents.rows[i]);
    classes.push_back(train.classes[i]);
    if (!train.groups.empty()) groups.push_back(train.groups[i]);
    if (!train.weights.empty()) weights.push_back(train.weights[i]);
  }
}

TrainingSet TrainingPart::set(const TrainingSet& train) const {
  return {.documents = {train.documents.corpus, rows},
          .classes = classes,
          .names = train.names,
          .weights = weights,
          .groups = groups,
          .group_names = train.group_names};
}

Status check_training(const std::string& owner, const TrainingSet& train) {
  if (train.documents.rows.empty()) return data_error(owner + ": no training documents");
  return check_weights(owner, train);
}

double total_weight(const TrainingSet& train) {
  double sum = 0;
  for (uint32_t i = 0; i < train.documents.size(); ++i) sum += train.weight(i);
  return sum;
}

}  // namespace standfast
