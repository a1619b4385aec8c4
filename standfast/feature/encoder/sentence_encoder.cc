#include "standfast/feature/encoder/sentence_encoder.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <mutex>
#include <optional>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "standfast/base/checkpoint_file.h"
#include "standfast/base/digest.h"
#include "standfast/base/option_table.h"
#include "standfast/checkpoint/luar_config.h"
#include "standfast/feature/encoder/float_vectors.h"
#include "standfast/feature/encoder/model_memory.h"
#include "standfast/hub/cache.h"
#include "standfast/hub/settings.h"
#include "standfast/neural/luar/luar_model.h"
#include "standfast/neural/sentence/model_files.h"
#include "standfast/neural/sentence/sentence_model.h"

namespace standfast {
namespace {

// The number of documents in one part that is kept. It takes seconds to encode them.
constexpr size_t kDocumentsOfAPart = 512;

// The word for no prompt, also where the folder has one. An empty option counts as not given.
constexpr const char* kNoPrompt = "none";

struct SentenceEncoderOptions {
  std::string checkpoint;
  size_t max_tokens = 0, stride = 0;
  std::string prompt, sha256;
};

// The progress of the work, in tokens. The total is estimated from the bytes that are left.
class TokenProgress {
 public:
  TokenProgress(Sink& sink, size_t bytes) : sink_(sink), bytes_(bytes) {}

  // Adds bytes that were encoded now, or bytes that were kept from before.
  void add(size_t bytes, size_t tokens) {
    const std::lock_guard lock(mutex_);
    done_bytes_ += bytes;
    tokens_ += tokens;
    const double share = bytes_ == 0 ? 1 : static_cast<double>(done_bytes_) / static_cast<double>(bytes_);
    const auto all = share >= 1 ? tokens_ : static_cast<size_t>(static_cast<double>(tokens_) / share);
    sink_.progress("tokens", tokens_, std::max(all, tokens_));
  }

 private:
  Sink& sink_;
  size_t bytes_, done_bytes_ = 0, tokens_ = 0;
  std::mutex mutex_;
};

// Returns the numbers of a part as bytes: the counts, then the vectors.
std::string part_bytes(const FloatMatrix& vectors, const SentenceCounts& counts) {
  std::string bytes(sizeof counts + vectors.data.size() * sizeof(float), '\0');
  std::memcpy(bytes.data(), &counts, sizeof counts);
  std::memcpy(bytes.data() + sizeof counts, vectors.data.data(), vectors.data.size() * sizeof(float));
  return bytes;
}
bool read_part(const std::string& bytes, std::span<float> vectors, SentenceCounts& counts) {
  if (bytes.size() != sizeof counts + vectors.size_bytes()) return false;
  std::memcpy(&counts, bytes.data(), sizeof counts);
  std::memcpy(vectors.data(), bytes.data() + sizeof counts, vectors.size_bytes());
  return true;
}

// A model of sentences, or a LUAR, which reads a document as an episode of short texts.
class TextModel {
 public:
  static Result<TextModel> load(const std::string& folder, const SentenceEncoderOptions& given) {
    if (is_luar_folder(folder)) {
      if (given.max_tokens > 0 || given.stride > 0 || !given.prompt.empty())
        return usage_error(fmt::format(
            "{}: a LUAR reads the whole of a text in its own windows; leave max-tokens, stride and prompt "
            "away",
            given.checkpoint));
      SF_ASSIGN(LuarModel model, LuarModel::load(folder));
      return TextModel(std::move(model));
    }
    SentenceOptions options{.most_tokens = given.max_tokens, .stride = given.stride};
    if (!given.prompt.empty()) options.prompt = given.prompt == kNoPrompt ? "" : given.prompt;
    SF_ASSIGN(SentenceModel model, SentenceModel::load(folder, options));
    return TextModel(std::move(model));
  }

  bool reads_windows() const { return std::holds_alternative<LuarModel>(model_); }
  size_t columns() const {
    return std::visit([](const auto& model) { return model.columns(); }, model_);
  }
  const std::vector<std::string>& notes() const {
    return std::visit(
        [](const auto& model) -> auto& { return model.notes(); }, model_);
  }
  // Returns the most tokens of a text; for a LUAR, of a window.
  size_t most_tokens() const {
    if (const auto* luar = std::get_if<LuarModel>(&model_)) return luar->rule().window;
    return std::get<SentenceModel>(model_).most_tokens();
  }

  // Encodes texts. done: as in SentenceModel::encode.
  FloatMatrix encode(std::span<const std::string_view> texts, int threads, SentenceCounts& counts,
                     const std::function<void(size_t texts, size_t tokens)>& done) const {
    const auto* luar = std::get_if<LuarModel>(&model_);
    if (luar == nullptr) return std::get<SentenceModel>(model_).encode(texts, threads, counts, done);
    const EpisodeTexts windows = luar->texts(texts, threads);
    counts.tokens += windows.tokens.ids.size();
    counts.windows += windows.tokens.texts();
    return luar->vectors(windows, threads, done);
  }

 private:
  template <class Model>
  explicit TextModel(Model model) : model_(std::move(model)) {}
  std::variant<SentenceModel, LuarModel> model_;
};

class FittedSentences final : public FittedEncoder {
 public:
  FittedSentences(TextModel model, std::string digest, SentenceEncoderOptions options)
      : model_(std::move(model)), digest_(std::move(digest)), options_(std::move(options)) {}

  Result<Encoded> transform(const DocumentView& documents, const EncoderContext& context) const override {
    std::vector<std::string_view> texts;
    size_t bytes = 0;
    for (size_t i = 0; i < documents.size(); ++i) {
      texts.push_back(documents.text(i));
      bytes += texts.back().size();
    }
    TokenProgress progress(*context.sink, bytes);
    if (bytes > 0) context.sink->progress("tokens", 0, bytes / 4);  // an estimate for English text
    FloatMatrix out(texts.size(), model_.columns());
    SentenceCounts counts;
    for (size_t begin = 0; begin < texts.size(); begin += kDocumentsOfAPart) {
      const auto part = std::span(texts).subspan(begin, std::min(kDocumentsOfAPart, texts.size() - begin));
      const std::span<float> to(out.data.data() + begin * out.columns, part.size() * out.columns);
      const DocumentView of_part{documents.corpus, documents.rows.subspan(begin, part.size())};
      SF_ASSIGN(const SentenceCounts some, one_part(of_part, part, to, context, progress));
      counts.tokens += some.tokens;
      counts.cut += some.cut;
      counts.windows += some.windows;
    }
    Encoded encoded{std::move(out), {{"tokens", static_cast<double>(counts.tokens)}}};
    if (options_.stride > 0 || model_.reads_windows())
      encoded.facts.push_back({"windows", static_cast<double>(counts.windows)});
    else
      encoded.facts.push_back({"texts-cut", static_cast<double>(counts.cut)});
    if (counts.cut > 0)
      context.sink->warn(
          fmt::format("{} of {} texts ({:.1f} %) are longer than the {} tokens that the model reads, and "
                      "were cut there; the option stride = {} takes them in windows",
                      counts.cut, texts.size(),
                      100.0 * static_cast<double>(counts.cut) / static_cast<double>(texts.size()),
                      model_.most_tokens(), model_.most_tokens() * 3 / 4));
    return encoded;
  }

  std::vector<EncoderFact> facts() const override {
    return {{"model", digest_.substr(0, 16)}, {"tokens-at-most", static_cast<double>(model_.most_tokens())}};
  }

 private:
  Result<SentenceCounts> one_part(const DocumentView& documents, std::span<const std::string_view> texts,
                                  std::span<float> to, const EncoderContext& context,
                                  TokenProgress& progress) const {
    SentenceCounts counts;
    size_t bytes = 0;
    for (const auto text : texts) bytes += text.size();
    std::string key;
    if (!context.scratch.empty()) {
      Sha256 made_from;
      made_from.add_field(fmt::format("sentence/2 {} {} {}", digest_, options_.max_tokens, options_.stride));
      made_from.add_field(options_.prompt);
      for (const auto text : texts) made_from.add_field(text);
      key = made_from.hex();
      if (const auto kept = read_checkpoint(context.scratch, key); kept && read_part(*kept, to, counts)) {
        progress.add(bytes, counts.tokens);
        return counts;
      }
    }
    std::atomic<size_t> told = 0;
    const double share = texts.empty() ? 0 : static_cast<double>(bytes) / static_cast<double>(texts.size());
    const FloatMatrix made = model_.encode(texts, context.threads, counts, [&](size_t some, size_t tokens) {
      const auto of_these = static_cast<size_t>(share * static_cast<double>(some));
      told += of_these;
      progress.add(of_these, tokens);
    });
    progress.add(bytes - std::min(bytes, told.load()), 0);
    SF_TRY(must_be_finite(made, documents, options_.checkpoint));
    std::copy(made.data.begin(), made.data.end(), to.begin());
    if (!key.empty()) SF_TRY(write_checkpoint(context.scratch, key, part_bytes(made, counts)));
    return counts;
  }

  TextModel model_;
  std::string digest_;
  SentenceEncoderOptions options_;
};

class SentenceEncoder final : public Encoder {
 public:
  explicit SentenceEncoder(SentenceEncoderOptions options) : options_(std::move(options)) {}

  Result<std::unique_ptr<FittedEncoder>> fit(const TrainingSet& training,
                                             const EncoderContext& context) const override {
    if (training.documents.rows.empty()) return data_error("there are no documents to encode");
    return restore({}, context);
  }
  Result<std::unique_ptr<FittedEncoder>> restore(const EncoderParts&,
                                                 const EncoderContext& context) const override {
    SF_ASSIGN(const std::string folder, model_folder(options_.checkpoint));
    SF_ASSIGN(std::string digest, digest_model(folder));
    if (!options_.sha256.empty() && digest != options_.sha256)
      return data_error(
          fmt::format("{}: is no longer the model it was (sha256 {})", options_.checkpoint, digest));
    SF_ASSIGN(TextModel model, TextModel::load(folder, options_));
    for (const std::string& note : model.notes()) context.sink->info(options_.checkpoint + ": " + note);
    return std::make_unique<FittedSentences>(std::move(model), std::move(digest), options_);
  }

  Result<std::string> digest() const override {
    SF_ASSIGN(const std::string folder, model_folder(options_.checkpoint));
    return digest_model(folder);
  }

 private:
  SentenceEncoderOptions options_;
};

}  // namespace

Result<std::string> model_folder(const std::string& folder_or_name) {
  SF_ASSIGN(FoundModel found, find_model(folder_or_name, "", process_environment()));
  return std::move(found.folder);
}

EncoderCatalog::Entry sentence_encoder() {
  OptionTable<SentenceEncoderOptions> table;
  table
      .add("checkpoint", &SentenceEncoderOptions::checkpoint,
           "the model: a folder of Hugging Face files, or a name that `standfast pull` has brought "
           "(all-MiniLM-L6-v2)")
      .model();
  table
      .add("max-tokens", &SentenceEncoderOptions::max_tokens,
           "tokens of a text that are read, the model's own marks included; 0: as many as the model's folder "
           "says")
      .at_most(100'000);
  table
      .add(
          "stride", &SentenceEncoderOptions::stride,
          "longer texts are read in windows, each so many tokens behind the one before, and have the mean of "
          "their vectors; 0: they are cut")
      .at_most(100'000);
  table.add("prompt", &SentenceEncoderOptions::prompt,
            "put before each text; empty: as the model's folder says; none: nothing, whatever it says");
  table.add("sha256", &SentenceEncoderOptions::sha256,
            "digest that the model must have; a study fills it in");
  table.require([](const SentenceEncoderOptions& options) {
    return options.checkpoint.empty()
               ? std::string("it needs a checkpoint, the folder or the name of a model")
               : std::string();
  });
  return {
      .name = "sentence",
      .summary =
          "Vectors of texts by a pretrained transformer, pooled as its folder says (BERT, RoBERTa, "
          "DistilBERT, MiniLM).",
      .citation = "Reimers and Gurevych 2019, Sentence-BERT: Sentence Embeddings using Siamese BERT-Networks",
      .traits = {.deterministic = true, .reads_files = true, .slow = true},
      .options = table,
      .make = made_as<Encoder, SentenceEncoder>(table),
      .memory = [](const Options& options, const WorkSize&) {
        const auto folder = model_folder(options.text("checkpoint"));
        return folder ? memory_of_model(*folder) : 0;
      }};
}

}  // namespace standfast
