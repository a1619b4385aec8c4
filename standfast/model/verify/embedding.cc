// The verifier `embedding`: cosine of the vectors of an encoder, with two thresholds placed on held-out
// pairs. It is the zero-training baseline of verifiers that learn vectors (LUAR: Rivera-Soto et al. 2021).
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/options.h"
#include "standfast/feature/encoder/encoder.h"
#include "standfast/feature/encoder/float_vectors.h"
#include "standfast/model/saved/model_state.h"
#include "standfast/model/verify/calibrated_verifier.h"
#include "standfast/model/verify/documents_of_pairs.h"
#include "standfast/model/verify/verifiers.h"
#include "standfast/num/kernel/csr.h"
#include "standfast/num/kernel/dot.h"

namespace standfast {
namespace {

struct EmbeddingOptions {
  std::string encoder = "sentence";
  std::string checkpoint, path, ids, sha256;
  std::vector<std::string> encoder_set;  // name=value
  SimilarityOptions similarity = {};
};

// Options of an encoder that the verifier has under the same name: files, which a study finds and pins.
constexpr std::pair<const char*, std::string EmbeddingOptions::*> kFiles[] = {
    {"checkpoint", &EmbeddingOptions::checkpoint},
    {"path", &EmbeddingOptions::path},
    {"ids", &EmbeddingOptions::ids},
    {"sha256", &EmbeddingOptions::sha256}};

// Returns the resolved options of the encoder; usage errors are worded for a user of the verifier.
Result<Options> encoder_options(const EncoderCatalog::Entry& entry, const EmbeddingOptions& options) {
  SF_ASSIGN(auto given, passed_options("encoder-set", options.encoder_set));
  for (const auto& [name, member] : kFiles) {
    if (given.contains(name)) return usage_error(fmt::format("encoder-set: {} is a separate option", name));
    const std::string& value = options.*member;
    if (value.empty()) continue;
    if (std::ranges::none_of(entry.options, [&](const OptionSpec& one) { return one.name == name; }))
      return usage_error(fmt::format("{} = {}: encoder = {} takes none", name, value, entry.name));
    given[name] = value;
  }
  return encoders().resolve(entry.name, given);
}

// The encoder named by the options, with its own options.
struct NamedEncoder {
  const EncoderCatalog::Entry* entry = nullptr;
  Options options;
};
Result<NamedEncoder> named_encoder(const EmbeddingOptions& options) {
  NamedEncoder named;
  SF_ASSIGN(named.entry, encoders().find(options.encoder));
  SF_ASSIGN(named.options, encoder_options(*named.entry, options));
  return named;
}

// Returns the cosine of two rows; 0 if either is zero.
double cosine(const CsrMatrix& vectors, size_t a, size_t b) {
  return row_cosine(vectors, a, vectors, b);
}
template <class T>
double cosine(const Dense<T>& vectors, size_t a, size_t b) {
  return row_cosine(vectors, a, b);
}

// Computes cosines. place_of: the row of the vectors that belongs to a row of the corpus.
template <class Vectors, class PlaceOf>
std::vector<double> cosines(const Vectors& vectors, std::span<const Pair> pairs, const PlaceOf& place_of) {
  std::vector<double> result;
  result.reserve(pairs.size());
  for (const Pair& pair : pairs) result.push_back(cosine(vectors, place_of(pair.a), place_of(pair.b)));
  return result;
}

// The cosine as a feature of the pair, if the encoder learns nothing from a corpus. A study asks for its
// pairs in parts, and a document is in several of them, so its vector is kept.
class EmbeddingCosine final : public PairFeatures {
 public:
  EmbeddingCosine(std::shared_ptr<const Encoder> encoder, std::string identity)
      : encoder_(std::move(encoder)), identity_(std::move(identity)) {}

  size_t width() const override { return 1; }
  std::string identity() const override { return identity_; }
  Status compute(const PairView& pairs, int threads, Sink& sink, DenseMatrix& out) const override {
    out = DenseMatrix(pairs.pairs.size(), 1);
    if (pairs.pairs.empty()) return {};
    const std::lock_guard lock(mutex_);
    const Work work{.threads = threads, .sink = &sink};
    if (!fitted_) {
      SF_ASSIGN(fitted_, encoder_->restore({}, work));
    }
    if (corpus_ != pairs.corpus) {
      corpus_ = pairs.corpus;
      vectors_ = {};
      place_.clear();
    }
    std::vector<uint32_t> fresh;
    for (const uint32_t row : DocumentsOfPairs(pairs.pairs).rows)
      if (!place_.contains(row)) fresh.push_back(row);
    if (!fresh.empty()) {
      SF_ASSIGN(const Encoded encoded, fitted_->transform({pairs.corpus, fresh}, work));
      SF_ASSIGN(const FloatMatrix some, float_vectors(encoded));
      for (const uint32_t row : fresh) place_.emplace(row, place_.size());
      vectors_.rows = place_.size();
      vectors_.columns = some.columns;
      vectors_.data.insert(vectors_.data.end(), some.data.begin(), some.data.end());
    }
    std::ranges::copy(cosines(vectors_, pairs.pairs, [&](uint32_t row) { return place_.at(row); }),
                      out.data.begin());
    return {};
  }

 private:
  std::shared_ptr<const Encoder> encoder_;
  std::string identity_;
  mutable std::mutex mutex_;
  mutable std::unique_ptr<FittedEncoder> fitted_;
  mutable const Corpus* corpus_ = nullptr;
  mutable std::unordered_map<uint32_t, size_t> place_;  // by row of the corpus: its place in the vectors
  mutable FloatMatrix vectors_;
};

class Embedding final : public SimilarityVerifier {
 public:
  Embedding(const EmbeddingOptions& options, std::shared_ptr<const Encoder> encoder,
            const std::optional<std::string>& identity)
      : SimilarityVerifier("embedding", options.similarity),
        encoder_name_(options.encoder),
        encoder_(std::move(encoder)) {
    if (identity) frozen_ = std::make_unique<EmbeddingCosine>(encoder_, *identity);
  }

  const PairFeatures* pair_features() const override { return frozen_.get(); }

 protected:
  Status learn(const PairView& train, const PairView&, const ModelContext& context) override {
    facts_ = {{"encoder", encoder_name_}};
    if (frozen_) return {};
    const DocumentsOfPairs documents(train.pairs);
    SF_ASSIGN(fitted_, encoder_->fit({.documents = {train.corpus, documents.rows}}, context));
    facts_["documents"] = documents.rows.size();
    facts_.update(facts_json(fitted_->facts()));
    return {};
  }

  Result<std::vector<double>> similarities(const PairView& pairs, bool,
                                           const ModelContext& context) const override {
    if (!frozen_) {
      const DocumentsOfPairs documents(pairs.pairs);
      SF_ASSIGN(const Encoded encoded, fitted_->transform({pairs.corpus, documents.rows}, context));
      return std::visit(
          [&](const auto& vectors) {
            return cosines(vectors, pairs.pairs, [&](uint32_t row) { return documents.index_of(row); });
          },
          encoded.vectors);
    }
    std::vector<double> result(pairs.pairs.size());
    std::vector<Pair> unknown;
    std::vector<size_t> places;
    for (size_t i = 0; i < result.size(); ++i) {
      const Pair& pair = pairs.pairs[i];
      const auto known = context.pair_features == nullptr ? std::span<const double>()
                                                          : context.pair_features->find(pair.a, pair.b);
      if (!known.empty()) {
        result[i] = known.front();
      } else {
        unknown.push_back(pair);
        places.push_back(i);
      }
    }
    DenseMatrix computed;
    SF_TRY(frozen_->compute({pairs.corpus, unknown}, context.threads, *context.sink, computed));
    for (size_t k = 0; k < places.size(); ++k) result[places[k]] = computed.data[k];
    return result;
  }

  void describe(nlohmann::ordered_json& facts) const override { facts.update(facts_); }

  Status save_parts(ModelState& state) const override {
    state.fields["encoder"] = facts_;
    if (!frozen_) state.blobs = fitted_->save();
    return {};
  }
  Status restore_parts(const ModelState& state) override {
    facts_ = state.fields.at("encoder");
    if (!facts_.is_object()) return data_error("the saved facts of the encoder are invalid");
    if (frozen_) return {};
    SF_ASSIGN(fitted_, encoder_->restore(state.blobs, {}));
    return {};
  }

 private:
  std::string encoder_name_;
  std::shared_ptr<const Encoder> encoder_;
  std::unique_ptr<EmbeddingCosine> frozen_;  // null: the encoder learns from documents
  std::unique_ptr<FittedEncoder> fitted_;    // by an encoder that learns
  nlohmann::ordered_json facts_ = nlohmann::ordered_json::object();
};

OptionTable<EmbeddingOptions> embedding_table() {
  using O = EmbeddingOptions;
  OptionTable<O> table;
  std::vector<std::string> names;
  for (const auto& entry : encoders().entries())
    if (!entry.traits.learns_classes) names.push_back(entry.name);
  table
      .add("encoder", &O::encoder,
           "encoder of the vectors; sentence and vectors learn nothing from the corpus, the others learn "
           "from the training documents")
      .one_of(names);
  table
      .add("checkpoint", &O::checkpoint,
           "model of encoder = sentence: a folder of Hugging Face files, or a name that `standfast pull` "
           "has downloaded")
      .model();
  table.add("path", &O::path, "file of vectors of encoder = vectors").path();
  table.add("ids", &O::ids, "file of their ids of encoder = vectors").path();
  table.add("encoder-set", &O::encoder_set,
            "other options of the encoder (standfast ls encoders --long), such as components=50,min-df=5");
  table.include(&O::similarity, similarity_option_table());
  table.add("sha256", &O::sha256, "required digest of the files; a study fills it in");
  table.require([](const O& options) -> std::string {
    const auto named = named_encoder(options);
    return named ? "" : named.error().message;
  });
  return table;
}

// Returns an identity of everything that determines the cosines of an encoder that learns nothing from a
// corpus: by the digest of its files, or "" (the model with its files) if that is unknown. Nothing for an
// encoder that learns.
std::optional<std::string> identity_of(const EncoderCatalog::Entry& entry, const Options& of_encoder) {
  if (!entry.traits.reads_files) return std::nullopt;
  if (of_encoder.text("sha256").empty()) return "";
  std::string identity = "embedding/" + entry.name;
  for (const auto& [name, value] : of_encoder.values())
    if (name != "checkpoint" && name != "path" && name != "ids")
      identity += fmt::format("/{}={}", name, to_string(value));
  return identity;
}

uint64_t memory_of_encoder(const Options& options, const WorkSize& size) {
  const auto made = embedding_table().read(options);
  if (!made) return 0;
  const auto named = named_encoder(*made);
  return named && named->entry->memory != nullptr ? named->entry->memory(named->options, size) : 0;
}

}  // namespace

VerifierCatalog::Entry embedding_entry() {
  const OptionTable<EmbeddingOptions> table = embedding_table();
  VerifierTraits traits{.symmetric = true, .deterministic = false, .calibrates = true};
  traits.pair_features = said_of(table, [](const EmbeddingOptions& options) -> std::optional<std::string> {
    const auto named = named_encoder(options);
    return named ? identity_of(*named->entry, named->options) : std::nullopt;
  });
  return {
      .name = "embedding",
      .summary = "Cosine of the vectors of an encoder, with two thresholds placed on held-out pairs",
      .citation = "Reimers and Gurevych 2019, Sentence-BERT: Sentence Embeddings using Siamese BERT-Networks",
      .traits = traits,
      .options = table,
      .make = made_by<Verifier>(table,
                                [](const EmbeddingOptions& options) -> Result<std::unique_ptr<Verifier>> {
                                  SF_ASSIGN(const NamedEncoder named, named_encoder(options));
                                  SF_ASSIGN(std::shared_ptr<const Encoder> encoder,
                                            named.entry->make(named.options));
                                  return std::make_unique<Embedding>(
                                      options, std::move(encoder), identity_of(*named.entry, named.options));
                                }),
      .memory = memory_of_encoder};
}

}  // namespace standfast
