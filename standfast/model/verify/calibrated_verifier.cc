#include "standfast/model/verify/calibrated_verifier.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "standfast/model/saved/model_state.h"

namespace standfast {

namespace {

std::vector<uint8_t> truths(std::span<const Pair> pairs) {
  std::vector<uint8_t> same;
  same.reserve(pairs.size());
  for (const Pair& pair : pairs) same.push_back(pair.same ? 1 : 0);
  return same;
}

}  // namespace

SimilarityVerifier::SimilarityVerifier(std::string name, const SimilarityOptions& options)
    : name_(std::move(name)), options_(options) {}

Status SimilarityVerifier::fit(const PairView& train, const PairView& validation,
                               const ModelContext& context) {
  fitted_.reset();
  if (train.pairs.empty()) return data_error(name_ + ": no training pairs");
  if (const auto learned = learn(train, validation, context); !learned)
    return with_context(name_, learned.error());
  const bool on_train = options_.calibrate_on_train || validation.pairs.empty();
  const PairView& pairs = on_train ? train : validation;
  auto values = similarities(pairs, true, context);
  if (!values) return with_context(name_, values.error());
  Fitted fitted;
  if (options_.stretched) {
    const auto [low, high] = std::ranges::minmax(*values);
    // Twice their range, so that later pairs which lie a little outside are still told apart.
    if (const double range = high - low; range > 0) {
      fitted.from = low - range / 2;
      fitted.to = high + range / 2;
    }
    for (double& value : *values) value = fitted.stretched(value);
  }
  const auto calibration = calibrate(*values, truths(pairs.pairs), options_.objective);
  if (!calibration) return with_context(name_, calibration.error());
  static_cast<Calibration&>(fitted) = *calibration;
  fitted.source = options_.calibrate_on_train ? "training pairs"
                  : on_train                  ? "training pairs, because there are no validation pairs"
                                              : "validation pairs";
  fitted_ = std::move(fitted);
  return {};
}

Status SimilarityVerifier::score(const PairView& pairs, std::span<double> out,
                                 const ModelContext& context) const {
  if (!fitted_) return usage_error(name_ + ": asked for scores before it was fitted");
  const auto values = similarities(pairs, false, context);
  if (!values) return with_context(name_, values.error());
  for (size_t i = 0; i < values->size(); ++i) out[i] = calibrated(fitted_->stretched((*values)[i]), *fitted_);
  return {};
}

FieldTable<SimilarityVerifier::Fitted> SimilarityVerifier::fields() const {
  FieldTable<Fitted> table;
  table.add_facts("p1", &Fitted::p1, "p2", &Fitted::p2);
  table.fact("objective", kObjectiveNames[static_cast<size_t>(options_.objective)]);
  table.add_facts("objective_value", &Fitted::value, "calibration_source", &Fitted::source,
                  "calibration_pairs", &Fitted::pairs, "calibration_same", &Fitted::same);
  if (options_.stretched) table.add_facts("similarity_of_0", &Fitted::from, "similarity_of_1", &Fitted::to);
  table.require(objection_to_thresholds);
  table.require([](const Fitted& f) {
    return f.from < f.to ? "" : fmt::format("similarities from {} to {} cannot be stretched", f.from, f.to);
  });
  return table;
}

nlohmann::ordered_json SimilarityVerifier::facts() const {
  auto facts = fields().facts(fitted_);
  if (fitted_) describe(facts);
  return facts;
}

Result<ModelState> SimilarityVerifier::save() const {
  SF_ASSIGN(ModelState state, saved_fields(name_, fields(), fitted_));
  if (const auto saved = save_parts(state); !saved) return with_context(name_, saved.error());
  return state;
}

Status SimilarityVerifier::restore(const ModelState& state) {
  fitted_.reset();
  Fitted fitted;
  try {
    SF_ASSIGN(fitted, fields_in(state, name_, fields()));
    if (const auto restored = restore_parts(state); !restored) return with_context(name_, restored.error());
  } catch (const nlohmann::json::exception& error) {
    return data_error(fmt::format("{}: saved model: {}", name_, error.what()));
  }
  fitted_ = std::move(fitted);
  return {};
}

OptionTable<SimilarityOptions> similarity_option_table() {
  using O = SimilarityOptions;
  OptionTable<O> table;
  table.words("calibration", &O::calibrate_on_train, {{"held-out", false}, {"literal", true}},
              "pairs that place p1 and p2: held-out (validation pairs; training pairs if there are none) or "
              "literal (training pairs, as PAN's script; optimistic)");
  table.words_in_order("objective", &O::objective, kObjectiveNames,
                       "objective of p1 and p2: hits (mean of AUC, c@1, F1, F0.5u), pan20 (rounded to 3 "
                       "decimals), pan21 (with Brier, rounded)");
  return table;
}

DistanceVerifier::DistanceVerifier(std::string name, bool learns, const DistanceOptions& options)
    : name_(std::move(name)), learns_(learns), options_(options) {}

Status DistanceVerifier::fit(const PairView& train, const PairView& validation, const ModelContext& context) {
  fitted_.reset();
  if (train.pairs.empty()) return data_error(name_ + ": no training pairs");
  if (auto learned = learn(train, context); !learned) return with_context(name_, learned.error());

  Fitted fitted;
  std::vector<PairView> views = {train};
  fitted.source = "training pairs";
  if (!validation.pairs.empty()) {
    if (learns_) views.clear();
    fitted.source = learns_ ? "validation pairs" : "training and validation pairs";
    views.push_back(validation);
  } else if (learns_) {
    fitted.source += ", because there are no validation pairs";
  }
  std::vector<double> values;
  std::vector<uint8_t> same;
  for (const auto& view : views) {
    SF_ASSIGN(const auto found, distances(view, context));
    for (size_t i = 0; i < found.size(); ++i) {
      if (!std::isfinite(found[i])) {
        ++fitted.undefined;
        continue;
      }
      values.push_back(found[i]);
      same.push_back(view.pairs[i].same ? 1 : 0);
    }
  }
  if (values.empty())
    return data_error(
        fmt::format("{}: all {} {} have {}", name_, fitted.undefined, fitted.source, undefined_where()));
  auto calibration = LogisticCalibration::fit(values, same, options_.c);
  if (!calibration) return with_context(name_, calibration.error());
  if (fitted.undefined > 0)
    context.sink->warn(fmt::format("{}: {} pairs with {} were left out of the calibration", name_,
                                   fitted.undefined, undefined_where()));
  fitted.calibration = *calibration;
  fitted_ = std::move(fitted);
  return {};
}

Status DistanceVerifier::score(const PairView& pairs, std::span<double> out,
                               const ModelContext& context) const {
  if (!fitted_) return usage_error(name_ + ": asked for scores before it was fitted");
  SF_ASSIGN(const auto found, distances(pairs, context));
  uint64_t undefined = 0;
  for (size_t i = 0; i < found.size(); ++i) {
    if (!std::isfinite(found[i])) {
      ++undefined;
      out[i] = 0.5;
      continue;
    }
    const double p = fitted_->calibration.probability(found[i]);
    out[i] = std::abs(p - 0.5) <= options_.radius ? 0.5 : p;
  }
  if (undefined > 0)
    context.sink->warn(fmt::format("{}: {} of {} pairs have {}; their answer is 0.5 (none)", name_, undefined,
                                   found.size(), undefined_where()));
  return {};
}

nlohmann::ordered_json DistanceVerifier::facts() const {
  nlohmann::ordered_json facts = nlohmann::ordered_json::object();
  if (!fitted_) return facts;
  const auto& c = fitted_->calibration;
  facts["calibration_source"] = fitted_->source;
  facts["calibration_pairs"] = c.pairs;
  facts["calibration_same"] = c.same;
  facts["pairs_left_out"] = fitted_->undefined;
  facts["distance_mean"] = c.mean;
  facts["distance_sd"] = c.sd;
  facts["weight"] = c.weight;
  facts["intercept"] = c.intercept;
  // the distance at which both answers are equally likely
  if (c.weight != 0) facts["even_distance"] = c.mean - c.sd * c.intercept / c.weight;
  // A note if the model has learned that a large distance means "same".
  if (c.weight > 0) facts["note"] = "farther pairs are more often by one author here";
  facts["radius"] = options_.radius;
  describe(facts);
  return facts;
}

FieldTable<DistanceVerifier::Fitted> DistanceVerifier::fields() {
  FieldTable<Fitted> table;
  table.add("calibration", &Fitted::calibration, LogisticCalibration::fields());
  table.add("calibration_source", &Fitted::source);
  table.add("pairs_left_out", &Fitted::undefined);
  return table;
}

Result<ModelState> DistanceVerifier::save() const {
  SF_ASSIGN(ModelState state, saved_fields(name_, fields(), fitted_));
  save_parts(state);
  return state;
}

Status DistanceVerifier::restore(const ModelState& state) {
  fitted_.reset();
  SF_ASSIGN(Fitted fitted, fields_in(state, name_, fields()));
  if (auto parts = restore_parts(state); !parts) return with_context(name_, parts.error());
  fitted_ = std::move(fitted);
  return {};
}

OptionTable<DistanceOptions> distance_option_table() {
  OptionTable<DistanceOptions> table;
  table
      .add("radius", &DistanceOptions::radius,
           "a probability within 0.5 - radius and 0.5 + radius becomes 0.5, no answer")
      .at_least(0)
      .below(0.5);
  table
      .add("c", &DistanceOptions::c,
           "inverse strength of the penalty of the logistic calibration; a larger value trusts its pairs "
           "more")
      .above(0);
  return table;
}

}  // namespace standfast
