#include "standfast/analysis/topic_table.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace standfast {
namespace {

double share(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

double squared_shares(const std::vector<uint64_t>& parts) {
  double squares = 0, total = 0;
  for (const uint64_t part : parts) {
    squares += static_cast<double>(part) * static_cast<double>(part);
    total += static_cast<double>(part);
  }
  return total == 0 ? 0 : squares / (total * total);
}

double effective(const std::vector<uint64_t>& parts) {
  const double v2 = squared_shares(parts);
  return v2 == 0 ? 0 : 1 / v2;
}

TopicCounts without_empty(const TopicCounts& counts) {
  TopicCounts kept;
  std::vector<size_t> topics, authors;
  for (size_t t = 0; t < counts.topics.size(); ++t)
    if (counts.topic_total(t) > 0) topics.push_back(t);
  for (size_t a = 0; a < counts.authors.size(); ++a)
    if (counts.author_total(a) > 0) authors.push_back(a);
  for (const size_t a : authors) kept.authors.push_back(counts.authors[a]);
  for (const size_t t : topics) {
    kept.topics.push_back(counts.topics[t]);
    for (const size_t a : authors) kept.counts.push_back(counts.at(t, a));
  }
  return kept;
}

void add_warnings(TopicTable& table) {
  const auto say = [&](std::string sentence) { table.warnings.push_back(std::move(sentence)); };
  const size_t topics = table.topics.size();
  if (topics < 2) {
    say("There is one topic: nothing can be left out.");
    return;
  }
  if (table.single_author_topics > 0) {
    const auto percent = 100 * share(table.single_author_documents, table.documents);
    say(fmt::format(
        "{} of {} topics ({:.1f} % of the documents) have practically one author (at least {:g} %): "
        "there the constant answer scores {:g} % or more, so they test whether one author is named, "
        "not whether authors are told apart.",
        table.single_author_topics, topics, percent, 100 * table.options.single_author_share,
        100 * table.options.single_author_share));
    if (table.single_author_topics == topics)
      say("No topic has two authors to tell apart: leaving one topic out tests nothing on this corpus.");
    else
      say(fmt::format(
          "Leave-one-topic-out rests on the other {} topics; weighted by documents they are worth {:.1f} "
          "equal ones.",
          topics - table.single_author_topics, table.testing_effective_topics));
  }
  if (table.unseen > 0)
    say(
        fmt::format("{} documents ({:.1f} %) are by authors who wrote on one topic only: once it is left out "
                    "nobody can name them, so the score cannot pass {:.1f} %.",
                    table.unseen, 100 * share(table.unseen, table.documents),
                    100 * (1 - share(table.unseen, table.documents))));
  if (table.effective_topics < 0.75 * static_cast<double>(topics))
    say(fmt::format(
        "Weighted by documents the {} topics are worth {:.2f} equal ones (V2 = {:.4f}): a standard error "
        "that divides by the number of topics is too small by a factor of {:.2f}.",
        topics, table.effective_topics, table.v2,
        std::sqrt(static_cast<double>(topics) / table.effective_topics)));
  if (table.effective_topics < 5)
    say("With fewer than five effective topics no test over topics can say much: see standfast plan-power.");
  if (table.topic_oracle > 0.9)
    say(fmt::format(
        "Naming the most frequent author of each topic is right for {:.1f} % of the documents: a high "
        "score where topics are seen proves little.",
        100 * table.topic_oracle));
}

}  // namespace

Result<TopicTable> topic_table(const TopicCounts& counts, const TopicTableOptions& options) {
  if (!(options.single_author_share >= 0.5 && options.single_author_share <= 1))
    return usage_error(fmt::format("the share of a single author lies between 0.5 and 1, not {}",
                                   options.single_author_share));
  TopicTable table;
  table.counts = without_empty(counts);
  table.options = options;
  const TopicCounts& c = table.counts;
  table.authors.resize(c.authors.size());
  std::vector<uint64_t> author_sizes;
  for (size_t a = 0; a < c.authors.size(); ++a) {
    AuthorSummary& author = table.authors[a];
    std::vector<uint64_t> parts;
    for (size_t t = 0; t < c.topics.size(); ++t) {
      parts.push_back(c.at(t, a));
      author.topics += parts.back() > 0;
    }
    author.documents = c.author_total(a);
    const auto most = std::max_element(parts.begin(), parts.end());
    author.largest_topic = static_cast<uint32_t>(most - parts.begin());
    author.largest_share = share(*most, author.documents);
    author.effective_topics = effective(parts);
    author_sizes.push_back(author.documents);
  }
  uint64_t named_by_topic = 0;
  std::vector<uint64_t> sizes, testing;
  for (size_t t = 0; t < c.topics.size(); ++t) {
    TopicSummary topic;
    std::vector<uint64_t> parts;
    for (size_t a = 0; a < c.authors.size(); ++a) {
      parts.push_back(c.at(t, a));
      topic.authors += parts.back() > 0;
      if (parts.back() == table.authors[a].documents) topic.unseen += parts.back();
    }
    topic.documents = c.topic_total(t);
    const auto most = std::max_element(parts.begin(), parts.end());
    topic.largest_author = static_cast<uint32_t>(most - parts.begin());
    topic.largest_share = share(*most, topic.documents);
    topic.effective_authors = effective(parts);
    topic.single_author = topic.largest_share >= options.single_author_share;
    named_by_topic += *most;
    sizes.push_back(topic.documents);
    table.documents += topic.documents;
    table.unseen += topic.unseen;
    if (topic.single_author) {
      ++table.single_author_topics;
      table.single_author_documents += topic.documents;
    } else {
      testing.push_back(topic.documents);
    }
    table.topics.push_back(topic);
  }
  table.v2 = squared_shares(sizes);
  table.effective_topics = effective(sizes);
  table.testing_effective_topics = effective(testing);
  table.topic_oracle = share(named_by_topic, table.documents);
  table.majority = author_sizes.empty()
                       ? 0
                       : share(*std::max_element(author_sizes.begin(), author_sizes.end()), table.documents);
  add_warnings(table);
  return table;
}

}  // namespace standfast
