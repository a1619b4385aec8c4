#include "standfast/neural/sentence/sentence_model.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/parallel.h"
#include "standfast/checkpoint/weights.h"
#include "standfast/neural/encoder/text_encoder.h"
#include "standfast/neural/encoder/text_tokens.h"
#include "standfast/text/unicode.h"
#include "standfast/text/utf8.h"

namespace standfast {
namespace {

std::string_view without_outer_space(std::string_view text) {
  size_t begin = text.size(), end = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t from = at;
    if (is_space(next_code_point(text, at))) continue;
    begin = std::min(begin, from);
    end = at;
  }
  return begin < end ? text.substr(begin, end - begin) : std::string_view{};
}

Result<std::vector<Linear>> load_dense(const std::string& folder, const SentenceFolder& said, size_t width,
                                       std::vector<std::string>& files) {
  std::vector<Linear> out;
  for (const auto& dense : said.dense) {
    const std::string path = (std::filesystem::path(folder) / dense.folder).string();
    if (dense.inputs != width)
      return data_error(fmt::format("{}: in_features is {}, but the vectors before it have {} numbers", path,
                                    dense.inputs, width));
    SF_ASSIGN(const Weights weights, Weights::open(path));
    const auto read = [&](const char* name,
                          const std::vector<uint64_t>& shape) -> Result<std::vector<float>> {
      const TensorInfo* tensor = weights.find(name);
      if (tensor == nullptr || tensor->shape != shape)
        return data_error(
            fmt::format("{}: the tensor \"{}\" of shape {} is missing", path, name, shape_text(shape)));
      return weights.read(*tensor);
    };
    SF_ASSIGN(const auto map, read("linear.weight", {dense.outputs, dense.inputs}));
    std::vector<float> bias;
    if (dense.bias) {
      SF_ASSIGN(bias, read("linear.bias", {dense.outputs}));
    }
    out.push_back({pack_outputs({map.data(), dense.outputs, dense.inputs, dense.inputs}), std::move(bias)});
    for (const std::string& file : weights.files())
      files.push_back((std::filesystem::path(dense.folder) / file).string());
    width = dense.outputs;
  }
  return out;
}

}  // namespace

// Windows of some texts, one below the other.
struct SentenceModel::Windows {
  std::vector<int32_t> ids;
  std::vector<uint32_t> begins = {0};  // of each window, and the end of the last
  std::vector<size_t> of_text;         // number of windows of each text
  std::vector<size_t> unpooled;        // by window: leading tokens that are not pooled
  size_t cut = 0;
  token::Tokens tokens;

  void end_window(size_t not_pooled) {
    begins.push_back(static_cast<uint32_t>(ids.size()));
    unpooled.push_back(not_pooled);
  }
};

Result<SentenceModel> SentenceModel::load(const std::string& folder, const SentenceOptions& options) {
  SF_ASSIGN(auto said, read_sentence_folder(folder));
  const std::string inner = (std::filesystem::path(folder) / said.transformer).string();
  const auto inside = [&](const std::string& file) {
    return (std::filesystem::path(said.transformer) / file).string();
  };
  const std::string place = said.transformer.empty() ? folder : inner;
  SF_ASSIGN(auto encoder, TextEncoder::load(place));
  const ModelConfig config = encoder.config;
  const size_t most = encoder.most_tokens();
  SentenceModel out(std::move(encoder.transformer), std::move(encoder.tokenizer));
  out.config_ = config;
  out.files_ = said.files;
  for (const std::string& file : encoder.files)
    if (std::ranges::find(said.files, inside(file)) == said.files.end()) out.files_.push_back(inside(file));
  out.columns_ = config.hidden * said.pooling.size();
  SF_ASSIGN(out.dense_, load_dense(folder, said, out.columns_, out.files_));
  if (!said.dense.empty()) out.columns_ = said.dense.back().outputs;
  out.most_tokens_ = most;
  if (options.most_tokens > 0) {
    if (options.most_tokens > config.most_tokens())
      return usage_error(fmt::format("{} tokens are requested, but the model reads {} at most",
                                     options.most_tokens, config.most_tokens()));
    out.most_tokens_ = options.most_tokens;
  }
  if (out.most_tokens_ <= out.tokenizer_.specials())
    return usage_error(
        fmt::format("{} tokens leave no room for a text: {} of them are special tokens of the model",
                    out.most_tokens_, out.tokenizer_.specials()));
  out.stride_ = options.stride;
  if (out.stride_ > out.most_tokens_ - out.tokenizer_.specials())
    return usage_error(fmt::format("a stride of {} tokens skips some: a window has {}", out.stride_,
                                   out.most_tokens_ - out.tokenizer_.specials()));
  out.prompt_ = options.prompt.value_or(said.prompt);
  token::Tokens of_prompt;
  if (out.stride_ == 0 && !out.prompt_.empty() &&
      out.tokenizer_.encode(out.prompt_, 0, of_prompt) >= out.most_tokens_)
    return usage_error(
        fmt::format("the prompt fills the {} tokens that the model reads, so nothing of a text would be read",
                    out.most_tokens_));
  out.notes_ = said.notes;
  for (const std::string& note : encoder.notes)
    if (std::ranges::find(out.notes_, note) == out.notes_.end()) out.notes_.push_back(note);
  out.folder_ = std::move(said);
  if (!out.folder_.pools_prompt && !out.prompt_.empty()) {
    // Counts like sentence-transformers: the encoded prompt without its final special token.
    out.unpooled_ = out.tokenizer_.encode(out.text_of(""), 0, of_prompt);
    if (out.unpooled_ > 0 && of_prompt.begin.back() == 0 && of_prompt.end.back() == 0) --out.unpooled_;
  }
  return out;
}

// Returns the tokenizer's input: prompt and text, stripped and lower-cased as the folder says.
std::string SentenceModel::text_of(std::string_view given) const {
  std::string text = prompt_;
  text += given;
  if (folder_.strips) text = std::string(without_outer_space(text));
  if (!folder_.lower_case) return text;
  std::string lower;
  to_lower(text, lower);
  return lower;
}

void SentenceModel::add_windows(std::string_view given, Windows& windows) const {
  token::Tokens& tokens = windows.tokens;
  const size_t all = tokenizer_.encode(text_of(given), stride_ > 0 ? 0 : most_tokens_, tokens);
  if (all <= most_tokens_ || stride_ == 0) {
    windows.cut += all > most_tokens_;
    windows.ids.insert(windows.ids.end(), tokens.ids.begin(), tokens.ids.end());
    windows.end_window(unpooled_);
    windows.of_text.push_back(1);
    return;
  }
  const auto [first, last] = TokensOfText(tokens);
  const auto ids = tokens.ids.begin();
  const size_t body = most_tokens_ - (all - (last - first));
  size_t count = 0;
  for (size_t from = first;; from += stride_) {
    const size_t to = std::min(from + body, last);
    const auto add = [&](size_t a, size_t b) {
      windows.ids.insert(windows.ids.end(), ids + static_cast<ptrdiff_t>(a), ids + static_cast<ptrdiff_t>(b));
    };
    add(0, first);
    add(from, to);
    add(last, all);
    // The prompt begins the text and may extend beyond the first window.
    const size_t before = from - first;
    windows.end_window(before == 0 || unpooled_ > from ? std::min(unpooled_, to) - before : 0);
    ++count;
    if (to == last) break;
  }
  windows.of_text.push_back(count);
}

// Computes the vector of one window from the vectors of its tokens.
void SentenceModel::finish(const Strided<const float>& tokens, size_t unpooled, std::span<float> out) const {
  std::vector<float> vector(config_.hidden * folder_.pooling.size()), next;
  for (size_t p = 0; p < folder_.pooling.size(); ++p) {
    const bool class_token = folder_.pooling[p] == Pooling::first && !folder_.first_of_text;
    pool(folder_.pooling[p], tokens, std::span(vector).subspan(p * config_.hidden, config_.hidden),
         class_token ? 0 : unpooled);
  }
  for (size_t d = 0; d < dense_.size(); ++d) {
    next.resize(folder_.dense[d].outputs);
    linear(dense_[d], {vector.data(), 1, vector.size(), vector.size()},
           {next.data(), 1, next.size(), next.size()}, 1);
    if (folder_.dense[d].tanh) activate(Activation::tanh, next);
    vector.swap(next);
  }
  if (folder_.normalize) to_unit_length(vector);
  std::copy(vector.begin(), vector.end(), out.begin());
}

FloatMatrix SentenceModel::encode(std::span<const std::string_view> texts, int threads,
                                  SentenceCounts& counts,
                                  const std::function<void(size_t texts, size_t tokens)>& done) const {
  FloatMatrix out(texts.size(), columns_);
  const size_t pieces = (texts.size() + kTextsAtOnce - 1) / kTextsAtOnce;
  std::vector<SentenceCounts> of_piece(pieces);
  parallel_for(pieces, threads, [&](size_t piece) {
    const size_t begin = piece * kTextsAtOnce, end = std::min(begin + kTextsAtOnce, texts.size());
    Windows windows;
    for (size_t i = begin; i < end; ++i) add_windows(texts[i], windows);
    const size_t all = windows.begins.size() - 1;
    FloatMatrix vectors(all, columns_);
    each_states(transformer_, windows.ids, windows.begins, [&](size_t w, const Strided<const float>& states) {
      finish(states, windows.unpooled[w], vectors.row(w));
    });
    size_t w = 0;
    for (size_t i = begin; i < end; ++i) {
      const size_t some = windows.of_text[i - begin];
      if (some == 1) {
        std::copy_n(vectors.row(w).begin(), columns_, out.row(i).begin());
      } else {
        pool(Pooling::mean, {vectors.row(w).data(), some, columns_, columns_}, out.row(i));
        if (folder_.normalize) to_unit_length(out.row(i));
      }
      w += some;
    }
    of_piece[piece] = {windows.ids.size(), windows.cut, all};
    if (done) done(end - begin, windows.ids.size());
  });
  for (const SentenceCounts& some : of_piece) {
    counts.tokens += some.tokens;
    counts.cut += some.cut;
    counts.windows += some.windows;
  }
  return out;
}

}  // namespace standfast
