// The topic shortcut test (result/findings/topic_shortcut.h), as a table and in words.
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/report/table/catalog.h"
#include "standfast/report/table/tables.h"
#include "standfast/report/words/phrases.h"

namespace standfast::report {
namespace {

TableCell number(const Estimate& e, bool with_sign = false) {
  if (!e.value) return {"-", e.why_not, ""};
  const auto text = [&](double v) { return with_sign ? fmt::format("{:+.3f}", v) : shown(v); };
  return {text(*e.value),
          e.interval ? fmt::format("[{}, {}]", text(e.interval->low), text(e.interval->high)) : "", ""};
}

std::string rank_text(const std::optional<double>& rank) {
  return rank ? fmt::format("{:g}", *rank) : "-";
}

}  // namespace

Table topic_shortcut_table(const RunRecords& run, const Contrast& contrast, const TopicShortcut& test,
                           size_t corpus, const RankingOptions& options) {
  const auto& hits = run.conditions[contrast.hits].name;
  const auto& random = run.conditions[contrast.random].name;
  Table table;
  table.name = file_name_of("topic-shortcut", {run.corpora[corpus].name});
  table.title = fmt::format("Topic shortcut test on {}: {}", run.corpora[corpus].name, test.metric);
  table.caption = fmt::format(
      "H: mean {0} over the folds of \"{1}\"; R: over the folds of \"{2}\"; both as in the survival table. "
      "R - H is the loss of a model where no test topic has a twin in training; the paper ranks by |R - H| "
      "(1 = leans least on topic), and (H + R) / 2 says how good the model is. {3} intervals and p are {4} "
      "and allow for pairs that share an author or a topic (p by sign flips). A second p has Holm's "
      "correction over models.",
      test.metric, hits, random, percent(options.level), population_in_words(run.nested_repeats > 0));
  table.header = {"model", "H", "R",        "(H + R) / 2",     "R - H",          "|R - H|",
                  "H / R", "p", "p (Holm)", "rank by |R - H|", "rank by average"};
  table.data_header = {"corpus", "model", "metric", "hits_condition", "random_condition"};
  for (const char* name : {"hits", "random", "average", "difference", "ratio"})
    for (const char* part : {"", "_low", "_high"}) table.data_header.push_back(std::string(name) + part);
  for (const char* name : {"absolute_difference", "p", "p_holm", "rank_difference", "rank_average",
                           "hits_folds", "random_folds", "hits_pairs", "random_pairs"})
    table.data_header.push_back(name);
  table.texts = {"corpus", "model", "metric", "hits_condition", "random_condition"};
  std::set<std::string> reasons;  // each once, and not in every row
  for (const auto& row : test.rows) {
    if (row.corpus != corpus) continue;
    const auto with_counts = [](const Estimate& e, uint32_t folds, uint64_t pairs) {
      TableCell cell = number(e);
      cell.third = fmt::format("n {}, {} folds", grouped(pairs), folds);
      return cell;
    };
    const double gap = row.difference.value ? std::abs(*row.difference.value) : NAN;
    table.rows.push_back({{run.models[row.model].name},
                          with_counts(row.hits, row.hits_folds, row.hits_pairs),
                          with_counts(row.random, row.random_folds, row.random_pairs),
                          number(row.average),
                          number(row.difference, true),
                          {shown(gap)},
                          number(row.ratio),
                          {shown_p(row.p)},
                          {shown_p(row.p_holm)},
                          {rank_text(row.rank_difference)},
                          {rank_text(row.rank_average)}});
    std::vector<std::string> data = {run.corpora[corpus].name, run.models[row.model].name, test.metric, hits,
                                     random};
    for (const auto* e : {&row.hits, &row.random, &row.average, &row.difference, &row.ratio}) {
      data.push_back(exact(e->value));
      data.push_back(low_of(*e));
      data.push_back(high_of(*e));
    }
    for (const auto& field :
         {exact(gap), exact(row.p), exact(row.p_holm), exact(row.rank_difference), exact(row.rank_average),
          std::to_string(row.hits_folds), std::to_string(row.random_folds), std::to_string(row.hits_pairs),
          std::to_string(row.random_pairs)})
      data.push_back(field);
    table.data.push_back(std::move(data));
    for (const Estimate* e : {&row.hits, &row.random, &row.difference})
      if (e->value && !e->why_no_interval.empty()) reasons.insert(e->why_no_interval);
  }
  for (const auto& reason : reasons) table.caption += fmt::format(" No interval: {}.", reason);
  return table;
}

std::vector<std::string> topic_shortcut_sentences(const RunRecords& run, const Contrast& contrast,
                                                  const TopicShortcut& test, size_t corpus,
                                                  const RankingOptions& options) {
  const auto& hits = run.conditions[contrast.hits].name;
  std::vector<std::string> sentences;
  for (const auto& row : test.rows) {
    if (row.corpus != corpus) continue;
    std::string text =
        (run.corpora.size() > 1 ? run.corpora[corpus].name + ", " : "") + run.models[row.model].name + ": ";
    if (!row.difference.value) {
      sentences.push_back(text + fmt::format("no score under {}.",
                                             !row.hits.value ? hits : run.conditions[contrast.random].name));
      continue;
    }
    const double lost = *row.difference.value;
    const auto& interval = row.difference.interval;
    const std::string amount =
        fmt::format("{:.3f}{}", std::abs(lost),
                    interval ? fmt::format(" ({} interval of the loss {:+.3f} to {:+.3f})",
                                           percent(options.level), interval->low, interval->high)
                             : "");
    // Only the corrected p decides, so that the words agree with the table.
    const bool shown_to_differ = row.p_holm && *row.p_holm <= 1 - options.level;
    if (!row.p && !row.difference.why_no_interval.empty())
      text += fmt::format("{} by {} under {}. The model is not shown to lean on topic: {}.",
                          lost >= 0 ? "lower" : "higher", amount, hits, row.difference.why_no_interval);
    else if (!shown_to_differ)
      text += fmt::format(
          "{} by {} under {}; {}that can be chance, so the model is not shown to lean on "
          "topic.",
          lost >= 0 ? "lower" : "higher", amount, hits,
          row.p && *row.p <= 1 - options.level ? "among so many models " : "");
    else if (lost > 0)
      text += fmt::format("loses {} under {}, as a model that leans on topic does.", amount, hits);
    else
      text += fmt::format(
          "IMPROVES by {} under {}: no sign of a topic shortcut, though |R - H| alone would count it as one; "
          "look "
          "for what else differs between the two conditions.",
          amount, hits);
    sentences.push_back(std::move(text));
  }
  return sentences;
}

TableEntry topic_shortcut_entry() {
  return {"topic-shortcut", [](const Section& of) -> std::vector<ShownTable> {
            const RankingFindings& ranking = of.ranking;
            if (!ranking.contrast || !ranking.shortcut) return {};
            return {{topic_shortcut_table(of.run, *ranking.contrast, *ranking.shortcut, of.corpus,
                                          ranking.options)}};
          }};
}

}  // namespace standfast::report
