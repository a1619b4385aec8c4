// The classifiers `reweight-groups` and `subsample-groups`: groups of documents that weigh the same, and as
// many documents of each group as the smallest has (docs/robust.md).
#include <fmt/format.h>

#include "standfast/model/classify/classifiers.h"
#include "standfast/model/robust/document_groups.h"
#include "standfast/model/robust/robust_classifier.h"
#include "standfast/model/robust/training_part.h"

namespace standfast {

namespace {

struct ReweightOptions {
  BaseOptions wrapped = {};
  GroupOptions groups = {};
};

class ReweightGroups final : public RobustClassifier {
 public:
  explicit ReweightGroups(const ReweightOptions& options)
      : RobustClassifier("reweight-groups", options.wrapped), options_(options) {}

 protected:
  Result<RobustModel> learn(const TrainingSet& train, const ClassifierContext& context) override {
    SF_ASSIGN(const DocumentGroups groups,
              document_groups(name(), train, base_options(), options_.groups, false, context));
    const double all = groups.total_weight(), count = static_cast<double>(groups.groups.size());
    std::vector<double> weights(train.documents.size(), 0);
    for (uint32_t i = 0; i < weights.size(); ++i)
      if (groups.of[i] != kMissing)
        weights[i] = train.weight(i) * (all / (count * groups.groups[groups.of[i]].weight));
    TrainingSet weighted = train;
    weighted.weights = weights;
    RobustModel model;
    model.classes = train.names.size();
    SF_ASSIGN(auto member, fitted_base(base(), weighted, context));
    model.members.push_back(std::move(member));
    model.facts = {{"base", options_.wrapped.base},
                   {"documents", train.documents.size()},
                   {"groups", groups.facts()},
                   {"weights", range_of_weights(weights)}};
    tell_base(model);
    return model;
  }

 private:
  ReweightOptions options_;
};

}  // namespace

ClassifierCatalog::Entry reweight_groups_entry() {
  using O = ReweightOptions;
  OptionTable<O> table;
  table.include(&O::wrapped, base_model_table(BaseNeed::weights));
  table.include(&O::groups, group_table());
  table.require(
      [](const O& o) { return objection_to_items(o.wrapped, "first-set", o.groups.first.first_set); });
  return {.name = "reweight-groups",
          .summary = "Trains a classifier in which every group of documents weighs the same",
          .citation =
              "Idrissi, Arjovsky, Pezeshki, Lopez-Paz 2022, Simple data balancing achieves "
              "competitive worst-group-accuracy (CLeaR)",
          .traits = robust_traits(true, true, false),
          .options = table,
          .make = made_as<Classifier, ReweightGroups>(table),
          .memory = memory_of_base};
}

namespace {

struct SubsampleOptions {
  BaseOptions wrapped = {};
  GroupOptions groups = {};
  int draws = 1;
};

class SubsampleGroups final : public RobustClassifier {
 public:
  explicit SubsampleGroups(const SubsampleOptions& options)
      : RobustClassifier("subsample-groups", options.wrapped), options_(options) {}

 protected:
  Result<RobustModel> learn(const TrainingSet& train, const ClassifierContext& context) override {
    SF_TRY(refuse_weights(name(), train));
    SF_ASSIGN(const DocumentGroups groups,
              document_groups(name(), train, base_options(), options_.groups, false, context));
    const uint32_t least = groups.least_documents();
    RobustModel model;
    model.classes = train.names.size();
    for (int draw = 0; draw < options_.draws; ++draw) {
      const DrawnOrder order = drawn_order(train, groups.of, {}, context.seed,
                                           fmt::format("model/robust/subsample-groups/{}", draw));
      std::vector<uint8_t> drawn(order.rank.size());
      for (size_t i = 0; i < drawn.size(); ++i) drawn[i] = order.rank[i] < least ? 1 : 0;
      const TrainingPart part(train, drawn, 1);
      SF_ASSIGN(auto member, fitted_base(base(), part.set(train), context));
      model.members.push_back(std::move(member));
    }
    const size_t documents = size_t{least} * groups.groups.size();
    if (least < kFewInGroup && groups.groups.size() > 1)
      context.sink->warn(
          fmt::format("subsample-groups: the smallest group has {} documents, so a draw has {} of {}", least,
                      documents, train.documents.size()));
    model.facts = {{"base", options_.wrapped.base},
                   {"documents", train.documents.size()},
                   {"groups", groups.facts()},
                   {"drawn", documents},
                   {"draws", options_.draws}};
    tell_base(model);
    return model;
  }

 private:
  SubsampleOptions options_;
};

}  // namespace

ClassifierCatalog::Entry subsample_groups_entry() {
  using O = SubsampleOptions;
  OptionTable<O> table;
  table.include(&O::wrapped, base_model_table(BaseNeed::nothing));
  table
      .add("draws", &O::draws,
           "sub-samples whose models are averaged; more sub-samples are steadier and slower")
      .between(1, 1000);
  table.include(&O::groups, group_table());
  table.require(
      [](const O& o) { return objection_to_items(o.wrapped, "first-set", o.groups.first.first_set); });
  return {.name = "subsample-groups",
          .summary = "Trains a classifier on as many documents of each group as the smallest group has",
          .citation =
              "Idrissi, Arjovsky, Pezeshki, Lopez-Paz 2022, Simple data balancing achieves "
              "competitive worst-group-accuracy (CLeaR)",
          .traits = robust_traits(false, true, false),
          .options = table,
          .make = made_as<Classifier, SubsampleGroups>(table),
          .memory = memory_of_base};
}

}  // namespace standfast
