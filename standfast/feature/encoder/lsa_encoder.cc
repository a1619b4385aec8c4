// Encoder lsa: latent semantic analysis, the documents in the directions of the largest singular values of
// tf-idf over words (num/factor/svd.h). Defaults: the words of the encoder tfidf, 100 components.
#include <utility>

#include <fmt/format.h>

#include "standfast/base/parallel.h"
#include "standfast/feature/encoder/encoders.h"
#include "standfast/feature/encoder/fitted_factors.h"
#include "standfast/feature/encoder/word_options.h"
#include "standfast/num/factor/svd.h"

namespace standfast {
namespace {

// Computes the vectors x V. A document of the fit has its row of U S instead.
DenseMatrix times(const CsrMatrix& x, const DenseMatrix& terms, int threads) {
  DenseMatrix out(x.rows(), terms.columns);
  parallel_for(
      x.rows(), threads,
      [&](size_t i) {
        const auto to = out.row(i);
        const auto words = x.row_columns(i);
        for (size_t e = 0; e < words.size(); ++e) {
          const auto term = terms.row(words[e]);
          for (size_t c = 0; c < to.size(); ++c) to[c] += x.row_values(i)[e] * term[c];
        }
      },
      64);
  return out;
}

struct LsaOptions {
  WordBounds words = {};
  SvdOptions svd = {};
};

class LsaEncoder final : public Encoder {
 public:
  explicit LsaEncoder(const LsaOptions& options) : words_(word_tfidf(options.words)), options_(options.svd) {}

  Result<std::unique_ptr<FittedEncoder>> fit(const TrainingSet& training,
                                             const EncoderContext& context) const override {
    SF_ASSIGN(WordMatrix documents, word_matrix(training.documents, words_, context.threads));
    SF_TRY(check_directions(documents, options_.components));
    TruncatedSvd svd = truncated_svd(documents.matrix, options_, context.seed, context.threads);
    std::vector<EncoderFact> facts = {{"largest-singular-value", svd.singular.front()},
                                      {"smallest-singular-value", svd.singular.back()},
                                      {"explained-variance", svd.explained}};
    return std::make_unique<FittedFactors<double>>(*training.documents.corpus, std::move(documents),
                                                   std::move(svd.documents), std::move(svd.terms),
                                                   std::move(facts), times);
  }
  Result<std::unique_ptr<FittedEncoder>> restore(const EncoderParts& parts,
                                                 const EncoderContext&) const override {
    return FittedFactors<double>::restored(parts, words_, times);
  }

 private:
  TfidfOptions words_;
  SvdOptions options_;
};

}  // namespace

EncoderCatalog::Entry lsa_encoder() {
  OptionTable<SvdOptions> svd;
  svd.add("components", &SvdOptions::components, "length of the vectors, at most the number of documents")
      .between(1, 10'000);
  svd.add("iterations", &SvdOptions::iterations,
          "rounds of the power method; more separate directions of similar weight better")
      .between(1, 1000);
  OptionTable<LsaOptions> table;
  table.include(&LsaOptions::words, word_bounds_table());
  table.include(&LsaOptions::svd, svd);
  return {.name = "lsa",
          .summary = "Directions of the largest singular values of word tf-idf (latent semantic analysis).",
          .citation = "Deerwester et al. 1990; Halko, Martinsson and Tropp 2011 (randomized SVD)",
          .traits = {},
          .options = table,
          .make = made_as<Encoder, LsaEncoder>(table)};
}

}  // namespace standfast
