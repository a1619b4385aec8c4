// The classifier `nearest-centroid`: Burrows' Delta as attribution, the class whose mean or whose pooled text
// is nearest in the space of frequent words (delta_space.h).
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/json.h"
#include "standfast/base/option_table.h"
#include "standfast/base/parallel.h"
#include "standfast/model/classify/class_rows.h"
#include "standfast/model/classify/classifiers.h"
#include "standfast/model/saved/model_state.h"
#include "standfast/model/verify/delta_space.h"

namespace standfast {
namespace {

constexpr const char *kWordsBlob = "words.json", *kCentresBlob = "centres.npy";

struct NearestCentroidOptions {
  DeltaVariant distance = DeltaVariant::cosine;
  bool profile = false;
  uint64_t words = 500;
};

class NearestCentroid final : public Classifier {
 public:
  explicit NearestCentroid(const NearestCentroidOptions& settings) : settings_(settings) {}

  Status fit(const TrainingSet& train, const ClassifierContext& context) override {
    with_words_.clear();
    SF_TRY(refuse_weights("nearest-centroid", train));
    if (train.documents.rows.empty()) return data_error("nearest-centroid: no training documents");
    const auto texts = texts_of(*train.documents.corpus, train.documents.rows);
    if (auto status = space_.fit(texts, settings_.words, context.threads); !status)
      return with_context("nearest-centroid", status.error());
    const auto taken = space_.take(texts, context.threads);
    const size_t classes = train.names.size();
    std::vector<uint64_t> with_words(classes);
    std::vector<std::vector<size_t>> of_class(classes);
    for (size_t i = 0; i < texts.size(); ++i)
      if (taken.words[i] > 0) of_class[train.classes[i]].push_back(i);
    centres_ = DenseMatrix(classes, space_.words());
    parallel_for(classes, context.threads, [&](size_t c) {
      with_words[c] = of_class[c].size();
      if (of_class[c].empty()) return;
      if (settings_.profile)
        space_.z(pooled(taken, of_class[c]), 0, centres_.row(c));
      else
        mean(taken, of_class[c], centres_.row(c));
    });
    documents_ = texts.size();
    with_words_ = std::move(with_words);
    return {};
  }

  Status predict(const DocumentView& asked, const ClassifierContext& context,
                 DenseMatrix& out) const override {
    if (with_words_.empty()) return usage_error("nearest-centroid: asked for answers before it was fitted");
    const auto texts = space_.take(texts_of(*asked.corpus, asked.rows), context.threads);
    out = DenseMatrix(asked.size(), with_words_.size());
    parallel_ranges(asked.size(), context.threads, 16, [&](size_t begin, size_t end, int) {
      std::vector<double> z(space_.words()), scores(with_words_.size());
      for (size_t i = begin; i < end; ++i) {
        if (texts.words[i] == 0) {
          uniform_row(with_words_, out.row(i));
          continue;
        }
        space_.z(texts, i, z);
        for (size_t c = 0; c < scores.size(); ++c)
          if (with_words_[c] > 0) scores[c] = -delta_distance(settings_.distance, z, centres_.row(c));
        softmax_row(scores, with_words_, out.row(i));
      }
    });
    return {};
  }

  nlohmann::ordered_json facts() const override {
    if (with_words_.empty()) return nlohmann::ordered_json::object();
    return {{"documents", documents_},
            {"documents_without_words", documents_ - total(with_words_)},
            {"distance", kDeltaVariants[static_cast<size_t>(settings_.distance)]},
            {"words", space_.words()},
            {"constant_words_dropped", space_.constant_words()}};
  }

  Result<ModelState> save() const override {
    if (with_words_.empty()) return usage_error("nearest-centroid: nothing to save before it was fitted");
    ModelState state;
    state.fields = {{"documents", documents_}, {"documents_with_words", with_words_}};
    state.blobs[kWordsBlob] = space_.save();
    state.blobs[kCentresBlob] = matrix_blob(centres_);
    return state;
  }

  Status restore(const ModelState& state) override {
    with_words_.clear();
    auto with_words = state.fields.at("documents_with_words").get<std::vector<uint64_t>>();
    state.fields.at("documents").get_to(documents_);
    if (!are_counts(with_words) || total(with_words) > documents_)
      return data_error("nearest-centroid: the counts of documents are invalid");
    SF_ASSIGN(const std::string* words, find_blob(state, kWordsBlob));
    SF_TRY(space_.restore(*words));
    SF_ASSIGN(centres_, matrix_from(state, kCentresBlob, with_words.size(), space_.words()));
    for (const double z : centres_.data)
      if (!(std::abs(z) < 1e100)) return data_error("nearest-centroid: a centre is invalid");
    with_words_ = std::move(with_words);
    return {};
  }

 private:
  void mean(const DeltaSpace::Texts& texts, std::span<const size_t> of_class, std::span<double> out) const {
    std::vector<double> z(space_.words());
    for (const size_t i : of_class) {
      space_.z(texts, i, z);
      for (size_t j = 0; j < z.size(); ++j) out[j] += z[j];
    }
    for (double& value : out) value /= static_cast<double>(of_class.size());
  }

  // Joins all texts of a class.
  static DeltaSpace::Texts pooled(const DeltaSpace::Texts& texts, std::span<const size_t> of_class) {
    std::vector<double> counts(texts.counts.columns_count);
    DeltaSpace::Texts result;
    result.words = {0};
    for (const size_t i : of_class) {
      result.words[0] += texts.words[i];
      const auto columns = texts.counts.row_columns(i);
      for (size_t k = 0; k < columns.size(); ++k) counts[columns[k]] += texts.counts.row_values(i)[k];
    }
    const auto used = static_cast<size_t>(
        std::count_if(counts.begin(), counts.end(), [](double count) { return count > 0; }));
    auto& row = result.counts;
    row.columns_count = counts.size();
    row.columns.resize(used);
    row.values.resize(used);
    size_t at = 0;
    for (uint32_t j = 0; j < counts.size(); ++j)
      if (counts[j] > 0) {
        row.columns[at] = j;
        row.values[at++] = counts[j];
      }
    row.begin.push_back(used);
    return result;
  }

  NearestCentroidOptions settings_;
  DeltaSpace space_;
  uint64_t documents_ = 0;
  std::vector<uint64_t> with_words_;  // by class, training documents that have words; empty: not fitted
  DenseMatrix centres_;               // class x word, z
};

}  // namespace

ClassifierCatalog::Entry nearest_centroid_entry() {
  using O = NearestCentroidOptions;
  OptionTable<O> table;
  table.words_in_order("distance", &O::distance, kDeltaVariants,
                       "burrows (mean absolute difference), cosine, eder (frequent words weigh more) or "
                       "quadratic (Euclidean; Argamon)");
  table.words("centre", &O::profile, {{"mean", false}, {"profile", true}},
              "mean: mean z-scores of the class's documents, all with equal weight; profile: z-scores of its "
              "documents taken as one text, so longer documents weigh more");
  table
      .add("words", &O::words,
           "most frequent words of the training texts, usually 100 to 1000; more words let topic in")
      .at_least(1);
  return {
      .name = "nearest-centroid",
      .summary =
          "Burrows' Delta: the class whose mean or pooled text is nearest in z-scores of frequent words",
      .citation =
          "Burrows 2002, Delta: a measure of stylistic difference and a guide to likely authorship, "
          "Literary and Linguistic Computing 17(3); Evert et al. 2017, Understanding and explaining Delta "
          "measures for authorship attribution",
      .traits = {.deterministic = true, .probabilities = false, .starts = false},
      .options = table,
      .make = made_as<Classifier, NearestCentroid>(table)};
}

}  // namespace standfast
