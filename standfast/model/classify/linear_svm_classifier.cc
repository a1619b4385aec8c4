// The classifier `linear-svm`: one linear support vector machine (num/linear/svm.h) a class against
// all others; the class with the largest decision value.
#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/parallel.h"
#include "standfast/feature/document/document_features.h"
#include "standfast/model/classify/class_rows.h"
#include "standfast/model/classify/classifiers.h"
#include "standfast/model/classify/feature_rows.h"
#include "standfast/model/classify/linear_model.h"
#include "standfast/model/saved/model_state.h"
#include "standfast/num/linear/svm.h"

namespace standfast {
namespace {

constexpr const char *kSvmFeaturesBlob = "features.json", *kSvmWeightsBlob = "weights.npy";

struct LinearSvmOptions {
  double c = 1;
  DocumentFeatureOptions features = {.weight = FeatureWeight::tf_idf};
};

class LinearSvm final : public Classifier, public LinearModel {
 public:
  explicit LinearSvm(const LinearSvmOptions& options) : c_(options.c), features_(options.features) {}

  Status fit(const TrainingSet& train, const ClassifierContext& context) override {
    fitted_.reset();
    SF_TRY(check_weights("linear-svm", train));
    SF_ASSIGN(const FeatureRows rows, fit_feature_rows("linear-svm", features_, train.documents, context));
    const CsrMatrix& x = *rows;
    Fitted fitted;
    fitted.documents = documents_by_class(train);
    const auto& documents = fitted.documents;
    std::vector<SparseSvm> machines(documents.size());
    parallel_for(machines.size(), context.threads, [&](size_t c) {
      if (documents[c] == 0) return;
      std::vector<uint8_t> positive(train.classes.size());
      for (size_t i = 0; i < positive.size(); ++i) positive[i] = train.classes[i] == c ? 1 : 0;
      machines[c] = fit_sparse_svm(x, positive, {.c = c_, .weights = train.weights});
    });
    weights_ = DenseMatrix(machines.size(), features_.columns() + 1);
    for (size_t c = 0; c < machines.size(); ++c) {
      if (documents[c] == 0) continue;
      std::copy(machines[c].weights.begin(), machines[c].weights.end(), weights_.row(c).begin());
      weights_.row(c).back() = machines[c].intercept;
      fitted.objective += machines[c].objective;
      fitted.gap += machines[c].gap;
      fitted.iterations += machines[c].iterations;
    }
    if (fitted.gap > 1e-6 * fitted.objective)
      context.sink->warn(
          fmt::format("linear-svm: stopped {:.1e} of the objective above the minimum; is c = {} very large?",
                      fitted.gap / fitted.objective, c_));
    fitted_ = std::move(fitted);
    return {};
  }

  Status predict(const DocumentView& asked, const ClassifierContext& context,
                 DenseMatrix& out) const override {
    if (!fitted_) return usage_error("linear-svm: asked for answers before it was fitted");
    const FeatureRows rows = feature_rows(features_, asked, context);
    linear_answers(*rows, weights_, intercepts(), fitted_->documents, false, context.threads, out);
    return {};
  }

  Result<FloatMatrix> represent(const DocumentView& asked, const ClassifierContext& context) const override {
    if (!fitted_) return usage_error("linear-svm: asked for vectors before it was fitted");
    const FeatureRows rows = feature_rows(features_, asked, context);
    return linear_scores(*rows, weights_, intercepts(), fitted_->documents, false, context.threads);
  }

  Result<LinearView> linear() const override {
    if (!fitted_) return usage_error("linear-svm: asked for weights before it was fitted");
    return linear_view_of(features_, weights_, intercepts(), fitted_->documents, false);
  }

  nlohmann::ordered_json facts() const override { return fields().facts(fitted_); }

  Result<ModelState> save() const override {
    SF_ASSIGN(ModelState state, saved_fields("linear-svm", fields(), fitted_));
    state.blobs[kSvmFeaturesBlob] = features_.save();
    state.blobs[kSvmWeightsBlob] = matrix_blob(weights_);
    return state;
  }

  Status restore(const ModelState& state) override {
    fitted_.reset();
    SF_ASSIGN(Fitted fitted, fields_in(state, "linear-svm", fields()));
    SF_ASSIGN(const std::string* features, find_blob(state, kSvmFeaturesBlob));
    SF_TRY(features_.restore(*features));
    SF_ASSIGN(weights_,
              matrix_from(state, kSvmWeightsBlob, fitted.documents.size(), features_.columns() + 1));
    for (const double weight : weights_.data)
      if (!(std::abs(weight) < 1e100)) return data_error("linear-svm: a weight is invalid");
    fitted_ = std::move(fitted);
    return {};
  }

 private:
  struct Fitted : ClassCounts {
    double objective = 0, gap = 0;  // sums over classes
    int64_t iterations = 0;
  };
  FieldTable<Fitted> fields() const {
    FieldTable<Fitted> table;
    table.include(class_counts_fields());
    table.fact("features", features_.columns());
    table.fact("c", c_);
    table.add_facts("objective", &Fitted::objective, "gap", &Fitted::gap, "iterations", &Fitted::iterations);
    return table;
  }
  std::vector<double> intercepts() const {
    std::vector<double> intercepts;
    for (size_t c = 0; c < weights_.rows; ++c) intercepts.push_back(weights_.row(c).back());
    return intercepts;
  }

  double c_;
  DocumentFeatures features_;
  DenseMatrix weights_;  // class x feature, the intercept last
  std::optional<Fitted> fitted_;
};

}  // namespace

ClassifierCatalog::Entry linear_svm_classifier_entry() {
  OptionTable<LinearSvmOptions> table;
  table
      .add("c", &LinearSvmOptions::c,
           "weight of the errors against the penalty; a larger weight fits the training documents more "
           "closely")
      .above(0)
      .at_most(1e9);
  table.include(&LinearSvmOptions::features, document_feature_table());
  return {
      .name = "linear-svm",
      .summary = "A linear support vector machine for each class against all others",
      .citation =
          "Fan, Chang, Hsieh, Wang, Lin 2008, LIBLINEAR: a library for large linear classification, JMLR 9 "
          "(the objective); Keerthi, DeCoste 2005, A modified finite Newton method for fast solution of "
          "large scale linear SVMs, JMLR 6 (the method)",
      .traits = {.deterministic = true, .probabilities = false, .weights = true, .represents = true},
      .options = table,
      .make = made_as<Classifier, LinearSvm>(table)};
}

}  // namespace standfast
