// Parts of a task that come from the catalog of its models.
#pragma once

#include <string>
#include <string_view>

#include "standfast/study/spec/spec.h"
#include "standfast/study/task/task.h"

namespace standfast {

// A task with a catalog of models. kModels: the member of StudyCatalogs that lists the models.
template <class ModelCatalog, const ModelCatalog* StudyCatalogs::*kModels>
class CatalogTask : public Task {
 public:
  const ComponentList& models(const StudyCatalogs& catalogs) const override { return *(catalogs.*kModels); }
  std::string chance_model(const StudyCatalogs& catalogs) const override {
    for (const auto& entry : (catalogs.*kModels)->entries())
      if (entry.traits.chance) return entry.name;
    return "";
  }
  ModelFacts model_facts(std::string_view model, const StudyCatalogs& catalogs) const override {
    const auto entry = (catalogs.*kModels)->find(model);
    if (!entry) return {};
    const auto& traits = (*entry)->traits;
    bool topics_only = false;
    if constexpr (requires { traits.topics_only; }) topics_only = traits.topics_only;
    bool pretrained = false;
    if constexpr (requires { traits.pretrained; }) pretrained = traits.pretrained;
    return {
        true,      traits.chance, topics_only, traits.deterministic, (*entry)->summary, (*entry)->citation,
        pretrained};
  }
  Status ready(const ModelSpec& model, const StudyCatalogs& catalogs) const override {
    return models(catalogs).ready(model.model.name, model.model.options);
  }
};

}  // namespace standfast
