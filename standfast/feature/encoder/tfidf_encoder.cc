#include "standfast/feature/encoder/tfidf_encoder.h"

#include "standfast/feature/ngram/tfidf.h"
#include "standfast/feature/encoder/word_options.h"

namespace standfast {
namespace {

class TfidfEncoder final : public Encoder {
 public:
  explicit TfidfEncoder(TfidfOptions options) : options_(options) {}

  Result<Encoded> encode(const Corpus& corpus, std::span<const uint32_t> rows,
                         const EncoderContext& context) const override {
    Tfidf tfidf(options_);
    const auto texts = texts_of(corpus, rows);
    if (auto status = tfidf.fit(texts, context.threads); !status)
      return with_context(describe_bounds(options_), status.error());
    Encoded encoded;
    encoded.vectors = tfidf.transform(texts, context.threads);
    encoded.facts = {{"vocabulary", static_cast<double>(tfidf.features())}};
    return encoded;
  }

 private:
  TfidfOptions options_;
};

}  // namespace

EncoderCatalog::Entry tfidf_encoder() {
  auto options = word_options(20'000, 2, 0.5);
  options.push_back({"sublinear", false, "weigh 1 + ln(count) instead of the count"});
  return {.name = "tfidf",
          .summary = "Words weighted by tf-idf: documents are alike that share rare words.",
          .citation = "Salton and Buckley 1988; smoothed idf as in scikit-learn (Pedregosa et al. 2011)",
          .traits = {.sparse = true, .deterministic = true, .nonnegative = true},
          .options = std::move(options),
          .make = [](const Options& given) -> Result<std::unique_ptr<Encoder>> {
            SF_ASSIGN(TfidfOptions words, word_tfidf(given));
            words.sublinear = given.flag("sublinear");
            return std::make_unique<TfidfEncoder>(words);
          }};
}

}  // namespace standfast
