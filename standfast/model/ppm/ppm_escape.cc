#include "standfast/model/ppm/ppm_escape.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "standfast/model/ppm/ppm_contexts.h"

namespace standfast {

struct PpmEscapeModel::Tables {
  PpmContexts contexts;
};

PpmEscapeModel::PpmEscapeModel(std::string_view text, int order, EscapeMethod method)
    : tables_(std::make_unique<Tables>(Tables{PpmContexts(order, method)})) {
  const std::u32string symbols = ppm_symbols(text);
  for (size_t i = 0; i < symbols.size(); ++i) tables_->contexts.count(symbols, i);
}
PpmEscapeModel::~PpmEscapeModel() = default;
PpmEscapeModel::PpmEscapeModel(PpmEscapeModel&&) noexcept = default;

double PpmEscapeModel::cross_entropy(std::string_view text) const {
  const std::u32string symbols = ppm_symbols(text);
  if (symbols.empty()) return std::numeric_limits<double>::quiet_NaN();
  const std::u32string_view view = symbols;
  std::vector<char32_t> excluded;
  double bits = 0;
  for (size_t i = 0; i < view.size(); ++i) {
    const size_t length = std::min(i, tables_->contexts.order());
    bits -= std::log2(tables_->contexts.probability(view.substr(i - length, length), view[i], excluded));
  }
  return bits / static_cast<double>(view.size());
}

double PpmEscapeModel::probability(std::u32string_view context, char32_t next) const {
  std::vector<char32_t> excluded;
  const size_t order = tables_->contexts.order();
  if (context.size() > order) context.remove_prefix(context.size() - order);
  return tables_->contexts.probability(context, next, excluded);
}

}  // namespace standfast
