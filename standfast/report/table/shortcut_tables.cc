// Effects of planted shortcuts on the models of a corpus: scores on the three sides, lambda curves, groups of
// label and value, recall by class, and the planting of the cue. Shown only if a condition plants a shortcut.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/report/table/catalog.h"
#include "standfast/report/table/tables.h"

namespace standfast::report {
namespace {

using Data = std::vector<std::string>;

std::string between(const Estimate& estimate, bool with_sign) {
  if (!estimate.interval) return "";
  const auto text = [&](double v) { return with_sign ? signed_shown(v) : shown(v); };
  return fmt::format("[{}, {}]", text(estimate.interval->low), text(estimate.interval->high));
}

TableCell score_cell(const Estimate& estimate) {
  if (!estimate.value) return {"-", estimate.why_not};
  return {shown(*estimate.value), between(estimate, false)};
}

TableCell delta_cell(const Difference& delta, const std::optional<double>& p_holm) {
  if (!delta.estimate.value) return {"-", delta.estimate.why_not};
  TableCell cell{signed_shown(*delta.estimate.value), between(delta.estimate, true)};
  if (delta.p) cell.third = fmt::format("p {}, Holm {}", shown_p(delta.p), shown_p(p_holm));
  return cell;
}

TableCell survival_cell(const Estimate& survival) {
  if (!survival.value) return {"-", survival.why_not};
  TableCell cell{percent(*survival.value)};
  if (survival.interval)
    cell.second = fmt::format("[{}, {}]", percent(survival.interval->low), percent(survival.interval->high));
  cell.share = std::clamp(*survival.value, 0.0, 1.0);
  return cell;
}

TableCell share_cell(const CountedShare& share) {
  if (!share.share.value) return {"-", share.share.why_not};
  return {percent(*share.share.value), fmt::format("{} of {}", grouped(share.k), grouped(share.n))};
}

void add_estimate(Data& data, const Estimate& estimate) {
  data.push_back(exact(estimate.value));
  data.push_back(low_of(estimate));
  data.push_back(high_of(estimate));
}

void add_share(Data& data, const CountedShare& share) {
  data.push_back(std::to_string(share.k));
  data.push_back(std::to_string(share.n));
  add_estimate(data, share.share);
}

void add_columns(Table& table, const std::string& name, std::initializer_list<const char*> parts) {
  for (const char* part : parts) table.data_header.push_back(*part == '\0' ? name : name + "_" + part);
}

std::string n_text(const ShortcutEffect& row) {
  std::string text = row.n == row.n_total ? fmt::format("n {}", grouped(row.n))
                                          : fmt::format("n {} of {}", grouped(row.n), grouped(row.n_total));
  return text + fmt::format(", {}", counted(row.documents, "document"));
}

// Returns " (no answer, counted as wrong: 26 of 56 items with the cue reversed)", or "".
std::string unanswered_text(const ShortcutEffect& row) {
  std::vector<std::string> parts;
  for (const auto& [n, side] : {std::pair{row.unanswered_original, "as they are"},
                                {row.unanswered_test, "with the cue"},
                                {row.unanswered_anti, "with the cue reversed"}})
    if (n > 0) parts.push_back(fmt::format("{} of {} items {}", grouped(n), grouped(row.n), side));
  return parts.empty() ? "" : fmt::format(" (no answer, counted as wrong: {})", fmt::join(parts, ", "));
}

std::string with_sides(const CorpusFindings& found) {
  return fmt::format(
      "original: the test documents as they are; test: with the cue planted as strongly as lambda of test "
      "says; anti-test: with the cue reversed. The same fits answer all three. Intervals are {} intervals "
      "over {}; items without an answer are errors.",
      percent(found.level), found.unit.many);
}

}  // namespace

Table shortcut_delta_table(const RunRecords& run, size_t corpus, const CorpusFindings& found) {
  const std::string& name = run.corpora[corpus].name;
  Table table = table_of("shortcut-deltas", "Effect of planted shortcuts", name);
  table.caption = fmt::format(
      "Accuracy on three sides. {} Delta is test - anti-test, items paired; p by sign flips, Holm over the "
      "conditions and models of this table. Intervals and p are about the fits that were made; the spread "
      "shows the effect of other draws. The share that survives is (anti-test - guessing) / (original - "
      "guessing), where guessing is the score of the model's own answers if dealt out at random. Flips: "
      "right answers on test that are another answer on anti-test, or none. Following: wrong answers on "
      "anti-test that name the class with which the cue goes in train; below it the same share without the "
      "cue. Spread: standard deviation of delta over draws (of the mean over their fits) and over fits.",
      with_sides(found));
  table.header = {"condition", "model",    "original", "test",      "anti-test",
                  "delta",     "survives", "flips",    "following", "spread"};
  table.data_header = {"corpus", "condition", "kind", "law",     "lambda",    "test_lambda",
                       "model",  "metric",    "n",    "n_total", "documents", "not_planted"};
  table.texts = {"corpus", "condition",       "kind",           "law", "model",
                 "metric", "why_no_survival", "why_no_interval"};
  for (const char* side : {"original", "test", "anti_test", "delta"})
    add_columns(table, side, {"", "low", "high"});
  add_columns(table, "delta", {"p", "p_holm"});
  add_columns(table, "survival", {"", "low", "high"});
  add_columns(table, "guessing", {"original", "anti_test"});
  add_columns(table, "delta_sd", {"draws", "fits"});
  add_columns(table, "draws", {""});
  add_columns(table, "fits", {"", "of_all_draws"});
  for (const char* share : {"flipped_test", "flipped_original", "following", "following_without"})
    add_columns(table, share, {"k", "n", "", "low", "high"});
  add_columns(table, "unanswered", {"original", "test", "anti_test"});
  table.data_header.push_back("why_no_survival");
  table.data_header.push_back("why_no_interval");
  for (const ShortcutEffect& row : found.shortcuts.rows) {
    const std::string& condition = run.conditions[row.condition].name;
    const std::string& model = run.models[row.model].name;
    const ShortcutInfo& shortcut = found.shortcuts.of(row.condition).shortcut;
    const ShortcutMetric& shown_metric = row.metrics.front();
    TableCell test = score_cell(shown_metric.test);
    test.third = n_text(row);
    TableCell original = score_cell(shown_metric.original), anti = score_cell(shown_metric.anti);
    for (const auto& [cell, n] : {std::pair{&original, row.unanswered_original},
                                  {&test, row.unanswered_test},
                                  {&anti, row.unanswered_anti}})
      if (n > 0)
        cell->third += fmt::format("{}{} without an answer", cell->third.empty() ? "" : ", ", grouped(n));
    TableCell following = share_cell(row.following);
    if (row.following_without.share.value)
      following.third = fmt::format("without cue {}", percent(*row.following_without.share.value));
    TableCell spread{shown_metric.sd_draws ? fmt::format("{} draws", shown(*shown_metric.sd_draws)) : "-"};
    if (shown_metric.sd_fits) spread.second = fmt::format("{} fits", shown(*shown_metric.sd_fits));
    table.rows.push_back({{condition},
                          {model},
                          std::move(original),
                          std::move(test),
                          std::move(anti),
                          delta_cell(shown_metric.delta, shown_metric.p_holm),
                          survival_cell(shown_metric.survival),
                          share_cell(row.flipped_test),
                          std::move(following),
                          std::move(spread)});
    for (size_t m = 0; m < kShortcutMetrics.size(); ++m) {
      const ShortcutMetric& metric = row.metrics[m];
      Data data = {name,
                   condition,
                   shortcut.kind,
                   shortcut.law,
                   exact(shortcut.lambda),
                   exact(shortcut.test_lambda),
                   model,
                   kShortcutMetrics[m],
                   std::to_string(row.n),
                   std::to_string(row.n_total),
                   std::to_string(row.documents),
                   std::to_string(row.not_planted)};
      for (const Estimate* one : {&metric.original, &metric.test, &metric.anti, &metric.delta.estimate})
        add_estimate(data, *one);
      data.push_back(exact(metric.delta.p));
      data.push_back(exact(metric.p_holm));
      add_estimate(data, metric.survival);
      for (const auto& one :
           {metric.guessing_original, metric.guessing_anti, metric.sd_draws, metric.sd_fits})
        data.push_back(exact(one));
      data.push_back(std::to_string(row.draws));
      data.push_back(std::to_string(row.most_fits));
      data.push_back(std::to_string(row.all_fits));
      for (const CountedShare* share :
           {&row.flipped_test, &row.flipped_original, &row.following, &row.following_without})
        add_share(data, *share);
      for (const uint64_t none : {row.unanswered_original, row.unanswered_test, row.unanswered_anti})
        data.push_back(std::to_string(none));
      data.push_back(metric.survival.why_not);
      data.push_back(metric.delta.estimate.why_no_interval);
      table.data.push_back(std::move(data));
    }
  }
  return table;
}

Table shortcut_lambda_table(const RunRecords& run, size_t corpus, const CorpusFindings& found) {
  const std::string& name = run.corpora[corpus].name;
  Table table = table_of("shortcut-lambda", "Effect of a shortcut by its strength", name);
  table.caption = fmt::format(
      "Delta (test - anti-test) of accuracy at each lambda of train, and the area under it between the "
      "lowest and the highest lambda (trapezoids). Under an area all points rest on the same test documents; "
      "where folds of a point have no answers there is none. Intervals are {} intervals.",
      percent(found.level));
  table.header = {"shortcut", "model", "delta by lambda", "anti-test by lambda", "area"};
  table.data_header = {"corpus", "shortcut", "model", "metric", "from", "to"};
  add_columns(table, "area", {"", "low", "high", "p"});
  for (const char* column : {"n", "n_total", "why_no_area"}) table.data_header.push_back(column);
  table.texts = {"corpus", "shortcut", "model", "metric", "why_no_area"};
  const ShortcutFindings& shortcuts = found.shortcuts;
  for (const LambdaCurve& curve : shortcuts.curves) {
    std::string deltas, antis;
    uint64_t n = 0, n_total = 0;  // items of all points
    for (const size_t place : curve.rows) {
      const ShortcutEffect& row = shortcuts.rows[place];
      n += row.n;
      n_total += row.n_total;
      const double lambda = shortcuts.of(row.condition).shortcut.lambda;
      const auto add = [&](std::string& to, const std::optional<double>& value, bool with_sign) {
        to += fmt::format("{}{:g}: {}", to.empty() ? "" : ", ", lambda,
                          value ? (with_sign ? signed_shown(*value) : shown(*value)) : "-");
      };
      add(deltas, row.metrics.front().delta.estimate.value, true);
      add(antis, row.metrics.front().anti.value, false);
    }
    table.rows.push_back({{curve.series},
                          {run.models[curve.model].name},
                          {deltas},
                          {antis},
                          delta_cell(curve.area.front(), std::nullopt)});
    if (curve.area.front().p)
      table.rows.back().back().third = fmt::format("p {}", shown_p(curve.area.front().p));
    for (size_t m = 0; m < kShortcutMetrics.size(); ++m) {
      Data data = {
          name,           curve.series, run.models[curve.model].name, kShortcutMetrics[m], exact(curve.from),
          exact(curve.to)};
      add_estimate(data, curve.area[m].estimate);
      data.push_back(exact(curve.area[m].p));
      data.push_back(std::to_string(n));
      data.push_back(std::to_string(n_total));
      data.push_back(curve.area[m].estimate.why_not);
      table.data.push_back(std::move(data));
    }
  }
  return table;
}

Table shortcut_group_table(const RunRecords& run, size_t corpus, const CorpusFindings& found) {
  const auto& info = run.corpora[corpus];
  Table table = table_of("shortcut-groups", "The worst group of a label and a value of the cue", info.name);
  table.caption = fmt::format(
      "Test and anti-test together, so that every label occurs with every value: the group of lowest "
      "accuracy among the groups with enough documents. The figure shows all groups, the CSV also the "
      "groups of each side. Intervals are {} intervals of one group, not of the lowest of several.",
      percent(found.level));
  table.header = {"condition", "model", "worst group", "accuracy", "documents"};
  table.data_header = {"corpus", "condition", "model", "side", "label", "value", "documents"};
  add_columns(table, "right", {""});
  add_columns(table, "n", {""});
  add_columns(table, "accuracy", {"", "low", "high"});
  add_columns(table, "worst", {""});
  table.texts = {"corpus", "condition", "model", "side", "label", "value"};
  for (const ShortcutGroup& group : found.shortcuts.groups) {
    const auto &condition = run.conditions[group.condition].name, &model = run.models[group.model].name;
    const auto& label = info.classes[group.label];
    const std::string& value = found.shortcuts.of(group.condition).values[group.value];
    if (group.worst)
      table.rows.push_back({{condition},
                            {model},
                            {fmt::format("{} with {}", label, value)},
                            score_cell(group.right.share),
                            {grouped(group.documents), fmt::format("n {}", grouped(group.right.n))}});
    Data data = {info.name,
                 condition,
                 model,
                 kGroupSides[static_cast<size_t>(group.side)],
                 label,
                 value,
                 std::to_string(group.documents)};
    add_share(data, group.right);
    data.push_back(group.worst ? "1" : "0");
    table.data.push_back(std::move(data));
  }
  return table;
}

Table shortcut_recall_table(const RunRecords& run, size_t corpus, const CorpusFindings& found) {
  const auto& info = run.corpora[corpus];
  Table table = table_of("shortcut-recall", "Recall of each class on the three sides", info.name);
  table.caption = "The share of the documents of a class that are answered with it. " + with_sides(found);
  table.header = {"condition", "model", "class", "original", "test", "anti-test", "n"};
  table.data_header = {"corpus", "condition", "model", "class", "n"};
  for (const char* side : {"original", "test", "anti_test"}) add_columns(table, side, {"", "low", "high"});
  table.texts = {"corpus", "condition", "model", "class"};
  const auto of = [&](size_t condition, size_t model) -> const ScoresByClass* {
    for (const auto& one : found.scores_by_class)
      if (one.condition == condition && one.model == model) return &one;
    return nullptr;
  };
  for (const ShortcutEffect& row : found.shortcuts.rows) {
    const ShortcutCondition& sides = found.shortcuts.of(row.condition).condition;
    const ScoresByClass* by_side[] = {of(sides.original, row.model), of(sides.test, row.model),
                                      of(sides.anti, row.model)};
    if (std::find(std::begin(by_side), std::end(by_side), nullptr) != std::end(by_side))
      continue;  // the guesser
    for (size_t k = 0; k < info.classes.size(); ++k) {
      const uint64_t n = by_side[1]->classes[k].support;
      if (n == 0) continue;
      std::vector<TableCell> cells = {
          {run.conditions[row.condition].name}, {run.models[row.model].name}, {info.classes[k]}};
      Data data = {info.name, run.conditions[row.condition].name, run.models[row.model].name, info.classes[k],
                   std::to_string(n)};
      for (const ScoresByClass* side : by_side) {
        Estimate recall;
        recall.value = side->classes[k].recall;
        if (!side->recall.empty()) recall = side->recall[k];
        cells.push_back(score_cell(recall));
        add_estimate(data, recall);
      }
      cells.push_back({grouped(n)});
      table.rows.push_back(std::move(cells));
      table.data.push_back(std::move(data));
    }
  }
  return table;
}

Table shortcut_planted_table(const RunRecords& run, size_t corpus, const CorpusFindings& found) {
  const auto& info = run.corpora[corpus];
  Table table = table_of("shortcut-planted", "How the cue was planted", info.name);
  table.caption = fmt::format(
      "The share of the documents of a label that got a value of the cue, over all draws (of train the "
      "first fold of each), with its exact {} interval, and the target, the probability that was planned. "
      "A target outside the interval is expected about once in {:.0f} rows.",
      percent(found.level), 1 / (1 - found.level));
  table.header = {"condition", "side", "label", "value", "share", "target", "n"};
  table.data_header = {"corpus", "condition", "side", "label", "value", "k",
                       "n",      "share",     "low",  "high",  "target"};
  table.texts = {"corpus", "condition", "side", "label", "value"};
  for (const PlantedShare& one : found.shortcuts.planted) {
    const std::string& condition = run.conditions[one.condition].name;
    const std::string& value = found.shortcuts.of(one.condition).values[one.value];
    const auto& label = info.classes[one.label];
    if (one.value > 0)  // the share of the first value is the rest
      table.rows.push_back(
          {{condition},
           {one.side},
           {label},
           {value},
           {shown(one.share), fmt::format("[{}, {}]", shown(one.interval.low), shown(one.interval.high))},
           {shown(one.target)},
           {fmt::format("{} of {}", grouped(one.k), grouped(one.n))}});
    table.data.push_back({info.name, condition, one.side, label, value, std::to_string(one.k),
                          std::to_string(one.n), exact(one.share), exact(one.interval.low),
                          exact(one.interval.high), exact(one.target)});
  }
  return table;
}

std::vector<std::string> shortcut_sentences(const RunRecords& run, const Summary& summary, size_t corpus,
                                            const CorpusFindings& found) {
  std::vector<std::string> sentences;
  for (const ShortcutEffect& row : found.shortcuts.rows) {
    if (summary.chance_model == row.model) continue;
    const ShortcutMetric& metric = row.metrics.front();
    if (!metric.delta.estimate.value || !metric.original.value) continue;
    const double delta = *metric.delta.estimate.value;
    const bool clear = metric.p_holm && *metric.p_holm <= 1 - found.level;
    std::string text = fmt::format(
        "{}{} under {}: accuracy {:.3f} on the documents as they are, {:.3f} with the cue, {:.3f} with it "
        "reversed{}; ",
        run.corpora.size() > 1 ? run.corpora[corpus].name + ", " : "", run.models[row.model].name,
        run.conditions[row.condition].name, *metric.original.value, *metric.test.value, *metric.anti.value,
        (row.n == row.n_total ? "" : fmt::format(" ({})", n_text(row))) + unanswered_text(row));
    if (!clear)
      text += fmt::format(
          "the difference of {:+.3f} can be chance{}.", delta,
          metric.delta.p && *metric.delta.p <= 1 - found.level ? " among so many comparisons" : "");
    else if (found.shortcuts.of(row.condition).shortcut.lambda == 0)
      text += fmt::format(
          "the difference of {:+.3f} was not planted, since at lambda 0 the cue goes with no class in "
          "training: it comes from the chance of these draws, or from the cue by itself.",
          delta);
    else if (delta < 0)
      text += fmt::format("it scores {:.3f} more where the cue misleads.", -delta);
    else if (metric.survival.value && *metric.survival.value <= 0)
      text += fmt::format("it loses {:.3f} where the cue misleads, and is {} guessing there.", delta,
                          metric.survival.interval && metric.survival.interval->high < 0
                              ? "worse than"
                              : "not shown to be better than");
    else if (metric.survival.value)
      text += fmt::format(
          "{} of its lead over guessing does not need the cue{}.", percent(*metric.survival.value),
          metric.survival.interval ? fmt::format(" ({} to {})", percent(metric.survival.interval->low),
                                                 percent(metric.survival.interval->high))
                                   : "");
    else
      text += fmt::format("it loses {:.3f} where the cue misleads.", delta);
    sentences.push_back(std::move(text));
  }
  return sentences;
}

TableEntry shortcut_delta_entry() {
  return {"shortcut-deltas", [](const Section& of) -> std::vector<ShownTable> {
            if (of.found.shortcuts.empty()) return {};
            return if_rows(shortcut_delta_table(of.run, of.corpus, of.found), false,
                           shortcut_sentences(of.run, of.summary, of.corpus, of.found));
          }};
}

TableEntry shortcut_lambda_entry() {
  return {"shortcut-lambda", [](const Section& of) -> std::vector<ShownTable> {
            if (of.found.shortcuts.empty()) return {};
            return if_rows(shortcut_lambda_table(of.run, of.corpus, of.found));
          }};
}

TableEntry shortcut_group_entry() {
  return {"shortcut-groups", [](const Section& of) -> std::vector<ShownTable> {
            if (of.found.shortcuts.empty()) return {};
            return if_rows(shortcut_group_table(of.run, of.corpus, of.found));
          }};
}

TableEntry shortcut_recall_entry() {
  return {"shortcut-recall", [](const Section& of) -> std::vector<ShownTable> {
            if (of.found.shortcuts.empty()) return {};
            return if_rows(shortcut_recall_table(of.run, of.corpus, of.found), true);
          }};
}

TableEntry shortcut_planted_entry() {
  return {"shortcut-planted", [](const Section& of) -> std::vector<ShownTable> {
            if (of.found.shortcuts.empty()) return {};
            return if_rows(shortcut_planted_table(of.run, of.corpus, of.found), true);
          }};
}

}  // namespace standfast::report
