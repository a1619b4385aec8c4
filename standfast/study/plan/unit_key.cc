#include "standfast/study/plan/unit_key.h"

#include "standfast/base/digest.h"
#include "standfast/base/json.h"
#include "standfast/version.h"

namespace standfast {

using Json = nlohmann::ordered_json;

std::string key_of_text(std::string_view fields) {
  return sha256_hex(fields).substr(0, 16);
}

std::string key_of(const Json& fields) {
  return key_of_text(fields.dump());
}

Json key_fields(std::string_view operation, const CorpusFacts& corpus) {
  Json fields;
  fields["operation"] = operation;
  fields["version"] = kVersion;
  fields["corpus"] = corpus.name;
  fields["data"] = corpus.sha256;
  // Documents that are kept apart are in no fold, no vectors and no fit.
  for (const auto& side : corpus.sides) fields["sides"].push_back({side.name, side.sha256});
  return fields;
}

Json column_fields(const CorpusFacts& corpus, const std::string& name) {
  const auto values = corpus.attributes.find(name);
  return Json::array({name, values == corpus.attributes.end() ? "" : values->second});
}

void add_model(Json& fields, const ModelSpec& model, const CorpusFacts& corpus) {
  fields["model"] = model.model.name;
  fields["options"] = options_to_json(model.model.options);
  if (!model.files.empty()) fields["files"] = model.files;
  if (!model.document_weight.empty())
    fields["document_weight"] = column_fields(corpus, model.document_weight);
}

}  // namespace standfast
