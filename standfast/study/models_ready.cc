#include "standfast/study/models_ready.h"

#include <fmt/format.h>

namespace standfast {
namespace {

template <class C>
Status is_ready(const C& catalog, const ModelSpec& spec) {
  SF_ASSIGN(const auto* entry, catalog.find(spec.model.name));
  SF_ASSIGN(const auto model, entry->make(spec.model.options));
  return model->ready();
}

}  // namespace

Status models_are_ready(const StudySpec& study, const StudyCatalogs& catalogs) {
  for (const auto& spec : study.models) {
    const Status ready =
        study.classifies() ? is_ready(*catalogs.classifiers, spec) : is_ready(*catalogs.verifiers, spec);
    if (!ready) return with_context(fmt::format("model \"{}\"", spec.name), ready.error());
  }
  return {};
}

}  // namespace standfast
