#include "standfast/neural/encoder/text_encoder.h"

#include <utility>

#include <fmt/format.h>

#include "standfast/neural/encoder/transformer.h"

namespace standfast {

// Number of tokens that go through the layers together. It changes no vector.
static constexpr size_t kTokensAtOnce = 1024;

Result<TextEncoder> TextEncoder::load(const std::string& folder, const Beside& beside) {
  SF_ASSIGN(auto config, read_model_config(folder));
  SF_ASSIGN(const Weights weights, Weights::open(folder));
  return load_as(std::move(config), folder, weights, beside);
}

Result<TextEncoder> TextEncoder::load_as(ModelConfig config, const std::string& folder,
                                         const Weights& weights, const Beside& beside) {
  SF_ASSIGN(const auto tensors, EncoderTensors::find(weights, config));
  if (beside) SF_TRY(beside(tensors, config));
  SF_ASSIGN(auto transformer, load_transformer(tensors, config));
  SF_ASSIGN(auto tokenizer, token::Tokenizer::load(folder));
  if (tokenizer.largest_id() >= static_cast<int64_t>(config.vocabulary))
    return data_error(fmt::format("{}: the tokenizer has the id {}, but the model has a table of {} tokens",
                                  folder, tokenizer.largest_id(), config.vocabulary));
  SF_ASSIGN(auto length, read_sentence_length(folder));
  std::vector<std::string> files = {"config.json"}, notes = config.notes;
  files.insert(files.end(), weights.files().begin(), weights.files().end());
  files.insert(files.end(), tokenizer.files().begin(), tokenizer.files().end());
  if (!length.file.empty()) files.push_back(length.file);
  notes.insert(notes.end(), tokenizer.notes().begin(), tokenizer.notes().end());
  notes.insert(notes.end(), length.notes.begin(), length.notes.end());
  if (const auto known = static_cast<size_t>(tokenizer.largest_id()) + 1; known < config.vocabulary)
    notes.push_back(fmt::format(
        "the tokenizer knows {} tokens, but the model has a table of {}, whose last {} no text uses: is it "
        "the model's tokenizer?",
        known, config.vocabulary, config.vocabulary - known));
  return TextEncoder{std::move(config), std::move(transformer), std::move(tokenizer),
                     std::move(length), std::move(files),       std::move(notes)};
}

size_t TextEncoder::most_tokens() const {
  const size_t said = length.most_tokens > 0 ? length.most_tokens : tokenizer.model_max_length();
  const size_t table = config.most_tokens();
  return said == 0 || said > table ? table : said;
}

void each_states(const Transformer& transformer, std::span<const int32_t> ids,
                 std::span<const uint32_t> begins,
                 const std::function<void(size_t text, const Strided<const float>& states)>& take) {
  const size_t all = begins.size() - 1;
  for (size_t s = 0; s < all;) {
    // takes as many texts as the layers process at once, at least one
    size_t last = s + 1;
    while (last < all && begins[last + 1] - begins[s] <= kTokensAtOnce) ++last;
    std::vector<uint32_t> segments;
    for (size_t i = s; i <= last; ++i) segments.push_back(begins[i] - begins[s]);
    const auto some = ids.subspan(begins[s], segments.back());
    Tape tape;
    const ValuePtr states = transformer.states(tape, {.ids = some, .types = {}, .segments = segments});
    for (size_t i = s; i < last; ++i) {
      const size_t from = segments[i - s], rows = segments[i - s + 1] - from;
      take(i, {states->read().row(from), rows, states->columns, states->columns});
    }
    s = last;
  }
}

}  // namespace standfast
