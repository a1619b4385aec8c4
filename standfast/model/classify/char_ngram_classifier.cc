// The classifier `char-ngram`: the class whose profile, or whose nearest document, has the highest cosine
// with a text in the tf-idf space of character n-grams.
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/option_table.h"
#include "standfast/base/parallel.h"
#include "standfast/base/parse_json.h"
#include "standfast/feature/ngram/tfidf.h"
#include "standfast/model/classify/class_rows.h"
#include "standfast/model/classify/classifiers.h"
#include "standfast/model/saved/model_state.h"

namespace standfast {
namespace {

constexpr const char *kVocabularyBlob = "vocabulary.json", *kProfilesBlob = "profiles.npy",
                     *kTextsBlob = "texts.json";

struct CharNgramOptions {
  uint32_t n = 4;
  uint64_t features = 3000;  // 0: all
  bool instance = false;     // answer by the nearest document, not the nearest profile
};

TfidfOptions grams_of(const CharNgramOptions& options) {
  TfidfOptions grams;
  grams.min_n = grams.max_n = options.n;
  grams.max_features = options.features;
  return grams;
}

class CharNgram final : public Classifier {
 public:
  explicit CharNgram(const CharNgramOptions& settings) : settings_(settings), tfidf_(grams_of(settings)) {}

  Status fit(const TrainingSet& train, const ClassifierContext& context) override {
    fitted_.reset();
    SF_TRY(refuse_weights("char-ngram", train));
    if (train.documents.rows.empty()) return data_error("char-ngram: no training documents");
    const auto rows = rows_by_class(train);
    std::vector<uint32_t> in_order;
    for (const auto& of_class : rows) in_order.insert(in_order.end(), of_class.begin(), of_class.end());
    const auto texts = texts_of(*train.documents.corpus, in_order);
    if (auto status = tfidf_.fit(texts, context.threads); !status)
      return with_context("char-ngram", status.error());
    CsrMatrix known = tfidf_.transform(texts, context.threads);
    auto documents = documents_by_class(train);
    kept_.clear();
    if (settings_.instance) {
      for (const auto text : texts) kept_.emplace_back(text);
      known_ = std::move(known);
    } else {
      profiles_ = DenseMatrix(documents.size(), tfidf_.features());
      size_t i = 0;
      for (size_t c = 0; c < documents.size(); ++c) {
        const auto profile = profiles_.row(c);
        for (uint64_t k = 0; k < documents[c]; ++k, ++i) add(known, i, profile);
        normalize(profile);
      }
    }
    fitted_ = ClassCounts{std::move(documents)};
    return {};
  }

  Status predict(const DocumentView& asked, const ClassifierContext& context,
                 DenseMatrix& out) const override {
    if (!fitted_) return usage_error("char-ngram: asked for answers before it was fitted");
    const CsrMatrix x = tfidf_.transform(texts_of(*asked.corpus, asked.rows), context.threads);
    const auto& documents = fitted_->documents;
    out = DenseMatrix(asked.size(), documents.size());
    parallel_ranges(asked.size(), context.threads, 4, [&](size_t begin, size_t end, int) {
      std::vector<double> scores(documents.size()), spread(tfidf_.features());
      for (size_t i = begin; i < end; ++i) {
        const auto columns = x.row_columns(i);
        const auto values = x.row_values(i);
        if (columns.empty()) {
          uniform_row(documents, out.row(i));
          continue;
        }
        if (settings_.instance) {
          for (size_t k = 0; k < columns.size(); ++k) spread[columns[k]] = values[k];
          nearest(spread, scores);
          for (const uint32_t column : columns) spread[column] = 0;
        } else {
          for (size_t c = 0; c < scores.size(); ++c) {
            const auto profile = profiles_.row(c);
            scores[c] = 0;
            for (size_t k = 0; k < columns.size(); ++k) scores[c] += values[k] * profile[columns[k]];
          }
        }
        softmax_row(scores, documents, out.row(i));
      }
    });
    return {};
  }

  nlohmann::ordered_json facts() const override { return fields().facts(fitted_); }

  Result<ModelState> save() const override {
    SF_ASSIGN(ModelState state, saved_fields("char-ngram", fields(), fitted_));
    state.blobs[kVocabularyBlob] = tfidf_.save();
    if (settings_.instance)
      state.blobs[kTextsBlob] = nlohmann::json(kept_).dump();
    else
      state.blobs[kProfilesBlob] = matrix_blob(profiles_);
    return state;
  }

  Status restore(const ModelState& state) override {
    fitted_.reset();
    SF_ASSIGN(ClassCounts fitted, fields_in(state, "char-ngram", fields()));
    const auto& documents = fitted.documents;
    SF_ASSIGN(const std::string* vocabulary, find_blob(state, kVocabularyBlob));
    if (auto status = tfidf_.restore(*vocabulary); !status) return with_context("char-ngram", status.error());
    if (settings_.instance) {
      SF_ASSIGN(const std::string* texts, find_blob(state, kTextsBlob));
      SF_ASSIGN(const auto kept, parse_json(*texts, kTextsBlob));
      kept.get_to(kept_);
      if (kept_.size() != total(documents))
        return data_error(
            fmt::format("char-ngram: {} texts are saved for {} documents", kept_.size(), total(documents)));
      const std::vector<std::string_view> views(kept_.begin(), kept_.end());
      known_ = tfidf_.transform(views);
    } else {
      SF_ASSIGN(profiles_, matrix_from(state, kProfilesBlob, documents.size(), tfidf_.features()));
      for (const double weight : profiles_.data)
        if (!(weight >= 0 && weight <= 1 + 1e-9)) return data_error("char-ngram: a weight is invalid");
    }
    fitted_ = std::move(fitted);
    return {};
  }

 private:
  FieldTable<ClassCounts> fields() const {
    FieldTable<ClassCounts> table = class_counts_fields();
    table.fact("vocabulary", tfidf_.features());
    table.fact("nearest", settings_.instance ? "document" : "profile");
    return table;
  }
  static void add(const CsrMatrix& m, size_t i, std::span<double> to) {
    const auto columns = m.row_columns(i);
    for (size_t k = 0; k < columns.size(); ++k) to[columns[k]] += m.row_values(i)[k];
  }
  static void normalize(std::span<double> row) {
    double squares = 0;
    for (const double value : row) squares += value * value;
    if (squares > 0)
      for (double& value : row) value /= std::sqrt(squares);
  }
  // Computes scores[c], the highest cosine with a training document of class c. All rows have length 1 or 0.
  void nearest(std::span<const double> spread, std::span<double> scores) const {
    size_t i = 0;
    for (size_t c = 0; c < scores.size(); ++c) {
      scores[c] = 0;
      for (uint64_t k = 0; k < fitted_->documents[c]; ++k, ++i) {
        const auto columns = known_.row_columns(i);
        const auto values = known_.row_values(i);
        double sum = 0;
        for (size_t j = 0; j < columns.size(); ++j) sum += values[j] * spread[columns[j]];
        scores[c] = std::max(scores[c], sum);
      }
    }
  }

  CharNgramOptions settings_;
  Tfidf tfidf_;
  std::optional<ClassCounts> fitted_;
  DenseMatrix profiles_;           // class x n-gram, rows of length 1; only without `instance`
  std::vector<std::string> kept_;  // the training texts, class by class; only with `instance`
  CsrMatrix known_;                // the rows of these texts
};

}  // namespace

ClassifierCatalog::Entry char_ngram_classifier_entry() {
  using O = CharNgramOptions;
  OptionTable<O> table;
  table.add("n", &O::n, "characters of an n-gram; longer ones hold more words and topic").between(1, 30);
  table.add("features", &O::features,
            "n-grams in the vocabulary: the most frequent of the training texts; 0: all");
  table.words("nearest", &O::instance, {{"profile", false}, {"document", true}},
              "profile: the sum of a class's documents; document: its one nearest document (slower, and the "
              "model holds the texts)");
  return {
      .name = "char-ngram",
      .summary = "The class with the nearest profile, or document, of character n-grams (tf-idf, cosine)",
      .citation =
          "Stamatatos 2009, A survey of modern authorship attribution methods, JASIST 60(3), profile-based "
          "and instance-based approaches",
      .traits = {.deterministic = true, .probabilities = false, .starts = false},
      .options = table,
      .make = made_as<Classifier, CharNgram>(table)};
}

}  // namespace standfast
