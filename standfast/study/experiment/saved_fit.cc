#include "standfast/study/experiment/saved_fit.h"

#include <algorithm>
#include <filesystem>

#include "standfast/base/json.h"
#include "standfast/model/saved/saved_models.h"

namespace standfast {

std::vector<std::string> files_below(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (std::filesystem::recursive_directory_iterator it(folder, ignored), end; !ignored && it != end;
       it.increment(ignored))
    if (!it->is_directory(ignored)) names.push_back(it->path().lexically_relative(folder).generic_string());
  std::sort(names.begin(), names.end());
  return names;
}

Result<MadeUnit> save_fit(Workshop& shop, const Unit& unit, const ComponentSpec& model,
                          const Classifier& classifier, const Column& classes, size_t documents) {
  const std::string saved = shop.folder().artifact(unit.key, "model");
  SF_ASSIGN(const Corpus* corpus, shop.corpus(unit.corpus));
  // An existing folder is damaged, or another shard has just written it.
  SF_TRY(save_classifier(saved, model.name, model.options, classifier,
                         {std::string(role_name(shop.study().target)), classes.names}, origin_of(*corpus),
                         Replace::anything));
  MadeUnit made;
  for (const auto& name : files_below(saved)) shop.place(unit, "model/" + name, made);
  made.marker = artifact_head(unit);
  made.marker.update({{"corpus", unit.corpus},
                      {"model", model.name},
                      {"documents", documents},
                      {"facts", classifier.facts()}});
  return made;
}

}  // namespace standfast
