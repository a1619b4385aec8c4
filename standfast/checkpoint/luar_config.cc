#include "standfast/checkpoint/luar_config.h"

#include <filesystem>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/base/parse_json.h"
#include "standfast/checkpoint/encoder_tensors.h"
#include "standfast/checkpoint/model_config.h"
#include "standfast/text/json_field.h"
#include "standfast/text/model_settings.h"

namespace standfast {
namespace {

constexpr const char* kType = "LUAR";
constexpr int64_t kMostColumns = int64_t{1} << 20;

std::string place_of_config(const std::string& folder) {
  return (std::filesystem::path(folder) / "config.json").string();
}

// Returns the shape of a matrix of the encoder.
Result<std::vector<uint64_t>> shape_of(const Weights& weights, const std::string& name) {
  const TensorInfo* tensor = weights.find(name);
  if (tensor == nullptr)
    return data_error(
        fmt::format("{}: no tensor \"{}\", and config.json does not say the sizes of the encoder",
                    weights.folder(), name));
  if (tensor->shape.size() != 2)
    return data_error(fmt::format("{}: \"{}\" has shape {}, but a matrix is expected", weights.folder(), name,
                                  shape_text(tensor->shape)));
  return tensor->shape;
}

Result<ModelConfig> encoder_of_tensors(const Weights& weights) {
  ModelConfig config;
  config.family = ModelFamily::roberta;
  config.heads = 12;
  config.epsilon = 1e-5;
  config.pad = 1;
  const auto name = [&](EncoderPart part, size_t layer = 0) {
    return kLuarEncoder + name_of(part, config.family, layer) + ".weight";
  };
  SF_ASSIGN(const auto words, shape_of(weights, name(EncoderPart::words)));
  SF_ASSIGN(const auto positions, shape_of(weights, name(EncoderPart::positions)));
  SF_ASSIGN(const auto types, shape_of(weights, name(EncoderPart::types)));
  SF_ASSIGN(const auto inner, shape_of(weights, name(EncoderPart::inner)));
  config.vocabulary = words[0];
  config.hidden = words[1];
  config.positions = positions[0];
  config.token_types = types[0];
  config.inner = inner[0];
  while (weights.find(name(EncoderPart::inner, config.layers)) != nullptr) ++config.layers;
  if (config.hidden % config.heads != 0 || config.most_tokens() < 3)
    return data_error(fmt::format(
        "{}: an encoder of {} numbers per token and {} positions is not a RoBERTa of {} heads, as in LUAR",
        weights.folder(), config.hidden, config.positions, config.heads));
  return config;
}

}  // namespace

bool is_luar_folder(const std::string& folder) {
  const auto content = read_file(place_of_config(folder));
  if (!content) return false;
  const auto json = parse_json<nlohmann::json>(*content);
  if (!json || !json->is_object()) return false;
  const auto type = json->find("model_type");
  return type != json->end() && *type == kType;
}

Result<LuarConfig> read_luar_config(const std::string& folder, const Weights& weights) {
  const std::string path = place_of_config(folder);
  SF_ASSIGN(const std::string content, read_file(path));
  SF_ASSIGN(const auto json, parse_json<nlohmann::json>(content, path));
  const JsonField root(json, path);
  LuarConfig out;
  std::vector<std::string> notes;
  SF_TRY(check_settings(setting_files::kLuar, root, notes));
  if (root.has("encoder")) {
    SF_ASSIGN(const auto field, root.at("encoder"));
    SF_TRY(field.must_be_object());
    SF_ASSIGN(out.encoder, parse_model_config(field.json().dump(), path + ": encoder"));
  } else {
    SF_ASSIGN(out.encoder, encoder_of_tensors(weights));
  }
  out.encoder.notes.insert(out.encoder.notes.begin(), notes.begin(), notes.end());
  SF_ASSIGN(const auto layer, shape_of(weights, fmt::format("{}.weight", kLuarLayer)));
  out.columns = layer[0];
  if (root.has("embedding_size")) {
    SF_ASSIGN(const auto field, root.at("embedding_size"));
    SF_ASSIGN(const int64_t said, field.whole(1, kMostColumns));
    if (static_cast<size_t>(said) != out.columns)
      return field.wrong(
          fmt::format("{}, and \"{}.weight\" has shape {}", said, kLuarLayer, shape_text(layer)));
  }
  if (root.has("window")) {
    SF_ASSIGN(const auto field, root.at("window"));
    SF_ASSIGN(const int64_t window, field.whole(3, static_cast<int64_t>(out.encoder.most_tokens())));
    out.window = static_cast<size_t>(window);
  }
  SF_ASSIGN(out.paragraphs, root.boolean_or("paragraphs", false));
  return out;
}

std::string luar_config_text(const LuarConfig& config) {
  nlohmann::ordered_json out = {{"architectures", {kType}},         {"model_type", kType},
                                {"embedding_size", config.columns}, {"use_memory_efficient_attention", false},
                                {"window", config.window},          {"paragraphs", config.paragraphs}};
  ModelConfig encoder = config.encoder;
  encoder.classes.clear();
  encoder.bottleneck = 0;
  encoder.masked_language = encoder.several_labels = encoder.regression = false;
  out["encoder"] = json_or_discarded(config_text(encoder));
  out["torch_dtype"] = "float32";
  return json_text(out, 2) + "\n";
}

}  // namespace standfast
