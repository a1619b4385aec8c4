#include "standfast/model/robust/dev_choice.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/model/robust/first_stage.h"
#include "standfast/model/robust/training_part.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

Json as_json(const OptionChoice& candidate) {
  Json json = Json::object();
  for (const auto& [name, value] : candidate) json[name] = value;
  return json;
}

// The documents on which the choice is based.
struct Asked {
  DocumentView documents;
  std::span<const uint32_t> classes, groups;
  std::span<const double> weights;
};

}  // namespace

OptionTable<ChoiceOptions> choice_table() {
  OptionTable<ChoiceOptions> table;
  table.words("select", &ChoiceOptions::by_worst_group, {{"macro-f1", false}, {"worst-group", true}},
              "score on the validation documents that decides between several values; worst-group needs "
              "their groups");
  table
      .add("select-share", &ChoiceOptions::share,
           "share of the training documents of every class that is held out to decide, if there are no "
           "validation documents")
      .between(0.01, 0.5);
  return table;
}

std::string objection_to_values(const std::string& name, const std::vector<double>& values,
                                const std::function<bool(double)>& allowed, const std::string& which) {
  if (values.empty()) return fmt::format("{} = : give one value or several", name);
  for (const double value : values)
    if (!allowed(value)) return fmt::format("{} = {}: {}", name, fmt::join(values, ","), which);
  return "";
}

ChoiceScore choice_score(const DenseMatrix& answers, std::span<const uint32_t> truth,
                         std::span<const double> weights, std::span<const uint32_t> groups,
                         std::span<const uint8_t> trained) {
  std::vector<double> has(trained.size(), 0), answered = has, right = has;
  std::map<std::pair<uint32_t, uint32_t>, std::pair<double, double>> of_group;  // right, all
  for (size_t i = 0; i < truth.size(); ++i) {
    const double weight = weights.empty() ? 1 : weights[i];
    if (weight == 0) continue;
    const uint32_t answer = clear_answer(answers.row(i));
    has[truth[i]] += weight;
    if (answer != kMissing) answered[answer] += weight;
    if (answer == truth[i]) right[answer] += weight;
    if (groups.empty() || groups[i] == kMissing) continue;
    auto& [good, all] = of_group[{truth[i], groups[i]}];
    all += weight;
    if (answer == truth[i]) good += weight;
  }
  ChoiceScore score;
  double classes = 0;
  for (size_t c = 0; c < trained.size(); ++c) {
    if (trained[c] == 0) continue;
    ++classes;
    if (right[c] > 0) score.macro_f1 += 2 * right[c] / (has[c] + answered[c]);
  }
  score.macro_f1 /= std::max(classes, 1.0);
  for (const auto& [key, counts] : of_group) {
    const double accuracy = counts.first / counts.second;
    score.worst_group = std::min(score.worst_group.value_or(1), accuracy);
  }
  return score;
}

bool is_better_for_groups(const ChoiceScore& a, const ChoiceScore& b) {
  if (a.worst_group != b.worst_group) return a.worst_group > b.worst_group;
  return a.macro_f1 > b.macro_f1;
}

Result<RobustModel> fit_and_choose(const std::string& owner, const TrainingSet& train,
                                   const std::vector<OptionChoice>& candidates, const ChoiceOptions& options,
                                   const ClassifierContext& context, const FitCandidates& fit) {
  const auto fit_one = [&](const OptionChoice& candidate) -> Result<RobustModel> {
    SF_ASSIGN(auto models, fit(train, {&candidate, 1}));
    return std::move(models.front());
  };
  if (candidates.size() == 1) return fit_one(candidates.front());

  std::vector<uint8_t> trained(train.names.size(), 0);
  for (uint32_t i = 0; i < train.documents.size(); ++i)
    if (train.weight(i) > 0) trained[train.classes[i]] = 1;
  // At least one document of every class is held out and at least one stays.
  const DrawnOrder order =
      drawn_order(train, train.classes, {}, context.seed, "model/robust/" + owner + "/select");
  const auto part = drawn_share(order, train.classes, options.share, 1, 1);
  const TrainingPart stays(train, part, 0), put_aside(train, part, 1);
  const bool given = !train.dev.rows.empty();
  const Asked asked = given ? Asked{train.dev, train.dev_classes, train.dev_groups, {}}
                            : Asked{{train.documents.corpus, put_aside.rows},
                                    put_aside.classes,
                                    put_aside.groups,
                                    put_aside.weights};
  Json selection = {
      {"by", options.by_worst_group ? "worst-group" : "macro-f1"},
      {"on", given ? "validation documents" : "training documents put aside, then fitted on all"},
      {"documents", asked.documents.size()}};
  if (asked.documents.size() == 0) {
    SF_ASSIGN(RobustModel model, fit_one(candidates.front()));
    selection["chosen"] = as_json(candidates.front());
    model.facts["selection"] = selection;
    return model;
  }
  SF_ASSIGN(auto models, fit(given ? train : stays.set(train), candidates));
  size_t best = 0, best_of_groups = 0;
  std::vector<ChoiceScore> scores;
  for (size_t k = 0; k < candidates.size(); ++k) {
    DenseMatrix answers;
    SF_TRY(models[k].predict(asked.documents, context, answers));
    scores.push_back(choice_score(answers, asked.classes, asked.weights, asked.groups, trained));
    if (scores[k].macro_f1 > scores[best].macro_f1) best = k;
    if (is_better_for_groups(scores[k], scores[best_of_groups])) best_of_groups = k;
    Json one = as_json(candidates[k]);
    one["macro_f1"] = scores[k].macro_f1;
    if (scores[k].worst_group) one["worst_group"] = *scores[k].worst_group;
    selection["candidates"].push_back(one);
  }
  const bool known = scores.front().worst_group.has_value();
  if (options.by_worst_group && !known)
    return data_error(
        "select = worst-group: no group of the documents that decide is known; name their column, or set "
        "select = macro-f1");
  if (options.by_worst_group) best = best_of_groups;
  selection["chosen"] = as_json(candidates[best]);
  if (known) selection["best_by_worst_group"] = as_json(candidates[best_of_groups]);
  if (given) {
    models[best].facts["selection"] = selection;
    return std::move(models[best]);
  }
  SF_ASSIGN(RobustModel model, fit_one(candidates[best]));
  model.facts["selection"] = selection;
  return model;
}

}  // namespace standfast
