#include "standfast/neural/classify/sequence_classifier.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/parallel.h"
#include "standfast/checkpoint/weights.h"

namespace standfast {
namespace {

Result<ClassHead> head_of(const EncoderTensors& tensors, const ModelConfig& config,
                          const std::string& folder) {
  SF_ASSIGN(ClassHead head, read_class_head(tensors, config, folder));
  if (config.several_labels)
    return data_error(
        fmt::format("{}: a text may have several of its labels (problem_type of config.json); only models "
                    "that give one class a text can be tested",
                    folder));
  if (config.regression || head.classes.size() == 1)
    return data_error(
        fmt::format("{}: it answers a number and no class (a head of one output, or problem_type "
                    "\"regression\")",
                    folder));
  return head;
}

Linear linear_of(ClassHead::Layer layer) {
  const size_t outputs = layer.bias.size(), inputs = layer.weight.size() / outputs;
  return {pack_outputs({layer.weight.data(), outputs, inputs, inputs}), std::move(layer.bias)};
}

// What each piece of texts gives, from begin to end.
template <class Body>
void in_pieces(size_t texts, int threads, const Body& body) {
  parallel_for((texts + kTextsAtOnce - 1) / kTextsAtOnce, threads, [&](size_t piece) {
    const size_t begin = piece * kTextsAtOnce;
    body(begin, std::min(begin + kTextsAtOnce, texts));
  });
}

}  // namespace

Result<SequenceClassifier> SequenceClassifier::load(const std::string& folder, size_t most_tokens) {
  ClassHead head;
  SF_ASSIGN(auto encoder, TextEncoder::load(folder, [&](const auto& tensors, const auto& config) -> Status {
              SF_ASSIGN(head, head_of(tensors, config, folder));
              return {};
            }));
  const size_t most = encoder.most_tokens();
  if (most_tokens > encoder.config.most_tokens())
    return usage_error(fmt::format("{} tokens are asked for, and the model reads {} at most", most_tokens,
                                   encoder.config.most_tokens()));
  if (most_tokens == 0) most_tokens = most;
  if (most_tokens <= encoder.tokenizer.specials())
    return usage_error(fmt::format("{} tokens leave no room for a text: {} of them are the model's own marks",
                                   most_tokens, encoder.tokenizer.specials()));
  const auto bend = head.bend == ClassHead::Bend::tanh ? Activation::tanh : Activation::relu;
  SequenceClassifier out(std::move(encoder), linear_of(std::move(head.hidden)), bend,
                         linear_of(std::move(head.output)));
  out.classes_ = std::move(head.classes);
  out.most_tokens_ = most_tokens;
  return out;
}

TextScores SequenceClassifier::scores(std::span<const std::string_view> texts, int threads) const {
  TextScores out{FloatMatrix(texts.size(), classes_.size()), std::vector<uint8_t>(texts.size())};
  in_pieces(texts.size(), threads, [&](size_t begin, size_t end) {
    std::vector<int32_t> ids;
    std::vector<uint32_t> begins = {0};
    token::Tokens tokens;
    for (size_t i = begin; i < end; ++i) {
      out.cut[i] = encoder_.tokenizer.encode(texts[i], most_tokens_, tokens) > most_tokens_;
      ids.insert(ids.end(), tokens.ids.begin(), tokens.ids.end());
      begins.push_back(static_cast<uint32_t>(ids.size()));
    }
    std::vector<float> bent(hidden_.bias.size());
    each_states(encoder_.transformer, ids, begins, [&](size_t i, const Strided<const float>& states) {
      linear(hidden_, {states.row(0), 1, states.columns, states.columns},
             {bent.data(), 1, bent.size(), bent.size()}, 1);
      activate(bend_, bent);
      const auto row = out.scores.row(begin + i);
      linear(output_, {bent.data(), 1, bent.size(), bent.size()}, {row.data(), 1, row.size(), row.size()}, 1);
    });
  });
  return out;
}

size_t SequenceClassifier::too_long(std::span<const std::string_view> texts, int threads) const {
  std::vector<uint8_t> is_long(texts.size());
  in_pieces(texts.size(), threads, [&](size_t begin, size_t end) {
    token::Tokens tokens;
    for (size_t i = begin; i < end; ++i)
      is_long[i] = encoder_.tokenizer.encode(texts[i], most_tokens_, tokens) > most_tokens_;
  });
  return std::accumulate(is_long.begin(), is_long.end(), size_t{0});
}

}  // namespace standfast
