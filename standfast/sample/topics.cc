#include "standfast/sample/topics.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/corpus/groups.h"

namespace standfast {
namespace {

constexpr uint32_t kPaperTopics = 70;

std::vector<uint32_t> all_rows(const Corpus& corpus) {
  return whole_corpus(corpus).rows;
}

}  // namespace

Result<TopicPool> topic_pool(const Corpus& corpus, uint64_t min_docs) {
  SF_ASSIGN(const Column* column, corpus.require(Role::topic));
  const RowGroups groups = group_rows(*column, all_rows(corpus));
  TopicPool pool;
  size_t rare = 0, rare_documents = 0, largest = 0;
  for (size_t g = 0; g < groups.size(); ++g) {
    largest = std::max(largest, groups.rows[g].size());
    if (groups.rows[g].size() < min_docs) {
      ++rare;
      rare_documents += groups.rows[g].size();
      continue;
    }
    pool.topics.push_back(groups.codes[g]);
    pool.rows.insert(pool.rows.end(), groups.rows[g].begin(), groups.rows[g].end());
  }
  if (pool.topics.empty())
    return data_error(
        fmt::format("{}: none of its {} topics has {} documents (the largest has {}); lower min-docs",
                    corpus.name(), groups.size(), min_docs, largest));
  std::sort(pool.rows.begin(), pool.rows.end());
  if (rare > 0)
    pool.notes.push_back(
        fmt::format("{} of {} topics have fewer than {} documents: left out with their {} documents", rare,
                    groups.size(), min_docs, rare_documents));
  if (!groups.without.empty())
    pool.notes.push_back(fmt::format("{} documents have no topic: left out", groups.without.size()));
  return pool;
}

Result<uint32_t> topics_wanted(const Corpus& corpus, const TopicPool& pool, const TopicOptions& options) {
  const uint32_t asked = options.topics;
  const auto there = static_cast<uint32_t>(pool.topics.size());
  if (asked == 0) return std::min(kPaperTopics, (there + 1) / 2);
  if (asked > there)
    return data_error(
        fmt::format("{}: topics = {} was requested, but only {} topics have at least {} documents",
                    corpus.name(), asked, there, options.min_docs));
  return asked;
}

void take_documents(const Corpus& corpus, uint64_t max_docs, Sample& sample, CapUnit unit) {
  const bool merged = !sample.group_of_topic.empty();
  const auto column =
      grouped_topics(corpus, unit == CapUnit::group ? sample.group_of_topic : std::vector<uint32_t>{});
  const RowGroups groups = group_rows(*column, all_rows(corpus));
  std::vector<bool> chosen(column->names.size(), false);
  for (const uint32_t topic : sample.topics) chosen[topic] = true;
  if (merged && unit == CapUnit::topic)
    for (size_t topic = 0; topic < chosen.size(); ++topic)
      chosen[topic] = sample.group_of_topic[topic] != kMissing;
  size_t cut = 0, whole = 0, dropped = 0;
  sample.rows.clear();
  for (size_t g = 0; g < groups.size(); ++g) {
    if (!chosen[groups.codes[g]]) continue;
    const auto& rows = groups.rows[g];
    if (max_docs == 0 || rows.size() <= max_docs) {
      sample.rows.insert(sample.rows.end(), rows.begin(), rows.end());
      ++whole;
      continue;
    }
    const auto shuffled = shuffled_rows(corpus, rows, sample.seed, "sample/max-docs");
    sample.rows.insert(sample.rows.end(), shuffled.begin(), shuffled.begin() + max_docs);
    ++cut;
    dropped += rows.size() - static_cast<uint64_t>(max_docs);
  }
  std::sort(sample.rows.begin(), sample.rows.end());
  if (max_docs > 0)
    sample.notes.push_back(
        fmt::format("{} {}topics cut to {} documents ({} documents dropped), {} kept whole", cut,
                    merged && unit == CapUnit::group ? "merged " : "", max_docs, dropped, whole));
}

}  // namespace standfast
