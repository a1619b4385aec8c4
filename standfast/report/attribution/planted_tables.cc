#include "standfast/report/attribution/planted_tables.h"

#include <fmt/format.h>

namespace standfast::report {
namespace {

std::string with_interval(const ClusteredMean& mean, bool is_signed) {
  if (!mean.mean) return "-";
  const auto text = [&](double v) { return is_signed ? signed_shown(v) : shown(v); };
  if (!mean.interval) return text(*mean.mean);
  return fmt::format("{} ({} to {})", text(*mean.mean), text(mean.interval->low), text(mean.interval->high));
}

void append(std::vector<std::string>& row, const ClusteredMean& mean) {
  row.push_back(exact(mean.mean));
  row.push_back(mean.interval ? exact(mean.interval->low) : "");
  row.push_back(mean.interval ? exact(mean.interval->high) : "");
  row.push_back(std::to_string(mean.items));
}

// Documents that count, of those that were explained.
std::string counted(uint64_t used, uint64_t explained) {
  return used == explained ? grouped(used) : fmt::format("{} of {}", grouped(used), grouped(explained));
}

Table headed(const PlantedHead& head, std::vector<std::string> header, std::vector<std::string> data_header,
             std::vector<std::string> texts) {
  Table table;
  table.name = head.name;
  table.title = head.title;
  if (!head.corpus.empty()) table.data_header = table.texts = {"corpus"};
  const auto append_all = [](std::vector<std::string>& to, std::vector<std::string> names) {
    to.insert(to.end(), names.begin(), names.end());
  };
  for (auto* list : {&table.header, &table.data_header, &table.texts}) append_all(*list, head.keys);
  append_all(table.header, std::move(header));
  append_all(table.data_header, std::move(data_header));
  append_all(table.texts, std::move(texts));
  return table;
}

std::vector<std::string> data_keys(const PlantedHead& head, const std::vector<std::string>& keys) {
  std::vector<std::string> row;
  if (!head.corpus.empty()) row.push_back(head.corpus);
  row.insert(row.end(), keys.begin(), keys.end());
  return row;
}

std::vector<TableCell> shown_keys(const std::vector<std::string>& keys) {
  std::vector<TableCell> cells;
  for (const auto& key : keys) cells.push_back({key});
  return cells;
}

}  // namespace

Table planted_shares_table(const PlantedHead& head, std::span<const PlantedSharesOf> rows,
                           std::span<const std::string> names, std::string_view output) {
  Table table = headed(
      head, {"planted", "class", "a planted token", "a planted span", "another token", "documents", "tokens"},
      {"planted", "class", "token_mean", "token_low", "token_high", "tokens", "span_mean", "span_low",
       "span_high", "spans", "other_mean", "other_low", "other_high", "others", "documents", "explained"},
      {"planted", "class"});
  table.caption = fmt::format(
      "Shares of the answer for each class (output: {}). A token that overlaps a planted span is planted; a span is all its tokens "
      "together; other tokens are those of the same documents. In brackets: {} intervals over documents.",
      output, percent(head.level));
  if (!head.corpus.empty()) table.data_header.push_back("token_sd_cells");
  for (const auto& of : rows)
    for (size_t i = 0; i < of.shares.size(); ++i) {
      const PlantedShares& one = of.shares[i];
      const std::string value = one.value.empty() ? "planted" : one.value;
      std::vector<TableCell> cells = shown_keys(of.keys);
      for (std::string text :
           {value, names[one.output], with_interval(one.planted, true), with_interval(one.per_span, true),
            with_interval(one.others, true), counted(one.planted.documents, of.explained),
            fmt::format("{} and {}", grouped(one.planted.items), grouped(one.others.items))})
        cells.push_back({std::move(text)});
      table.rows.push_back(std::move(cells));
      std::vector<std::string> row = data_keys(head, of.keys);
      row.insert(row.end(), {value, names[one.output]});
      append(row, one.planted);
      append(row, one.per_span);
      append(row, one.others);
      row.push_back(std::to_string(one.planted.documents));
      row.push_back(std::to_string(of.explained));
      if (!head.corpus.empty()) row.push_back(i < of.sd_cells.size() ? exact(of.sd_cells[i]) : std::string());
      table.data.push_back(std::move(row));
    }
  return table;
}

Table planted_ranking_table(const PlantedHead& head, std::span<const PlantedRankingOf> rows,
                            std::string_view ranked_by) {
  Table table =
      headed(head, {"measure", "found", "random", "best", "documents", "meaning"},
             {"measure", "mean", "low", "high", "random", "best", "documents", "explained"}, {"measure"});
  table.caption = fmt::format(
      "Tokens of a document are ranked by the absolute value of {}; equal ones share their ranks. Random: what "
      "random rankings reach on average on the same documents. Best: all planted tokens on top. In brackets: {} "
      "intervals over documents.",
      ranked_by, percent(head.level));
  for (const auto& of : rows)
    for (const auto& one : of.ranking) {
      const bool any = one.found.mean.has_value();
      std::vector<TableCell> cells = shown_keys(of.keys);
      for (std::string text :
           {one.name, with_interval(one.found, false), any ? shown(one.random) : "-",
            any ? shown(one.best) : "-", counted(one.found.documents, of.explained), one.meaning})
        cells.push_back({std::move(text)});
      table.rows.push_back(std::move(cells));
      std::vector<std::string> row = data_keys(head, of.keys);
      row.insert(
          row.end(),
          {one.name, exact(one.found.mean), one.found.interval ? exact(one.found.interval->low) : "",
           one.found.interval ? exact(one.found.interval->high) : "", any ? exact(one.random) : "",
           any ? exact(one.best) : "", std::to_string(one.found.documents), std::to_string(of.explained)});
      table.data.push_back(std::move(row));
    }
  return table;
}

}  // namespace standfast::report
