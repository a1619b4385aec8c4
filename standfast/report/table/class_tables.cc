#include "standfast/report/table/class_tables.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "standfast/metric/classes/classification_profile.h"
#include "standfast/metric/classes/slices.h"
#include "standfast/metric/stat/proportion.h"
#include "standfast/result/findings/class_items.h"

namespace standfast::report {
namespace {

// The answers of the model with most finished cells. The tested documents are the same for all models.
PooledItems any_items(const RunRecords& run, size_t corpus, size_t condition) {
  PooledItems best;
  for (size_t model = 0; model < run.models.size(); ++model) {
    PooledItems items = pooled_items(run, corpus, condition, model);
    if (items.cells > best.cells) best = std::move(items);
  }
  return best;
}

size_t distinct(const std::vector<uint32_t>& codes) {
  std::set<uint32_t> seen(codes.begin(), codes.end());
  seen.erase(kNoCode);
  return seen.size();
}

// The share of test documents that are of the commonest class in the test side of their own fold.
double majority_share(const PooledItems& items) {
  std::map<uint32_t, std::vector<uint64_t>> counts;
  for (size_t i = 0; i < items.size(); ++i) {
    auto& of_cell = counts[items.cell[i]];
    of_cell.resize(items.classes);
    ++of_cell[items.truth[i]];
  }
  uint64_t majority = 0;
  for (const auto& [cell, count] : counts) majority += *std::max_element(count.begin(), count.end());
  return static_cast<double>(majority) / static_cast<double>(items.size());
}

const CellScore* find_score(const CellRecord& cell, const std::string& metric) {
  const auto found = std::find_if(cell.scores.begin(), cell.scores.end(),
                                  [&](const CellScore& s) { return s.metric == metric; });
  return found == cell.scores.end() ? nullptr : &*found;
}

}  // namespace

Table class_data_table(const RunRecords& run, size_t corpus) {
  const auto& info = run.corpora[corpus];
  Table table;
  table.name = file_name_of("data", {info.name});
  table.title = fmt::format("Data of every condition on {}", info.name);
  table.caption =
      "Train and test are means over folds and seeds. The majority baseline is the accuracy of always "
      "giving the most frequent class of the test side. No model can know that class, so a score near this "
      "baseline says little.";
  table.header = {"condition",     "folds",  "train documents",         "test documents",
                  "train classes", "topics", "documents tested in all", "majority baseline"};
  table.data_header = {"corpus",           "condition",        "folds",   "train_documents",
                       "test_documents",   "train_classes",    "classes", "tested_topics",
                       "tested_documents", "majority_accuracy"};
  for (size_t c = 0; c < run.conditions.size(); ++c) {
    const PooledItems items = any_items(run, corpus, c);
    if (items.size() == 0) continue;
    double train = 0, test = 0, classes = 0;
    uint64_t folds = 0;
    std::set<std::pair<uint64_t, uint32_t>> seen;
    for (const auto& cell : run.cells) {
      if (!cell.ok || cell.corpus != info.name || cell.condition != run.conditions[c].name ||
          !seen.insert({cell.seed, cell.fold}).second)
        continue;
      ++folds;
      train += static_cast<double>(cell.n_train);
      test += static_cast<double>(cell.n_test);
      classes += static_cast<double>(cell.train_classes);
    }
    const auto n = static_cast<double>(folds);
    const double majority = majority_share(items);
    table.rows.push_back({{run.conditions[c].name},
                          {std::to_string(folds)},
                          {shown(train / n, 1)},
                          {shown(test / n, 1)},
                          {fmt::format("{} of {}", shown(classes / n, 1), info.classes.size())},
                          {std::to_string(distinct(items.topic))},
                          {grouped(distinct(items.document))},
                          {shown(majority)}});
    table.data.push_back({info.name, run.conditions[c].name, std::to_string(folds), exact(train / n),
                          exact(test / n), exact(classes / n), std::to_string(info.classes.size()),
                          std::to_string(distinct(items.topic)), std::to_string(distinct(items.document)),
                          exact(majority)});
  }
  return table;
}

Table class_fold_table(const RunRecords& run, const Summary& summary, size_t corpus) {
  const auto& info = run.corpora[corpus];
  Table table;
  table.name = file_name_of("folds", {info.name});
  table.title = fmt::format("Scores of every fold on {}", info.name);
  table.caption =
      "Each row is one fit, examined on its test documents or on another side; n is their number.";
  table.header = {"condition", "model", "seed", "fold", "n"};
  table.data_header = {"corpus", "condition", "model", "seed", "fold", "status", "n_train", "n_test"};
  for (const auto& metric : summary.metrics) {
    table.header.push_back(metric);
    table.data_header.push_back(metric);
  }
  table.data_header.push_back("reason");
  for (const auto& cell : run.cells) {
    if (cell.corpus != info.name) continue;
    std::vector<TableCell> row = {{cell.condition},
                                  {cell.model},
                                  {std::to_string(cell.seed)},
                                  {std::to_string(cell.fold)},
                                  {grouped(cell.n_test)}};
    std::vector<std::string> data = {cell.corpus,
                                     cell.condition,
                                     cell.model,
                                     std::to_string(cell.seed),
                                     std::to_string(cell.fold),
                                     cell.ok ? "ok" : "failed",
                                     std::to_string(cell.n_train),
                                     std::to_string(cell.n_test)};
    for (const auto& metric : summary.metrics) {
      const CellScore* score = find_score(cell, metric);
      const bool known = score != nullptr && score->value;
      row.push_back({known ? shown(*score->value) : cell.ok ? "-" : "failed"});
      data.push_back(known ? exact(*score->value) : "");
    }
    data.push_back(cell.reason);
    table.rows.push_back(std::move(row));
    table.data.push_back(std::move(data));
  }
  return table;
}

Table class_table(const RunRecords& run, const Summary& summary, size_t corpus) {
  const auto& info = run.corpora[corpus];
  Table table;
  table.name = file_name_of("classes", {info.name});
  table.title = fmt::format("Class by class on {}", info.name);
  table.caption =
      "All folds and seeds pooled: documents of the class, documents answered with it, and precision, "
      "recall and F1 of the class against all others; - where no document was answered with it or none "
      "belongs to it.";
  table.header = {"condition", "model", "class", "of it", "answered", "precision", "recall", "F1"};
  table.data_header = {"corpus",   "condition", "model",     "class",  "documents",
                       "answered", "right",     "precision", "recall", "f1"};
  for (size_t c = 0; c < run.conditions.size(); ++c)
    for (size_t m = 0; m < run.models.size(); ++m) {
      if (summary.chance_model == m) continue;
      const PooledItems items = pooled_items(run, corpus, c, m);
      if (items.size() == 0) continue;
      const auto scores = class_scores(tally(items.items()));
      for (size_t k = 0; k < scores.size(); ++k) {
        const auto& s = scores[k];
        if (s.support == 0 && s.predicted == 0) continue;
        const auto text = [](uint64_t of, double value) { return of > 0 ? shown(value) : std::string("-"); };
        const auto data = [](uint64_t of, double value) { return of > 0 ? exact(value) : std::string(); };
        table.rows.push_back({{run.conditions[c].name},
                              {run.models[m].name},
                              {info.classes[k]},
                              {grouped(s.support)},
                              {grouped(s.predicted)},
                              {text(s.predicted, s.precision)},
                              {text(s.support, s.recall)},
                              {shown(s.f1)}});
        table.data.push_back({info.name, run.conditions[c].name, run.models[m].name, info.classes[k],
                              std::to_string(s.support), std::to_string(s.predicted), std::to_string(s.right),
                              data(s.predicted, s.precision), data(s.support, s.recall), exact(s.f1)});
      }
    }
  return table;
}

std::optional<Table> topic_score_table(const RunRecords& run, const Summary& summary, size_t corpus,
                                       size_t condition) {
  const auto& info = run.corpora[corpus];
  struct Row {
    std::vector<uint64_t> classes;  // different documents of each class
    std::vector<uint64_t> right, all;
    double mean = 0;
  };
  std::map<uint32_t, Row> rows;
  std::set<uint32_t> seen;  // documents; each has one topic. A model whose folds failed answered only some
  std::vector<size_t> models;
  for (size_t m = 0; m < run.models.size(); ++m) {
    if (summary.chance_model == m) continue;
    const PooledItems items = pooled_items(run, corpus, condition, m);
    if (items.size() == 0) continue;
    const size_t place = models.size();
    models.push_back(m);
    for (size_t i = 0; i < items.size(); ++i) {
      if (items.topic[i] == kNoCode) continue;
      Row& row = rows[items.topic[i]];
      row.classes.resize(items.classes);
      row.right.resize(place + 1);
      row.all.resize(place + 1);
      row.right[place] += items.predicted[i] == items.truth[i] ? 1 : 0;
      ++row.all[place];
      if (seen.insert(items.document[i]).second) ++row.classes[items.truth[i]];
    }
  }
  if (rows.empty()) return std::nullopt;
  std::vector<std::pair<uint32_t, Row>> order(rows.begin(), rows.end());
  for (auto& [topic, row] : order) {
    row.right.resize(models.size());
    row.all.resize(models.size());
    double answered = 0;
    for (size_t m = 0; m < models.size(); ++m) {
      if (row.all[m] == 0) continue;
      row.mean += static_cast<double>(row.right[m]) / static_cast<double>(row.all[m]);
      ++answered;
    }
    if (answered > 0) row.mean /= answered;
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.second.mean > b.second.mean; });
  Table table;
  table.name = file_name_of("topics", {info.name, run.conditions[condition].name});
  table.title = fmt::format("Topic by topic on {}: {}", info.name, run.conditions[condition].name);
  table.header = {"topic", "documents", "classes", "largest class"};
  table.data_header = {"corpus",        "condition",         "topic", "documents", "classes", "largest_class",
                       "largest_share", "effective_classes", "model", "n",         "right",   "accuracy"};
  for (const size_t m : models) table.header.push_back(run.models[m].name);
  size_t flagged = 0;
  for (const auto& [topic, row] : order) {
    uint64_t documents = 0, present = 0;
    double squares = 0;
    for (const uint64_t n : row.classes) {
      documents += n;
      present += n > 0 ? 1 : 0;
      squares += static_cast<double>(n) * static_cast<double>(n);
    }
    const auto all = static_cast<double>(documents);
    const auto most = std::max_element(row.classes.begin(), row.classes.end());
    const double share = documents > 0 ? static_cast<double>(*most) / all : 0;
    const bool one = share >= kOneClassShare;
    flagged += one ? 1 : 0;
    const std::string name = info.classes[static_cast<size_t>(most - row.classes.begin())];
    std::vector<TableCell> cells = {{info.tested_topics[topic]},
                                    {grouped(documents)},
                                    {std::to_string(present)},
                                    {percent(share), one ? "practically one class" : ""}};
    for (size_t m = 0; m < models.size(); ++m) {
      const std::optional<double> accuracy =
          row.all[m] > 0 ? std::optional(static_cast<double>(row.right[m]) / static_cast<double>(row.all[m]))
                         : std::nullopt;
      cells.push_back({accuracy ? shown(*accuracy) : "-", "", "", accuracy.value_or(-1)});
      table.data.push_back({info.name, run.conditions[condition].name, info.tested_topics[topic],
                            std::to_string(documents), std::to_string(present), name, exact(share),
                            exact(documents > 0 ? all * all / squares : 0), run.models[models[m]].name,
                            std::to_string(row.all[m]), std::to_string(row.right[m]), exact(accuracy)});
    }
    table.rows.push_back(std::move(cells));
  }
  table.caption = fmt::format(
      "Accuracy on the test documents of each topic, all seeds pooled, easiest first. Largest class: the "
      "share of the most frequent class in the topic's documents. {} of {} {} practically one class "
      "({} or more): there the score says how often a model names that class, not whether it tells classes "
      "apart.",
      flagged, plural(order.size(), "topic"), flagged == 1 ? "is" : "are", percent(kOneClassShare));
  return table;
}

namespace {

// Documents, each with its group.
struct Grouping {
  std::string kind;
  PooledItems items;
  std::vector<uint32_t> groups;
  const std::vector<std::string>* names;
};

// By topic, if every document has one; by class; by the group of the study, of the documents that have one.
std::vector<Grouping> groupings(const RunRecords& run, const CorpusInfo& info, const PooledItems& items) {
  std::vector<Grouping> all;
  if (std::find(items.topic.begin(), items.topic.end(), kNoCode) == items.topic.end())
    all.push_back({"topic", items, items.topic, &info.tested_topics});
  // If the target is the author, the classes are the authors.
  all.push_back({run.target, items, items.truth, &info.classes});
  if (items.group.empty() || run.group == "topic") return all;  // topics are there already
  std::vector<uint32_t> places;
  for (uint32_t i = 0; i < items.size(); ++i)
    if (items.group[i] != kNoCode) places.push_back(i);
  if (places.empty()) return all;
  PooledItems some = chosen_items(items, places);
  std::vector<uint32_t> groups = some.group;
  all.push_back({run.group, std::move(some), std::move(groups), &run.slices.at(info.name).back().values});
  return all;
}

}  // namespace

std::optional<Table> worst_group_table(const RunRecords& run, const Summary& summary, size_t corpus,
                                       double level) {
  const auto& info = run.corpora[corpus];
  const auto profile = make_classification_profile("accuracy", "accuracy alone", {"accuracy"});
  if (!profile) return std::nullopt;
  SliceOptions options;
  options.min_items = kLeastOfGroup;
  options.level = level;
  Table table;
  table.name = file_name_of("worst-groups", {info.name});
  table.title = fmt::format("The worst groups on {}", info.name);
  table.caption = fmt::format(
      "Of the groups with {} test documents or more, the one of lowest accuracy. Its interval holds for all "
      "compared groups together at {} (Clopper-Pearson, Bonferroni), because the worst of many looks worse "
      "than it is. Documents are taken as independent, each with its first answer. By luck: the chance that "
      "the worst group would be as low if all groups had one accuracy.",
      kLeastOfGroup, percent(level));
  table.header = {"condition", "model", "group", "worst", "n", "accuracy", "of", "overall", "by luck"};
  table.data_header = {"corpus", "condition",       "model",    "group", "worst",
                       "n",      "accuracy",        "low",      "high",  "groups_compared",
                       "groups", "accuracy_of_all", "p_by_luck"};
  for (size_t c = 0; c < run.conditions.size(); ++c)
    for (size_t m = 0; m < run.models.size(); ++m) {
      if (summary.chance_model == m) continue;
      const PooledItems items = first_answers(pooled_items(run, corpus, c, m), info.tested_documents);
      if (items.size() == 0) continue;
      for (const auto& [kind, of, groups, names] : groupings(run, info, items)) {
        const Slices slices = slice(*profile, of.items(), groups, options);
        const auto worst = worst_group(slices, *profile, "accuracy");
        if (!worst || slices.slices.size() < 2) continue;
        const Slice& group = slices.slices[worst->place];
        const double all = static_cast<double>(slices.right) / static_cast<double>(slices.n);
        const auto& interval = group.simultaneous;
        table.rows.push_back(
            {{run.conditions[c].name},
             {run.models[m].name},
             {kind},
             {(*names)[group.group]},
             {grouped(group.n)},
             {shown(worst->value),
              interval ? fmt::format("[{}, {}]", shown(interval->low), shown(interval->high)) : ""},
             {slices.compared == slices.slices.size()
                  ? std::to_string(slices.compared)
                  : fmt::format("{} of {}", slices.compared, slices.slices.size())},
             {shown(all)},
             {shown_p(worst->by_luck)}});
        table.data.push_back({info.name, run.conditions[c].name, run.models[m].name, kind,
                              (*names)[group.group], std::to_string(group.n), exact(worst->value),
                              interval ? exact(interval->low) : "", interval ? exact(interval->high) : "",
                              std::to_string(slices.compared), std::to_string(slices.slices.size()),
                              exact(all), exact(worst->by_luck)});
      }
    }
  if (table.rows.empty()) return std::nullopt;
  return table;
}

}  // namespace standfast::report
