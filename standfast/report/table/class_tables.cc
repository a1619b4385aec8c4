#include "standfast/report/table/class_tables.h"

#include <algorithm>

#include <fmt/format.h>

namespace standfast::report {

Table class_data_table(const RunRecords& run, size_t corpus, const std::vector<ClassData>& conditions) {
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
  for (const ClassData& data : conditions) {
    const std::string& condition = run.conditions[data.condition].name;
    table.rows.push_back({{condition},
                          {std::to_string(data.folds)},
                          {shown(data.train, 1)},
                          {shown(data.test, 1)},
                          {fmt::format("{} of {}", shown(data.train_classes, 1), info.classes.size())},
                          {std::to_string(data.tested_topics)},
                          {grouped(data.tested_documents)},
                          {shown(data.majority)}});
    table.data.push_back({info.name, condition, std::to_string(data.folds), exact(data.train),
                          exact(data.test), exact(data.train_classes), std::to_string(info.classes.size()),
                          std::to_string(data.tested_topics), std::to_string(data.tested_documents),
                          exact(data.majority)});
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
      const auto score = cell.value_of(metric);
      row.push_back({score ? shown(*score) : cell.ok ? "-" : "failed"});
      data.push_back(exact(score));
    }
    data.push_back(cell.reason);
    table.rows.push_back(std::move(row));
    table.data.push_back(std::move(data));
  }
  return table;
}

Table class_table(const RunRecords& run, size_t corpus, const std::vector<ScoresByClass>& scores) {
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
  for (const auto& of_model : scores)
    for (size_t k = 0; k < of_model.classes.size(); ++k) {
      const size_t c = of_model.condition, m = of_model.model;
      const ClassScores& one = of_model.classes[k];
      if (one.support == 0 && one.predicted == 0) continue;
      const auto text = [](uint64_t of, double value) { return of > 0 ? shown(value) : std::string("-"); };
      const auto data = [](uint64_t of, double value) { return of > 0 ? exact(value) : std::string(); };
      table.rows.push_back({{run.conditions[c].name},
                            {run.models[m].name},
                            {info.classes[k]},
                            {grouped(one.support)},
                            {grouped(one.predicted)},
                            {text(one.predicted, one.precision)},
                            {text(one.support, one.recall)},
                            {shown(one.f1)}});
      table.data.push_back({info.name, run.conditions[c].name, run.models[m].name, info.classes[k],
                            std::to_string(one.support), std::to_string(one.predicted),
                            std::to_string(one.right), data(one.predicted, one.precision),
                            data(one.support, one.recall), exact(one.f1)});
    }
  return table;
}

Table topic_score_table(const RunRecords& run, size_t corpus, const TopicDifficulty& found) {
  const auto& info = run.corpora[corpus];
  const std::string& condition = run.conditions[found.condition].name;
  Table table;
  table.name = file_name_of("topics", {info.name, condition});
  table.title = fmt::format("Topic by topic on {}: {}", info.name, condition);
  table.header = {"topic", "documents", "classes", "largest class"};
  table.data_header = {"corpus",        "condition",         "topic", "documents", "classes", "largest_class",
                       "largest_share", "effective_classes", "model", "n",         "right",   "accuracy"};
  for (const size_t m : found.models) table.header.push_back(run.models[m].name);
  size_t flagged = 0;
  for (const auto& row : found.topics) {
    const bool one = row.largest_share >= kOneClassShare;
    flagged += one ? 1 : 0;
    const std::string& topic = info.tested_topics[row.topic];
    std::vector<TableCell> cells = {{topic},
                                    {grouped(row.documents)},
                                    {std::to_string(row.classes)},
                                    {percent(row.largest_share), one ? "practically one class" : ""}};
    for (size_t m = 0; m < found.models.size(); ++m) {
      const Share& share = row.answers[m];
      const auto accuracy = share.n > 0 ? std::optional(share.accuracy()) : std::nullopt;
      cells.push_back({accuracy ? shown(*accuracy) : "-", "", "", accuracy.value_or(-1)});
      table.data.push_back({info.name, condition, topic, std::to_string(row.documents),
                            std::to_string(row.classes), info.classes[row.largest_class],
                            exact(row.largest_share), exact(row.effective_classes),
                            run.models[found.models[m]].name, std::to_string(share.n),
                            std::to_string(share.right), exact(accuracy)});
    }
    table.rows.push_back(std::move(cells));
  }
  table.caption = fmt::format(
      "Accuracy on the test documents of each topic, all seeds pooled, easiest first. Largest class: the "
      "share of the most frequent class in the topic's documents. {} of {} {} practically one class "
      "({} or more): there the score says how often a model names that class, not whether it tells classes "
      "apart.",
      flagged, plural(found.topics.size(), "topic"), flagged == 1 ? "is" : "are", percent(kOneClassShare));
  return table;
}

namespace {

std::string kind_of_groups(const RunRecords& run, GroupedBy by) {
  switch (by) {
    case GroupedBy::topic:
      return "topic";
    case GroupedBy::target:
      break;
    case GroupedBy::group:
      return run.group;
    case GroupedBy::target_and_group:
      return run.target + ", " + run.group;
  }
  return run.target;
}

}  // namespace

std::optional<Table> worst_group_table(const RunRecords& run, size_t corpus,
                                       const std::vector<WorstGroup>& groups, double level) {
  if (groups.empty()) return std::nullopt;
  const auto& info = run.corpora[corpus];
  Table table;
  table.name = file_name_of("worst-groups", {info.name});
  table.title = fmt::format("The worst groups on {}", info.name);
  table.caption = fmt::format(
      "Of the groups with {} test documents or more, the one of lowest accuracy. Its interval holds for all "
      "compared groups together at {} (Clopper-Pearson, Bonferroni), because the worst of many looks worse "
      "than it is. Documents are taken as independent, each with its first answer. By luck: the chance that "
      "the worst group would be as low if all groups had one accuracy.",
      kLeastOfGroup, percent(level));
  if (std::any_of(groups.begin(), groups.end(), [](const auto& one) { return one.counted < one.documents; }))
    table.caption += fmt::format(
        " By {}, only documents with a value count, also in \"overall\" (documents in the CSV).", run.group);
  table.header = {"condition", "model", "group", "worst", "n", "accuracy", "of", "overall", "by luck"};
  table.data_header = {"corpus", "condition",       "model",     "group",     "worst",
                       "n",      "accuracy",        "low",       "high",      "groups_compared",
                       "groups", "accuracy_of_all", "p_by_luck", "documents", "documents_in_all"};
  for (const WorstGroup& worst : groups) {
    const std::string kind = kind_of_groups(run, worst.by);
    const std::string name = name_of_group(run, corpus, worst.by, worst.group);
    const auto &condition = run.conditions[worst.condition].name, &model = run.models[worst.model].name;
    const auto& interval = worst.interval;
    table.rows.push_back(
        {{condition},
         {model},
         {kind},
         {name},
         {grouped(worst.n)},
         {shown(worst.accuracy),
          interval ? fmt::format("[{}, {}]", shown(interval->low), shown(interval->high)) : ""},
         {worst.compared == worst.groups ? std::to_string(worst.compared)
                                         : fmt::format("{} of {}", worst.compared, worst.groups)},
         {shown(worst.accuracy_of_all)},
         {shown_p(worst.by_luck)}});
    table.data.push_back({info.name, condition, model, kind, name, std::to_string(worst.n),
                          exact(worst.accuracy), interval ? exact(interval->low) : "",
                          interval ? exact(interval->high) : "", std::to_string(worst.compared),
                          std::to_string(worst.groups), exact(worst.accuracy_of_all), exact(worst.by_luck),
                          std::to_string(worst.counted), std::to_string(worst.documents)});
  }
  return table;
}

}  // namespace standfast::report
