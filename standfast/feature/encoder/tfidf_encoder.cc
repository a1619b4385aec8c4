// Encoder tfidf: words weighted by tf-idf (feature/ngram/tfidf.h), rows of unit length. Defaults: words of at
// least two letters, in at least two documents and at most half of them (a word in more is no topic), the
// 20,000 most frequent.
#include <utility>

#include "standfast/feature/encoder/encoders.h"
#include "standfast/feature/encoder/word_options.h"
#include "standfast/feature/ngram/tfidf.h"

namespace standfast {
namespace {

class FittedTfidf final : public FittedEncoder {
 public:
  explicit FittedTfidf(Tfidf tfidf) : tfidf_(std::move(tfidf)) {}

  Result<Encoded> transform(const DocumentView& documents, const EncoderContext& context) const override {
    return Encoded{tfidf_.transform(texts_of(*documents.corpus, documents.rows), context.threads), {}};
  }
  std::vector<EncoderFact> facts() const override {
    return {{"vocabulary", static_cast<double>(tfidf_.features())}};
  }
  EncoderParts save() const override {
    EncoderParts parts;
    add_words(tfidf_, parts);
    return parts;
  }

 private:
  Tfidf tfidf_;
};

struct TfidfEncoderOptions {
  WordBounds words;
  bool sublinear = false;
};

TfidfOptions tfidf_of(const TfidfEncoderOptions& options) {
  TfidfOptions words = word_tfidf(options.words);
  words.sublinear = options.sublinear;
  return words;
}

class TfidfEncoder final : public Encoder {
 public:
  explicit TfidfEncoder(const TfidfEncoderOptions& options) : options_(tfidf_of(options)) {}

  Result<std::unique_ptr<FittedEncoder>> fit(const TrainingSet& training,
                                             const EncoderContext& context) const override {
    Tfidf tfidf(options_);
    const auto texts = texts_of(*training.documents.corpus, training.documents.rows);
    if (auto status = tfidf.fit(texts, context.threads); !status)
      return with_context(describe_bounds(options_), status.error());
    return std::make_unique<FittedTfidf>(std::move(tfidf));
  }
  Result<std::unique_ptr<FittedEncoder>> restore(const EncoderParts& parts,
                                                 const EncoderContext&) const override {
    SF_ASSIGN(Tfidf words, words_in(parts, options_));
    return std::make_unique<FittedTfidf>(std::move(words));
  }

 private:
  TfidfOptions options_;
};

}  // namespace

EncoderCatalog::Entry tfidf_encoder() {
  OptionTable<TfidfEncoderOptions> table;
  table.include(&TfidfEncoderOptions::words, word_bounds_table());
  table.add("sublinear", &TfidfEncoderOptions::sublinear, "weigh 1 + ln(count) instead of the count");
  return {.name = "tfidf",
          .summary = "Words weighted by tf-idf: documents that share rare words are alike.",
          .citation = "Salton and Buckley 1988; smoothed idf as in scikit-learn (Pedregosa et al. 2011)",
          .traits = {.sparse = true, .deterministic = true, .nonnegative = true},
          .options = table,
          .make = made_as<Encoder, TfidfEncoder>(table)};
}

}  // namespace standfast
