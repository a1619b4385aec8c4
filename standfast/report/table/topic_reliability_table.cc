// Reliability by topic (result/findings/pair_curves.h), as a table.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/report/table/catalog.h"
#include "standfast/report/table/tables.h"

namespace standfast::report {

Table topic_reliability_table(const RunRecords& run, const std::vector<TopicReliability>& rows, size_t corpus,
                              double level) {
  const auto& info = run.corpora[corpus];
  Table table = table_of("topic-reliability", "Reliability by topic", info.name);
  const auto shown_list = first_topics(rows, kTopicsShown);
  std::set<uint32_t> topics;
  for (const auto& row : rows) topics.insert(row.topic);
  table.caption = fmt::format(
      "Mean score and share of same-author pairs (with Wilson's {} interval, which takes pairs as "
      "independent) of "
      "the test pairs that touch a topic; calibration error: mean distance of score and share over five bins "
      "of "
      "equal count, and the largest. A pair on two topics counts for both.{}",
      percent(level),
      shown_list.size() < topics.size()
          ? fmt::format(" Shown: the {} of {} topics with most pairs; the CSV has all.", shown_list.size(),
                        topics.size())
          : "");
  table.header = {"topic", "condition",         "model",  "pairs", "mean score",
                  "same",  "calibration error", "largest"};
  table.data_header = {"corpus",     "topic", "condition", "model",          "pairs",        "mean_score",
                       "share_same", "low",   "high",      "expected_error", "maximum_error"};
  for (const auto& row : rows) {
    const auto& topic = info.tested_topics[row.topic];
    const auto &condition = run.conditions[row.condition].name, &model = run.models[row.model].name;
    const double share = static_cast<double>(row.same) / static_cast<double>(row.bins.n);
    table.data.push_back({info.name, topic, condition, model, std::to_string(row.bins.n),
                          exact(row.mean_score), exact(share), exact(row.interval.low),
                          exact(row.interval.high), exact(row.bins.expected_error),
                          exact(row.bins.maximum_error)});
    if (std::find(shown_list.begin(), shown_list.end(), row.topic) == shown_list.end()) continue;
    table.rows.push_back(
        {{topic},
         {condition},
         {model},
         {grouped(row.bins.n)},
         {shown(row.mean_score)},
         {shown(share), fmt::format("[{}, {}]", shown(row.interval.low), shown(row.interval.high))},
         {shown(row.bins.expected_error)},
         {shown(row.bins.maximum_error)}});
  }
  return table;
}

TableEntry topic_reliability_entry() {
  return {
      "topic-reliability", [](const Section& of) -> std::vector<ShownTable> {
        if (of.found.pair_curves.empty() || of.found.topic_reliability.empty()) return {};
        return {{topic_reliability_table(of.run, of.found.topic_reliability, of.corpus, of.level), "", true}};
      }};
}

}  // namespace standfast::report
