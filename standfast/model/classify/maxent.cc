#include "standfast/model/classify/maxent.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/json.h"
#include "standfast/base/memory.h"
#include "standfast/base/parse_json.h"
#include "standfast/feature/document/document_features.h"
#include "standfast/model/classify/class_rows.h"
#include "standfast/model/classify/feature_rows.h"
#include "standfast/model/classify/linear_model.h"
#include "standfast/model/saved/model_state.h"
#include "standfast/num/kernel/csr.h"
#include "standfast/num/kernel/dense.h"
#include "standfast/num/softmax/softmax_regression.h"

namespace standfast {
namespace {

constexpr size_t kTelling = 10;             // the features of a class that facts() names
constexpr size_t kMostClassesToTell = 100;  // with more classes facts() would be longer than anybody reads

constexpr const char* kFeaturesBlob = "features.json";
constexpr const char* kWeightsBlob = "weights.f64";  // features x present classes, little endian

// A fitted model, as it is saved.
struct MaxentState {
  std::vector<std::string> names;  // names of all classes
  std::vector<uint32_t> present;   // places in names: the classes with documents, in the order of the weights
  DenseMatrix weights;             // features x present
  std::vector<double> bias;        // by place in present
  nlohmann::ordered_json fit;      // facts of the fit
};

static_assert(std::endian::native == std::endian::little, "weights are saved as they lie in memory");

struct MaxentOptions {
  double lambda = 1, tolerance = kSoftmaxTolerance, tune = 0;
  int max_iterations = 100;
  bool penalize_bias = false, exact = false;
  DocumentFeatureOptions features = {};
};

ModelState to_model_state(const MaxentState& state, std::string features) {
  ModelState saved;
  saved.fields = {
      {"classes", state.names}, {"present", state.present}, {"bias", state.bias}, {"fit", state.fit}};
  saved.blobs[kFeaturesBlob] = std::move(features);
  saved.blobs[kWeightsBlob].assign(reinterpret_cast<const char*>(state.weights.data.data()),
                                   state.weights.data.size() * sizeof(double));
  return saved;
}

// Reads a saved fit. A data error if no fit has saved it. features: number of features in the saved
// vocabulary.
Result<MaxentState> from_model_state(const ModelState& saved, size_t features) {
  MaxentState state;
  saved.fields.at("classes").get_to(state.names);
  saved.fields.at("present").get_to(state.present);
  saved.fields.at("bias").get_to(state.bias);
  state.fit = saved.fields.at("fit");
  const bool finite =
      std::all_of(state.bias.begin(), state.bias.end(), [](double b) { return std::isfinite(b); });
  const size_t classes = state.present.size();
  if (!are_places(state.present, state.names.size()) || !finite || state.bias.size() != classes ||
      !state.fit.is_object())
    return data_error("maxent: the saved classes are invalid");
  const auto blob = saved.blobs.find(kWeightsBlob);
  if (blob == saved.blobs.end()) return data_error(fmt::format("the saved model has no {}", kWeightsBlob));
  if (blob->second.size() / sizeof(double) / classes != features ||
      blob->second.size() != features * classes * sizeof(double))
    return data_error(
        fmt::format("maxent: {} has {} bytes, not one number for each of {} features and {} classes",
                    kWeightsBlob, blob->second.size(), features, classes));
  state.weights = DenseMatrix(features, classes);
  std::memcpy(state.weights.data.data(), blob->second.data(), blob->second.size());
  if (!std::all_of(state.weights.data.begin(), state.weights.data.end(),
                   [](double w) { return std::isfinite(w); }))
    return data_error(fmt::format("maxent: {} holds a weight that is not a number", kWeightsBlob));
  return state;
}

struct StartWeights {
  DenseMatrix weights;  // terms x present classes
  std::vector<double> bias;
};
// Returns the weights of a saved fit for these terms and for the classes of `state`; 0 for terms and classes
// that the saved fit lacks.
Result<StartWeights> start_weights(const ModelState& saved, const std::vector<std::string>& terms,
                                   const MaxentState& state) {
  std::vector<std::string> saved_terms;
  MaxentState other;
  try {
    const auto blob = saved.blobs.find(kFeaturesBlob);
    if (blob == saved.blobs.end())
      return data_error(fmt::format("the start of maxent has no {}", kFeaturesBlob));
    SF_ASSIGN(const auto json, parse_json(blob->second, kFeaturesBlob));
    const auto& families = json.at("families");
    for (const auto& family : families) {
      const auto name = family.at("family").get<std::string>();
      for (const auto& term : family.at("terms"))
        saved_terms.push_back(families.size() == 1 ? term.get<std::string>()
                                                   : fmt::format("{}:{}", name, term.get<std::string>()));
    }
    SF_ASSIGN(other, from_model_state(saved, saved_terms.size()));
  } catch (const nlohmann::json::exception& error) {
    return data_error(fmt::format("the start of maxent: {}", error.what()));
  }
  std::unordered_map<std::string_view, size_t> row_of;
  row_of.reserve(saved_terms.size());
  for (size_t j = 0; j < saved_terms.size(); ++j) row_of.emplace(saved_terms[j], j);
  std::vector<size_t> column_of;  // for each present class of `state`; SIZE_MAX: not in the start
  for (const uint32_t c : state.present) {
    const auto at = std::find_if(other.present.begin(), other.present.end(),
                                 [&](uint32_t o) { return other.names[o] == state.names[c]; });
    column_of.push_back(at == other.present.end() ? SIZE_MAX
                                                  : static_cast<size_t>(at - other.present.begin()));
  }
  StartWeights start{DenseMatrix(terms.size(), column_of.size()), std::vector<double>(column_of.size(), 0.0)};
  for (size_t c = 0; c < column_of.size(); ++c)
    if (column_of[c] != SIZE_MAX) start.bias[c] = other.bias[column_of[c]];
  for (size_t j = 0; j < terms.size(); ++j) {
    const auto found = row_of.find(terms[j]);
    if (found == row_of.end()) continue;
    for (size_t c = 0; c < column_of.size(); ++c)
      if (column_of[c] != SIZE_MAX) start.weights.row(j)[c] = other.weights.row(found->second)[column_of[c]];
  }
  return start;
}

class Maxent final : public Classifier, public LinearModel {
 public:
  explicit Maxent(const MaxentOptions& options) : options_(options), features_(options.features) {}

  Status fit(const TrainingSet& train, const ClassifierContext& context) override {
    state_ = {};
    if (train.documents.rows.empty()) return data_error("maxent: no training documents");
    SF_TRY(check_weights("maxent", train));
    const std::span<const std::string> names = train.names;
    OrderedDocuments documents(train);
    SF_ASSIGN(const FeatureRows rows, fit_feature_rows("maxent", features_, documents, context));
    const CsrMatrix& x = *rows;

    MaxentState state;
    state.names.assign(names.begin(), names.end());
    state.present = std::move(documents.present);
    SF_TRY(check_memory(softmax_fit_bytes(x.rows(), features_.columns(), state.present.size()),
                        fmt::format("maxent: {} classes by {} features and {} documents",
                                    state.present.size(), features_.columns(), x.rows()),
                        "naive-bayes needs less, and so do fewer features or classes", *context.sink));
    const auto terms = features_.names();
    SoftmaxOptions options = solver(context);
    std::optional<StartWeights> start;
    if (context.start != nullptr) {
      SF_ASSIGN(start, start_weights(*context.start, terms, state));
      options.start_weights = &start->weights;
      options.start_bias = start->bias;
    }
    options.lambda = options_.lambda;
    options.weights = documents.weights;
    if (options_.tune > 0) options.lambda = tuned(x, documents.labels, state.present.size(), options);
    SoftmaxModel model = fit_softmax(x, documents.labels, state.present.size(), options);
    state.fit = {{"documents", documents.texts.size()}};
    if (!documents.weights.empty())
      state.fit["total_weight"] = std::accumulate(documents.weights.begin(), documents.weights.end(), 0.0);
    state.fit["classes"] = names.size();
    if (state.present.size() < names.size()) {
      state.fit["classes_without_documents"] = nlohmann::ordered_json::array();
      for (uint32_t c = 0; c < names.size(); ++c)
        if (std::find(state.present.begin(), state.present.end(), c) == state.present.end())
          state.fit["classes_without_documents"].push_back(names[c]);
    }
    state.fit["features"] = features_.columns();
    if (features_.parts().size() > 1)
      for (const auto& part : features_.parts()) state.fit["features_of"][part.family] = part.columns;
    state.fit["lambda"] = options.lambda;
    state.fit["iterations"] = model.iterations;
    state.fit["passes"] = model.passes;
    state.fit["objective"] = model.objective;
    state.fit["gradient_norm"] = model.gradient_norm;
    state.fit["converged"] = model.converged;
    state.fit["started"] = start.has_value();
    if (!model.converged)
      context.sink->warn(fmt::format(
          "maxent: not converged after {} iterations (gradient {:.2g}); raise max-iterations, or tolerance",
          model.iterations, model.gradient_norm));
    state.weights = std::move(model.weights);
    state.bias = std::move(model.bias);
    if (state.present.size() > 1 && state.present.size() <= kMostClassesToTell)
      state.fit["telling"] = telling(state, terms);
    state_ = std::move(state);
    return {};
  }

  Status predict(const DocumentView& asked, const ClassifierContext& context,
                 DenseMatrix& out) const override {
    if (state_.names.empty()) return usage_error("maxent: asked for answers before it was fitted");
    const DenseMatrix answers = softmax_probabilities(*feature_rows(features_, asked, context),
                                                      state_.weights, state_.bias, context.threads);
    out = DenseMatrix(asked.size(), state_.names.size());
    for (size_t i = 0; i < out.rows; ++i)
      for (size_t c = 0; c < state_.present.size(); ++c) out.row(i)[state_.present[c]] = answers.row(i)[c];
    return {};
  }

  // Decision values; classes in the order of their names.
  Result<FloatMatrix> represent(const DocumentView& asked, const ClassifierContext& context) const override {
    if (state_.names.empty()) return usage_error("maxent: asked for vectors before it was fitted");
    std::vector<size_t> by_name(state_.present.size());
    std::iota(by_name.begin(), by_name.end(), size_t{0});
    std::sort(by_name.begin(), by_name.end(),
              [&](size_t a, size_t b) { return state_.present[a] < state_.present[b]; });
    const DenseMatrix scores = softmax_scores(*feature_rows(features_, asked, context), state_.weights,
                                              state_.bias, context.threads);
    FloatMatrix out(scores.rows, scores.columns);
    for (size_t i = 0; i < out.rows; ++i)
      for (size_t k = 0; k < by_name.size(); ++k)
        out.row(i)[k] = static_cast<float>(scores.row(i)[by_name[k]]);
    return out;
  }

  Result<LinearView> linear() const override {
    if (state_.names.empty()) return usage_error("maxent: asked for weights before it was fitted");
    return LinearView{&features_, false, state_.present, state_.weights, state_.bias};
  }

  nlohmann::ordered_json facts() const override {
    return state_.names.empty() ? nlohmann::ordered_json::object() : state_.fit;
  }

  Result<ModelState> save() const override {
    if (state_.names.empty()) return usage_error("maxent: nothing to save before it was fitted");
    return to_model_state(state_, features_.save());
  }

  Status restore(const ModelState& saved) override {
    const auto blob = saved.blobs.find(kFeaturesBlob);
    if (blob == saved.blobs.end()) return data_error(fmt::format("the saved model has no {}", kFeaturesBlob));
    SF_TRY(features_.restore(blob->second));
    SF_ASSIGN(state_, from_model_state(saved, features_.columns()));
    return {};
  }

 private:
  SoftmaxOptions solver(const ClassifierContext& context) const {
    SoftmaxOptions options;
    options.penalize_bias = options_.penalize_bias;
    options.tolerance = options_.exact ? kSoftmaxExact : options_.tolerance;
    options.max_iterations = options_.max_iterations;
    options.threads = context.threads;
    return options;
  }

  // Halves lambda as long as held-out documents are answered better, at most 12 times. Of each class every
  // k-th document, in the order of ids, is held out, so that about the asked share is.
  double tuned(const CsrMatrix& x, std::span<const uint32_t> labels, size_t classes, SoftmaxOptions options) {
    const auto every = static_cast<uint32_t>(std::lround(1 / options_.tune));
    std::vector<uint32_t> seen(classes, 0), kept, held;
    std::vector<uint32_t> kept_labels;
    std::vector<double> kept_weights;
    const std::span<const double> weights = options.weights;
    for (uint32_t i = 0; i < labels.size(); ++i) {
      if (++seen[labels[i]] % every == 0) {
        held.push_back(i);
      } else {
        kept.push_back(i);
        kept_labels.push_back(labels[i]);
        if (!weights.empty()) kept_weights.push_back(weights[i]);
      }
    }
    options.weights = kept_weights;
    if (held.empty()) return options_.lambda;
    const CsrMatrix train = some_rows(x, kept), asked = some_rows(x, held);
    double best = options_.lambda, best_loss = std::numeric_limits<double>::infinity();
    constexpr int kHalvings = 12;
    SoftmaxModel model;
    for (int k = 0; k <= kHalvings; ++k) {
      options.lambda = std::ldexp(options_.lambda, -k);
      model = fit_softmax(train, kept_labels, classes, options);
      options.start_weights = &model.weights;
      options.start_bias = model.bias;
      const DenseMatrix answers = softmax_probabilities(asked, model.weights, model.bias, options.threads);
      double loss = 0;
      for (size_t i = 0; i < held.size(); ++i)
        loss -= (weights.empty() ? 1.0 : weights[held[i]]) *
                std::log(std::max(answers.row(i)[labels[held[i]]], 1e-300));
      if (!(loss < best_loss)) break;
      best_loss = loss;
      best = options.lambda;
    }
    return best;
  }

  // For each class the features that speak most for it.
  static nlohmann::ordered_json telling(const MaxentState& state, const std::vector<std::string>& terms) {
    auto json = nlohmann::ordered_json::object();
    std::vector<uint32_t> order(terms.size());
    const size_t count = std::min(kTelling, terms.size());
    for (uint32_t c = 0; c < state.names.size(); ++c) {
      const auto at = std::find(state.present.begin(), state.present.end(), c);
      if (at == state.present.end()) continue;
      const auto k = static_cast<size_t>(at - state.present.begin());
      std::iota(order.begin(), order.end(), 0U);
      std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                        [&](uint32_t a, uint32_t b) {
                          const double wa = state.weights.row(a)[k], wb = state.weights.row(b)[k];
                          return wa != wb ? wa > wb : a < b;
                        });
      auto& list = json[state.names[c]] = nlohmann::ordered_json::array();
      for (size_t i = 0; i < count; ++i) list.push_back(terms[order[i]]);
    }
    return json;
  }

  MaxentOptions options_;
  DocumentFeatures features_;
  MaxentState state_;  // names empty: not fitted
};

}  // namespace

ClassifierCatalog::Entry maxent_entry() {
  using O = MaxentOptions;
  OptionTable<O> table;
  table.add("lambda", &O::lambda, "precision of the prior; a larger precision keeps weights nearer to 0")
      .above(0);
  table.add("penalize-bias", &O::penalize_bias, "apply the prior to the intercepts too");
  table
      .add("tune", &O::tune,
           "hold out this share of the training documents of every class and halve lambda for as long as "
           "their log loss falls; 0: use lambda as given")
      .between(0, 0.5);
  table.add("tolerance", &O::tolerance, "stop when the possible gain is below this share of the objective")
      .above(0);
  table.add("exact", &O::exact,
            fmt::format("fit with a tolerance of {:g}, nearly to the last digit", kSoftmaxExact));
  table.require([](const O& o) {
    return o.exact && o.tolerance != kSoftmaxTolerance
               ? fmt::format(
                     "exact = true is a tolerance of {:g}: leave out either exact or tolerance = {:g}",
                     kSoftmaxExact, o.tolerance)
               : "";
  });
  table
      .add("max-iterations", &O::max_iterations,
           "stretches of at most ten rounds in the dual, and steps of Newton's method")
      .between(1, 1'000'000);
  table.include(&O::features, document_feature_table());
  return {.name = "maxent",
          .summary = "Maximum entropy: multinomial logistic regression on the words of a document",
          .citation = "Daume III 2004, Notes on CG and LM-BFGS optimization of logistic regression (MegaM)",
          .traits = {.starts = true, .weights = true, .represents = true},
          .options = table,
          .make = made_as<Classifier, Maxent>(table)};
}

}  // namespace standfast
