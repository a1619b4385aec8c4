// Similarity of train and test topics for each condition and seed.
#include <utility>

#include "standfast/report/table/catalog.h"
#include "standfast/report/table/tables.h"

namespace standfast::report {
namespace {

// Makes a table whose rows come from the splits of a corpus: `add` appends the rows of one split. Returns
// nothing if there are no rows.
template <class Add>
std::optional<Table> split_table(const RunRecords& run, size_t corpus, const std::string& name,
                                 const std::string& title, std::string caption,
                                 std::vector<std::string> header, std::vector<std::string> data_header,
                                 const Add& add) {
  Table table{file_name_of(name, {run.corpora[corpus].name}),
              title + " " + run.corpora[corpus].name,
              std::move(caption),
              std::move(header),
              {},
              std::move(data_header),
              {}};
  for (const auto& split : run.splits)
    if (split.corpus == run.corpora[corpus].name) add(split, table);
  if (table.rows.empty()) return std::nullopt;
  return table;
}

constexpr size_t kMostTopicsShown = 15;  // rows of a table that is shown at once

}  // namespace

std::optional<Table> topic_similarity_table(const RunRecords& run, size_t corpus) {
  return split_table(
      run, corpus, "topic-similarity", "Similarity of train and test topics on",
      "Cosine over all (train topic, test topic) pairs of a fold: its mean and its maximum, then the mean "
      "over folds. A topic on both sides counts as 1.",
      {"condition", "seed", "folds", "mean", "max", "topics on both sides, per fold"},
      {"corpus", "condition", "seed", "folds", "mean", "max", "shared_topics"},
      [](const SplitInfo& split, Table& table) {
        if (!split.similarity_mean || !split.similarity_max) return;
        table.rows.push_back({{split.condition},
                              {std::to_string(split.seed)},
                              {std::to_string(split.folds)},
                              {shown(*split.similarity_mean)},
                              {shown(*split.similarity_max)},
                              {shown(split.shared_topics, 1)}});
        table.data.push_back({split.corpus, split.condition, std::to_string(split.seed),
                              std::to_string(split.folds), exact(*split.similarity_mean),
                              exact(*split.similarity_max), exact(split.shared_topics)});
      });
}

std::optional<Table> similar_topics_table(const RunRecords& run, size_t corpus) {
  return split_table(
      run, corpus, "similar-topics", "Most similar train and test topics on",
      "The most similar pairs of topics among those that a fold has on opposite sides. Conditions whose "
      "folds have a topic on both sides are left out, because nothing is novel there.",
      {"condition", "seed", "one topic", "other topic", "cosine"},
      {"corpus", "condition", "seed", "topic_a", "topic_b", "cosine"},
      [](const SplitInfo& split, Table& table) {
        if (split.shared_topics > 0) return;
        for (const auto& pair : split.closest) {
          table.rows.push_back({{split.condition},
                                {std::to_string(split.seed)},
                                {pair.a},
                                {pair.b},
                                {shown(pair.similarity)}});
          table.data.push_back({split.corpus, split.condition, std::to_string(split.seed), pair.a, pair.b,
                                exact(pair.similarity)});
        }
      });
}

TableEntry topic_similarity_entry() {
  return {"topic-similarity",
          [](const Section& of) { return if_any(topic_similarity_table(of.run, of.corpus)); }};
}

TableEntry similar_topics_entry() {
  return {"similar-topics", [](const Section& of) {
            auto tables = if_any(similar_topics_table(of.run, of.corpus));
            for (auto& one : tables) one.hidden = one.table->rows.size() > kMostTopicsShown;
            return tables;
          }};
}

}  // namespace standfast::report
