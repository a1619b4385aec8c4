#include "standfast/neural/masked/masked_model.h"

#include <algorithm>
#include <cassert>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/rng.h"
#include "standfast/checkpoint/encoder_tensors.h"
#include "standfast/checkpoint/model_config.h"
#include "standfast/checkpoint/weights.h"
#include "standfast/neural/encoder/network_files.h"
#include "standfast/neural/encoder/transformer.h"
#include "standfast/num/autodiff/linear.h"

namespace standfast {
namespace {

constexpr const char* kDense = "cls.predictions.transform.dense";
constexpr const char* kNorm = "cls.predictions.transform.LayerNorm";
constexpr const char* kBias = "cls.predictions.bias";

class Drawing {
 public:
  explicit Drawing(uint64_t seed) : seed_(seed) {}

  std::vector<float> numbers(size_t n, const std::string& name) const {
    Rng rng(seed_, "pretrain/start", name);
    std::vector<float> out(n);
    for (float& number : out) number = static_cast<float>(0.02 * rng.normal());
    return out;
  }
  FloatMatrix table(size_t rows, size_t columns, const std::string& name) const {
    FloatMatrix out;
    out.rows = rows;
    out.columns = columns;
    out.data = numbers(rows * columns, name);
    return out;
  }
  Linear layer(size_t inputs, size_t outputs, const std::string& name) const {
    const auto weights = numbers(outputs * inputs, name);
    return {pack_outputs({weights.data(), outputs, inputs, inputs}), std::vector<float>(outputs)};
  }
  static NormWeights norm(size_t columns) {
    return {std::vector<float>(columns, 1.0F), std::vector<float>(columns)};
  }

 private:
  uint64_t seed_;
};

TransformerShape shape_of(const ModelConfig& config) {
  TransformerShape shape;
  shape.heads = config.heads;
  shape.activation = activation_named(config.activation).value();
  shape.epsilon = static_cast<float>(config.epsilon);
  return shape;
}

}  // namespace

MaskedModel MaskedModel::make(const ModelConfig& config, uint64_t seed) {
  assert(config.family == ModelFamily::bert && config.hidden % config.heads == 0);
  const Drawing draw(seed);
  const size_t hidden = config.hidden;
  TransformerWeights weights;
  weights.words = draw.table(config.vocabulary, hidden, "words");
  std::ranges::fill(weights.words.row(static_cast<size_t>(config.pad)), 0.0F);
  weights.positions = draw.table(config.positions, hidden, "positions");
  weights.types = draw.table(config.token_types, hidden, "types");
  weights.norm = Drawing::norm(hidden);
  for (size_t l = 0; l < config.layers; ++l) {
    const auto layer = [&](size_t inputs, size_t outputs, const char* name) {
      return draw.layer(inputs, outputs, fmt::format("layer {} {}", l, name));
    };
    weights.layers.push_back({layer(hidden, 3 * hidden, "attention"), layer(hidden, hidden, "attended"),
                              Drawing::norm(hidden), layer(hidden, config.inner, "inner"),
                              layer(config.inner, hidden, "outer"), Drawing::norm(hidden)});
  }
  MaskedHead head{draw.layer(hidden, hidden, "head"), Drawing::norm(hidden), tied_to(weights.words)};
  ModelConfig named = config;
  named.masked_language = true;
  return {std::move(named), Transformer(shape_of(config), std::move(weights)), std::move(head)};
}

Result<MaskedModel> MaskedModel::load(const std::string& folder) {
  SF_ASSIGN(auto config, read_model_config(folder));
  if (config.family != ModelFamily::bert)
    return data_error(
        fmt::format("{}: a {}; only a BERT can predict masked tokens here", folder, name_of(config.family)));
  SF_ASSIGN(const Weights weights, Weights::open(folder));
  SF_ASSIGN(const auto tensors, EncoderTensors::find(weights, config));
  SF_ASSIGN(auto encoder, load_transformer(tensors, config));
  const size_t hidden = config.hidden;
  const auto numbers = [&](const std::string& name, size_t count) -> Result<std::vector<float>> {
    const TensorInfo* tensor = tensors.beside(name);
    if (tensor == nullptr)
      return missing_error(fmt::format("{}: no {}: it has no head for masked tokens", folder, name));
    SF_ASSIGN(auto read, tensors.read(*tensor));
    if (read.size() != count)
      return data_error(
          fmt::format("{}: {} has {} numbers, but the model needs {}", folder, name, read.size(), count));
    return read;
  };
  const std::string dense = kDense, norm = kNorm;
  SF_ASSIGN(const auto dense_weight, numbers(dense + ".weight", hidden * hidden));
  SF_ASSIGN(auto dense_bias, numbers(dense + ".bias", hidden));
  SF_ASSIGN(auto norm_weight, numbers(norm + ".weight", hidden));
  SF_ASSIGN(auto norm_bias, numbers(norm + ".bias", hidden));
  MaskedHead head{{pack_outputs({dense_weight.data(), hidden, hidden, hidden}), std::move(dense_bias)},
                  {std::move(norm_weight), std::move(norm_bias)},
                  tied_to(encoder.weights().words)};
  SF_ASSIGN(head.words.bias, numbers(kBias, config.vocabulary));
  config.masked_language = true;
  return MaskedModel(std::move(config), std::move(encoder), std::move(head));
}

ValuePtr MaskedModel::scores(Tape& tape, const TokenRows& texts, std::vector<uint32_t> places) const {
  const TransformerShape shape = shape_of(config_);
  ValuePtr x = pick_rows(tape, encoder_.states(tape, texts), std::move(places));
  x = activation(tape, shape.activation, linear(tape, x, head_.dense));
  x = layer_norm(tape, head_.norm, shape.epsilon, x, nullptr);
  return linear(tape, x, head_.words);
}

size_t MaskedModel::parameters() const {
  TensorList tensors;
  tensors.encoder(encoder_, config_.family);
  size_t count = config_.hidden * (config_.hidden + 3) + config_.vocabulary;
  for (const TensorToWrite& tensor : tensors.all()) count += tensor.numbers.size();
  return count;
}

Status MaskedModel::save(const std::string& folder) const {
  SF_TRY(make_directories(folder));
  TensorList tensors;
  tensors.encoder(encoder_, config_.family);
  tensors.vector(kBias, head_.words.bias);
  tensors.layer(kDense, head_.dense);
  tensors.norm(kNorm, head_.norm);
  SF_TRY(tensors.write(folder));
  return write_model_config(folder, config_);
}

}  // namespace standfast
