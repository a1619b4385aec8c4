// JTT: trains, increases the weights of errors, and trains again (docs/robust.md).
#include <numeric>

#include "standfast/model/classify/classifiers.h"
#include "standfast/model/robust/dev_choice.h"
#include "standfast/model/robust/first_stage.h"
#include "standfast/model/robust/robust_classifier.h"

namespace standfast {
namespace {

struct JttOptions {
  BaseOptions wrapped = {};
  FirstStageOptions first = {};
  std::vector<double> up_weight = {6};
  ChoiceOptions choice = {};
};

class Jtt final : public RobustClassifier {
 public:
  explicit Jtt(const JttOptions& options) : RobustClassifier("jtt", options.wrapped), options_(options) {}

 protected:
  Result<RobustModel> learn(const TrainingSet& train, const ClassifierContext& context) override {
    std::vector<OptionChoice> candidates;
    for (const double factor : options_.up_weight) candidates.push_back({{"up-weight", factor}});
    return fit_and_choose(name(), train, candidates, options_.choice, context,
                          [&](const TrainingSet& set, std::span<const OptionChoice> asked) {
                            return fit_twice(set, asked, context);
                          });
  }

 private:
  Result<std::vector<RobustModel>> fit_twice(const TrainingSet& train,
                                             std::span<const OptionChoice> candidates,
                                             const ClassifierContext& context) const {
    SF_ASSIGN(const FirstStageErrors errors,
              first_stage_errors(name(), train, base_options(), options_.first, false, context));
    const auto wrong = std::accumulate(errors.train.begin(), errors.train.end(), uint64_t{0});
    std::vector<RobustModel> models;
    for (const auto& candidate : candidates) {
      const double factor = candidate.front().second;
      std::vector<double> weights(train.documents.size());
      for (uint32_t i = 0; i < weights.size(); ++i)
        weights[i] = train.weight(i) * (errors.train[i] != 0 ? factor : 1);
      TrainingSet weighted = train;
      weighted.weights = weights;
      RobustModel& model = models.emplace_back();
      model.classes = train.names.size();
      SF_ASSIGN(auto member, fitted_base(base(), weighted, context));
      model.members.push_back(std::move(member));
      model.facts = {{"base", options_.wrapped.base},
                     {"documents", train.documents.size()},
                     {"errors_of_first_stage", wrong},
                     {"up_weight", factor},
                     {"weights", range_of_weights(weights)}};
      tell_base(model);
    }
    return models;
  }

  JttOptions options_;
};

}  // namespace

ClassifierCatalog::Entry jtt_entry() {
  using O = JttOptions;
  OptionTable<O> table;
  table.include(&O::wrapped, base_model_table(BaseNeed::weights));
  table.add("up-weight", &O::up_weight,
            "factor for the weights of the first stage's errors; 1: none; several values: the validation "
            "documents choose");
  table.include(&O::first, first_stage_table());
  table.include(&O::choice, choice_table());
  table.require([](const O& o) { return objection_to_items(o.wrapped, "first-set", o.first.first_set); });
  table.require([](const O& o) {
    return objection_to_values(
        "up-weight", o.up_weight, [](double w) { return w >= 1e-3 && w <= 1e6; }, "each is 0.001 to 1000000");
  });
  return {.name = "jtt",
          .summary = "Just train twice: trains a classifier with more weight on the errors of a first one",
          .citation =
              "Liu, Haghgoo, Chen, Raghunathan, Koh, Sagawa, Liang, Finn 2021, Just train twice: "
              "improving group robustness without training group information (ICML)",
          .traits = robust_traits(true, false, true),
          .options = table,
          .make = made_as<Classifier, Jtt>(table),
          .memory = memory_of_base};
}

}  // namespace standfast
