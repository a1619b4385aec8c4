// The classifier `low-rank-maxent`: maximum entropy through a few linear units, whose values are vectors of
// documents learned from labels: a bottleneck without a neural encoder (num/softmax/low_rank_softmax.h).
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "standfast/base/json.h"
#include "standfast/feature/document/document_features.h"
#include "standfast/model/classify/class_rows.h"
#include "standfast/model/classify/classifiers.h"
#include "standfast/model/classify/feature_rows.h"
#include "standfast/model/classify/linear_model.h"
#include "standfast/model/saved/model_state.h"
#include "standfast/num/softmax/low_rank_softmax.h"
#include "standfast/num/softmax/softmax_regression.h"

namespace standfast {
namespace {

constexpr const char *kVocabulary = "features.json",
                     *kUnits = "units.f64";  // features x units, little endian

struct LowRankMaxentOptions {
  double lambda = 1, tolerance = 1e-6;
  int max_iterations = 1000;
  uint32_t units = 50;
  DocumentFeatureOptions features = {};
};

struct LowRankState {
  std::vector<std::string> names;  // of all classes; empty: not fitted
  std::vector<uint32_t> present;   // places in names: classes that had documents
  LowRankModel model;
  nlohmann::ordered_json fit;
};

bool all_finite(std::span<const double> numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double v) { return std::isfinite(v); });
}

class LowRankMaxent final : public Classifier, public LinearModel {
 public:
  explicit LowRankMaxent(const LowRankMaxentOptions& options)
      : options_(options), features_(options.features) {}

  Status fit(const TrainingSet& train, const ClassifierContext& context) override {
    state_ = {};
    if (train.documents.rows.empty()) return data_error("low-rank-maxent: no training documents");
    SF_TRY(check_weights("low-rank-maxent", train));
    OrderedDocuments documents(train);
    SF_ASSIGN(const FeatureRows rows, fit_feature_rows("low-rank-maxent", features_, documents, context));

    LowRankState state;
    state.names.assign(train.names.begin(), train.names.end());
    state.present = std::move(documents.present);
    LowRankOptions options;
    options.units = options_.units;
    options.lambda = options_.lambda;
    options.tolerance = options_.tolerance;
    options.max_iterations = options_.max_iterations;
    options.threads = context.threads;
    options.weights = documents.weights;
    state.model = fit_low_rank_softmax(*rows, documents.labels, state.present.size(), options);
    const LowRankModel& model = state.model;
    if (!model.converged)
      context.sink->warn(
          fmt::format("low-rank-maxent: not converged after {} iterations (gradient {:.2g}); raise "
                      "max-iterations, or tolerance",
                      model.iterations, model.gradient_norm));
    state.fit = {{"documents", documents.texts.size()}};
    if (!documents.weights.empty())
      state.fit["total_weight"] = std::accumulate(documents.weights.begin(), documents.weights.end(), 0.0);
    state.fit["classes"] = state.names.size();
    state.fit["features"] = features_.columns();
    state.fit["units"] = model.in.columns;
    state.fit["iterations"] = model.iterations;
    state.fit["objective"] = model.objective;
    state.fit["gradient_norm"] = model.gradient_norm;
    state.fit["converged"] = model.converged;
    state_ = std::move(state);
    return {};
  }

  Status predict(const DocumentView& asked, const ClassifierContext& context,
                 DenseMatrix& out) const override {
    if (state_.names.empty()) return usage_error("low-rank-maxent: asked for answers before it was fitted");
    answer(units_of(asked, context), out);
    return {};
  }

  Result<FloatMatrix> predict_with_units(const DocumentView& asked, const ClassifierContext& context,
                                         DenseMatrix& out) const override {
    if (state_.names.empty()) return usage_error("low-rank-maxent: asked for answers before it was fitted");
    const DenseMatrix units = units_of(asked, context);
    answer(units, out);
    return as_vectors(units);
  }

  // Returns the units. A model without any gives one column of zeros: all documents are at one place.
  Result<FloatMatrix> represent(const DocumentView& asked, const ClassifierContext& context) const override {
    if (state_.names.empty()) return usage_error("low-rank-maxent: asked for vectors before it was fitted");
    return as_vectors(units_of(asked, context));
  }

  Result<LinearView> linear() const override {
    if (state_.names.empty()) return usage_error("low-rank-maxent: asked for weights before it was fitted");
    const LowRankModel& model = state_.model;
    LinearView view{&features_, false, state_.present, DenseMatrix(model.in.rows, state_.present.size()),
                    model.bias};
    for (size_t j = 0; j < view.weights.rows; ++j)
      for (size_t u = 0; u < model.in.columns; ++u)
        for (size_t c = 0; c < view.weights.columns; ++c)
          view.weights.row(j)[c] += model.in.row(j)[u] * model.out.row(u)[c];
    return view;
  }

  nlohmann::ordered_json facts() const override {
    return state_.names.empty() ? nlohmann::ordered_json::object() : state_.fit;
  }

  Result<ModelState> save() const override {
    if (state_.names.empty()) return usage_error("low-rank-maxent: nothing to save before it was fitted");
    const LowRankModel& model = state_.model;
    ModelState saved;
    saved.fields = {{"classes", state_.names}, {"present", state_.present}, {"units", model.in.columns},
                    {"out", model.out.data},   {"bias", model.bias},        {"fit", state_.fit}};
    saved.blobs[kVocabulary] = features_.save();
    saved.blobs[kUnits].assign(reinterpret_cast<const char*>(model.in.data.data()),
                               model.in.data.size() * sizeof(double));
    return saved;
  }

  Status restore(const ModelState& saved) override {
    const auto vocabulary = saved.blobs.find(kVocabulary), weights = saved.blobs.find(kUnits);
    for (const auto& [blob, name] : {std::pair{vocabulary, kVocabulary}, std::pair{weights, kUnits}})
      if (blob == saved.blobs.end()) return data_error(fmt::format("the saved model has no {}", name));
    SF_TRY(features_.restore(vocabulary->second));
    LowRankState state;
    saved.fields.at("classes").get_to(state.names);
    saved.fields.at("present").get_to(state.present);
    saved.fields.at("bias").get_to(state.model.bias);
    state.fit = saved.fields.at("fit");
    const auto out = saved.fields.at("out").get<std::vector<double>>();
    const size_t units = saved.fields.at("units").get<uint32_t>(), classes = state.present.size();
    if (!are_places(state.present, state.names.size()) || state.model.bias.size() != classes ||
        units >= classes || out.size() != units * classes || !all_finite(out) ||
        !all_finite(state.model.bias) || !state.fit.is_object())
      return data_error("low-rank-maxent: the saved classes and units are invalid");
    if (weights->second.size() != features_.columns() * units * sizeof(double))
      return data_error(
          fmt::format("low-rank-maxent: {} has {} bytes, not one number for each of {} features and "
                      "{} units",
                      kUnits, weights->second.size(), features_.columns(), units));
    state.model.out = DenseMatrix(units, classes);
    state.model.out.data = out;
    state.model.in = DenseMatrix(features_.columns(), units);
    std::memcpy(state.model.in.data.data(), weights->second.data(), weights->second.size());
    if (!all_finite(state.model.in.data))
      return data_error(fmt::format("low-rank-maxent: {} holds a weight that is not a number", kUnits));
    state_ = std::move(state);
    return {};
  }

 private:
  void answer(const DenseMatrix& units, DenseMatrix& out) const {
    const DenseMatrix answers = low_rank_probabilities(units, state_.model);
    out = DenseMatrix(units.rows, state_.names.size());
    for (size_t i = 0; i < out.rows; ++i)
      for (size_t c = 0; c < state_.present.size(); ++c) out.row(i)[state_.present[c]] = answers.row(i)[c];
  }

  static FloatMatrix as_vectors(const DenseMatrix& units) {
    FloatMatrix out(units.rows, std::max<size_t>(units.columns, 1));
    std::transform(units.data.begin(), units.data.end(), out.data.begin(),
                   [](double v) { return static_cast<float>(v); });
    return out;
  }

  DenseMatrix units_of(const DocumentView& asked, const ClassifierContext& context) const {
    return low_rank_units(*feature_rows(features_, asked, context), state_.model.in, context.threads);
  }

  LowRankMaxentOptions options_;
  DocumentFeatures features_;
  LowRankState state_;
};

}  // namespace

ClassifierCatalog::Entry low_rank_maxent_entry() {
  using O = LowRankMaxentOptions;
  OptionTable<O> table;
  table
      .add("units", &O::units,
           "linear units between features and classes; more than the number of classes minus one add "
           "nothing")
      .between(1, 10'000);
  table.add("lambda", &O::lambda, "precision of the prior; a larger precision keeps weights nearer to 0")
      .above(0);
  table.add("tolerance", &O::tolerance, "stop when the gradient is below this share of the weights").above(0);
  table
      .add("max-iterations", &O::max_iterations,
           "most steps of L-BFGS, which is used with fewer units than classes minus one")
      .between(1, 1'000'000);
  table.include(&O::features, document_feature_table());
  return {
      .name = "low-rank-maxent",
      .summary = "Maximum entropy through a few linear units: a bottleneck whose values are vectors",
      .citation = "Yee, Hastie 2003, Reduced-rank vector generalized linear models (Statistical Modelling)",
      .traits = {.weights = true, .represents = true, .hidden_units = true},
      .options = table,
      .make = made_as<Classifier, LowRankMaxent>(table)};
}

}  // namespace standfast
