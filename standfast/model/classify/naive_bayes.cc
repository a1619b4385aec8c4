// The classifier `naive-bayes`: features independent given the class, multinomial or Bernoulli (McCallum and
// Nigam 1998). Equal to scikit-learn's MultinomialNB and BernoulliNB on the same features.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "standfast/feature/document/document_features.h"
#include "standfast/model/classify/class_rows.h"
#include "standfast/model/classify/classifiers.h"
#include "standfast/model/classify/feature_rows.h"
#include "standfast/model/classify/linear_model.h"
#include "standfast/model/saved/model_state.h"

namespace standfast {
namespace {

constexpr const char *kBayesFeaturesBlob = "features.json", *kSumsBlob = "sums.npy";

struct NaiveBayesOptions {
  bool bernoulli = false;
  double alpha = 1;
  bool uniform_prior = false;
  DocumentFeatureOptions features = {.weight = FeatureWeight::counts};
};

class NaiveBayes final : public Classifier, public LinearModel {
 public:
  explicit NaiveBayes(const NaiveBayesOptions& options) : settings_(options), features_(options.features) {}

  Status fit(const TrainingSet& train, const ClassifierContext& context) override {
    fitted_.reset();
    SF_TRY(check_weights("naive-bayes", train));
    SF_ASSIGN(const FeatureRows rows, fit_feature_rows("naive-bayes", features_, train.documents, context));
    const CsrMatrix& x = *rows;
    sums_ = DenseMatrix(train.names.size(), features_.columns());
    Fitted fitted;
    fitted.mass.assign(train.names.size(), 0);
    for (size_t i = 0; i < x.rows(); ++i) {
      const double weight = train.weight(i);
      const auto columns = x.row_columns(i);
      const auto values = x.row_values(i);
      const auto sum = sums_.row(train.classes[i]);
      for (size_t k = 0; k < columns.size(); ++k)
        sum[columns[k]] += weight * (settings_.bernoulli ? (values[k] > 0 ? 1 : 0) : values[k]);
      fitted.mass[train.classes[i]] += weight;
    }
    fitted.documents = documents_by_class(train);
    fitted_ = std::move(fitted);
    derive();
    return {};
  }

  Status predict(const DocumentView& asked, const ClassifierContext& context,
                 DenseMatrix& out) const override {
    if (!fitted_) return usage_error("naive-bayes: asked for answers before it was fitted");
    const FeatureRows rows = feature_rows(features_, asked, context);
    linear_answers(*rows, weights_, base_, fitted_->documents, settings_.bernoulli, context.threads, out);
    return {};
  }

  Result<FloatMatrix> represent(const DocumentView& asked, const ClassifierContext& context) const override {
    if (!fitted_) return usage_error("naive-bayes: asked for vectors before it was fitted");
    const FeatureRows rows = feature_rows(features_, asked, context);
    return linear_scores(*rows, weights_, base_, fitted_->documents, settings_.bernoulli, context.threads);
  }

  Result<LinearView> linear() const override {
    if (!fitted_) return usage_error("naive-bayes: asked for weights before it was fitted");
    return linear_view_of(features_, weights_, base_, fitted_->documents, settings_.bernoulli);
  }

  nlohmann::ordered_json facts() const override { return fields().facts(fitted_); }

  Result<ModelState> save() const override {
    SF_ASSIGN(ModelState state, saved_fields("naive-bayes", fields(), fitted_));
    state.blobs[kBayesFeaturesBlob] = features_.save();
    state.blobs[kSumsBlob] = matrix_blob(sums_);
    return state;
  }

  Status restore(const ModelState& state) override {
    fitted_.reset();
    SF_ASSIGN(Fitted fitted, fields_in(state, "naive-bayes", fields()));
    const auto& documents = fitted.documents;
    auto& mass = fitted.mass;
    if (!state.fields.contains("weights")) mass.assign(documents.begin(), documents.end());
    if (mass.size() != documents.size())
      return data_error("naive-bayes: the saved weights belong to other classes");
    for (size_t c = 0; c < mass.size(); ++c)
      if (!(mass[c] >= 0 && mass[c] < 1e100) || (mass[c] > 0) != (documents[c] > 0))
        return data_error("naive-bayes: the weight of a class is invalid");
    SF_ASSIGN(const std::string* features, find_blob(state, kBayesFeaturesBlob));
    SF_TRY(features_.restore(*features));
    SF_ASSIGN(sums_, matrix_from(state, kSumsBlob, documents.size(), features_.columns()));
    for (size_t c = 0; c < documents.size(); ++c)
      for (const double sum : sums_.row(c))
        if (!(sum >= 0 && sum < 1e100) || (settings_.bernoulli && sum > mass[c]))
          return data_error("naive-bayes: the sum of a feature is invalid");
    fitted_ = std::move(fitted);
    derive();
    return {};
  }

 private:
  struct Fitted : ClassCounts {
    std::vector<double> mass;  // by class: the sum of the weights of its documents
    bool weighted() const {
      return !std::equal(mass.begin(), mass.end(), documents.begin(),
                         [](double of, uint64_t n) { return of == static_cast<double>(n); });
    }
  };
  FieldTable<Fitted> fields() const {
    FieldTable<Fitted> table;
    table.include(class_counts_fields());
    table.add("weights", &Fitted::mass).only_if(&Fitted::weighted);
    table.fact("total_weight", [](const Fitted& fitted) { return total(fitted.mass); })
        .only_if(&Fitted::weighted);
    table.fact("features", features_.columns());
    table.fact("event", settings_.bernoulli ? "bernoulli" : "multinomial");
    table.fact("alpha", settings_.alpha);
    return table;
  }

  // Computes base and weights from the sums: scores = base + weights . x.
  void derive() {
    const auto& documents = fitted_->documents;
    const auto& mass = fitted_->mass;
    const size_t columns = features_.columns();
    weights_ = DenseMatrix(documents.size(), columns);
    base_.assign(documents.size(), -std::numeric_limits<double>::infinity());
    const double alpha = settings_.alpha;
    for (size_t c = 0; c < documents.size(); ++c) {
      const double n = mass[c];
      if (documents[c] == 0) continue;
      base_[c] = settings_.uniform_prior ? 0 : std::log(n / total(mass));
      const auto sum = sums_.row(c);
      const auto weight = weights_.row(c);
      double all = 0;
      for (const double s : sum) all += s;
      for (size_t j = 0; j < columns; ++j) {
        if (settings_.bernoulli) {
          const double present = std::log((sum[j] + alpha) / (n + 2 * alpha)),
                       absent = std::log((n - sum[j] + alpha) / (n + 2 * alpha));
          weight[j] = present - absent;
          base_[c] += absent;
        } else {
          weight[j] = std::log((sum[j] + alpha) / (all + alpha * static_cast<double>(columns)));
        }
      }
    }
  }

  NaiveBayesOptions settings_;
  DocumentFeatures features_;
  std::optional<Fitted> fitted_;
  DenseMatrix sums_, weights_;  // class x feature
  std::vector<double> base_;    // by class
};

}  // namespace

ClassifierCatalog::Entry naive_bayes_entry() {
  using O = NaiveBayesOptions;
  OptionTable<O> table;
  table.words(
      "event", &O::bernoulli, {{"multinomial", false}, {"bernoulli", true}},
      "multinomial: number of occurrences of a feature; bernoulli: occurrence of a feature, whose absence "
      "counts too");
  table
      .add("alpha", &O::alpha,
           "number added to every count (1: Laplace); a larger number trusts rare features less")
      .above(0)
      .below(1e100);
  table.words("prior", &O::uniform_prior, {{"shares", false}, {"uniform", true}},
              "class probabilities: shares of the classes in training, or uniform");
  table.include(&O::features, document_feature_table());
  return {
      .name = "naive-bayes",
      .summary = "Features independent given the class: multinomial or Bernoulli",
      .citation = "McCallum and Nigam 1998, A comparison of event models for naive Bayes text classification",
      .traits = {.weights = true, .represents = true},
      .options = table,
      .make = made_as<Classifier, NaiveBayes>(table)};
}

}  // namespace standfast
