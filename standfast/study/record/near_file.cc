#include "standfast/study/record/near_file.h"

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/parse_json.h"
#include "standfast/study/record/marker.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kNearSchema = "standfast-near/1";

}  // namespace

std::string near_text(const NearFile& near) {
  Json json = {{"schema", kNearSchema}, {"corpus", near.corpus}, {"condition", near.condition},
               {"seed", near.seed},     {"near", near.near},     {"tokens", near.tokens},
               {"folds", Json::array()}};
  for (const auto& fold : near.folds)
    json["folds"].push_back(
        {{"items", fold.items}, {"flagged", fold.flagged}, {"documents", fold.documents}});
  return file_text(json);
}

Result<NearFile> read_near(const std::string& path) {
  SF_ASSIGN(const std::string text, read_file(path));
  const Json json = json_or_discarded<Json>(text);
  if (json.is_discarded() || !json.is_object()) return data_error(path + ": not a JSON object");
  NearFile near;
  SF_TRY(take_apart(path, [&] {
    json.at("corpus").get_to(near.corpus);
    json.at("condition").get_to(near.condition);
    near.seed = json.at("seed").get<uint64_t>();
    near.near = json.at("near").get<double>();
    json.at("tokens").get_to(near.tokens);
    for (const Json& fold : json.at("folds"))
      near.folds.push_back({fold.at("items").get<uint64_t>(), fold.at("flagged").get<std::vector<uint32_t>>(),
                            fold.at("documents").get<std::vector<std::string>>()});
  }));
  for (size_t f = 0; f < near.folds.size(); ++f) {
    const auto& fold = near.folds[f];
    for (size_t k = 0; k < fold.flagged.size(); ++k)
      if (fold.flagged[k] >= fold.items || (k > 0 && fold.flagged[k] <= fold.flagged[k - 1]))
        return unreadable_part(path,
                               fmt::format("fold {}: places are not ascending below {}", f, fold.items));
  }
  return near;
}

}  // namespace standfast
