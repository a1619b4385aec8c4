#include "cli/analyze_tables.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace standfast::cli {
namespace {

using report::exact;
using report::grouped;
using report::shown;
using report::Table;
using report::TableCell;

// The places of the items, those with most documents first.
template <class Item>
std::vector<size_t> largest_first(const std::vector<Item>& items) {
  std::vector<size_t> order(items.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return items[a].documents > items[b].documents; });
  return order;
}

constexpr uint64_t kMostCellsShown = 1'000'000;  // in a table of topics by authors

}  // namespace

Table topics_table(const TopicTable& table, const std::string& target) {
  Table out;
  out.name = "topics";
  out.title = fmt::format("What each topic can say about {}s", target);
  out.caption = fmt::format(
      "{} documents of {} {}s on {} topics, which carry as much as {:.2f} equal ones (V2 = {:.5f}). "
      "Effective {}s: "
      "1 / sum of squared shares. Always answering the largest {} of a topic scores its share on that "
      "topic. Unseen: documents by {}s with no other topic.",
      grouped(table.documents), table.authors.size(), target, table.topics.size(), table.effective_topics,
      table.v2, target, target, target);
  out.header = {"topic",          "documents", "share", target + "s", "effective", "largest " + target,
                "share of topic", "unseen",    ""};
  out.data_header = {"topic",
                     "documents",
                     "share",
                     target + "s",
                     "effective_" + target + "s",
                     "largest",
                     "largest_share",
                     "unseen_documents",
                     "single_" + target};
  for (const size_t t : largest_first(table.topics)) {
    const TopicSummary& topic = table.topics[t];
    const double share = static_cast<double>(topic.documents) / static_cast<double>(table.documents);
    const std::string& name = table.counts.topics[t];
    const std::string& largest = table.counts.authors[topic.largest_author];
    out.rows.push_back({{name},
                        {grouped(topic.documents)},
                        {report::exact_percent(share)},
                        {std::to_string(topic.authors)},
                        {shown(topic.effective_authors, 2)},
                        {largest},
                        {report::exact_percent(topic.largest_share), "", "", topic.largest_share},
                        {topic.unseen == 0 ? "" : grouped(topic.unseen)},
                        {topic.single_author ? "one " + target : ""}});
    out.data.push_back({name, std::to_string(topic.documents), exact(share), std::to_string(topic.authors),
                        exact(topic.effective_authors), largest, exact(topic.largest_share),
                        std::to_string(topic.unseen), topic.single_author ? "1" : "0"});
  }
  return out;
}

Table authors_table(const TopicTable& table, const std::string& target) {
  Table out;
  out.name = target + "s";
  out.title = fmt::format("How widely each {} wrote", target);
  out.caption = fmt::format(
      "{}s with one topic cannot be named once it is left out. Those with few effective topics (1 / sum of "
      "squared shares) are learned from little else.",
      target);
  out.header = {target, "documents", "topics", "effective", "largest topic", "share in it"};
  out.data_header = {target, "documents", "topics", "effective_topics", "largest_topic", "largest_share"};
  for (const size_t a : largest_first(table.authors)) {
    const AuthorSummary& author = table.authors[a];
    const std::string& largest = table.counts.topics[author.largest_topic];
    out.rows.push_back({{table.counts.authors[a]},
                        {grouped(author.documents)},
                        {std::to_string(author.topics)},
                        {shown(author.effective_topics, 2)},
                        {largest},
                        {report::exact_percent(author.largest_share), "", "", author.largest_share}});
    out.data.push_back({table.counts.authors[a], std::to_string(author.documents),
                        std::to_string(author.topics), exact(author.effective_topics), largest,
                        exact(author.largest_share)});
  }
  return out;
}

bool fits_a_table(const TopicTable& table) {
  return uint64_t{table.topics.size()} * table.authors.size() <= kMostCellsShown;
}

Table cells_table(const TopicTable& table, const std::string& target) {
  const TopicCounts& counts = table.counts;
  Table out;
  out.name = "cells";
  out.title = fmt::format("Documents by topic and {}", target);
  out.caption = fmt::format(
      "A row for each of the {} crossings with documents: a table of {} topics by {} {}s has too many cells.",
      grouped(counts.cells.size()), grouped(counts.topics.size()), grouped(counts.authors.size()), target);
  out.header = out.data_header = {"topic", target, "documents"};
  for (const auto& cell : counts.cells) {
    out.data.push_back(
        {counts.topics[cell.topic], counts.authors[cell.author], std::to_string(cell.documents)});
    out.rows.push_back({{out.data.back()[0]}, {out.data.back()[1]}, {out.data.back()[2]}});
  }
  return out;
}

Table counts_table(const TopicTable& table, const std::string& target) {
  const TopicCounts& counts = table.counts;
  Table out;
  out.name = "counts";
  out.title = fmt::format("Documents by topic and {}", target);
  out.caption = "Rows and columns add up to the totals at the margins.";
  out.header = {"topic", "total"};
  out.header.insert(out.header.end(), counts.authors.begin(), counts.authors.end());
  out.data_header = {"topic"};  // without totals, so that the file can be read again
  out.data_header.insert(out.data_header.end(), counts.authors.begin(), counts.authors.end());
  auto cell = counts.cells.begin();
  for (uint32_t t = 0; t < counts.topics.size(); ++t) {
    std::vector<TableCell> row = {{counts.topics[t]}, {std::to_string(table.topics[t].documents)}};
    std::vector<std::string> data = {counts.topics[t]};
    for (uint32_t a = 0; a < counts.authors.size(); ++a) {
      const bool here = cell != counts.cells.end() && cell->topic == t && cell->author == a;
      const uint64_t n = here ? cell->documents : 0;
      cell += here;
      row.push_back({n == 0 ? "" : std::to_string(n), "", "",
                     static_cast<double>(n) / static_cast<double>(table.topics[t].documents)});
      data.push_back(std::to_string(n));
    }
    out.rows.push_back(std::move(row));
    out.data.push_back(std::move(data));
  }
  std::vector<TableCell> totals = {{"total"}, {std::to_string(table.documents)}};
  for (const auto& author : table.authors) totals.push_back({std::to_string(author.documents)});
  out.rows.push_back(std::move(totals));
  return out;
}

}  // namespace standfast::cli
