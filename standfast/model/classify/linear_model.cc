#include "standfast/model/classify/linear_model.h"

namespace standfast {

LinearView linear_view_of(const DocumentFeatures& features, const DenseMatrix& by_class,
                          const std::vector<double>& bias, const std::vector<uint64_t>& documents,
                          bool presence) {
  LinearView view;
  view.features = &features;
  view.presence = presence;
  for (uint32_t c = 0; c < documents.size(); ++c)
    if (documents[c] > 0) {
      view.classes.push_back(c);
      view.bias.push_back(bias[c]);
    }
  view.weights = DenseMatrix(features.columns(), view.classes.size());
  for (size_t k = 0; k < view.classes.size(); ++k) {
    const auto weights = by_class.row(view.classes[k]);
    for (size_t j = 0; j < view.weights.rows; ++j) view.weights.row(j)[k] = weights[j];
  }
  return view;
}

}  // namespace standfast
