#include "standfast/neural/classify/sequence_classifier.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/parallel.h"
#include "standfast/base/rng.h"
#include "standfast/checkpoint/encoder_tensors.h"
#include "standfast/checkpoint/model_config.h"
#include "standfast/checkpoint/safetensors.h"
#include "standfast/checkpoint/weights.h"
#include "standfast/neural/encoder/network_files.h"
#include "standfast/num/autodiff/dropout.h"

namespace standfast {
namespace {

Result<ClassHead> read_head(const EncoderTensors& tensors, const ModelConfig& config,
                            const std::string& folder) {
  SF_ASSIGN(ClassHead head, read_class_head(tensors, config, folder));
  if (config.several_labels)
    return data_error(
        fmt::format("{}: a text may have several of its labels (problem_type of config.json); only models "
                    "that give one class per text can be tested",
                    folder));
  if (config.regression || head.classes.size() == 1)
    return data_error(
        fmt::format("{}: it predicts a number, not a class (a head of one output, or problem_type "
                    "\"regression\")",
                    folder));
  return head;
}

// Reads BERT's pooler, if there is one.
Status read_pooler(const EncoderTensors& tensors, const ModelConfig& config, ClassHead::Layer& pooler) {
  if (config.family != ModelFamily::bert || !tensors.has_pooler()) return {};
  SF_ASSIGN(pooler.weight, tensors.weight(EncoderPart::pooler));
  SF_ASSIGN(pooler.bias, tensors.bias(EncoderPart::pooler));
  return {};
}

Result<size_t> allowed_tokens(const TextEncoder& encoder, size_t asked) {
  if (asked > encoder.config.most_tokens())
    return usage_error(fmt::format("{} tokens are requested, but the model reads {} at most", asked,
                                   encoder.config.most_tokens()));
  const size_t most = asked == 0 ? encoder.most_tokens() : asked;
  if (most <= encoder.tokenizer.specials())
    return usage_error(
        fmt::format("{} tokens leave no room for a text: {} of them are special tokens of the model", most,
                    encoder.tokenizer.specials()));
  return most;
}

}  // namespace

Result<SequenceClassifier> SequenceClassifier::load(const std::string& folder, size_t most_tokens,
                                                    bool pads) {
  ClassHead head;
  ClassHead::Layer spare;
  SF_ASSIGN(auto encoder, TextEncoder::load(folder, [&](const auto& tensors, const auto& config) -> Status {
              SF_ASSIGN(head, read_head(tensors, config, folder));
              if (!head.bottleneck.weight.empty()) SF_TRY(read_pooler(tensors, config, spare));
              return {};
            }));
  SF_ASSIGN(const size_t most, allowed_tokens(encoder, most_tokens));
  encoder.config.classes = head.classes;
  const ModelFamily family = encoder.config.family;
  SequenceClassifier out(std::move(encoder), standfast::head_of(std::move(head), family), most);
  out.spare_pooler_ = std::move(spare);
  out.pads_ = pads;
  SF_ASSIGN(out.tokenizer_files_, TokenizerFiles::read(out.encoder_.tokenizer, folder, out.most_tokens_));
  return out;
}

Result<SequenceClassifier> SequenceClassifier::begin(const std::string& folder, NewClasses classes) {
  ClassHead::Layer pooler;
  SF_ASSIGN(auto encoder, TextEncoder::load(folder, [&](const auto& tensors, const auto& config) -> Status {
              return read_pooler(tensors, config, pooler);
            }));
  SF_ASSIGN(const size_t most, allowed_tokens(encoder, classes.most_tokens));
  encoder.config.classes = std::move(classes.names);
  encoder.config.several_labels = encoder.config.regression = false;
  ClassHead::Layer spare = classes.bottleneck > 0 ? pooler : ClassHead::Layer{};
  Head head = new_head(encoder.config.family, encoder.config.hidden, encoder.config.classes.size(),
                       classes.bottleneck, std::move(pooler), classes.seed);
  SequenceClassifier out(std::move(encoder), std::move(head), most);
  out.spare_pooler_ = std::move(spare);
  out.pads_ = classes.pads;
  SF_ASSIGN(out.tokenizer_files_, TokenizerFiles::read(out.encoder_.tokenizer, folder, out.most_tokens_));
  return out;
}

TextTokens SequenceClassifier::tokens(std::span<const std::string_view> texts, int threads) const {
  TextTokens out = tokenize(encoder_.tokenizer, texts, most_tokens_, threads);
  return pads_ ? padded(out, most_tokens_, config().pad) : out;
}

size_t SequenceClassifier::columns_of(TextVector which) const {
  return which == TextVector::bottleneck ? head_.bottleneck->bias.size() : config().hidden;
}

template <class Body>
FloatMatrix SequenceClassifier::from_first_states(const TextTokens& texts, size_t columns, int threads,
                                                  const Body& body) const {
  FloatMatrix out(texts.texts(), columns);
  parallel_for((texts.texts() + kTextsAtOnce - 1) / kTextsAtOnce, threads, [&](size_t piece) {
    const size_t begin = piece * kTextsAtOnce, some = std::min(kTextsAtOnce, texts.texts() - begin);
    Tape tape;
    const ValuePtr first = tape.make(some, config().hidden, false);
    const std::span begins(texts.begins.data() + begin, some + 1);
    each_states(encoder_.transformer, texts.ids, begins, [&](size_t i, const Strided<const float>& states) {
      std::copy_n(states.row(0), states.columns, first->write().row(i));
    });
    const ValuePtr made = body(tape, first, begin);
    std::ranges::copy(made->numbers, out.row(begin).begin());
  });
  return out;
}

FloatMatrix SequenceClassifier::scores(const TextTokens& texts, int threads, FloatMatrix* pooled) const {
  if (pooled != nullptr) *pooled = FloatMatrix(texts.texts(), columns_of(TextVector::pooled));
  return from_first_states(texts, classes().size(), threads,
                           [&](Tape& tape, const ValuePtr& first, size_t begin) {
                             const ValuePtr vectors = vectors_of(tape, head_, first, TextVector::pooled);
                             if (pooled != nullptr)
                               std::ranges::copy(vectors->numbers, pooled->row(begin).begin());
                             return linear(tape, vectors, head_.output);
                           });
}

TextScores SequenceClassifier::scores(std::span<const std::string_view> texts, int threads,
                                      FloatMatrix* pooled) const {
  TextTokens all = tokens(texts, threads);
  FloatMatrix made = scores(all, threads, pooled);
  return {std::move(made), std::move(all.cut)};
}

FloatMatrix SequenceClassifier::vectors(std::span<const std::string_view> texts, TextVector which,
                                        int threads) const {
  return from_first_states(
      tokens(texts, threads), columns_of(which), threads,
      [&](Tape& tape, const ValuePtr& first, size_t) { return vectors_of(tape, head_, first, which); });
}

size_t SequenceClassifier::too_long(std::span<const std::string_view> texts, int threads) const {
  const TextTokens all = tokens(texts, threads);
  return std::accumulate(all.cut.begin(), all.cut.end(), size_t{0});
}

ValuePtr SequenceClassifier::scores(Tape& tape, const TokenRows& texts, float dropout,
                                    const ValuePtr& key_bias) const {
  std::vector<uint32_t> first(texts.segments.begin(), texts.segments.end() - 1);
  const ValuePtr states = encoder_.transformer.states(tape, texts, key_bias);
  return scores_of(tape, head_, pick_rows(tape, states, std::move(first)), dropout);
}

namespace {

Linear packed(ClassHead::Layer layer) {
  const size_t outputs = layer.bias.size(), inputs = layer.weight.size() / outputs;
  return {pack_outputs({layer.weight.data(), outputs, inputs, inputs}), std::move(layer.bias)};
}

Activation activation_of(ClassHead::Bend bend) {
  return bend == ClassHead::Bend::tanh ? Activation::tanh : Activation::relu;
}

ClassHead::Layer drawn(size_t inputs, size_t outputs, bool uniform, uint64_t seed, const char* name) {
  Rng rng(seed, "fine-tune/head", name);
  ClassHead::Layer layer{std::vector<float>(outputs * inputs), std::vector<float>(outputs)};
  const double bound = 1 / std::sqrt(static_cast<double>(inputs));
  const auto number = [&] {
    return static_cast<float>(uniform ? (2 * rng.uniform() - 1) * bound : 0.02 * rng.normal());
  };
  for (float& weight : layer.weight) weight = number();
  if (uniform)
    for (float& bias : layer.bias) bias = number();
  return layer;
}

void drop_rows(Tape& tape, const ValuePtr& rows, float dropout_share) {
  std::vector<uint32_t> segments(rows->rows + 1);
  std::iota(segments.begin(), segments.end(), 0U);
  dropout(tape, rows, segments, dropout_share);
}

}  // namespace

Head head_of(ClassHead from, ModelFamily family) {
  Head head{{},
            packed(std::move(from.hidden)),
            activation_of(from.bend),
            packed(std::move(from.output)),
            family == ModelFamily::roberta};
  if (!from.bottleneck.weight.empty()) {
    head.bottleneck = packed(std::move(from.bottleneck));
    head.drops_first = true;
  }
  return head;
}

Head new_head(ModelFamily family, size_t hidden, size_t classes, size_t bottleneck, ClassHead::Layer pooler,
              uint64_t seed) {
  ClassHead head;
  head.bend = class_head_names(family, bottleneck > 0).bend;
  const bool narrow = bottleneck > 0;
  if (narrow) head.bottleneck = drawn(hidden, bottleneck, true, seed, "bottleneck");
  head.hidden = !narrow && !pooler.weight.empty()
                    ? std::move(pooler)
                    : drawn(narrow ? bottleneck : hidden, hidden, narrow, seed, "hidden");
  head.output = drawn(hidden, classes, narrow, seed, "output");
  return head_of(std::move(head), family);
}

ValuePtr scores_of(Tape& tape, const Head& head, ValuePtr first, float dropout_share) {
  if (head.drops_first) drop_rows(tape, first, dropout_share);
  if (head.bottleneck) first = linear(tape, first, *head.bottleneck);
  first = activation(tape, head.bend, linear(tape, first, head.hidden));
  drop_rows(tape, first, dropout_share);
  return linear(tape, first, head.output);
}

ValuePtr vectors_of(Tape& tape, const Head& head, ValuePtr first, TextVector which) {
  if (which == TextVector::class_token) return first;
  if (head.bottleneck) first = linear(tape, first, *head.bottleneck);
  if (which == TextVector::bottleneck) {
    assert(head.bottleneck);
    return first;
  }
  return activation(tape, head.bend, linear(tape, first, head.hidden));
}

// Writes a classifier in the format of transformers.
Status SequenceClassifier::save(const std::string& folder) const {
  SF_TRY(make_directories(folder));
  const ModelFamily family = config().family;
  const std::string prefix = std::string(prefix_of(family));
  TensorList tensors;
  tensors.encoder(encoder_.transformer, family);
  const std::string pooler = prefix + name_of(EncoderPart::pooler, family);
  const ClassHeadNames names = class_head_names(family, head_.bottleneck.has_value());
  if (head_.bottleneck) tensors.layer(names.bottleneck, *head_.bottleneck);
  tensors.layer(names.hidden != nullptr ? names.hidden : pooler, head_.hidden);
  tensors.layer(names.output, head_.output);
  if (!spare_pooler_.weight.empty()) {
    tensors.matrix(pooler + ".weight", spare_pooler_.weight, config().hidden);
    tensors.vector(pooler + ".bias", spare_pooler_.bias);
  }
  SF_TRY(tensors.write(folder));
  ModelConfig written = config();
  written.bottleneck = head_.bottleneck ? head_.bottleneck->bias.size() : 0;
  SF_TRY(write_model_config(folder, written));
  return tokenizer_files_.write(folder);
}

}  // namespace standfast
