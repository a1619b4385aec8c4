#include "standfast/report/attribution/planted_tables.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/report/table/catalog.h"

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
      "Shares of the answer for each class (output: {}). A token that overlaps a planted span counts as "
      "planted; a span counts with all its tokens together; other tokens come from the same documents. In "
      "brackets: {} intervals over documents.",
      output, percent(head.level));
  if (!head.corpus.empty()) table.data_header.push_back("token_sd_cells");
  for (const auto& of : rows)
    for (size_t i = 0; i < of.shares.size(); ++i) {
      const PlantedShares& one = of.shares[i];
      const std::string value = one.value.empty() ? "planted" : one.value;
      std::vector<TableCell> cells = shown_keys(of.keys);
      for (std::string text :
           {value, names[one.output], with_interval(one.planted, true), with_interval(one.per_span, true),
            with_interval(one.others, true), used_of_all(one.planted.documents, of.explained),
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
      "Tokens of a document are ranked by the absolute value of {}; equal values share their ranks. "
      "Random: the mean over random rankings of the same documents. Best: all planted tokens on top. In "
      "brackets: {} intervals over documents.",
      ranked_by, percent(head.level));
  for (const auto& of : rows)
    for (const auto& one : of.ranking) {
      const bool any = one.found.mean.has_value();
      std::vector<TableCell> cells = shown_keys(of.keys);
      for (std::string text :
           {one.name, with_interval(one.found, false), any ? shown(one.random) : "-",
            any ? shown(one.best) : "-", used_of_all(one.found.documents, of.explained), one.meaning})
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

namespace {

PlantedHead head_of(const RunRecords& run, size_t corpus, const CorpusFindings& found,
                    const std::string& kind, const std::string& title) {
  const Table named = table_of(kind, title, run.corpora[corpus].name);
  return {named.name, named.title, {"condition", "model"}, run.corpora[corpus].name, found.level};
}

std::vector<std::string> keys_of(const RunRecords& run, const AttributionFinding& one) {
  return {run.conditions[one.condition].name, run.models[one.model].name};
}

// Returns the method's name for its output.
std::string output_of(const CorpusFindings& found) {
  return found.attributions.empty() ? "" : found.attributions.front().output;
}

std::string method_of(const CorpusFindings& found) {
  return found.attributions.empty() ? "" : found.attributions.front().method;
}

// Sentence of captions on documents that several fits explain.
constexpr const char* kOverFits =
    " Documents of all folds and draws are pooled; a document that several fits explain counts once for "
    "each fit in means and as one document in intervals, which apply to these fits only.";

constexpr size_t kMostRowsShown = 60;  // of a table that is shown at once

const RankingMeasure* measure_of(const AttributionFinding& one, const std::string& name) {
  const auto found =
      std::ranges::find_if(one.ranking, [&](const auto& measure) { return measure.name == name; });
  return found == one.ranking.end() || !found->found.mean ? nullptr : &*found;
}

}  // namespace

Table attribution_share_table(const RunRecords& run, size_t corpus, const CorpusFindings& found) {
  std::vector<PlantedSharesOf> rows;
  for (const auto& one : found.attributions)
    rows.push_back({keys_of(run, one), one.shares, one.distinct, one.sd_cells});
  Table table = planted_shares_table(
      head_of(run, corpus, found, "attributions", "Contribution of planted tokens to the answers"), rows,
      run.corpora[corpus].classes, output_of(found));
  table.caption += kOverFits;
  return table;
}

Table attribution_ranking_table(const RunRecords& run, size_t corpus, const CorpusFindings& found) {
  std::vector<PlantedRankingOf> rows;
  for (const auto& one : found.attributions) rows.push_back({keys_of(run, one), one.ranking, one.distinct});
  Table table = planted_ranking_table(head_of(run, corpus, found, "attribution-ranking",
                                              "Do planted tokens rank on top of the attributions?"),
                                      rows, "the largest share of any class");
  table.caption +=
      " This tests the attribution only if the model uses what was planted: look at its anti-test first.";
  return table;
}

Table attribution_document_table(const RunRecords& run, size_t corpus, const CorpusFindings& found) {
  Table table = table_of("attribution-documents", "Documents with attributions", run.corpora[corpus].name);
  table.caption = fmt::format(
      "Explained by {}: shares of the answer for each class (output: {}). A document counts once for each "
      "fit that explained it. Cut: the budget ended before every token had a share of its own.",
      method_of(found), output_of(found));
  const bool estimated =
      std::ranges::any_of(found.attributions, [](const auto& one) { return one.standard_error.has_value(); });
  table.header = {"condition", "model", "cells", "documents", "tokens", "answers of the model", "cut"};
  if (estimated) {
    table.header.emplace_back("error of a share");
    table.caption +=
        " Error of a share: shares are estimates; this is the root mean square of their standard errors.";
  }
  table.data_header = {"corpus",      "condition", "model",          "method",   "output",
                       "cells",       "explained", "documents",      "distinct", "tokens",
                       "evaluations", "cut",       "standard_error", "why_not"};
  table.texts = {"corpus", "condition", "model", "method", "output", "why_not"};
  for (const auto& one : found.attributions) {
    const auto keys = keys_of(run, one);
    table.rows.push_back(
        {{keys[0]},
         {keys[1]},
         {grouped(one.cells)},
         {fmt::format("{} of {}", grouped(one.explained), grouped(one.documents)), one.why_not},
         {grouped(one.tokens)},
         {grouped(one.evaluations)},
         {grouped(one.cut)}});
    if (estimated) table.rows.back().push_back({one.standard_error ? shown(*one.standard_error) : "-"});
    table.data.push_back({run.corpora[corpus].name, keys[0], keys[1], one.method, one.output,
                          std::to_string(one.cells), std::to_string(one.explained),
                          std::to_string(one.documents), std::to_string(one.distinct),
                          std::to_string(one.tokens), std::to_string(one.evaluations),
                          std::to_string(one.cut), exact(one.standard_error), one.why_not});
  }
  return table;
}

std::vector<std::string> attribution_sentences(const RunRecords& run, size_t corpus,
                                               const CorpusFindings& found) {
  std::vector<std::string> sentences;
  for (const auto& one : found.attributions) {
    const RankingMeasure* first = measure_of(one, "precision-at-1");
    const auto strength = [](const PlantedShares& shares) {
      return std::abs(shares.planted.mean.value_or(0));
    };
    const auto most = std::ranges::max_element(one.shares, {}, strength);
    if (first == nullptr || most == one.shares.end() || !most->planted.mean || !most->others.mean) continue;
    sentences.push_back(fmt::format(
        "{}{} under {}: the token with the largest share is planted in {} of {} (at random in {}). A token "
        "of \"{}\" adds {} to the answer for {} (output: {}), another token of these documents {}.",
        run.corpora.size() > 1 ? run.corpora[corpus].name + ", " : "", run.models[one.model].name,
        run.conditions[one.condition].name, percent(*first->found.mean),
        counted(first->found.documents, "document"), percent(first->random), most->value,
        signed_shown(*most->planted.mean), run.corpora[corpus].classes[most->output], one.output,
        signed_shown(*most->others.mean)));
  }
  return sentences;
}

TableEntry attribution_share_entry() {
  return {"attribution-shares", [](const Section& of) -> std::vector<ShownTable> {
            if (of.found.attributions.empty()) return {};
            Table table = attribution_share_table(of.run, of.corpus, of.found);
            const bool hidden = table.rows.size() > kMostRowsShown;
            return if_rows(std::move(table), hidden, attribution_sentences(of.run, of.corpus, of.found));
          }};
}

TableEntry attribution_ranking_entry() {
  return {"attribution-ranking", [](const Section& of) -> std::vector<ShownTable> {
            if (of.found.attributions.empty()) return {};
            Table table = attribution_ranking_table(of.run, of.corpus, of.found);
            const bool hidden = table.rows.size() > kMostRowsShown;
            return if_rows(std::move(table), hidden);
          }};
}

TableEntry attribution_document_entry() {
  return {"attribution-documents", [](const Section& of) -> std::vector<ShownTable> {
            if (of.found.attributions.empty()) return {};
            return {{attribution_document_table(of.run, of.corpus, of.found), "", true}};
          }};
}

}  // namespace standfast::report
