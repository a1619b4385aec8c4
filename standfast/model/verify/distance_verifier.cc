#include "standfast/model/verify/distance_verifier.h"

#include <cmath>

#include <fmt/format.h>

#include "standfast/model/saved/model_state.h"

namespace standfast {

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
           "inverse strength of the penalty of the logistic calibration; larger trusts its pairs more")
      .above(0);
  return table;
}

}  // namespace standfast
