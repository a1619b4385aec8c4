// Encoder lda: a document is its proportions of topics (num/factor/lda.h), fitted to the set of its words.
// Defaults follow Sawatphol et al. 2024: words in at least 10 % of the documents and at most half of them,
// the 5,000 in most documents, each counted once a document; 50 components, 10 iterations, priors of 1 /
// components.
#include <utility>

#include <fmt/format.h>

#include "standfast/feature/encoder/encoders.h"
#include "standfast/feature/encoder/word_options.h"
#include "standfast/num/factor/lda.h"

namespace standfast {
namespace {

class FittedLda final : public FittedEncoder {
 public:
  FittedLda(Tfidf words, LdaOptions options, Lda model)
      : words_(std::move(words)),
        options_(options),
        weights_(std::move(model.weights)),
        perplexity_(model.perplexity) {}

  Result<Encoded> transform(const DocumentView& documents, const EncoderContext& context) const override {
    const CsrMatrix counts = words_.transform(texts_of(*documents.corpus, documents.rows), context.threads);
    return Encoded{lda_proportions(counts, weights_, options_, context.threads), {}};
  }
  std::vector<EncoderFact> facts() const override {
    std::vector<EncoderFact> facts = {{"vocabulary", static_cast<double>(words_.features())},
                                      {"iterations", static_cast<double>(options_.iterations)}};
    if (perplexity_ > 0) facts.push_back({"perplexity", perplexity_});
    return facts;
  }
  EncoderParts save() const override {
    EncoderParts parts;
    add_words(words_, parts);
    add_matrix(kWeights, weights_, parts);
    return parts;
  }
  static constexpr const char* kWeights = "weights.npy";

 private:
  Tfidf words_;
  LdaOptions options_;
  FloatMatrix weights_;
  double perplexity_;  // perplexity of the training documents; 0 where it was restored
};

struct LdaEncoderOptions {
  WordBounds words = kWordsOfTopics;
  LdaOptions lda = {};
  bool binary = true;
};

TfidfOptions counts_of(const LdaEncoderOptions& options) {
  TfidfOptions words = word_tfidf(options.words);
  words.binary = options.binary;
  words.idf = words.normalize = false;
  return words;
}

class LdaEncoder final : public Encoder {
 public:
  explicit LdaEncoder(const LdaEncoderOptions& options) : words_(counts_of(options)), options_(options.lda) {}

  Result<std::unique_ptr<FittedEncoder>> fit(const TrainingSet& training,
                                             const EncoderContext& context) const override {
    SF_ASSIGN(WordMatrix documents, word_matrix(training.documents, words_, context.threads));
    Lda model = lda(documents.matrix, options_, context.seed, context.threads, *context.sink);
    return std::make_unique<FittedLda>(std::move(documents.words_of), options_, std::move(model));
  }
  Result<std::unique_ptr<FittedEncoder>> restore(const EncoderParts& parts,
                                                 const EncoderContext&) const override {
    SF_ASSIGN(Tfidf words, words_in(parts, words_));
    Lda model;
    SF_ASSIGN(model.weights, matrix_in<float>(parts, FittedLda::kWeights));
    if (model.weights.rows != words.features() || model.weights.columns != options_.components)
      return data_error(std::string(FittedLda::kWeights) + " does not fit to the vocabulary");
    return std::make_unique<FittedLda>(std::move(words), options_, std::move(model));
  }

 private:
  TfidfOptions words_;
  LdaOptions options_;
};

}  // namespace

EncoderCatalog::Entry lda_encoder() {
  OptionTable<LdaOptions> lda;
  lda.add("components", &LdaOptions::components, "number of topics, the length of the vectors")
      .between(1, 10'000);
  lda.add("iterations", &LdaOptions::iterations, "passes over the documents").between(1, 1'000'000);
  lda.add("inner-iterations", &LdaOptions::inner_iterations,
          "at most this many rounds for the proportions of a document in a pass")
      .between(1, 1'000'000);
  lda.add("change-tol", &LdaOptions::change_tol,
          "the proportions of a document are final when their mean change is below this")
      .at_least(0);
  lda.add("document-prior", &LdaOptions::document_prior,
          "smaller: a document has fewer topics; 0 stands for 1 / components")
      .at_least(0);
  lda.add("word-prior", &LdaOptions::word_prior,
          "smaller: a topic has fewer words; 0 stands for 1 / components")
      .at_least(0);
  OptionTable<LdaEncoderOptions> table;
  table.include(&LdaEncoderOptions::words, word_bounds_table());
  table.include(&LdaEncoderOptions::lda, lda);
  table.add("binary", &LdaEncoderOptions::binary,
            "a word counts once in a document, however often it occurs");
  return {
      .name = "lda",
      .summary = "Proportions of topics, each a distribution over words (latent Dirichlet allocation).",
      .citation =
          "Blei, Ng and Jordan 2003; Hoffman, Blei and Bach 2010; settings of Sawatphol et al. 2024 (TACL)",
      .traits = {.nonnegative = true},
      .options = table,
      .make = made_as<Encoder, LdaEncoder>(table)};
}

}  // namespace standfast
