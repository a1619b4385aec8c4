// AFR: the last layer refitted with higher weights for poorly answered documents (docs/robust.md).
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "standfast/feature/ngram/tfidf.h"
#include "standfast/model/classify/classifiers.h"
#include "standfast/model/classify/feature_rows.h"
#include "standfast/model/robust/dev_choice.h"
#include "standfast/model/robust/robust_classifier.h"
#include "standfast/model/robust/training_part.h"

namespace standfast {
namespace {

struct AfrOptions {
  BaseOptions wrapped = {};
  double share = 0.2;
  std::vector<double> gamma = {0, 1, 4, 10, 20}, lambda = {0.1};
  bool class_balance = true, descent = false;
  double rate = 0.01, clip = 1;
  int steps = 500;
  ChoiceOptions choice = {};
};

// The documents of the second stage, by id, with their answers by the first stage.
struct SecondStage {
  std::shared_ptr<Classifier> first;
  LastLayer reads = LastLayer::features;
  DocumentFeatures features;                  // if it reads them
  FeatureRows x;                              // if it reads them
  std::vector<uint32_t> present, labels;      // input of the last layer
  std::vector<double> offsets, own, weights;  // own: probability of the document's class
  size_t first_documents = 0;
};

class Afr final : public RobustClassifier {
 public:
  explicit Afr(const AfrOptions& options) : RobustClassifier("afr", options.wrapped), options_(options) {}

 protected:
  Result<RobustModel> learn(const TrainingSet& train, const ClassifierContext& context) override {
    std::vector<OptionChoice> candidates;
    for (const double gamma : options_.gamma)
      for (const double lambda : options_.lambda)
        candidates.push_back({{"gamma", gamma}, {"lambda", lambda}});
    return fit_and_choose(name(), train, candidates, options_.choice, context,
                          [&](const TrainingSet& set, std::span<const OptionChoice> asked) {
                            return fit_layers(set, asked, context);
                          });
  }

 private:
  Result<std::vector<RobustModel>> fit_layers(const TrainingSet& train,
                                              std::span<const OptionChoice> candidates,
                                              const ClassifierContext& context) const {
    SF_ASSIGN(const SecondStage stage, second_stage(train, context));
    std::vector<RobustModel> models;
    for (const auto& candidate : candidates) {
      const double gamma = candidate[0].second, lambda = candidate[1].second;
      const std::vector<double> weights = weights_of_second_stage(stage, gamma);
      RobustModel& model = models.emplace_back();
      model.classes = train.names.size();
      model.members.push_back(stage.first);
      const ShiftProblem problem{stage.x.get(), stage.labels, stage.present.size(), stage.offsets, weights};
      // The last minimum is a good start for the next search.
      const Shift* start = models.size() > 1 ? &models[models.size() - 2].layer->shift : nullptr;
      Shift shift =
          options_.descent
              ? descend_shift(problem, lambda,
                              {.rate = options_.rate, .clip = options_.clip, .steps = options_.steps})
              : fit_shift(problem, {.l2 = lambda}, start);
      if (!options_.descent && !shift.converged)
        context.sink->warn(
            "afr: the second stage stopped before it reached its tolerance; is lambda very small?");
      model.layer = Relayered{.reads = stage.reads,
                              .features = stage.features,
                              .present = stage.present,
                              .shift = std::move(shift)};
      tell(stage, weights, gamma, lambda, model);
    }
    return models;
  }

  Result<SecondStage> second_stage(const TrainingSet& train, const ClassifierContext& context) const {
    const DrawnOrder order =
        drawn_order(train, train.classes, {}, context.seed, "model/robust/afr/second-stage");
    // Every class keeps a document in the first stage.
    const auto part = drawn_share(order, train.classes, options_.share, 1, 1);
    const TrainingPart kept(train, part, 0);
    SecondStage stage;
    const TrainingSet learned = kept.set(train);
    const BaseModel model = base();
    SF_ASSIGN(stage.first, fitted_base(model, learned, context));
    stage.first_documents = learned.documents.size();
    stage.reads = last_layer_of(*model.entry);
    if (stage.reads == LastLayer::features) {
      SF_ASSIGN(const auto feature_options, document_feature_table().read(model.options));
      stage.features = DocumentFeatures(feature_options);
      SF_TRY(fit_features(name(), stage.features, texts_of(*train.documents.corpus, kept.rows), context));
    }

    std::vector<uint32_t> place(train.names.size(), kMissing), order_by_id, rows;
    for (uint32_t i = 0; i < part.size(); ++i) {
      if (part[i] != 0) order_by_id.push_back(i);
      if (part[i] == 0 && train.weight(i) > 0) place[train.classes[i]] = 0;
    }
    for (uint32_t c = 0; c < place.size(); ++c)
      if (place[c] != kMissing) {
        place[c] = static_cast<uint32_t>(stage.present.size());
        stage.present.push_back(c);
      }
    const DocumentView& documents = train.documents;
    std::stable_sort(order_by_id.begin(), order_by_id.end(), [&](uint32_t a, uint32_t b) {
      return documents.corpus->id(documents.rows[a]) < documents.corpus->id(documents.rows[b]);
    });
    for (const uint32_t i : order_by_id) {
      rows.push_back(documents.rows[i]);
      stage.labels.push_back(place[train.classes[i]]);
      stage.weights.push_back(train.weight(i));
    }
    DenseMatrix answers;
    const DocumentView asked{documents.corpus, rows};
    if (stage.reads == LastLayer::units) {
      SF_ASSIGN(const FloatMatrix units, stage.first->predict_with_units(asked, context, answers));
      stage.x = std::make_shared<const CsrMatrix>(rows_of_units(units));
    } else {
      SF_TRY(stage.first->predict(asked, context, answers));
      stage.x = feature_rows(stage.features, asked, context);
    }
    stage.offsets = log_probabilities(answers, stage.present);
    for (size_t k = 0; k < rows.size(); ++k)
      stage.own.push_back(answers.row(k)[stage.present[stage.labels[k]]]);
    return stage;
  }

  // Returns exp(-gamma p) N / count(class), scaled to the sum 1. The common factor exp(gamma p_min) preserves
  // digits.
  std::vector<double> weights_of_second_stage(const SecondStage& stage, double gamma) const {
    std::vector<double> of_class(stage.present.size(), 0), weights;
    double least = std::numeric_limits<double>::infinity();
    for (size_t k = 0; k < stage.labels.size(); ++k) {
      of_class[stage.labels[k]] += stage.weights[k];
      least = std::min(least, stage.own[k]);
    }
    for (size_t k = 0; k < stage.labels.size(); ++k)
      weights.push_back(stage.weights[k] * std::exp(-gamma * (stage.own[k] - least)) /
                        (options_.class_balance ? of_class[stage.labels[k]] : 1));
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (double& weight : weights) weight /= sum;
    return weights;
  }

  void tell(const SecondStage& stage, const std::vector<double>& weights, double gamma, double lambda,
            RobustModel& model) const {
    const auto count = static_cast<double>(weights.size());
    std::vector<double> relative;
    double squares = 0;
    for (const double weight : weights) {
      relative.push_back(weight * count);
      squares += weight * weight;
    }
    const Shift& shift = model.layer->shift;
    double moved = 0;
    for (const double w : shift.weights.data) moved += w * w;
    for (const double w : shift.bias) moved += w * w;
    model.facts = {{"base", options_.wrapped.base},
                   {"documents", stage.first_documents + weights.size()},
                   {"first_stage", stage.first_documents},
                   {"second_stage", weights.size()},
                   {"gamma", gamma},
                   {"lambda", lambda},
                   {"weights", range_of_weights(relative)},
                   {"effective_documents", squares > 0 ? 1 / squares : 0},
                   {"moved", std::sqrt(moved)},
                   {"objective", shift.objective},
                   {"iterations", shift.iterations}};
    if (!options_.descent) model.facts["converged"] = shift.converged;
    tell_base(model);
  }

  AfrOptions options_;
};

}  // namespace

ClassifierCatalog::Entry afr_entry() {
  using O = AfrOptions;
  OptionTable<O> table;
  table.include(&O::wrapped, base_model_table(BaseNeed::weights_and_last_layer));
  table.add("share", &O::share, "share of the training documents of every class for the second stage")
      .between(0.01, 0.9);
  table.add("gamma", &O::gamma,
            "decrease of a document's weight with the probability p of its class in the first stage: "
            "exp(-gamma p); 0: none; several values: the validation documents choose");
  table.add("lambda", &O::lambda,
            "penalty on the distance of the second stage from the first; a larger penalty changes less; "
            "several values: as with gamma");
  table.add("class-balance", &O::class_balance, "divide weights by the size of the class");
  table.words(
      "solver", &O::descent, {{"exact", false}, {"descent", true}},
      "exact: the minimum of the second stage; descent: gradient descent (rate, steps, clip), as in the "
      "paper");
  table.add("rate", &O::rate, "step size of solver = descent").above(0).at_most(1e3);
  table.add("steps", &O::steps, "steps of solver = descent").between(1, 1'000'000);
  table
      .add("clip", &O::clip,
           "largest norm of the gradient with solver = descent; a longer gradient is scaled to it; 0: no "
           "clipping")
      .at_least(0);
  table.include(&O::choice, choice_table());
  table.require([](const O& o) {
    return objection_to_values(
        "gamma", o.gamma, [](double g) { return g >= 0 && g <= 1e6; }, "each is 0 to 1000000");
  });
  table.require([](const O& o) {
    const double low = o.descent ? 0 : 1e-6;
    return objection_to_values(
        "lambda", o.lambda, [low](double l) { return l >= low && l <= 1e12; },
        o.descent
            ? "each is 0 to 1e12"
            : "each is 1e-6 to 1e12; without a pull there may be no minimum (solver = descent takes 0)");
  });
  table.preset("maze", "settings of the shortcut paper: 20 steps so short that the layer hardly changes",
               {{"solver", std::string("descent")},
                {"rate", 1e-5},
                {"steps", int64_t{20}},
                {"lambda", std::string("0.1")}});
  table.preset("civilcomments", "settings of the method's authors for texts: 50 steps, no penalty",
               {{"solver", std::string("descent")},
                {"rate", 0.01},
                {"steps", int64_t{50}},
                {"lambda", std::string("0")},
                {"gamma", std::string("0,0.001,0.01,0.1,1,10,100")}});
  return {.name = "afr",
          .summary =
              "Automatic feature reweighting: refits the last layer with more weight on documents that the "
              "first stage answers badly",
          .citation =
              "Qiu, Potapczynski, Izmailov, Wilson 2023, Simple and fast group robustness by automatic "
              "feature reweighting (ICML)",
          .traits = robust_traits(true, false, true),
          .options = table,
          .make = made_as<Classifier, Afr>(table),
          .memory = memory_of_base};
}

}  // namespace standfast
