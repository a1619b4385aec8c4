#include "standfast/feature/encoder/lsa_encoder.h"

#include <fmt/format.h>

#include "standfast/feature/encoder/word_matrix.h"
#include "standfast/feature/encoder/word_options.h"
#include "standfast/num/factor/svd.h"

namespace standfast {
namespace {

class LsaEncoder final : public Encoder {
 public:
  LsaEncoder(TfidfOptions words, SvdOptions options) : words_(words), options_(options) {}

  Result<Encoded> encode(const Corpus& corpus, std::span<const uint32_t> rows,
                         const EncoderContext& context) const override {
    SF_ASSIGN(const WordMatrix documents, word_matrix(corpus, rows, words_, context.threads));
    SF_TRY(check_directions(documents, options_.components));
    const TruncatedSvd svd = truncated_svd(documents.matrix, options_, context.seed, context.threads);
    Encoded encoded;
    encoded.vectors = in_given_order(svd.documents, documents.order);
    encoded.facts = {{"vocabulary", static_cast<double>(documents.words())},
                     {"largest-singular-value", svd.singular.front()},
                     {"smallest-singular-value", svd.singular.back()},
                     {"explained-variance", svd.explained}};
    return encoded;
  }

 private:
  TfidfOptions words_;
  SvdOptions options_;
};

}  // namespace

EncoderCatalog::Entry lsa_encoder() {
  auto options = word_options(20'000, 2, 0.5);
  options.push_back({"components", int64_t{100}, "length of the vectors, at most the number of documents"});
  options.push_back(
      {"iterations", int64_t{5}, "of the power method; more find directions of like weight better"});
  return {.name = "lsa",
          .summary = "Directions of the largest singular values of word tf-idf (latent semantic analysis).",
          .citation = "Deerwester et al. 1990; Halko, Martinsson and Tropp 2011 (randomized SVD)",
          .traits = {},
          .options = std::move(options),
          .make = [](const Options& given) -> Result<std::unique_ptr<Encoder>> {
            SF_ASSIGN(const TfidfOptions words, word_tfidf(given));
            SF_TRY(check_range(given, "components", 1, 10'000));
            SF_TRY(check_range(given, "iterations", 1, 1000));
            return std::make_unique<LsaEncoder>(
                words, SvdOptions{.components = static_cast<uint32_t>(given.integer("components")),
                                  .iterations = static_cast<uint32_t>(given.integer("iterations"))});
          }};
}

}  // namespace standfast
