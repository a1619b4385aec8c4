#include "standfast/checkpoint/model_config.h"

#include <charconv>
#include <filesystem>
#include <map>
#include <string_view>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/base/parse_json.h"
#include "standfast/checkpoint/tensor.h"
#include "standfast/text/json_field.h"
#include "standfast/text/model_settings.h"

namespace standfast {

namespace {

namespace fs = std::filesystem;

struct Instead {
  std::string_view ending, what;
};
constexpr Instead kInstead[] = {
    {"adapter_config.json", "it holds an adapter (PEFT): merge it into its model and save the result"},
    {"tf_model.h5", "its weights are in TensorFlow format: load and save the model with transformers"},
    {"flax_model.msgpack", "its weights are in Flax format: load and save the model with transformers"},
    {".onnx", "its weights are in ONNX format: use the folder from which they were made"},
    {".gguf",
     "its weights are in GGUF format, which is not supported: use the folder from which they were made"},
    {".ckpt.index", "its weights are in TensorFlow format: convert them with transformers"}};

// Returns "ORG/NAME" for a folder "models--ORG--NAME" with snapshots, as the hub's own library keeps models;
// else "".
std::string name_in_cache(const std::string& folder) {
  constexpr std::string_view kBegin = "models--";
  fs::path path = fs::path(folder).lexically_normal();
  if (path.filename().empty()) path = path.parent_path();  // "FOLDER/"
  std::string name = path.filename().string();
  std::error_code problem;
  if (!name.starts_with(kBegin) || !fs::is_directory(path / "snapshots", problem)) return "";
  name.erase(0, kBegin.size());
  if (const size_t at = name.find("--"); at != std::string::npos) name.replace(at, 2, "/");
  return name;
}

}  // namespace

Failure absent_model(const std::string& folder, const std::string& lacking) {
  std::error_code problem;
  if (!fs::exists(folder, problem))
    return missing_error(fmt::format(
        "{}: there is no such folder; \"standfast pull ORG/NAME\" downloads a model of the hub", folder));
  if (!fs::is_directory(folder, problem))
    return missing_error(fmt::format("{}: is a file, but the folder of a model is expected", folder));
  if (fs::is_empty(folder, problem))
    return missing_error(fmt::format(
        "{}: the folder is empty; \"standfast pull ORG/NAME\" downloads a model of the hub", folder));
  if (const std::string name = name_in_cache(folder); !name.empty())
    return missing_error(fmt::format(
        "{}: a cache of the hub keeps a model here; give its name ({}) or a folder of its snapshots", folder,
        name));
  std::string_view guess = "is it the folder of a model?";
  for (const Instead& instead : kInstead)
    for (fs::directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem))
      if (at->path().filename().string().ends_with(instead.ending))
        return missing_error(fmt::format("{}: {} is missing; {}", folder, lacking, instead.what));
  return missing_error(fmt::format("{}: {} is missing; {}", folder, lacking, guess));
}

namespace {

constexpr int64_t kMost = int64_t{1} << 24;  // limit of any size: tables are bounded before they are made
constexpr const char* kRead = "BERT, RoBERTa, DistilBERT and MiniLM are supported";

// The names of the sizes in a family.
struct Names {
  const char *hidden, *layers, *heads, *inner, *activation;
};
constexpr Names kUsual = {"hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size",
                          "hidden_act"};
constexpr Names kDistil = {"dim", "n_layers", "n_heads", "hidden_dim", "activation"};

Result<size_t> size(const JsonField& root, const char* key) {
  SF_ASSIGN(const auto field, root.at(key));
  SF_ASSIGN(const int64_t value, field.whole(1, kMost));
  return static_cast<size_t>(value);
}

Result<ModelFamily> family_of(const JsonField& root) {
  SF_ASSIGN(const std::string type, root.text_or("model_type", ""));
  if (type == "bert") return ModelFamily::bert;
  if (type == "roberta") return ModelFamily::roberta;
  if (type == "distilbert") return ModelFamily::distilbert;
  if (!type.empty())
    return data_error(fmt::format("{}: model_type: \"{}\" is not supported; {}", root.file(), type, kRead));
  // Old folders do not name the type, but their keys show it.
  if (root.has("dim") && root.has("n_layers")) return ModelFamily::distilbert;
  if (root.has("hidden_size") && root.has("type_vocab_size")) return ModelFamily::bert;
  return data_error(fmt::format("{}: model_type: is missing; {}", root.file(), kRead));
}

// Parses {"0": "label", ...}: every number from 0 once.
Result<std::vector<std::string>> classes_of(const JsonField& root) {
  std::vector<std::string> classes;
  if (!root.has("id2label")) return classes;
  SF_ASSIGN(const auto field, root.at("id2label"));
  SF_TRY(field.must_be_object());
  std::map<int64_t, std::string> named;
  for (const auto& [key, value] : field.json().items()) {
    int64_t id = -1;
    const auto read = std::from_chars(key.data(), key.data() + key.size(), id);
    if (read.ec != std::errc() || read.ptr != key.data() + key.size() || id < 0)
      return field.wrong(fmt::format("\"{}\" is not the number of a class", key));
    SF_ASSIGN(named[id], JsonField(value, root.file(), "id2label." + key).text());
  }
  for (const auto& [id, label] : named) {
    if (id != static_cast<int64_t>(classes.size()))
      return field.wrong(fmt::format("class {} has no name", classes.size()));
    classes.push_back(label);
  }
  return classes;
}

// Adds a note if label2id is not the inverse of id2label; id2label then counts, as in transformers.
Status compare_labels(const JsonField& root, ModelConfig& config) {
  if (!root.has("label2id")) return {};
  SF_ASSIGN(const auto field, root.at("label2id"));
  SF_TRY(field.must_be_object());
  for (size_t k = 0; k < config.classes.size(); ++k) {
    const auto said = field.json().find(config.classes[k]);
    if (said != field.json().end() && *said == k) continue;
    config.notes.push_back(fmt::format(
        "config.json: label2id and id2label contradict each other about class {}, \"{}\": id2label is "
        "used; is it right?",
        k, config.classes[k]));
    return {};
  }
  return {};
}

}  // namespace

std::string_view name_of(ModelFamily family) {
  switch (family) {
    case ModelFamily::bert:
      return "BERT";
    case ModelFamily::roberta:
      return "RoBERTa";
    case ModelFamily::distilbert:
      return "DistilBERT";
  }
  return "";
}

size_t ModelConfig::most_tokens() const {
  const size_t before = family == ModelFamily::roberta ? static_cast<size_t>(pad) + 1 : 0;
  return positions > before ? positions - before : 0;
}

Result<ModelConfig> parse_model_config(std::string_view content, const std::string& path) {
  SF_ASSIGN(const auto json, parse_json<nlohmann::json>(content, path));
  const JsonField root(json, path);
  SF_TRY(root.must_be_object());
  ModelConfig config;
  SF_ASSIGN(config.family, family_of(root));
  SF_TRY(check_settings(setting_files::kConfig, root, config.notes));
  const bool distil = config.family == ModelFamily::distilbert;
  const Names& names = distil ? kDistil : kUsual;
  SF_ASSIGN(config.vocabulary, size(root, "vocab_size"));
  SF_ASSIGN(config.hidden, size(root, names.hidden));
  SF_ASSIGN(config.layers, size(root, names.layers));
  SF_ASSIGN(config.heads, size(root, names.heads));
  SF_ASSIGN(config.inner, size(root, names.inner));
  SF_ASSIGN(config.positions, size(root, "max_position_embeddings"));
  if (!distil) {
    SF_ASSIGN(config.token_types, size(root, "type_vocab_size"));
  }
  if (config.hidden % config.heads != 0)
    return data_error(fmt::format("{}: {}: {} numbers are not a multiple of {} heads", path, names.hidden,
                                  config.hidden, config.heads));
  if (config.layers > 1000)
    return data_error(fmt::format("{}: {}: {} are too many", path, names.layers, config.layers));
  const int64_t usual_pad = config.family == ModelFamily::roberta ? 1 : 0;
  int64_t pad = usual_pad;
  if (root.has("pad_token_id")) {
    SF_ASSIGN(const auto field, root.at("pad_token_id"));
    SF_ASSIGN(pad, field.whole(0, static_cast<int64_t>(config.vocabulary) - 1));
  }
  config.pad = static_cast<int32_t>(pad);
  SF_ASSIGN(config.activation, root.text_or(names.activation, "gelu"));
  if (root.has("layer_norm_eps") && !distil) {  // DistilBERT's is always 1e-12
    SF_ASSIGN(const auto field, root.at("layer_norm_eps"));
    if (!field.json().is_number() || !(field.json().get<double>() > 0 && field.json().get<double>() < 1))
      return field.wrong("a number between 0 and 1 is expected");
    config.epsilon = field.json().get<double>();
  } else if (config.family == ModelFamily::roberta) {
    config.epsilon = 1e-5;
  }
  if (config.most_tokens() < 3)
    return data_error(
        fmt::format("{}: max_position_embeddings: {} leave no room for a text", path, config.positions));
  SF_ASSIGN(config.classes, classes_of(root));
  SF_TRY(compare_labels(root, config));
  SF_ASSIGN(const std::string problem, root.text_or("problem_type", ""));
  config.several_labels = problem == "multi_label_classification";
  config.regression = problem == "regression";
  return config;
}

Result<ModelConfig> read_model_config(const std::string& folder) {
  const std::string path = (std::filesystem::path(folder) / "config.json").string();
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return absent_model(folder, "config.json");
  SF_ASSIGN(const std::string content, read_file(path));
  if (const size_t first = content.find_first_not_of(" \t\r\n");
      first == std::string::npos || content[first] != '{')
    return data_error(path + ": not a JSON object" + guess_of_content(content));
  return parse_model_config(content, path);
}

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
