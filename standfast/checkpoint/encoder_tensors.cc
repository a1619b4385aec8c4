#include "standfast/checkpoint/encoder_tensors.h"

#include <array>
#include <initializer_list>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace standfast {
namespace {

constexpr std::array<const char*, 8> kPrefixes = {
    "", "bert.", "roberta.", "distilbert.", "auto_model.", "0.auto_model.", "transformer.", "model."};

constexpr std::initializer_list<EncoderPart> kOnce = {EncoderPart::words, EncoderPart::positions,
                                                      EncoderPart::types, EncoderPart::norm};
constexpr std::initializer_list<EncoderPart> kInLayers = {
    EncoderPart::query,         EncoderPart::key,   EncoderPart::value, EncoderPart::attended,
    EncoderPart::attended_norm, EncoderPart::inner, EncoderPart::outer, EncoderPart::outer_norm};

bool is_norm(EncoderPart part) {
  return part == EncoderPart::norm || part == EncoderPart::attended_norm || part == EncoderPart::outer_norm;
}
bool is_table(EncoderPart part) {
  return part == EncoderPart::words || part == EncoderPart::positions || part == EncoderPart::types;
}

const char* usual_name(EncoderPart part) {
  switch (part) {
    case EncoderPart::words:
      return "embeddings.word_embeddings";
    case EncoderPart::positions:
      return "embeddings.position_embeddings";
    case EncoderPart::types:
      return "embeddings.token_type_embeddings";
    case EncoderPart::norm:
      return "embeddings.LayerNorm";
    case EncoderPart::query:
      return "attention.self.query";
    case EncoderPart::key:
      return "attention.self.key";
    case EncoderPart::value:
      return "attention.self.value";
    case EncoderPart::attended:
      return "attention.output.dense";
    case EncoderPart::attended_norm:
      return "attention.output.LayerNorm";
    case EncoderPart::inner:
      return "intermediate.dense";
    case EncoderPart::outer:
      return "output.dense";
    case EncoderPart::outer_norm:
      return "output.LayerNorm";
    case EncoderPart::pooler:
      return "pooler.dense";
  }
  return "";
}

const char* distil_name(EncoderPart part) {
  switch (part) {
    case EncoderPart::query:
      return "attention.q_lin";
    case EncoderPart::key:
      return "attention.k_lin";
    case EncoderPart::value:
      return "attention.v_lin";
    case EncoderPart::attended:
      return "attention.out_lin";
    case EncoderPart::attended_norm:
      return "sa_layer_norm";
    case EncoderPart::inner:
      return "ffn.lin1";
    case EncoderPart::outer:
      return "ffn.lin2";
    case EncoderPart::outer_norm:
      return "output_layer_norm";
    default:
      return usual_name(part);
  }
}

// Returns the shape of the weight; the bias has the first of its sizes.
std::vector<uint64_t> shape_of(EncoderPart part, const ModelConfig& config) {
  const uint64_t hidden = config.hidden;
  switch (part) {
    case EncoderPart::words:
      return {config.vocabulary, hidden};
    case EncoderPart::positions:
      return {config.positions, hidden};
    case EncoderPart::types:
      return {config.token_types, hidden};
    case EncoderPart::inner:
      return {config.inner, hidden};
    case EncoderPart::outer:
      return {hidden, config.inner};
    case EncoderPart::norm:
    case EncoderPart::attended_norm:
    case EncoderPart::outer_norm:
      return {hidden};
    default:
      return {hidden, hidden};
  }
}

}  // namespace

std::string name_of(EncoderPart part, ModelFamily family, size_t layer) {
  const bool distil = family == ModelFamily::distilbert;
  const char* name = distil ? distil_name(part) : usual_name(part);
  if (is_table(part) || part == EncoderPart::norm || part == EncoderPart::pooler) return name;
  return fmt::format("{}.layer.{}.{}", distil ? "transformer" : "encoder", layer, name);
}

std::string_view prefix_of(ModelFamily family) {
  switch (family) {
    case ModelFamily::bert:
      return "bert.";
    case ModelFamily::roberta:
      return "roberta.";
    case ModelFamily::distilbert:
      return "distilbert.";
  }
  return "";
}

const TensorInfo* EncoderTensors::tensor(EncoderPart part, size_t layer, bool bias) const {
  const std::string name = prefix_ + name_of(part, family_, layer);
  if (const TensorInfo* found = weights_->find(name + (bias ? ".bias" : ".weight"))) return found;
  // Checkpoints that come from TensorFlow.
  return is_norm(part) ? weights_->find(name + (bias ? ".beta" : ".gamma")) : nullptr;
}

Result<EncoderTensors> EncoderTensors::find(const Weights& weights, const ModelConfig& config) {
  EncoderTensors out;
  out.weights_ = &weights;
  out.family_ = config.family;
  out.layers_ = config.layers;
  bool known = false;
  for (const char* prefix : kPrefixes) {
    out.prefix_ = prefix;
    known = out.tensor(EncoderPart::words, 0, false) != nullptr;
    if (known) break;
  }
  if (!known)
    return data_error(fmt::format(
        "{}: there is no tensor \"{}.weight\"; is it a model of the family {}, as config.json says?",
        weights.folder(), name_of(EncoderPart::words, config.family), name_of(config.family)));
  std::vector<std::string> wrong;
  const auto check = [&](EncoderPart part, size_t layer, bool bias) {
    const TensorInfo* tensor = out.tensor(part, layer, bias);
    const std::string name = out.prefix_ + name_of(part, config.family, layer) + (bias ? ".bias" : ".weight");
    auto shape = shape_of(part, config);
    if (bias) shape.resize(1);
    if (tensor == nullptr)
      wrong.push_back(fmt::format("\"{}\" is missing", name));
    else if (tensor->shape != shape)
      wrong.push_back(fmt::format("\"{}\" has shape {}, but config.json requires {}", name,
                                  shape_text(tensor->shape), shape_text(shape)));
    else if (!is_floating(tensor->type))
      wrong.push_back(fmt::format("\"{}\" has numbers of {}", name, name_of(tensor->type)));
  };
  for (const EncoderPart part : kOnce) {
    if (part == EncoderPart::types && config.token_types == 0) continue;
    check(part, 0, false);
    if (part == EncoderPart::norm) check(part, 0, true);
  }
  for (size_t layer = 0; layer < config.layers; ++layer)
    for (const EncoderPart part : kInLayers)
      for (const bool bias : {false, true}) check(part, layer, bias);
  out.pooler_ = out.tensor(EncoderPart::pooler, 0, false) != nullptr;
  if (out.pooler_)
    for (const bool bias : {false, true}) check(EncoderPart::pooler, 0, bias);
  if (wrong.empty()) return out;
  constexpr size_t kNamed = 3;
  const size_t more = wrong.size() > kNamed ? wrong.size() - kNamed : 0;
  if (more > 0) wrong.resize(kNamed);
  return data_error(fmt::format("{}: {}{}", weights.folder(), fmt::join(wrong, "; "),
                                more > 0 ? fmt::format("; and {} more", more) : ""));
}

Result<std::vector<float>> EncoderTensors::weight(EncoderPart part, size_t layer) const {
  return weights_->read(*tensor(part, layer, false));
}
Result<std::vector<float>> EncoderTensors::bias(EncoderPart part, size_t layer) const {
  return weights_->read(*tensor(part, layer, true));
}

std::vector<std::string> EncoderTensors::unused(const std::set<std::string>& also) const {
  std::set<std::string> used = also;
  const auto use = [&](EncoderPart part, size_t layer) {
    for (const bool bias : {false, true})
      if (const TensorInfo* found = tensor(part, layer, bias)) used.insert(found->name);
  };
  for (const EncoderPart part : kOnce) use(part, 0);
  use(EncoderPart::pooler, 0);
  for (size_t layer = 0; layer < layers_; ++layer)
    for (const EncoderPart part : kInLayers) use(part, layer);
  std::vector<std::string> out;
  for (const TensorInfo& tensor : weights_->tensors())
    if (!used.contains(tensor.name) && !tensor.name.ends_with("position_ids") &&
        !tensor.name.ends_with("token_type_ids"))
      out.push_back(tensor.name);
  return out;
}

}  // namespace standfast
