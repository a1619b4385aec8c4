#include "cli/shortcuts/explain_tables.h"

#include <fmt/format.h>

namespace standfast::cli {
namespace {

using report::exact;

std::string with_interval(const ClusteredMean& mean, bool is_signed) {
  if (!mean.mean) return "-";
  const auto shown = [&](double v) { return is_signed ? report::signed_shown(v) : report::shown(v); };
  if (!mean.interval) return shown(*mean.mean);
  return fmt::format("{} ({} to {})", shown(*mean.mean), shown(mean.interval->low),
                     shown(mean.interval->high));
}

void append(std::vector<std::string>& row, const ClusteredMean& mean) {
  row.push_back(exact(mean.mean));
  row.push_back(mean.interval ? exact(mean.interval->low) : "");
  row.push_back(mean.interval ? exact(mean.interval->high) : "");
  row.push_back(std::to_string(mean.items));
}

}  // namespace

report::Table planted_shares_table(const std::vector<PlantedShares>& shares,
                                   std::span<const std::string> names, std::string_view output) {
  report::Table table;
  table.name = "planted-shares";
  table.title = "Mean attribution of planted tokens and of others";
  table.caption = fmt::format(
      "Shares of the {} of each class. A token that overlaps a planted span is planted; a span is all its tokens "
      "together; other tokens are those of the same documents. In brackets: 95 % intervals over documents.",
      output);
  table.header = {"planted",       "class",     "a planted token", "a planted span",
                  "another token", "documents", "tokens"};
  table.data_header = {"planted",    "class",     "token_mean", "token_low", "token_high",
                       "tokens",     "span_mean", "span_low",   "span_high", "spans",
                       "other_mean", "other_low", "other_high", "others",    "documents"};
  table.texts = {"planted", "class"};
  for (const auto& one : shares) {
    const std::string value = one.value.empty() ? "planted" : one.value;
    table.rows.push_back({{value},
                          {names[one.output]},
                          {with_interval(one.planted, true)},
                          {with_interval(one.per_span, true)},
                          {with_interval(one.others, true)},
                          {std::to_string(one.planted.documents)},
                          {fmt::format("{} and {}", one.planted.items, one.others.items)}});
    std::vector<std::string> row = {value, names[one.output]};
    append(row, one.planted);
    append(row, one.per_span);
    append(row, one.others);
    row.push_back(std::to_string(one.planted.documents));
    table.data.push_back(std::move(row));
  }
  return table;
}

report::Table planted_ranking_table(const std::vector<RankingMeasure>& measures, std::string_view ranked_by) {
  report::Table table;
  table.name = "planted-ranking";
  table.title = "Do planted tokens rank on top?";
  table.caption = fmt::format(
      "Tokens of a document are ranked by the absolute value of {}; equal ones share their ranks. Random: what "
      "random rankings reach on average on the same documents. Best: all planted tokens on top. In brackets: 95 % "
      "intervals over documents.",
      ranked_by);
  table.header = {"measure", "found", "random", "best", "documents", "meaning"};
  table.data_header = {"measure", "mean", "low", "high", "random", "best", "documents"};
  table.texts = {"measure"};
  for (const auto& one : measures) {
    const bool any = one.found.mean.has_value();
    table.rows.push_back({{one.name},
                          {with_interval(one.found, false)},
                          {any ? report::shown(one.random) : "-"},
                          {any ? report::shown(one.best) : "-"},
                          {std::to_string(one.found.documents)},
                          {one.meaning}});
    table.data.push_back(
        {one.name, exact(one.found.mean), one.found.interval ? exact(one.found.interval->low) : "",
         one.found.interval ? exact(one.found.interval->high) : "", any ? exact(one.random) : "",
         any ? exact(one.best) : "", std::to_string(one.found.documents)});
  }
  return table;
}

}  // namespace standfast::cli
