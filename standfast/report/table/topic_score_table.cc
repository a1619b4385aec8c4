// Scores topic by topic.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/report/table/catalog.h"
#include "standfast/report/table/tables.h"

namespace standfast::report {

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
      flagged, counted(found.topics.size(), "topic"), flagged == 1 ? "is" : "are", percent(kOneClassShare));
  return table;
}

TableEntry topic_score_entry() {
  return {"topics", [](const Section& of) {
            std::vector<ShownTable> tables;
            for (const auto& difficulty : of.found.topic_difficulty) {
              const ConditionInfo& condition = of.run.conditions[difficulty.condition];
              const bool of_new_topics = condition.keeps_topics_apart() && condition.control_of.empty();
              tables.push_back({topic_score_table(of.run, of.corpus, difficulty), "", !of_new_topics});
            }
            return tables;
          }};
}

}  // namespace standfast::report
