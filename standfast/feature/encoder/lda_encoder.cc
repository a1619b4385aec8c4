#include "standfast/feature/encoder/lda_encoder.h"

#include <utility>

#include <fmt/format.h>

#include "standfast/feature/encoder/word_matrix.h"
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
    return {{"vocabulary", static_cast<double>(words_.features())},
            {"iterations", static_cast<double>(options_.iterations)},
            {"perplexity", perplexity_}};
  }

 private:
  Tfidf words_;
  LdaOptions options_;
  FloatMatrix weights_;
  double perplexity_;
};

class LdaEncoder final : public Encoder {
 public:
  LdaEncoder(TfidfOptions words, LdaOptions options) : words_(words), options_(options) {}

  Result<std::unique_ptr<FittedEncoder>> fit(const TrainingSet& training,
                                             const EncoderContext& context) const override {
    SF_ASSIGN(WordMatrix documents, word_matrix(training.documents, words_, context.threads));
    Lda model = lda(documents.matrix, options_, context.seed, context.threads, *context.sink);
    return std::make_unique<FittedLda>(std::move(documents.words_of), options_, std::move(model));
  }

 private:
  TfidfOptions words_;
  LdaOptions options_;
};

}  // namespace

EncoderCatalog::Entry lda_encoder() {
  auto options = word_options(5000, 0.1, 0.5);
  options.push_back({"components", int64_t{50}, "number of topics, the length of the vectors"});
  options.push_back({"iterations", int64_t{10}, "passes over the documents"});
  options.push_back(
      {"inner-iterations", int64_t{100}, "at most this many for the proportions of a document in a pass"});
  options.push_back(
      {"change-tol", 1e-3, "the proportions of a document are left when their mean change is below"});
  options.push_back(
      {"document-prior", 0.0, "smaller: a document is of fewer topics; 0 stands for 1 / components"});
  options.push_back({"word-prior", 0.0, "smaller: a topic is of fewer words; 0 stands for 1 / components"});
  options.push_back({"binary", true, "a word counts once a document, however often it stands there"});
  return {
      .name = "lda",
      .summary = "Proportions of topics, each a distribution over words (latent Dirichlet allocation).",
      .citation =
          "Blei, Ng and Jordan 2003; Hoffman, Blei and Bach 2010; settings of Sawatphol et al. 2024 (TACL)",
      .traits = {.nonnegative = true},
      .options = std::move(options),
      .make = [](const Options& given) -> Result<std::unique_ptr<Encoder>> {
        SF_ASSIGN(TfidfOptions words, word_tfidf(given));
        words.binary = given.flag("binary");
        words.idf = words.normalize = false;
        SF_TRY(check_range(given, "components", 1, 10'000));
        SF_TRY(check_range(given, "iterations", 1, 1'000'000));
        SF_TRY(check_range(given, "inner-iterations", 1, 1'000'000));
        for (const char* name : {"change-tol", "document-prior", "word-prior"})
          if (!(given.number(name) >= 0))
            return usage_error(fmt::format("{} = {}: it is not negative", name, given.number(name)));
        return std::make_unique<LdaEncoder>(
            words, LdaOptions{.components = static_cast<uint32_t>(given.integer("components")),
                              .iterations = static_cast<uint32_t>(given.integer("iterations")),
                              .inner_iterations = static_cast<uint32_t>(given.integer("inner-iterations")),
                              .change_tol = given.number("change-tol"),
                              .document_prior = given.number("document-prior"),
                              .word_prior = given.number("word-prior")});
      }};
}

}  // namespace standfast
