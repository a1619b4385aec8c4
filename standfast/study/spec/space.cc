#include "standfast/study/spec/space.h"

#include <fmt/format.h>

#include "standfast/model/classify/classifier.h"

namespace standfast {
namespace {

std::string with_options(const std::string& name, const Options& options, const ComponentList& catalog) {
  const auto entry = catalog.info(name);
  return entry ? name + options_changed(options, *entry->options, kDigestOption) : name;
}

}  // namespace

std::string SpaceSpec::fit_in_words() const {
  const ComponentList& catalog = of_model ? static_cast<const ComponentList&>(classifiers())
                                          : static_cast<const ComponentList&>(encoders());
  std::string text = with_options(maker.name, maker.options, catalog);
  if (maker.seed != 0) text += fmt::format(" seed={}", maker.seed);
  if (rows == SpaceRows::all) text += ", all rows";
  if (validation.share > 0) text += fmt::format(", validation {}", validation.share);
  if (!validation.side.empty()) text += ", validation " + validation.side;
  return text;
}

std::string SpaceSpec::in_words() const {
  std::string text = fit_in_words();
  if (!reduction.empty()) text += ", " + with_options(reduction, reduction_options, reductions());
  return text;
}

}  // namespace standfast
