// DFR: the last layer refitted on a group-balanced part (docs/robust.md).
#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "standfast/feature/ngram/tfidf.h"
#include "standfast/model/classify/classifiers.h"
#include "standfast/model/classify/feature_rows.h"
#include "standfast/model/robust/dev_choice.h"
#include "standfast/model/robust/document_groups.h"
#include "standfast/model/robust/robust_classifier.h"
#include "standfast/model/robust/training_part.h"
#include "standfast/num/kernel/csr.h"

namespace standfast {
namespace {

// Ridge penalty for l1 = 0 over hidden units, equal to the penalty of maxent with lambda = 1.
constexpr double kRidge = 0.5;

struct DfrOptions {
  BaseOptions wrapped = {};
  GroupOptions groups = {};
  bool on_validation = false;
  double share = 0.2;
  int draws = 10;
  std::vector<double> l1 = {0};
  ChoiceOptions choice = {};
};

// All documents from which features are learned, and the ones that each draw fits.
struct RefitPool {
  std::vector<uint32_t> rows, classes;
  std::vector<uint8_t> held;                // by document: 1 if it is held out
  std::vector<std::vector<uint8_t>> draws;  // by draw, by document
  uint32_t least = 0, held_out = 0;
  size_t groups = 0;
};

class Dfr final : public RobustClassifier {
 public:
  explicit Dfr(const DfrOptions& options) : RobustClassifier("dfr", options.wrapped), options_(options) {}

 protected:
  Result<RobustModel> learn(const TrainingSet& train, const ClassifierContext& context) override {
    SF_TRY(refuse_weights(name(), train));
    std::vector<OptionChoice> candidates;
    for (const double l1 : options_.l1) candidates.push_back({{"l1", l1}});
    return fit_and_choose(name(), train, candidates, options_.choice, context,
                          [&](const TrainingSet& set, std::span<const OptionChoice> asked) {
                            return refit(set, asked, context);
                          });
  }

 private:
  Result<std::vector<RobustModel>> refit(const TrainingSet& train, std::span<const OptionChoice> candidates,
                                         const ClassifierContext& context) const {
    SF_ASSIGN(const DocumentGroups groups, document_groups(name(), train, base_options(), options_.groups,
                                                           options_.on_validation, context));
    SF_ASSIGN(const RefitPool pool, options_.on_validation ? pool_of_validation(train, groups, context)
                                                           : pool_of_training(train, groups, context));
    if (pool.least < kFewInGroup && pool.groups > 1)
      context.sink->warn(
          fmt::format("dfr: the smallest group has {} held-out documents, so a draw has {} of {}", pool.least,
                      pool.least * pool.groups, pool.held_out));
    const bool units = last_layer_of(*base().entry) == LastLayer::units;
    HeldUnits held;
    if (units) {
      SF_ASSIGN(held, units_of_held(train, pool, context));
    }
    std::vector<RobustModel> models;
    for (const auto& candidate : candidates) {
      const double l1 = candidate.front().second;
      RobustModel& model = models.emplace_back();
      model.classes = train.names.size();
      if (units)
        fit_units(train, held, l1, context, model);
      else if (l1 > 0)
        SF_TRY(fit_sparse(train, pool, l1, context, model));
      else
        SF_TRY(fit_bases(train, pool, context, model));
      nlohmann::ordered_json facts = {{"base", options_.wrapped.base},  {"documents", train.documents.size()},
                                      {"groups", groups.facts()},       {"held_out", pool.held_out},
                                      {"groups_held_out", pool.groups}, {"drawn", pool.least * pool.groups},
                                      {"draws", options_.draws},        {"l1", l1}};
      if (model.facts.is_object()) facts.update(model.facts);
      model.facts = std::move(facts);
      tell_base(model);
    }
    return models;
  }

  // Draws balanced samples of the held-out documents. groups: by document, kMissing: not held out.
  void draw(const TrainingSet& held, const std::vector<uint32_t>& groups, uint64_t seed,
            RefitPool& pool) const {
    for (int k = 0; k < options_.draws; ++k) {
      const DrawnOrder order =
          drawn_order(held, groups, {}, seed, fmt::format("model/robust/dfr/draw {}", k));
      pool.least = UINT32_MAX;
      pool.groups = 0;
      for (const uint32_t size : order.size) {
        if (size == 0) continue;
        pool.least = std::min(pool.least, size);
        ++pool.groups;
      }
      auto& drawn = pool.draws.emplace_back(order.rank.size(), uint8_t{0});
      for (size_t i = 0; i < drawn.size(); ++i) drawn[i] = order.rank[i] < pool.least ? 1 : 0;
      pool.held.assign(drawn.size(), 0);
      for (size_t i = 0; i < drawn.size(); ++i) pool.held[i] = order.rank[i] != kMissing ? 1 : 0;
      pool.held_out = static_cast<uint32_t>(std::count(pool.held.begin(), pool.held.end(), 1));
    }
  }

  Result<RefitPool> pool_of_training(const TrainingSet& train, const DocumentGroups& groups,
                                     const ClassifierContext& context) const {
    RefitPool pool;
    pool.rows.assign(train.documents.rows.begin(), train.documents.rows.end());
    pool.classes.assign(train.classes.begin(), train.classes.end());
    const DrawnOrder order = drawn_order(train, groups.of, {}, context.seed, "model/robust/dfr/held-out");
    const auto part = drawn_share(order, groups.of, options_.share, 1, 0);
    std::vector<uint32_t> held = groups.of;
    for (size_t i = 0; i < held.size(); ++i)
      if (part[i] == 0) held[i] = kMissing;
    draw(train, held, context.seed, pool);
    return pool;
  }

  Result<RefitPool> pool_of_validation(const TrainingSet& train, const DocumentGroups& groups,
                                       const ClassifierContext& context) const {
    if (std::all_of(groups.of_dev.begin(), groups.of_dev.end(), [](uint32_t g) { return g == kMissing; }))
      return data_error(
          "refit-on = validation needs validation documents whose groups are known and occur in training");
    if (train.dev.corpus != train.documents.corpus)
      return data_error("refit-on = validation: training and validation documents come from two corpora");
    RefitPool pool;
    pool.rows.assign(train.documents.rows.begin(), train.documents.rows.end());
    pool.classes.assign(train.classes.begin(), train.classes.end());
    pool.rows.insert(pool.rows.end(), train.dev.rows.begin(), train.dev.rows.end());
    pool.classes.insert(pool.classes.end(), train.dev_classes.begin(), train.dev_classes.end());
    std::vector<uint32_t> held(train.documents.size(), kMissing);
    held.insert(held.end(), groups.of_dev.begin(), groups.of_dev.end());
    draw({.documents = {train.documents.corpus, pool.rows}, .classes = pool.classes, .names = train.names},
         held, context.seed, pool);
    return pool;
  }

  // Fits the base on each draw. All other documents weigh 0: they only influence the features.
  Status fit_bases(const TrainingSet& train, const RefitPool& pool, const ClassifierContext& context,
                   RobustModel& model) const {
    for (const auto& drawn : pool.draws) {
      const std::vector<double> weights(drawn.begin(), drawn.end());
      SF_ASSIGN(auto member, fitted_base(base(),
                                         {.documents = {train.documents.corpus, pool.rows},
                                          .classes = pool.classes,
                                          .names = train.names,
                                          .weights = weights},
                                         context));
      model.members.push_back(std::move(member));
    }
    return {};
  }

  // Fits logistic regression with an L1 penalty on each draw, and takes the mean of their weights.
  Status fit_sparse(const TrainingSet& train, const RefitPool& pool, double l1,
                    const ClassifierContext& context, RobustModel& model) const {
    SF_ASSIGN(const auto feature_options, document_feature_table().read(base().options));
    const Corpus& corpus = *train.documents.corpus;
    Relayered layer;
    layer.features = DocumentFeatures(feature_options);
    const auto texts = texts_of(corpus, pool.rows);
    SF_TRY(fit_features(name(), layer.features, texts, context));
    const FeatureRows all = feature_rows(layer.features, texts, context);
    fit_layer(train, pool, *all, {.l1 = l1, .tolerance = 1e-5}, context, layer, model);
    model.facts["features"] = layer.features.columns();
    model.layer = std::move(layer);
    return {};
  }

  // The base's units of the held-out documents, each with mean 0 and standard deviation 1 there.
  struct HeldUnits {
    std::shared_ptr<Classifier> base;
    RefitPool pool;  // only the held-out documents
    CsrMatrix rows;
    std::vector<double> mean, deviation;
  };

  Result<HeldUnits> units_of_held(const TrainingSet& train, const RefitPool& all,
                                  const ClassifierContext& context) const {
    HeldUnits held;
    const size_t own = train.documents.size();
    const TrainingPart rest(train, std::span(all.held).first(own), 0);
    const TrainingSet learned = rest.set(train);
    if (total_weight(learned) == 0)
      return data_error(fmt::format("share = {}: all documents are held out, and none is left for the base",
                                    options_.share));
    SF_ASSIGN(held.base, fitted_base(base(), learned, context));
    held.pool.draws.resize(all.draws.size());
    for (size_t i = 0; i < all.rows.size(); ++i) {
      if (all.held[i] == 0) continue;
      held.pool.rows.push_back(all.rows[i]);
      held.pool.classes.push_back(all.classes[i]);
      for (size_t k = 0; k < all.draws.size(); ++k) held.pool.draws[k].push_back(all.draws[k][i]);
    }
    DenseMatrix answers;
    SF_ASSIGN(FloatMatrix units,
              held.base->predict_with_units({train.documents.corpus, held.pool.rows}, context, answers));
    standardise(*train.documents.corpus, units, held);
    return held;
  }

  void standardise(const Corpus& corpus, FloatMatrix& units, HeldUnits& held) const {
    held.mean.assign(units.columns, 0);
    held.deviation.assign(units.columns, 0);
    const std::vector<uint32_t> by_id = order_by_id(corpus, held.pool);
    const auto count = static_cast<double>(units.rows);
    for (const uint32_t i : by_id)
      for (size_t u = 0; u < units.columns; ++u) held.mean[u] += units.row(i)[u] / count;
    for (const uint32_t i : by_id)
      for (size_t u = 0; u < units.columns; ++u) {
        const double off = units.row(i)[u] - held.mean[u];
        held.deviation[u] += off * off / count;
      }
    for (double& deviation : held.deviation) deviation = deviation > 0 ? std::sqrt(deviation) : 1;
    for (size_t i = 0; i < units.rows; ++i)
      for (size_t u = 0; u < units.columns; ++u)
        units.row(i)[u] = static_cast<float>((units.row(i)[u] - held.mean[u]) / held.deviation[u]);
    held.rows = rows_of_units(units);
  }

  // Fits a new last layer over the base's units: logistic regression with an L1 penalty, or with the prior of
  // maxent.
  void fit_units(const TrainingSet& train, const HeldUnits& held, double l1, const ClassifierContext& context,
                 RobustModel& model) const {
    Relayered layer{.reads = LastLayer::units, .is_new = true};
    ShiftOptions options{.l1 = l1, .tolerance = 1e-5};
    if (l1 == 0) options = {.l2 = kRidge, .free_intercepts = true, .tolerance = 1e-5};
    fit_layer(train, held.pool, held.rows, options, context, layer, model);
    model.facts["units"] = held.rows.columns_count;
    for (size_t u = 0; u < held.mean.size(); ++u)
      for (size_t c = 0; c < layer.present.size(); ++c) {
        double& weight = layer.shift.weights.row(u)[c];
        weight /= held.deviation[u];
        layer.shift.bias[c] -= weight * held.mean[u];
      }
    model.members.push_back(held.base);
    model.layer = std::move(layer);
  }

  // Orders documents by id, so that their order in the corpus changes nothing.
  static std::vector<uint32_t> order_by_id(const Corpus& corpus, const RefitPool& pool) {
    std::vector<uint32_t> by_id(pool.rows.size());
    std::iota(by_id.begin(), by_id.end(), 0U);
    std::stable_sort(by_id.begin(), by_id.end(), [&](uint32_t a, uint32_t b) {
      return corpus.id(pool.rows[a]) < corpus.id(pool.rows[b]);
    });
    return by_id;
  }

  // Fits logistic regression on each draw, and takes the mean of their weights. all: the input of the layer,
  // of the pool.
  void fit_layer(const TrainingSet& train, const RefitPool& pool, const CsrMatrix& all,
                 const ShiftOptions& options, const ClassifierContext& context, Relayered& layer,
                 RobustModel& model) const {
    const std::vector<uint32_t> by_id = order_by_id(*train.documents.corpus, pool);
    std::vector<uint32_t> place(train.names.size(), kMissing);
    for (size_t i = 0; i < by_id.size(); ++i)
      if (pool.draws.front()[i] != 0) place[pool.classes[i]] = 0;
    for (uint32_t c = 0; c < place.size(); ++c)
      if (place[c] != kMissing) {
        place[c] = static_cast<uint32_t>(layer.present.size());
        layer.present.push_back(c);
      }
    layer.shift.weights = DenseMatrix(all.columns_count, layer.present.size());
    layer.shift.bias.assign(layer.present.size(), 0);
    bool converged = true;
    const auto draws = static_cast<double>(pool.draws.size());
    for (const auto& drawn : pool.draws) {
      std::vector<uint32_t> places, labels;
      for (const uint32_t i : by_id) {
        if (drawn[i] == 0) continue;
        places.push_back(i);
        labels.push_back(place[pool.classes[i]]);
      }
      const CsrMatrix x = some_rows(all, places);
      const Shift one = fit_shift({&x, labels, layer.present.size()}, options);
      converged = converged && one.converged;
      for (size_t k = 0; k < one.weights.data.size(); ++k)
        layer.shift.weights.data[k] += one.weights.data[k] / draws;
      for (size_t c = 0; c < one.bias.size(); ++c) layer.shift.bias[c] += one.bias[c] / draws;
    }
    const auto& weights = layer.shift.weights.data;
    model.facts = {
        {"weights_not_zero", std::count_if(weights.begin(), weights.end(), [](double w) { return w != 0; })},
        {"converged", converged}};
    if (!converged)
      context.sink->warn("dfr: a refit stopped before it reached its tolerance; is l1 very small?");
  }

  DfrOptions options_;
};

}  // namespace

ClassifierCatalog::Entry dfr_entry() {
  using O = DfrOptions;
  OptionTable<O> table;
  table.include(&O::wrapped, base_model_table(BaseNeed::weights_and_last_layer));
  table.words("refit-on", &O::on_validation, {{"part", false}, {"validation", true}},
              "documents on which the last layer is refitted: a held-out part of the training documents, "
              "or the validation documents");
  table
      .add("share", &O::share,
           "share of the training documents of every group that is held out for the refit")
      .above(0)
      .at_most(1);
  table.add("draws", &O::draws, "group-balanced draws whose models are averaged").between(1, 1000);
  table.add("l1", &O::l1,
            "L1 penalty of a logistic regression on the held-out documents; 0: refit the base with its own "
            "penalty (over hidden units: the penalty of maxent); several values: the validation documents "
            "choose");
  table.include(&O::groups, group_table());
  table.include(&O::choice, choice_table());
  table.require(
      [](const O& o) { return objection_to_items(o.wrapped, "first-set", o.groups.first.first_set); });
  table.require([](const O& o) {
    return objection_to_values(
        "l1", o.l1, [](double l) { return l == 0 || (l >= 1e-6 && l <= 1e9); },
        "each is 0, or 0.000001 to 1e9");
  });
  table.require([](const O& o) -> std::string {
    return o.on_validation && o.l1.size() > 1
               ? "l1 has several values: with refit-on = validation no documents are left for the choice"
               : "";
  });
  return {
      .name = "dfr",
      .summary =
          "Deep feature reweighting: refits the last layer on a held-out, group-balanced part of the "
          "documents",
      .citation =
          "Kirichenko, Izmailov, Wilson 2023, Last layer re-training is sufficient for robustness "
          "to spurious correlations (ICLR)",
      .traits = robust_traits(
          false, true, true, [](const Options& options) { return options.text("refit-on") == "validation"; }),
      .options = table,
      .make = made_as<Classifier, Dfr>(table),
      .memory = memory_of_base};
}

}  // namespace standfast
