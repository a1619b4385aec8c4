// Encoder nmf: a document is its weights in W of the factorisation of tf-idf over words (num/factor/nmf.h).
// Defaults follow Sawatphol et al. 2024: words in at least 10 % of the documents and at most half of them,
// the 5,000 most frequent; 50 components, at most 2,000 iterations.
#include <utility>

#include <fmt/format.h>

#include "standfast/feature/encoder/encoders.h"
#include "standfast/feature/encoder/fitted_factors.h"
#include "standfast/feature/encoder/word_options.h"
#include "standfast/num/factor/nmf.h"

namespace standfast {
namespace {

struct NmfEncoderOptions {
  WordBounds words = kWordsOfTopics;
  NmfOptions nmf = {};
};

class NmfEncoder final : public Encoder {
 public:
  explicit NmfEncoder(const NmfEncoderOptions& options)
      : words_(word_tfidf(options.words)), options_(options.nmf) {}

  Result<std::unique_ptr<FittedEncoder>> fit(const TrainingSet& training,
                                             const EncoderContext& context) const override {
    SF_ASSIGN(WordMatrix documents, word_matrix(training.documents, words_, context.threads));
    SF_TRY(check_directions(documents, options_.components));
    Nmf factors = nmf(documents.matrix, options_, context.seed, context.threads, *context.sink);
    if (!factors.converged && options_.tol > 0)
      context.sink->warn(fmt::format("nmf stopped after {} iterations, before its tolerance was reached",
                                     factors.iterations));
    std::vector<EncoderFact> facts = {
        {"iterations", static_cast<double>(factors.iterations)},
        {"error", factors.error},
        {"relative-error", factors.norm > 0 ? factors.error / factors.norm : 0.0}};
    // A document of the fit has its row of W; any other document is folded in.
    return std::make_unique<FittedFactors<float>>(*training.documents.corpus, std::move(documents),
                                                  std::move(factors.documents), std::move(factors.terms),
                                                  std::move(facts), nmf_fold_in);
  }
  Result<std::unique_ptr<FittedEncoder>> restore(const EncoderParts& parts,
                                                 const EncoderContext&) const override {
    return FittedFactors<float>::restored(parts, words_, nmf_fold_in);
  }

 private:
  TfidfOptions words_;
  NmfOptions options_;
};

}  // namespace

EncoderCatalog::Entry nmf_encoder() {
  OptionTable<NmfOptions> nmf;
  nmf.add("components", &NmfOptions::components,
          "length of the vectors, at most the number of documents and of words")
      .between(1, 10'000);
  nmf.add("iterations", &NmfOptions::iterations, "at most this many").between(1, 1'000'000);
  nmf.add("tol", &NmfOptions::tol,
          "stop when the projected gradient is this part of the first one; 0 never stops early")
      .at_least(0);
  OptionTable<NmfEncoderOptions> table;
  table.include(&NmfEncoderOptions::words, word_bounds_table());
  table.include(&NmfEncoderOptions::nmf, nmf);
  return {.name = "nmf",
          .summary = "Weights of non-negative factors of word tf-idf: parts that texts are made of.",
          .citation = "Cichocki and Phan 2009 (coordinate descent); settings of Sawatphol et al. 2024 (TACL)",
          .traits = {.nonnegative = true},
          .options = table,
          .make = made_as<Encoder, NmfEncoder>(table)};
}

}  // namespace standfast
