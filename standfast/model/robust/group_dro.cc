// GroupDRO: minimises the loss of the worst group (docs/robust.md).
// The problem. With V the total weight of the documents and L_g the mean loss of group g,
//
//   minimise over W:  scale V max over g of (L_g(W) + a_g)  +  penalty(W),   a_g = adjustment / sqrt(V_g)
//
// The maximum is one over shares q of the groups, so this is the highest point over q of
//
//   h(q) = minimum over W of  scale V sum_g q_g (L_g(W) + a_g) + penalty(W),
//
// whose inner problem is one weighted fit of the base: documents of group g weigh v q_g V / V_g. h is concave
// and its slope is scale V (L_g + a_g) at that fit, so the update of the paper, q_g <- q_g exp(eta L_g),
// climbs it. At each q the fit is within
//
//   gap = scale V (max over g of (L_g + a_g) - sum_g q_g (L_g + a_g))
//
// of the minimum of the problem: this is the stopping rule, and a proof. A step that lowers h is taken back
// with half the eta. The first q is the share of each group in training: the plain fit.
//
// Between the plain fit and the fit that is kept, the inner problem is solved only as exactly as the stopping
// rule needs, and the gap accounts for it. The fit that is kept is solved once more, as exactly as the base
// is asked to.
//
// A base that learns in batches has no such fits: it learns once, and the weights of groups move in its loop
// (neural/train/fine_tune.h), as in the paper.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/json.h"
#include "standfast/model/classify/classifiers.h"
#include "standfast/model/robust/dev_choice.h"
#include "standfast/model/robust/document_groups.h"
#include "standfast/model/robust/robust_classifier.h"
#include "standfast/model/robust/training_part.h"
#include "standfast/num/softmax/softmax_regression.h"

namespace standfast {
namespace {

// The loss that a base minimises, by group: the quantity by which GroupDRO updates the weights of groups.

// The losses of a base. maxent: log loss. linear-svm: squared hinge, summed over its machines. Both minimise
//   scale * (sum over documents of weight * loss)  +  a penalty,
// so their weighted fits and the losses of groups bound each other. For other bases the log
// loss of the answers is used, and there is no proof.
class GroupLosses {
 public:
  explicit GroupLosses(const BaseModel& base);
  bool exact() const { return exact_; }
  double scale() const { return scale_; }
  const char* name() const { return hinge_ ? "squared hinge" : "log loss"; }

  // Returns the weighted mean loss of each group's training documents.
  Result<std::vector<double>> of(const Classifier& model, const TrainingSet& train,
                                 const DocumentGroups& groups, const ClassifierContext& context) const;

 private:
  bool hinge_ = false, exact_ = false;
  double scale_ = 1;
};

GroupLosses::GroupLosses(const BaseModel& base) {
  const std::string& name = base.entry->name;
  hinge_ = name == "linear-svm";
  // With `tune` each weighted fit has its own penalty, and fits cannot be compared.
  exact_ = hinge_ || (name == "maxent" && base.options.number("tune") == 0);
  if (hinge_) scale_ = base.options.number("c");
}

Result<std::vector<double>> GroupLosses::of(const Classifier& model, const TrainingSet& train,
                                            const DocumentGroups& groups,
                                            const ClassifierContext& context) const {
  std::vector<double> losses(groups.groups.size(), 0);
  std::vector<double> of_document(train.documents.size(), 0);
  if (hinge_) {
    std::vector<uint8_t> trained(train.names.size(), 0);
    for (const auto& group : groups.groups) trained[group.class_number] = 1;
    SF_ASSIGN(const FloatMatrix scores, model.represent(train.documents, context));
    for (size_t i = 0; i < of_document.size(); ++i) {
      size_t k = 0;
      for (uint32_t c = 0; c < trained.size(); ++c) {
        if (trained[c] == 0) continue;
        const double score = scores.row(i)[k++];
        const double short_of = std::max(0.0, 1 - (train.classes[i] == c ? score : -score));
        of_document[i] += short_of * short_of;
      }
    }
  } else {
    DenseMatrix answers;
    SF_TRY(model.predict(train.documents, context, answers));
    for (size_t i = 0; i < of_document.size(); ++i)
      of_document[i] = -std::log(std::max(answers.row(i)[train.classes[i]], 1e-300));
  }
  for (const uint32_t i : groups.by_id)
    if (groups.of[i] != kMissing) losses[groups.of[i]] += train.weight(i) * of_document[i];
  for (size_t g = 0; g < losses.size(); ++g) losses[g] /= groups.groups[g].weight;
  return losses;
}

constexpr double kLeastShare = 1e-6;  // of a group's share in training: its documents keep a weight above 0
constexpr double kLeastEta = 1e-6;
constexpr double kEta = 1, kEtaInBatches = 0.01;  // if eta = 0
constexpr double kTolerance = 1e-3;
constexpr int kRounds = 100;
// Allowed error of the losses of groups in intermediate fits, as a share of the tolerance. They are off by
// about the root of the error of the objective.
constexpr double kOnTheWay = 0.01;

struct GroupDroOptions {
  BaseOptions wrapped = {};
  GroupOptions groups = {};
  double eta = 0, tolerance = kTolerance, adjustment = 0;
  int rounds = kRounds;
  bool stop_by_dev = false;
};

// Passes each line on once: several fits may give the same warning.
class SaidOnce final : public Sink {
 public:
  explicit SaidOnce(Sink& to) : to_(to) {}
  void log(Level level, std::string_view line) override {
    if (said_.emplace(line).second) to_.log(level, line);
  }
  void progress(std::string_view what, uint64_t done, uint64_t total) override {
    to_.progress(what, done, total);
  }

 private:
  Sink& to_;
  std::set<std::string> said_;
};

// A weighted fit with its losses.
struct Round {
  std::shared_ptr<Classifier> model;
  bool plain = false;                  // the first one, with the weights of training
  std::vector<double> shares, losses;  // by group; losses with their adjustment
  double dual = 0;                     // lower bound of h(q)
  double objective = 0;                // of the problem; without a proof the worst loss
  double worst() const { return *std::max_element(losses.begin(), losses.end()); }
};

class GroupDro final : public RobustClassifier {
 public:
  explicit GroupDro(const GroupDroOptions& options)
      : RobustClassifier("group-dro", options.wrapped), options_(options) {}

 protected:
  Result<RobustModel> learn(const TrainingSet& train, const ClassifierContext& given) override {
    SaidOnce sink(*given.sink);
    ClassifierContext context = given;
    context.sink = &sink;
    SF_ASSIGN(const DocumentGroups groups,
              document_groups(name(), train, base_options(), options_.groups, options_.stop_by_dev, context));
    if (options_.stop_by_dev) SF_TRY(check_dev(groups));
    const BaseModel model = base();
    if (model.entry->traits.in_batches) return learn_in_batches(train, groups, context);
    const GroupLosses losses(model);
    SF_ASSIGN(const OnTheWay way, on_the_way(model, losses));
    const OnTheWay exact = {model, 0};
    std::vector<double> shares;
    for (const auto& group : groups.groups) shares.push_back(group.weight / groups.total_weight());
    const std::vector<double> plain = shares;
    const auto round_at = [&](std::vector<double> q, const Round* before, const OnTheWay& base) {
      return fitted_at(std::move(q), before, train, groups, base, losses, context);
    };
    SF_ASSIGN(Round here, round_at(shares, nullptr, exact));
    Round best = here;
    const double plain_worst = std::ranges::max(unadjusted(here, groups));
    double eta = options_.eta > 0 ? options_.eta : kEta, highest = here.dual;
    // Returns a bound of how far the best fit is above the minimum, as a share of its objective.
    const auto gap = [&] { return best.objective > 0 ? (best.objective - highest) / best.objective : 0.0; };
    const auto near_enough = [&] { return losses.exact() && gap() <= options_.tolerance; };
    DevBest dev;
    if (options_.stop_by_dev) SF_TRY(look_at_dev(here, 0, train, groups, context, dev));
    int rounds = 1;
    const auto climb = [&](const OnTheWay& base) -> Status {
      while (rounds < options_.rounds && !near_enough() && eta >= kLeastEta) {
        SF_ASSIGN(Round next, round_at(stepped(here, eta, plain), &here, base));
        if (options_.stop_by_dev) SF_TRY(look_at_dev(next, rounds, train, groups, context, dev));
        ++rounds;
        if (next.objective < best.objective) best = next;
        highest = std::max(highest, next.dual);
        if (losses.exact() && next.dual < here.dual) {
          eta /= 2;
          continue;
        }
        if (losses.exact()) eta *= 1.5;
        here = std::move(next);
      }
      return {};
    };
    SF_TRY(climb(way));
    if (way.above > 0 && !best.plain) {
      SF_ASSIGN(best, round_at(best.shares, &best, exact));
      highest = std::max(highest, best.dual);
      SF_TRY(climb(exact));  // if the intermediate losses were too optimistic
    }
    const Round& kept = options_.stop_by_dev ? dev.round : best;
    RobustModel fitted;
    fitted.classes = train.names.size();
    fitted.members.push_back(kept.model);
    tell(train, groups, losses, kept, fitted);
    fitted.facts["rounds"] = rounds;
    fitted.facts["plain_worst_group_loss"] = plain_worst;
    if (options_.stop_by_dev)
      fitted.facts["stopped"] = {{"round", dev.number}, {"dev_worst_group_accuracy", dev.accuracy}};
    else if (losses.exact())
      fitted.facts.update({{"gap", gap()}, {"converged", near_enough()}});
    if (losses.exact() && !options_.stop_by_dev && !near_enough())
      context.sink->warn(fmt::format(
          "group-dro: after {} rounds the fit is up to {:.2g} of the objective above its minimum; "
          "raise rounds, or tolerance",
          rounds, gap()));
    tell_base(fitted);
    return fitted;
  }

 private:
  struct DevBest {
    Round round;
    double accuracy = -1, objective = std::numeric_limits<double>::infinity();
    int number = 0;
  };

  // The mean accuracy of validation documents must not decide, so they are passed on only if the worst group
  // decides.
  Result<RobustModel> learn_in_batches(const TrainingSet& train, const DocumentGroups& groups,
                                       const ClassifierContext& context) const {
    const double eta = options_.eta > 0 ? options_.eta : kEtaInBatches;
    std::vector<std::string> items = {fmt::format("group-step={}", eta),
                                      fmt::format("group-adjustment={}", options_.adjustment)};
    if (options_.stop_by_dev) items.emplace_back("best=worst-group");
    SF_ASSIGN(const BaseModel model, resolve_base(base_options(), items));
    TrainingSet grouped = train;
    grouped.groups = groups.of;
    grouped.dev_groups = groups.of_dev;
    if (!options_.stop_by_dev) {
      grouped.dev = {};
      grouped.dev_classes = {};
      grouped.dev_groups = {};
    }
    Round round;
    SF_ASSIGN(round.model, fitted_base(model, grouped, context));
    const GroupLosses losses(model);
    SF_ASSIGN(round.losses, losses.of(*round.model, train, groups, context));
    for (size_t g = 0; g < round.losses.size(); ++g) round.losses[g] += adjustment(groups, g);
    const auto facts = round.model->facts();
    if (facts.contains("group_weights")) facts.at("group_weights").get_to(round.shares);
    RobustModel fitted;
    fitted.classes = train.names.size();
    fitted.members.push_back(round.model);
    tell(train, groups, losses, round, fitted);
    fitted.facts["eta"] = eta;
    tell_base(fitted);
    return fitted;
  }

  // The base of intermediate fits, and the share of its objective by which its fits may be above their
  // minimum because of that.
  struct OnTheWay {
    BaseModel model;
    double above = 0;
  };

  Result<OnTheWay> on_the_way(const BaseModel& base, const GroupLosses& losses) const {
    const double off = kOnTheWay * options_.tolerance, enough = off * off;
    const auto has = [&specs = base.entry->options.specs()](std::string_view name) {
      return std::any_of(specs.begin(), specs.end(),
                         [&](const OptionSpec& spec) { return spec.name == name; });
    };
    // If validation documents decide, they are used in every round.
    if (!losses.exact() || options_.stop_by_dev || !has("tolerance")) return OnTheWay{base, 0};
    const bool exact = has("exact") && base.options.flag("exact");
    if ((exact ? kSoftmaxExact : base.options.number("tolerance")) >= enough) return OnTheWay{base, 0};
    std::vector<std::string> looser = {fmt::format("tolerance={}", enough)};
    if (exact) looser.push_back("exact=false");
    SF_ASSIGN(BaseModel model, resolve_base(base_options(), looser));
    return OnTheWay{std::move(model), enough};
  }

  static Status check_dev(const DocumentGroups& groups) {
    if (std::any_of(groups.of_dev.begin(), groups.of_dev.end(), [](uint32_t g) { return g != kMissing; }))
      return {};
    return data_error(
        "stop = dev-worst-group needs validation documents whose groups are known and occur in training");
  }

  double adjustment(const DocumentGroups& groups, size_t group) const {
    return options_.adjustment / std::sqrt(groups.groups[group].weight);
  }

  // Returns the losses without adjustment.
  std::vector<double> unadjusted(const Round& round, const DocumentGroups& groups) const {
    std::vector<double> losses = round.losses;
    if (options_.adjustment > 0)
      for (size_t g = 0; g < losses.size(); ++g) losses[g] -= adjustment(groups, g);
    return losses;
  }

  // Fits at these shares, starting from the previous fit; without one, the plain fit.
  Result<Round> fitted_at(std::vector<double> shares, const Round* before, const TrainingSet& train,
                          const DocumentGroups& groups, const OnTheWay& base, const GroupLosses& losses,
                          const ClassifierContext& context) const {
    const double all = groups.total_weight();
    std::vector<double> weights(train.documents.size(), 0);
    for (uint32_t i = 0; i < weights.size(); ++i) {
      const uint32_t g = groups.of[i];
      if (g == kMissing) continue;
      const double factor = shares[g] * (all / groups.groups[g].weight);
      weights[i] = std::max(train.weight(i) * factor, kLeastWeight);
    }
    if (before == nullptr) weights.assign(train.weights.begin(), train.weights.end());
    TrainingSet weighted = train;
    weighted.weights = weights;
    ClassifierContext own = context;
    ModelState start;
    if (before != nullptr && base.model.entry->traits.starts) {
      SF_ASSIGN(start, before->model->save());
      own.start = &start;
    }
    Round round;
    round.plain = before == nullptr;
    round.shares = std::move(shares);
    SF_ASSIGN(round.model, fitted_base(base.model, weighted, own));
    SF_ASSIGN(round.losses, losses.of(*round.model, train, groups, context));
    for (size_t g = 0; g < round.losses.size(); ++g) round.losses[g] += adjustment(groups, g);
    const double mean =
        std::inner_product(round.shares.begin(), round.shares.end(), round.losses.begin(), 0.0);
    round.objective = round.worst();
    if (!losses.exact()) return round;
    double adjusted = 0;
    for (size_t g = 0; g < round.shares.size(); ++g) adjusted += round.shares[g] * adjustment(groups, g);
    const double unit = losses.scale() * all;
    const double reached = round.model->facts().at("objective").get<double>();
    round.objective = reached + unit * (adjusted + round.worst() - mean);
    round.dual = reached * (1 - base.above) + unit * adjusted;
    return round;
  }

  // Returns q_g exp(eta L_g), normalised, with no group below a millionth of its share in training.
  std::vector<double> stepped(const Round& from, double eta, const std::vector<double>& plain) const {
    std::vector<double> shares(from.shares.size());
    const double worst = from.worst();
    double sum = 0;
    for (size_t g = 0; g < shares.size(); ++g)
      sum += shares[g] = from.shares[g] * std::exp(eta * (from.losses[g] - worst));
    double all = 0;
    for (size_t g = 0; g < shares.size(); ++g)
      all += shares[g] = std::max(shares[g] / sum, kLeastShare * plain[g]);
    for (double& share : shares) share /= all;
    return shares;
  }

  Status look_at_dev(const Round& round, int number, const TrainingSet& train, const DocumentGroups& groups,
                     const ClassifierContext& context, DevBest& best) const {
    DenseMatrix answers;
    SF_TRY(round.model->predict(train.dev, context, answers));
    const std::vector<uint8_t> trained(train.names.size(), 1);
    const double accuracy =
        choice_score(answers, train.dev_classes, {}, groups.of_dev, trained).worst_group.value_or(0);
    // Among equally accurate rounds the one with the lowest objective is kept.
    if (accuracy < best.accuracy || (accuracy == best.accuracy && round.objective >= best.objective))
      return {};
    best = {round, accuracy, round.objective, number};
    return {};
  }

  void tell(const TrainingSet& train, const DocumentGroups& groups, const GroupLosses& losses,
            const Round& kept, RobustModel& model) const {
    const std::vector<double> reached = unadjusted(kept, groups);
    const auto worst = static_cast<size_t>(std::ranges::max_element(reached) - reached.begin());
    model.facts = {{"base", options_.wrapped.base},      {"documents", train.documents.size()},
                   {"groups", groups.facts()},           {"loss", losses.name()},
                   {"worst_group_loss", reached[worst]}, {"worst_group", groups.groups[worst].name}};
    if (kept.shares.size() > 60) return;
    for (size_t g = 0; g < kept.shares.size(); ++g)
      model.facts["shares"][groups.groups[g].name] = kept.shares[g];
  }

  GroupDroOptions options_;
};

}  // namespace

ClassifierCatalog::Entry group_dro_entry() {
  using O = GroupDroOptions;
  OptionTable<O> table;
  table.include(&O::wrapped, base_model_table(BaseNeed::weights));
  table
      .add("eta", &O::eta,
           "first step size of the weights of groups; later steps adapt. With base = transformer, the size "
           "of every step. 0: 1, with base = transformer 0.01")
      .between(0, 1e3);
  table
      .add("tolerance", &O::tolerance,
           "stop when the objective is proved to be within this share of its minimum (maxent, linear-svm)")
      .above(0)
      .below(1);
  table.add("rounds", &O::rounds, "largest number of weighted fits of the base").between(1, 100'000);
  table
      .add("adjustment", &O::adjustment,
           "number that is divided by the root of a group's size and added to the group's loss, so that "
           "small groups get more weight; 0: none")
      .at_least(0)
      .at_most(1e6);
  table.require([](const O& o) -> std::string {
    const auto entry = classifiers().find(o.wrapped.base);
    if (!entry || !(*entry)->traits.in_batches) return "";
    if (std::ranges::none_of((*entry)->options.specs(),
                             [](const OptionSpec& spec) { return spec.name == "group-step"; }))
      return fmt::format(
          "base = {}: it learns in batches and cannot weigh groups by their losses while it learns",
          o.wrapped.base);
    if (o.rounds == kRounds && o.tolerance == kTolerance) return "";
    const std::string which = o.rounds == kRounds ? fmt::format("tolerance = {}", o.tolerance)
                                                  : fmt::format("rounds = {}", o.rounds);
    return fmt::format(
        "{}: it belongs to the solver for linear models; base = {} is trained once, and the weights of "
        "groups change with each batch (set eta here, epochs in base-set)",
        which, o.wrapped.base);
  });
  table.words("stop", &O::stop_by_dev, {{"gap", false}, {"dev-worst-group", true}},
              "fit to keep: gap, the one nearest to the minimum; dev-worst-group, the one with the best "
              "accuracy in the worst group of validation documents");
  table.include(&O::groups, group_table());
  table.require(
      [](const O& o) { return objection_to_items(o.wrapped, "first-set", o.groups.first.first_set); });
  return {
      .name = "group-dro",
      .summary = "Trains a classifier that minimises the loss of its worst group of documents",
      .citation =
          "Sagawa, Koh, Hashimoto, Liang 2020, Distributionally robust neural networks for group "
          "shifts: on the importance of regularization for worst-case generalization (ICLR)",
      .traits = robust_traits(
          true, true, true, [](const Options& options) { return options.text("stop") == "dev-worst-group"; }),
      .options = table,
      .make = made_as<Classifier, GroupDro>(table),
      .memory = memory_of_base};
}

}  // namespace standfast
