#include "standfast/model/classify/ordered_documents.h"

#include <algorithm>
#include <numeric>

namespace standfast {

OrderedDocuments::OrderedDocuments(const TrainingSet& train) {
  const DocumentView& documents = train.documents;
  std::vector<uint32_t> order(documents.size()), number(train.names.size(), UINT32_MAX);
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return documents.corpus->id(documents.rows[a]) < documents.corpus->id(documents.rows[b]);
  });
  for (const uint32_t i : order) {
    all.push_back(documents.text(i));
    if (train.weight(i) == 0) continue;
    uint32_t& label = number[train.classes[i]];
    if (label == UINT32_MAX) {
      label = static_cast<uint32_t>(present.size());
      present.push_back(train.classes[i]);
    }
    texts.push_back(documents.text(i));
    places.push_back(static_cast<uint32_t>(all.size() - 1));
    labels.push_back(label);
    if (!train.groups.empty()) groups.push_back(train.groups[i]);
    if (!train.weights.empty()) weights.push_back(train.weight(i));
  }
}

}  // namespace standfast
