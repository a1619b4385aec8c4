#include "standfast/checkpoint/write_config.h"

#include <filesystem>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"

namespace standfast {
namespace {

struct FamilyKeys {
  const char *type, *encoder, *classifier, *masked;
};
FamilyKeys family_keys(ModelFamily family) {
  switch (family) {
    case ModelFamily::bert:
      return {"bert", "BertModel", "BertForSequenceClassification", "BertForMaskedLM"};
    case ModelFamily::roberta:
      return {"roberta", "RobertaModel", "RobertaForSequenceClassification", "RobertaForMaskedLM"};
    case ModelFamily::distilbert:
      return {"distilbert", "DistilBertModel", "DistilBertForSequenceClassification",
              "DistilBertForMaskedLM"};
  }
  return {};
}

}  // namespace

std::string config_text(const ModelConfig& config) {
  const bool distil = config.family == ModelFamily::distilbert;
  const FamilyKeys keys = family_keys(config.family);
  const bool alone = config.classes.empty() || config.bottleneck > 0;
  const char* const kind = alone ? keys.encoder : keys.classifier;
  nlohmann::ordered_json out = {{"architectures", {config.masked_language ? keys.masked : kind}},
                                {"model_type", keys.type},
                                {"vocab_size", config.vocabulary},
                                {distil ? "dim" : "hidden_size", config.hidden},
                                {distil ? "n_layers" : "num_hidden_layers", config.layers},
                                {distil ? "n_heads" : "num_attention_heads", config.heads},
                                {distil ? "hidden_dim" : "intermediate_size", config.inner},
                                {distil ? "activation" : "hidden_act", config.activation},
                                {"max_position_embeddings", config.positions},
                                {"pad_token_id", config.pad}};
  if (!distil) {
    out["type_vocab_size"] = config.token_types;
    out["layer_norm_eps"] = config.epsilon;
  }
  for (size_t k = 0; k < config.classes.size(); ++k) {
    out["id2label"][fmt::format("{}", k)] = config.classes[k];
    out["label2id"][config.classes[k]] = k;
  }
  if (config.bottleneck > 0) out["bottleneck"] = config.bottleneck;
  if (config.several_labels) out["problem_type"] = "multi_label_classification";
  if (config.regression) out["problem_type"] = "regression";
  out["torch_dtype"] = "float32";
  return json_text(out, 2) + "\n";
}

Status write_model_config(const std::string& folder, const ModelConfig& config) {
  return write_file((std::filesystem::path(folder) / "config.json").string(), config_text(config));
}

}  // namespace standfast
