#include "standfast/neural/cr/cr_model.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/parallel.h"
#include "standfast/base/paths.h"
#include "standfast/base/rng.h"
#include "standfast/checkpoint/encoder_tensors.h"
#include "standfast/checkpoint/model_config.h"
#include "standfast/checkpoint/safetensors.h"
#include "standfast/checkpoint/weights.h"
#include "standfast/neural/encoder/network_files.h"
#include "standfast/neural/encoder/transformer.h"
#include "standfast/num/autodiff/activation.h"
#include "standfast/num/autodiff/gates.h"

namespace standfast {
namespace {

constexpr const char* kHidden = "selector.hidden";
constexpr const char* kOutput = "selector.output";

std::string part_of(const std::string& folder, const char* part) {
  return (std::filesystem::path(folder) / part).string();
}

Linear drawn_layer(size_t inputs, size_t outputs, uint64_t seed, const char* name) {
  Rng rng(seed, "cr/selector", name);
  const double bound = 1 / std::sqrt(static_cast<double>(inputs));
  std::vector<float> weights(outputs * inputs), bias(outputs);
  for (auto* numbers : {&weights, &bias})
    for (float& number : *numbers) number = static_cast<float>((2 * rng.uniform() - 1) * bound);
  return {pack_outputs({weights.data(), outputs, inputs, inputs}), std::move(bias)};
}

Result<Linear> read_layer(const Weights& weights, const char* name, size_t inputs, size_t outputs) {
  const auto read = [&](const char* part, const std::vector<uint64_t>& shape) -> Result<std::vector<float>> {
    const std::string full = fmt::format("{}.{}", name, part);
    const TensorInfo* tensor = weights.find(full);
    if (tensor == nullptr || tensor->shape != shape)
      return data_error(fmt::format("{}: the tensor \"{}\" of shape {} is missing", weights.folder(), full,
                                    shape_text(shape)));
    return weights.read(*tensor);
  };
  SF_ASSIGN(const auto map, read("weight", {outputs, inputs}));
  SF_ASSIGN(auto bias, read("bias", {outputs}));
  return Linear{pack_outputs({map.data(), outputs, inputs, inputs}), std::move(bias)};
}

// Reads the encoder of a saved selector, which reads the tokens of the predictor.
Result<Transformer> read_selector(const std::string& folder, const Weights& weights, const ModelConfig& known,
                                  size_t most_tokens) {
  SF_ASSIGN(const ModelConfig config, read_model_config(folder));
  SF_ASSIGN(const auto tensors, EncoderTensors::find(weights, config));
  SF_ASSIGN(auto encoder, load_transformer(tensors, config));
  if (config.hidden != known.hidden || config.vocabulary < known.vocabulary ||
      encoder.most_tokens() < most_tokens)
    return data_error(fmt::format(
        "{}: the selector has {} tokens, {} columns and room for {} tokens of a text; the predictor has {}, "
        "{} and {}",
        folder, config.vocabulary, config.hidden, encoder.most_tokens(), known.vocabulary, known.hidden,
        most_tokens));
  return encoder;
}

}  // namespace

size_t CrRule::kept(size_t tokens) const {
  // Rounding must not raise a product that is mathematically a whole number.
  return std::min(tokens, static_cast<size_t>(std::ceil(share * static_cast<double>(tokens) - 1e-9)));
}

Result<CrModel> CrModel::begin(const std::string& folder, NewClasses classes, bool shared) {
  const uint64_t seed = classes.seed;
  SF_ASSIGN(auto predictor, SequenceClassifier::begin(folder, std::move(classes)));
  std::optional<Transformer> selector;
  if (!shared) selector = predictor.encoder().transformer;
  const size_t columns = predictor.config().hidden;
  return CrModel(std::move(predictor), std::move(selector), drawn_layer(columns, kWidth, seed, "hidden"),
                 drawn_layer(kWidth, 1, seed, "output"));
}

Result<CrModel> CrModel::load(const std::string& folder, size_t most_tokens) {
  SF_ASSIGN(auto predictor, SequenceClassifier::load(part_of(folder, "predictor"), most_tokens));
  const std::string part = part_of(folder, "selector");
  SF_ASSIGN(const Weights weights, Weights::open(part));
  std::optional<Transformer> selector;
  if (is_there(part_of(part, "config.json"))) {
    SF_ASSIGN(selector, read_selector(part, weights, predictor.config(), predictor.most_tokens()));
  }
  const size_t columns = predictor.config().hidden;
  SF_ASSIGN(Linear hidden, read_layer(weights, kHidden, columns, kWidth));
  SF_ASSIGN(Linear output, read_layer(weights, kOutput, kWidth, 1));
  return CrModel(std::move(predictor), std::move(selector), std::move(hidden), std::move(output));
}

TextTokens CrModel::tokens(std::span<const std::string_view> texts, int threads) const {
  return tokenize(predictor_.encoder().tokenizer, texts, most_tokens(), threads, true);
}

const Transformer& CrModel::selecting() const {
  return selector_ ? *selector_ : predictor_.encoder().transformer;
}

ValuePtr CrModel::logits(Tape& tape, const TokenRows& texts) const {
  const ValuePtr states = selecting().states(tape, texts);
  return linear(tape, activation(tape, Activation::relu, linear(tape, states, hidden_)), output_);
}

CrModel::Answers CrModel::answers(const TextTokens& texts, const CrRule& rule, int threads) const {
  // Approximate number of tokens of a piece of work. It changes no answer.
  constexpr size_t kTokensOfPiece = 1024;
  std::vector<size_t> pieces = {0};  // texts
  for (size_t t = 1; t <= texts.texts(); ++t)
    if (t == texts.texts() || texts.begins[t] - texts.begins[pieces.back()] >= kTokensOfPiece)
      pieces.push_back(t);
  Answers out{FloatMatrix(texts.texts(), classes().size()), std::vector<uint8_t>(texts.ids.size(), 1)};
  parallel_for(pieces.size() - 1, threads, [&](size_t p) {
    const size_t begin = pieces[p], end = pieces[p + 1], first = texts.begins[begin];
    std::vector<uint32_t> segments;
    for (size_t t = begin; t <= end; ++t) segments.push_back(texts.begins[t] - static_cast<uint32_t>(first));
    const TokenRows rows{
        .ids = std::span(texts.ids).subspan(first, segments.back()), .types = {}, .segments = segments};
    Tape tape;
    const ValuePtr logit = logits(tape, rows);
    std::vector<uint32_t> gates(segments.back(), kOpenRow), order;
    for (size_t s = 0; s + 1 < segments.size(); ++s) {
      order.clear();
      for (uint32_t i = segments[s]; i < segments[s + 1]; ++i)
        if (rule.chooses(texts.spans[first + i])) order.push_back(i);
      std::ranges::stable_sort(order,
                               [&](uint32_t a, uint32_t b) { return logit->numbers[a] > logit->numbers[b]; });
      for (size_t k = rule.kept(order.size()); k < order.size(); ++k) {
        gates[order[k]] = kShutRow;
        out.kept[first + order[k]] = 0;
      }
    }
    const ValuePtr bias = log_gates(tape, tape.make(0, 1, false), std::move(gates), true);
    const ValuePtr scores = predictor_.scores(tape, rows, 0, bias);
    std::ranges::copy(scores->numbers, out.scores.row(begin).begin());
  });
  return out;
}

Status CrModel::save(const std::string& folder) const {
  SF_TRY(predictor_.save(part_of(folder, "predictor")));
  const std::string part = part_of(folder, "selector");
  SF_TRY(make_directories(part));
  TensorList tensors;
  if (selector_) {
    tensors.encoder(*selector_, config().family);
    ModelConfig plain = config();
    plain.classes.clear();
    SF_TRY(write_model_config(part, plain));
  }
  tensors.layer(kHidden, hidden_);
  tensors.layer(kOutput, output_);
  return write_safetensors(part_of(part, "model.safetensors"), tensors.all());
}

}  // namespace standfast
