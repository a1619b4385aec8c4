#include "standfast/analysis/power/least_auc.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "standfast/metric/stat/distributions.h"

namespace standfast {

LeastAuc least_auc(LeastAuc least) {
  least.independent = least.spread = 1;
  if (least.same == 0 || least.different == 0 || least.authors < 2) return least;
  const auto m = static_cast<double>(least.same), n = static_cast<double>(least.different);
  const auto authors = static_cast<double>(least.authors);
  const double of_pairs = (m + n + 1) / (12 * m * n);
  const double of_authors = kSpreadOverAuthors * kSpreadOverAuthors / authors;
  least.independent = std::min(1.0, 0.5 + normal_critical(0.05) * std::sqrt(of_pairs));
  least.spread = std::min(1.0, 0.5 + student_critical(0.05, authors - 1) * std::sqrt(of_pairs + of_authors));
  return least;
}

std::string describe(const LeastAuc& least) {
  if (least.independent >= 1)
    return fmt::format("power {}: \"{}\" tests too few pairs to tell a model from guessing", least.corpus,
                       least.condition);
  return fmt::format(
      "power {}: under \"{}\" a model is told from guessing (else SF201) from an AUC of {:.3f} on if its errors are "
      "independent, and of {:.3f} if its AUC has an SD of {:g} over authors ({} pairs, {} authors). Whether a model "
      "gets there, only the run shows",
      least.corpus, least.condition, least.independent, least.spread, kSpreadOverAuthors,
      least.same + least.different, least.authors);
}

}  // namespace standfast
