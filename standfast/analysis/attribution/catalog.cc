#include "standfast/analysis/attribution/explainer.h"
#include "standfast/analysis/attribution/explainers.h"

namespace standfast {

// A new explainer needs its file, a line here and a test.
const ExplainerCatalog& explainers() {
  static const ExplainerCatalog catalog("explainer", {partition_explainer(), linear_explainer(),
                                                      permutation_explainer(), occlusion_explainer()});
  return catalog;
}

std::vector<TraitLine> describe(const ExplainerTraits& t) {
  return trait_lines<ExplainerTraits>(
      TraitLine{"linear_only", "explains linear classifiers alone", t.linear_only},
      TraitLine{"adds_up", "base and shares add up to the prediction", t.adds_up},
      TraitLine{"symmetric", "tokens that the classifier cannot tell apart have equal shares", t.symmetric},
      TraitLine{"estimates", "draws at random; shares have standard errors", t.estimates},
      TraitLine{"exact", "shares are exact, however long the text is", t.exact});
}

double Attribution::gap(size_t c) const {
  double sum = base[c] + elsewhere[c];
  for (size_t i = 0; i < shares.rows; ++i) sum += shares.row(i)[c];
  return prediction[c] - sum;
}

}  // namespace standfast
