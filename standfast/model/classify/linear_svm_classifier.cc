#include "standfast/model/classify/linear_svm_classifier.h"

#include <algorithm>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/json.h"
#include "standfast/base/parallel.h"
#include "standfast/feature/document/document_features.h"
#include "standfast/model/classify/class_rows.h"
#include "standfast/model/classify/feature_rows.h"
#include "standfast/model/classify/linear_model.h"
#include "standfast/model/saved/model_state.h"
#include "standfast/model/saved/state_blobs.h"
#include "standfast/num/linear/sparse_svm.h"

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
    documents_.clear();
    SF_TRY(check_weights("linear-svm", train));
    SF_ASSIGN(const FeatureRows rows, fit_feature_rows("linear-svm", features_, train.documents, context));
    const CsrMatrix& x = *rows;
    auto documents = documents_by_class(train);
    std::vector<SparseSvm> machines(documents.size());
    parallel_for(machines.size(), context.threads, [&](size_t c) {
      if (documents[c] == 0) return;
      std::vector<uint8_t> positive(train.classes.size());
      for (size_t i = 0; i < positive.size(); ++i) positive[i] = train.classes[i] == c ? 1 : 0;
      machines[c] = fit_sparse_svm(x, positive, {.c = c_, .weights = train.weights});
    });
    weights_ = DenseMatrix(machines.size(), features_.columns() + 1);
    objective_ = gap_ = 0;
    iterations_ = 0;
    for (size_t c = 0; c < machines.size(); ++c) {
      if (documents[c] == 0) continue;
      std::copy(machines[c].weights.begin(), machines[c].weights.end(), weights_.row(c).begin());
      weights_.row(c).back() = machines[c].intercept;
      objective_ += machines[c].objective;
      gap_ += machines[c].gap;
      iterations_ += machines[c].iterations;
    }
    if (gap_ > 1e-6 * objective_)
      context.sink->warn(
          fmt::format("linear-svm: stopped {:.1e} of the objective above the minimum; is c = {} very large?",
                      gap_ / objective_, c_));
    documents_ = std::move(documents);
    return {};
  }

  Status predict(const DocumentView& asked, const ClassifierContext& context,
                 DenseMatrix& out) const override {
    if (documents_.empty()) return usage_error("linear-svm: asked for answers before it was fitted");
    const FeatureRows rows = feature_rows(features_, asked, context);
    linear_answers(*rows, weights_, intercepts(), documents_, false, context.threads, out);
    return {};
  }

  Result<FloatMatrix> represent(const DocumentView& asked, const ClassifierContext& context) const override {
    if (documents_.empty()) return usage_error("linear-svm: asked for vectors before it was fitted");
    const FeatureRows rows = feature_rows(features_, asked, context);
    return linear_scores(*rows, weights_, intercepts(), documents_, false, context.threads);
  }

  Result<LinearView> linear() const override {
    if (documents_.empty()) return usage_error("linear-svm: asked for weights before it was fitted");
    return linear_view_of(features_, weights_, intercepts(), documents_, false);
  }

  nlohmann::ordered_json facts() const override {
    if (documents_.empty()) return nlohmann::ordered_json::object();
    return {{"documents", total(documents_)},
            {"features", features_.columns()},
            {"c", c_},
            {"objective", objective_},
            {"gap", gap_},
            {"iterations", iterations_}};
  }

  Result<ModelState> save() const override {
    if (documents_.empty()) return usage_error("linear-svm: nothing to save before it was fitted");
    ModelState state;
    state.fields = {
        {"documents", documents_}, {"objective", objective_}, {"gap", gap_}, {"iterations", iterations_}};
    state.blobs[kSvmFeaturesBlob] = features_.save();
    state.blobs[kSvmWeightsBlob] = matrix_blob(weights_);
    return state;
  }

  Status restore(const ModelState& state) override {
    documents_.clear();
    auto documents = state.fields.at("documents").get<std::vector<uint64_t>>();
    if (!are_counts(documents)) return data_error("linear-svm: counts of documents that cannot be");
    SF_ASSIGN(const std::string* features, find_blob(state, kSvmFeaturesBlob));
    SF_TRY(features_.restore(*features));
    SF_ASSIGN(weights_, matrix_from(state, kSvmWeightsBlob, documents.size(), features_.columns() + 1));
    for (const double weight : weights_.data)
      if (!(std::abs(weight) < 1e100)) return data_error("linear-svm: a weight that cannot be");
    state.fields.at("objective").get_to(objective_);
    state.fields.at("gap").get_to(gap_);
    state.fields.at("iterations").get_to(iterations_);
    documents_ = std::move(documents);
    return {};
  }

 private:
  std::vector<double> intercepts() const {
    std::vector<double> intercepts;
    for (size_t c = 0; c < documents_.size(); ++c) intercepts.push_back(weights_.row(c).back());
    return intercepts;
  }

  double c_;
  DocumentFeatures features_;
  std::vector<uint64_t> documents_;  // by class, documents with a weight above 0; empty: not fitted
  DenseMatrix weights_;              // class x feature, the intercept last
  double objective_ = 0, gap_ = 0;   // sums over classes
  int64_t iterations_ = 0;
};

}  // namespace

ClassifierCatalog::Entry linear_svm_classifier_entry() {
  OptionTable<LinearSvmOptions> table;
  table
      .add("c", &LinearSvmOptions::c,
           "weight of the errors against the penalty; larger fits the training documents more closely")
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
