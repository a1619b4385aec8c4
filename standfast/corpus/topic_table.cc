#include "standfast/corpus/topic_table.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace standfast {
namespace {

double share(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

// The sum of the documents of the parts of a whole, and the sum of their squares.
struct Parts {
  double squares = 0, total = 0;
  void add(uint64_t part) {
    squares += static_cast<double>(part) * static_cast<double>(part);
    total += static_cast<double>(part);
  }
  double squared_shares() const { return total == 0 ? 0 : squares / (total * total); }
  double effective() const {
    const double v2 = squared_shares();
    return v2 == 0 ? 0 : 1 / v2;
  }
};

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
        fmt::format("{} documents ({:.1f} %) are by authors who wrote on one topic only: once it is left "
                    "out, no model can name them, so the score cannot pass {:.1f} %.",
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
    return usage_error(fmt::format("the share of a single author must lie between 0.5 and 1; {} does not",
                                   options.single_author_share));
  TopicTable table;
  table.counts = without_empty(counts);
  table.options = options;
  const TopicCounts& c = table.counts;
  table.authors.resize(c.authors.size());
  // The largest number of documents of an author on one topic.
  std::vector<uint64_t> most_of(c.authors.size(), 0);
  std::vector<Parts> parts_of(c.authors.size());
  for (const auto& cell : c.cells) {
    AuthorSummary& author = table.authors[cell.author];
    ++author.topics;
    author.documents += cell.documents;
    parts_of[cell.author].add(cell.documents);
    if (cell.documents <= most_of[cell.author]) continue;
    most_of[cell.author] = cell.documents;
    author.largest_topic = cell.topic;
  }
  uint64_t largest_author = 0;
  for (size_t a = 0; a < table.authors.size(); ++a) {
    AuthorSummary& author = table.authors[a];
    author.largest_share = share(most_of[a], author.documents);
    author.effective_topics = parts_of[a].effective();
    largest_author = std::max(largest_author, author.documents);
  }
  uint64_t named_by_topic = 0;
  Parts sizes, testing;
  for (size_t begin = 0, end = 0; begin < c.cells.size(); begin = end) {
    TopicSummary topic;
    Parts parts;
    uint64_t most = 0;
    for (; end < c.cells.size() && c.cells[end].topic == c.cells[begin].topic; ++end) {
      const auto& cell = c.cells[end];
      ++topic.authors;
      topic.documents += cell.documents;
      parts.add(cell.documents);
      if (cell.documents == table.authors[cell.author].documents) topic.unseen += cell.documents;
      if (cell.documents <= most) continue;
      most = cell.documents;
      topic.largest_author = cell.author;
    }
    topic.largest_share = share(most, topic.documents);
    topic.effective_authors = parts.effective();
    topic.single_author = topic.largest_share >= options.single_author_share;
    named_by_topic += most;
    sizes.add(topic.documents);
    table.documents += topic.documents;
    table.unseen += topic.unseen;
    if (topic.single_author) {
      ++table.single_author_topics;
      table.single_author_documents += topic.documents;
    } else {
      testing.add(topic.documents);
    }
    table.topics.push_back(topic);
  }
  table.v2 = sizes.squared_shares();
  table.effective_topics = sizes.effective();
  table.testing_effective_topics = testing.effective();
  table.topic_oracle = share(named_by_topic, table.documents);
  table.majority = share(largest_author, table.documents);
  add_warnings(table);
  return table;
}

}  // namespace standfast
