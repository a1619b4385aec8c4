#include "standfast/neural/luar/luar_model.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/parallel.h"
#include "standfast/base/rng.h"
#include "standfast/checkpoint/luar_config.h"
#include "standfast/checkpoint/safetensors.h"
#include "standfast/neural/encoder/network_files.h"
#include "standfast/neural/encoder/text_tokens.h"
#include "standfast/num/autodiff/attention.h"
#include "standfast/num/autodiff/pool.h"
#include "standfast/text/sentences.h"

namespace standfast {

Status LuarModel::finish(const std::string& folder) {
  if (rule_.window > config().most_tokens())
    return usage_error(fmt::format("windows of {} tokens are requested, but the encoder reads {} at most",
                                   rule_.window, config().most_tokens()));
  if (rule_.window <= encoder_.tokenizer.specials())
    return usage_error(
        fmt::format("windows of {} tokens leave no room for a text: {} of them are special tokens of the "
                    "model",
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
            fmt::format("{}: the tensor \"{}\" of shape {} is missing", folder, name, shape_text(shape)));
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
  SF_TRY(tensors.write(folder));
  SF_TRY(write_file((path / "config.json").string(), luar_config_text({.encoder = config(),
                                                                       .columns = columns(),
                                                                       .window = rule_.window,
                                                                       .paragraphs = rule_.paragraphs})));
  return tokenizer_files_.write(folder);
}

namespace {

void add_text(std::span<const int32_t> before, std::span<const int32_t> body, std::span<const int32_t> behind,
              TextTokens& to) {
  for (const auto part : {before, body, behind}) to.ids.insert(to.ids.end(), part.begin(), part.end());
  to.begins.push_back(static_cast<uint32_t>(to.ids.size()));
}

// Adds the windows of a document. Each text has the template's special tokens.
void add_windows(const token::Tokenizer& tokenizer, std::string_view document, size_t window,
                 token::Tokens& tokens, TextTokens& to) {
  tokenizer.encode(document, 0, tokens);
  const auto [first, last] = TokensOfText(tokens);
  const std::span<const int32_t> ids(tokens.ids);
  const size_t body = window - (tokens.size() - (last - first));
  for (size_t from = first; from < last; from += body)
    add_text(ids.first(first), ids.subspan(from, std::min(body, last - from)), ids.subspan(last), to);
}

void add_paragraphs(const token::Tokenizer& tokenizer, std::string_view document, size_t window,
                    token::Tokens& tokens, TextTokens& to) {
  std::vector<uint32_t> starts;
  sentence_starts(document, starts);
  for (size_t s = 0; s < starts.size(); s += EpisodeTextRule::kSentences) {
    const size_t next = s + EpisodeTextRule::kSentences, begin = starts[s],
                 end = next < starts.size() ? starts[next] : document.size();
    tokenizer.encode(document.substr(begin, end - begin), window, tokens);
    if (const auto [first, last] = TokensOfText(tokens); first < last) add_text({}, tokens.ids, {}, to);
  }
}

}  // namespace

EpisodeTexts episode_texts(const token::Tokenizer& tokenizer, std::span<const std::string_view> documents,
                           const EpisodeTextRule& rule, int threads) {
  constexpr size_t kDocumentsOfPiece = 16;
  struct Piece {
    TextTokens tokens;
    std::vector<uint32_t> texts;  // by document
  };
  std::vector<Piece> pieces((documents.size() + kDocumentsOfPiece - 1) / kDocumentsOfPiece);
  parallel_for(pieces.size(), threads, [&](size_t p) {
    token::Tokens tokens;
    const size_t begin = p * kDocumentsOfPiece;
    for (const std::string_view document :
         documents.subspan(begin, std::min(kDocumentsOfPiece, documents.size() - begin))) {
      const size_t before = pieces[p].tokens.texts();
      (rule.paragraphs ? add_paragraphs : add_windows)(tokenizer, document, rule.window, tokens,
                                                       pieces[p].tokens);
      pieces[p].texts.push_back(static_cast<uint32_t>(pieces[p].tokens.texts() - before));
    }
  });
  EpisodeTexts out;
  for (const Piece& piece : pieces) {
    const auto before = static_cast<uint32_t>(out.tokens.ids.size());
    out.tokens.ids.insert(out.tokens.ids.end(), piece.tokens.ids.begin(), piece.tokens.ids.end());
    for (size_t s = 1; s < piece.tokens.begins.size(); ++s)
      out.tokens.begins.push_back(before + piece.tokens.begins[s]);
    for (const uint32_t texts : piece.texts) out.begins.push_back(out.begins.back() + texts);
  }
  return out;
}

}  // namespace standfast
