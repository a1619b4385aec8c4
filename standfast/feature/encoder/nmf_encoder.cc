#include "standfast/feature/encoder/nmf_encoder.h"

#include <fmt/format.h>

#include "standfast/feature/encoder/word_matrix.h"
#include "standfast/feature/encoder/word_options.h"
#include "standfast/num/factor/nmf.h"

namespace standfast {
namespace {

class NmfEncoder final : public Encoder {
 public:
  NmfEncoder(TfidfOptions words, NmfOptions options) : words_(words), options_(options) {}

  Result<Encoded> encode(const Corpus& corpus, std::span<const uint32_t> rows,
                         const EncoderContext& context) const override {
    SF_ASSIGN(const WordMatrix documents, word_matrix(corpus, rows, words_, context.threads));
    SF_TRY(check_directions(documents, options_.components));
    const Nmf factors = nmf(documents.matrix, options_, context.seed, context.threads, *context.sink);
    if (!factors.converged && options_.tol > 0)
      context.sink->warn(fmt::format("nmf stopped after {} iterations, before its tolerance was reached",
                                     factors.iterations));
    Encoded encoded;
    encoded.vectors = in_given_order(factors.documents, documents.order);
    encoded.facts = {{"vocabulary", static_cast<double>(documents.words())},
                     {"iterations", static_cast<double>(factors.iterations)},
                     {"error", factors.error},
                     {"relative-error", factors.norm > 0 ? factors.error / factors.norm : 0.0}};
    return encoded;
  }

 private:
  TfidfOptions words_;
  NmfOptions options_;
};

}  // namespace

EncoderCatalog::Entry nmf_encoder() {
  auto options = word_options(5000, 0.1, 0.5);
  options.push_back(
      {"components", int64_t{50}, "length of the vectors, at most the number of documents and of words"});
  options.push_back({"iterations", int64_t{2000}, "at most this many"});
  options.push_back(
      {"tol", 1e-4, "stop when the projected gradient is this part of the first one; 0 never stops early"});
  return {.name = "nmf",
          .summary = "Weights of non-negative factors of word tf-idf: parts that texts are made of.",
          .citation = "Cichocki and Phan 2009 (coordinate descent); settings of Sawatphol et al. 2024 (TACL)",
          .traits = {.nonnegative = true},
          .options = std::move(options),
          .make = [](const Options& given) -> Result<std::unique_ptr<Encoder>> {
            SF_ASSIGN(const TfidfOptions words, word_tfidf(given));
            SF_TRY(check_range(given, "components", 1, 10'000));
            SF_TRY(check_range(given, "iterations", 1, 1'000'000));
            if (!(given.number("tol") >= 0))
              return usage_error(fmt::format("tol = {}: it is not negative", given.number("tol")));
            return std::make_unique<NmfEncoder>(
                words, NmfOptions{.components = static_cast<uint32_t>(given.integer("components")),
                                  .iterations = static_cast<uint32_t>(given.integer("iterations")),
                                  .tol = given.number("tol")});
          }};
}

}  // namespace standfast
