#include "standfast/neural/luar/luar_model.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/parallel.h"
#include "standfast/base/rng.h"
#include "standfast/checkpoint/luar_config.h"
#include "standfast/checkpoint/write_safetensors.h"
#include "standfast/neural/encoder/tensor_list.h"
#include "standfast/num/autodiff/attention.h"
#include "standfast/num/autodiff/pool.h"

namespace standfast {

Status LuarModel::finish(const std::string& folder) {
  if (rule_.window > config().most_tokens())
    return usage_error(fmt::format("windows of {} tokens are asked for, and the encoder reads {} at most",
                                   rule_.window, config().most_tokens()));
  if (rule_.window <= encoder_.tokenizer.specials())
    return usage_error(
        fmt::format("windows of {} tokens leave no room for a text: {} of them are the model's own marks",
                    rule_.window, encoder_.tokenizer.specials()));
  SF_ASSIGN(tokenizer_files_, TokenizerFiles::read(encoder_.tokenizer, folder, encoder_.most_tokens()));
  return {};
}

Result<LuarModel> LuarModel::begin(const std::string& folder, const EpisodeTextRule& rule, uint64_t seed) {
  SF_ASSIGN(auto encoder, TextEncoder::load(folder));
  const size_t inputs = encoder.config.hidden;
  std::vector<float> weights(kColumns * inputs), bias(kColumns);
  Rng rng(seed, "luar/layer");
  const double bound = 1 / std::sqrt(static_cast<double>(inputs));
  for (auto* numbers : {&weights, &bias})
    for (float& number : *numbers) number = static_cast<float>((2 * rng.uniform() - 1) * bound);
  LuarModel out(std::move(encoder),
                Linear{pack_outputs({weights.data(), kColumns, inputs, inputs}), std::move(bias)}, rule);
  SF_TRY(out.finish(folder));
  return out;
}

Result<LuarModel> LuarModel::load(const std::string& folder, const EpisodeTextRule* rule) {
  SF_ASSIGN(const Weights weights, Weights::open(folder));
  SF_ASSIGN(LuarConfig config, read_luar_config(folder, weights));
  const size_t inputs = config.encoder.hidden, outputs = config.columns;
  std::vector<float> map, bias;
  const auto beside = [&](const EncoderTensors& tensors, const ModelConfig&) -> Status {
    const auto read = [&](const char* part, const std::vector<uint64_t>& shape,
                          std::vector<float>& to) -> Status {
      const std::string name = fmt::format("{}.{}", kLuarLayer, part);
      const TensorInfo* tensor = tensors.beside(name);
      if (tensor == nullptr || tensor->shape != shape)
        return data_error(
            fmt::format("{}: the tensor \"{}\" of shape {} is not there", folder, name, shape_text(shape)));
      SF_ASSIGN(to, tensors.read(*tensor));
      return {};
    };
    SF_TRY(read("weight", {outputs, inputs}, map));
    return read("bias", {outputs}, bias);
  };
  const EpisodeTextRule own{.window = config.window, .paragraphs = config.paragraphs};
  SF_ASSIGN(auto encoder, TextEncoder::load_as(std::move(config.encoder), folder, weights, beside));
  LuarModel out(std::move(encoder),
                Linear{pack_outputs({map.data(), outputs, inputs, inputs}), std::move(bias)},
                rule != nullptr ? *rule : own);
  SF_TRY(out.finish(folder));
  return out;
}

EpisodeTexts LuarModel::texts(std::span<const std::string_view> documents, int threads) const {
  return episode_texts(encoder_.tokenizer, documents, rule_, threads);
}

ValuePtr LuarModel::rows_of_texts(Tape& tape, const TokenRows& texts) const {
  return pool(tape, Pooling::mean, encoder_.transformer.states(tape, texts), texts.segments);
}

ValuePtr LuarModel::rows_of_episodes(Tape& tape, const ValuePtr& texts,
                                     std::span<const uint32_t> episodes) const {
  const auto attended = parameter_free_attention(tape, texts, episodes);
  return linear(tape, pool(tape, Pooling::max, attended, episodes), layer_);
}

FloatMatrix LuarModel::vectors(const EpisodeTexts& documents, int threads,
                               const std::function<void(size_t documents, size_t tokens)>& done) const {
  // Approximate number of tokens of a piece of work. It changes no vector.
  constexpr size_t kTokensOfPiece = 1024;
  const TextTokens& tokens = documents.tokens;
  std::vector<size_t> pieces = {0};  // documents
  for (size_t d = 1; d <= documents.documents(); ++d)
    if (d == documents.documents() ||
        tokens.begins[documents.begins[d]] - tokens.begins[documents.begins[pieces.back()]] >= kTokensOfPiece)
      pieces.push_back(d);
  FloatMatrix out(documents.documents(), columns());
  const auto read_piece = [&](size_t begin, size_t end) {
    const uint32_t first = documents.begins[begin], last = documents.begins[end];
    Tape tape;
    const ValuePtr rows = tape.make(last - first, config().hidden, false);
    each_states(encoder_.transformer, tokens.ids, std::span(tokens.begins).subspan(first, last - first + 1),
                [&](size_t text, const Strided<const float>& states) {
                  pool(Pooling::mean, states, {rows->write().row(text), states.columns});
                });
    std::vector<uint32_t> episodes;
    for (size_t d = begin; d <= end; ++d) episodes.push_back(documents.begins[d] - first);
    const ValuePtr made = rows_of_episodes(tape, rows, episodes);
    for (size_t d = begin; d < end; ++d)
      if (documents.texts_of(d) > 0) std::copy_n(made->read().row(d - begin), columns(), out.row(d).begin());
  };
  parallel_for(pieces.size() - 1, threads, [&](size_t p) {
    const size_t begin = pieces[p], end = pieces[p + 1];
    const uint32_t first = documents.begins[begin], last = documents.begins[end];
    if (first < last) read_piece(begin, end);
    if (done) done(end - begin, tokens.begins[last] - tokens.begins[first]);
  });
  return out;
}

Status LuarModel::save(const std::string& folder) const {
  SF_TRY(make_directories(folder));
  TensorList tensors;
  tensors.encoder(encoder_.transformer, config().family, kLuarEncoder);
  tensors.layer(kLuarLayer, layer_);
  const std::filesystem::path path(folder);
  SF_TRY(write_safetensors((path / "model.safetensors").string(), tensors.all()));
  SF_TRY(write_file((path / "config.json").string(), luar_config_text({.encoder = config(),
                                                                       .columns = columns(),
                                                                       .window = rule_.window,
                                                                       .paragraphs = rule_.paragraphs})));
  return tokenizer_files_.write(folder);
}

}  // namespace standfast
