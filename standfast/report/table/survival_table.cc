// The survival table. docs/report.md explains it.
#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/in_words.h"
#include "standfast/report/result_names.h"
#include "standfast/report/table/catalog.h"
#include "standfast/report/table/tables.h"
#include "standfast/report/words/phrases.h"
#include "standfast/result/findings/control_chain.h"
#include "standfast/result/findings/judgement.h"
#include "standfast/result/findings/shared_items.h"
#include "standfast/result/findings/trivial_scores.h"
#include "standfast/result/task/task_results.h"

namespace standfast::report {
namespace {

std::string interval_text(const std::optional<Interval>& interval) {
  return interval ? fmt::format(" [{}, {}]", shown(interval->low), shown(interval->high)) : std::string();
}

std::string exact_or_empty(const std::optional<double>& value) {
  return value ? exact(*value) : std::string();
}

// Returns a text such as "n 41,000, 10 folds", with the numbers of missing ones.
std::string counts_text(const CellSummary& cell, const MetricSummary& metric) {
  std::string text = metric.n_used == metric.n_total
                         ? fmt::format("n {}", grouped(metric.n_used))
                         : fmt::format("n {} of {}", grouped(metric.n_used), grouped(metric.n_total));
  const uint32_t folds = cell.folds + cell.failed + cell.missing;
  text += metric.folds_used == folds ? fmt::format(", {} fold{}", folds, folds == 1 ? "" : "s")
                                     : fmt::format(", {} of {} folds", metric.folds_used, folds);
  return text;
}

// Returns a text such as "0.120 lost [0.080, 0.160]: 0.100 ranking, 0.020 threshold"; for a gain, "gained".
// If all of it rounds to nothing, returns "same score": a chance model that repeats itself has neither lost
// nor gained "0.000".
std::string lost_text(const MetricSummary& metric, const RunMetric& info, bool with_interval) {
  const Estimate& lost = metric.lost.estimate;
  const auto is_nothing = [](double points) { return std::abs(points) < 0.0005; };
  const auto& ranking = metric.ranking;
  if (is_nothing(*lost.value) && (!ranking || is_nothing(ranking->estimate.value.value_or(0))) &&
      (!lost.interval || (is_nothing(lost.interval->low) && is_nothing(lost.interval->high))))
    return "same score";
  const bool gained = *lost.value < 0;
  std::string text = fmt::format("{} {}", shown(std::abs(*lost.value)), gained ? "gained" : "lost");
  if (with_interval && lost.interval)
    text += fmt::format(" [{}, {}]", shown(gained ? -lost.interval->high : lost.interval->low),
                        shown(gained ? -lost.interval->low : lost.interval->high));
  // The parts have the sign of the shown difference: for a gain they are gains.
  const double sign = gained ? -1 : 1;
  if (metric.ranking && metric.ranking->estimate.value)
    text += fmt::format(": {} {}, {} {}", shown(sign * *metric.ranking->estimate.value),
                        info.calibrates ? "discrimination" : "ranking",
                        shown(sign * *metric.threshold->estimate.value),
                        info.calibrates ? "calibration" : "threshold");
  return text;
}

// Returns a note on models that no condition trains; for them a condition is nothing but its test items.
std::string trained_elsewhere(const RunRecords& run) {
  std::vector<std::string> names;
  for (size_t m = 0; m < run.models.size(); ++m)
    if (run.is_pretrained(m)) names.push_back(run.models[m].name);
  if (names.empty()) return "";
  const bool one = names.size() == 1;
  return fmt::format(
      " {} {} trained elsewhere and not here: for {} conditions differ by their test {} alone, so survival "
      "compares these, and says nothing about training without their topics.",
      fmt::join(names, ", "), one ? "was" : "were", one ? "it" : "them", std::string(run.the_task().items()));
}

// Returns the line below a score: the share that survives, if there is one; and the points lost, if they have
// parts or there is no share.
std::string against_baseline(const RunRecords& run, const Summary& summary, const CellSummary& cell,
                             const MetricSummary& metric, const RunMetric& info) {
  const auto baseline = summary.baseline[cell.condition];
  if (!baseline) return summary.reference == cell.condition ? "reference" : "";
  std::string text;
  const bool has_points = metric.lost.estimate.value.has_value();
  if (const std::string share = survives_in_words(metric.survival); !share.empty()) {
    text = share;
    if (const auto& interval = metric.survival.interval; interval && is_share(*metric.survival.value))
      text += fmt::format(" [{}, {}]", percent(interval->low), percent(interval->high));
    const bool nested = run.nested_repeats > 0;  // then points lost have an interval, and shares none
    if (has_points && (metric.ranking || nested)) text += ", " + lost_text(metric, info, nested);
  } else if (has_points) {
    text = lost_text(metric, info, true);
  } else {
    return "no comparison";
  }
  if (!run.conditions[cell.condition].control_of.empty())
    text += fmt::format(" ({})", lost_to_control(run, cell.condition));
  if (baseline != summary.reference) text += " of " + run.conditions[*baseline].name;
  const auto& total = metric.total;
  if (const std::string share = share_in_words(total); !share.empty()) {
    text += "; " + share;
    if (total.interval && is_share(*total.value))
      text += fmt::format(" [{}, {}]", percent(total.interval->low), percent(total.interval->high));
    text += " of " + run.conditions[*summary.reference].name;
  }
  if (const auto& of = metric.compared; of && of->n < of->of)
    text += fmt::format(", over {} of its {}", grouped(of->n), grouped(of->of));
  if (const auto& of = metric.compared; of && of->baseline_n < of->baseline_of)
    text += fmt::format(", over {} of {} there", grouped(of->baseline_n), grouped(of->baseline_of));
  return text;
}

// Returns the sentence on cells that are compared over some of their items, or "".
std::string some_items(const RunRecords& run, const Summary& summary, size_t corpus, size_t metric) {
  std::vector<std::string> names, columns;
  for (size_t c = 0; c < run.conditions.size(); ++c)
    for (size_t m = 0; m < run.models.size(); ++m) {
      const auto& compared = summary.cell(run, corpus, c, m).metrics[metric].compared;
      if (!compared) continue;
      for (const auto& column : compared->columns)
        if (std::ranges::find(columns, column) == columns.end()) columns.push_back(column);
      if (std::ranges::find(names, run.conditions[c].name) == names.end())
        names.push_back(run.conditions[c].name);
    }
  if (names.empty()) return "";
  return fmt::format(
      " A split leaves out documents without a value that it needs ({}), and others test them; so {} {} "
      "compared with the baseline over the documents that both can test (SF119). Scores are over all that "
      "each condition tests.",
      fmt::join(columns, ", "), fmt::join(names, ", "), names.size() == 1 ? "is" : "are");
}

// Mark of scores that are not shown to be above the score of topic alone.
constexpr const char* kTopicMark = " (topic)";
// Mark of scores of models that leave nearly all pairs undecided.
constexpr const char* kUndecidedMark = " (undecided)";

// Names the conditions in which topic alone scores above guessing, and explains the mark.
std::string topic_level_caption(const RunRecords& run, const Summary& summary, size_t corpus, size_t metric,
                                bool marked, double of_interval) {
  std::vector<std::string> levels;
  std::string model;
  for (size_t c = 0; c < run.conditions.size(); ++c) {
    if (!run.asks(corpus, c)) continue;
    const auto level = result::topic_level(run, summary, corpus, c, metric);
    if (!level) continue;
    levels.push_back(fmt::format("{} under \"{}\"", shown(level->score), run.conditions[c].name));
    model = run.models[level->model].name;
  }
  if (levels.empty()) return "";
  std::string text =
      fmt::format(" Topic alone ({}) scores {}, which is above guessing.", model, fmt::join(levels, ", "));
  if (marked)
    text += fmt::format(
        " A score marked (topic) is not shown to be above the score of topic alone: the {} interval of "
        "their difference, over the same {}, includes 0 or lies below it. That such a score is above "
        "guessing is then no evidence of style.",
        percent(of_interval), run.the_task().items());
  return text;
}

// Returns a note on draws that were made only once, in a study with one seed.
std::string one_draw_caption(const RunRecords& run, size_t corpus) {
  if (run.seeds.size() != 1) return "";
  for (size_t c = 0; c < run.conditions.size(); ++c)
    if (run.asks(corpus, c) && result::depends_on_draw(run, c))
      return " There is one seed, so everything was drawn once: the effect of another draw is not known "
             "(seeds = 3 shows it).";
  return "";
}

// Returns the caption that explains the numbers of a metric, as in docs/what-survives.md.
std::string survival_caption(const RunRecords& run, const Summary& summary, size_t corpus, size_t metric,
                             double level) {
  const auto& info = summary.profile.metrics[metric];
  const TaskResults& results = results_of(run.the_task());
  const std::string items = run.the_task().items();
  const CorpusInfo& of = run.corpora[corpus];
  const std::string units = units_in_words(of.authors, of.topics);
  std::string text = fmt::format(
      "{} by profile {}: {}, with its {} interval {} ({}), and the number of test {} that it rests on.",
      info.name, summary.profile.name, results.of_folds(), percent(level),
      population_in_words(run.nested_repeats > 0), shared_in_words(items, of.authors, of.topics), items);
  if (!summary.reference) return text + " No condition is marked as the reference, so nothing is compared.";
  if (!run.asks(corpus, *summary.reference))
    return text + fmt::format(" The reference, \"{}\", is not run on this corpus, so nothing is compared.",
                              run.conditions[*summary.reference].name);
  text += fmt::format(" Reference: \"{}\".", run.conditions[*summary.reference].name);
  if (info.has_zero)
    text += fmt::format(
        " Below it stands the share that survives, (score - guessing) / (reference - guessing), {}. "
        "Guessing is {}. There is no share where the reference leads "
        "guessing by less than three of its standard errors (more of them where units are few).",
        run.nested_repeats > 0
            ? fmt::format(
                  "without an interval: none has been shown to hold for models trained anew. Points lost "
                  "have the interval that sign flips over {} do not reject",
                  units)
            : fmt::format("with the interval that sign flips over {} do not reject", units),
        results.guessing());
  else
    text += fmt::format(
        " Below it stand the points lost, with the interval that sign flips over {} do not reject. Guessing "
        "has no single score by this metric, so there is no share.",
        units);
  const auto any = [&](const auto& fits) {
    for (size_t c = 0; c < run.conditions.size(); ++c)
      if (run.asks(corpus, c) && fits(run.conditions[c])) return true;
    return false;
  };
  if (any([](const auto& condition) { return !condition.control_of.empty(); }) &&
      run.the_task().traits().controls_are_baselines)
    text +=
        " A condition that has a matched control is compared with it: folds of the same sizes and classes. "
        "The share of the reference stands beside it.";
  if (any([](const auto& condition) { return condition.of_planted_fold(); }))
    text +=
        " A shortcut is planted where a condition has the sides original (the test documents as they are) "
        "and anti-test (with the cue reversed). The anti-test is compared with the original side of the same "
        "fits, that side with the reference; the test side, which has the cue, is compared with nothing.";
  if (any([](const auto& condition) { return condition.side != kTestSide && !condition.of_planted_fold(); }))
    text += fmt::format(
        " A side, condition/side, is compared with the test {} of the same fits. Every fit answers it, so "
        "its {} count "
        "once for each fold.",
        items, items);
  return text;
}

}  // namespace

std::string some_folds(const CellSummary& cell) {
  return cell.lacks_folds()
             ? fmt::format("{} of {} folds", cell.folds, cell.folds + cell.failed + cell.missing)
             : "";
}

Table survival_table(const RunRecords& run, const Summary& summary, size_t corpus, size_t metric,
                     double level) {
  const auto& name = summary.metrics[metric];
  Table table = table_of("survival", "What survives", run.corpora[corpus].name, name);
  table.caption = survival_caption(run, summary, corpus, metric, level);
  table.header = {"model"};
  table.data_header = {
      "corpus",        "model",          "condition",    "metric",      "score",          "low",
      "high",          "n_used",         "n_total",      "folds_used",  "folds_failed",   "guessing",
      "baseline",      "lost",           "lost_low",     "lost_high",   "lost_p",         "survival",
      "survival_low",  "survival_high",  "ranking_lost", "ranking_low", "ranking_high",   "threshold_lost",
      "threshold_low", "threshold_high", "note",         "total",       "total_low",      "total_high",
      "n_compared",    "n_baseline",     "topic_alone",  "over_topic",  "over_topic_low", "over_topic_high"};
  for (size_t c = 0; c < run.conditions.size(); ++c)
    if (run.asks(corpus, c)) table.header.push_back(run.conditions[c].name);
  // Each reason stands once, below the table, and not in every cell.
  std::map<std::string, std::vector<std::string>> reasons;
  bool marked = false;
  for (size_t m = 0; m < run.models.size(); ++m) {
    std::vector<TableCell> row = {{run.models[m].name}};
    for (size_t c = 0; c < run.conditions.size(); ++c) {
      if (!run.asks(corpus, c)) continue;
      const auto& cell = summary.cell(run, corpus, c, m);
      const auto& numbers = cell.metrics[metric];
      const std::string where = fmt::format("{} under {}", run.models[m].name, run.conditions[c].name);
      const auto& lost = numbers.lost.estimate;
      const auto topic = result::topic_level(run, summary, corpus, c, metric);
      const Difference* over = topic ? result::over_level(*topic, numbers) : nullptr;
      std::string note = numbers.score.why_not;
      const bool not_lost = lost.why_not == result::kDifferentItems || lost.why_not == result::kUnknownItems;
      if (not_lost) note = lost.why_not;
      if (note.empty() && cell.hardly_answers() && summary.chance_model != m)
        note = fmt::format("undecided on {} of {}", cell.undecided, cell.answers);
      for (const auto& why : {numbers.score.why_no_interval, numbers.survival.why_not})
        if (note.empty()) note = why;
      if (!numbers.score.value) {
        row.push_back({"-", numbers.score.why_not, ""});
      } else {
        const bool guesses = summary.chance_model == m;
        const bool as_topic = topic && !guesses && result::at_level(*topic, numbers);
        const bool undecided = !guesses && cell.hardly_answers();
        const bool silent = undecided && cell.undecided == cell.answers;
        marked |= as_topic;
        // The interval of a guess would only reflect the frequency of classes: from 0 to 1 if one author is
        // all of a class. The interval of a model without answers would have no width and no meaning.
        TableCell shown_cell{
            shown(*numbers.score.value) +
                (guesses || silent ? std::string() : interval_text(numbers.score.interval)) +
                (undecided ? kUndecidedMark : "") + (as_topic ? kTopicMark : ""),
            against_baseline(run, summary, cell, numbers, summary.profile.metrics[metric]),
            counts_text(cell, numbers) +
                (undecided ? fmt::format(", {} decided", grouped(cell.answers - cell.undecided))
                           : std::string())};
        if (numbers.survival.value) shown_cell.share = std::clamp(*numbers.survival.value, 0.0, 1.0);
        row.push_back(std::move(shown_cell));
        if (!numbers.survival.why_not.empty() && summary.chance_model != m && summary.reference &&
            summary.profile.metrics[metric].has_zero && run.conditions[c].control_of.empty())
          reasons[std::string("For {}, no share is given: ") + numbers.survival.why_not].push_back(where);
        if (not_lost) reasons["The loss of {} is not shown: " + lost.why_not].push_back(where);
        if (undecided)
          reasons
              ["For {}, a score marked (undecided) says little or nothing: at least nine pairs in ten are "
               "answered with exactly 0.5, which is no answer (SF208)"]
                  .push_back(where);
        if (!numbers.score.why_no_interval.empty() && !guesses)
          reasons["{} has no interval: " + numbers.score.why_no_interval].push_back(where);
        else if (!lost.why_no_interval.empty() && summary.chance_model != m)
          reasons["The loss of {} has no interval: " + lost.why_no_interval].push_back(where);
      }
      const auto low_high = [](const std::optional<Difference>& part) -> std::array<std::string, 3> {
        if (!part) return {};
        return {exact_or_empty(part->estimate.value), low_of(part->estimate), high_of(part->estimate)};
      };
      const auto ranking = low_high(numbers.ranking), threshold = low_high(numbers.threshold);
      const auto baseline = summary.baseline[c];
      table.data.push_back({run.corpora[corpus].name,
                            run.models[m].name,
                            run.conditions[c].name,
                            name,
                            exact_or_empty(numbers.score.value),
                            low_of(numbers.score),
                            high_of(numbers.score),
                            std::to_string(numbers.n_used),
                            std::to_string(numbers.n_total),
                            std::to_string(numbers.folds_used),
                            std::to_string(cell.failed),
                            exact_or_empty(numbers.guessing),
                            baseline ? run.conditions[*baseline].name : "",
                            exact_or_empty(lost.value),
                            low_of(lost),
                            high_of(lost),
                            exact_or_empty(numbers.lost.p),
                            exact_or_empty(numbers.survival.value),
                            low_of(numbers.survival),
                            high_of(numbers.survival),
                            ranking[0],
                            ranking[1],
                            ranking[2],
                            threshold[0],
                            threshold[1],
                            threshold[2],
                            note,
                            exact_or_empty(numbers.total.value),
                            low_of(numbers.total),
                            high_of(numbers.total),
                            numbers.compared ? std::to_string(numbers.compared->n) : "",
                            numbers.compared ? std::to_string(numbers.compared->baseline_n) : "",
                            topic ? exact(topic->score) : "",
                            over ? exact_or_empty(over->estimate.value) : "",
                            over ? low_of(over->estimate) : "",
                            over ? high_of(over->estimate) : ""});
    }
    table.rows.push_back(std::move(row));
  }
  table.caption += trained_elsewhere(run) + some_items(run, summary, corpus, metric) +
                   topic_level_caption(run, summary, corpus, metric, marked, level) +
                   one_draw_caption(run, corpus);
  for (const auto& [why, where] : reasons)
    table.caption += " " + fmt::format(fmt::runtime(why), fmt::join(where, ", ")) + ".";
  return table;
}

TableEntry survival_entry() {
  return {"survival", [](const Section& of) {
            // The selected metric comes first. Without script all metrics are shown.
            const size_t selected = of.summary.default_metric;
            std::vector<ShownTable> tables;
            const auto add = [&](size_t metric) {
              tables.push_back({survival_table(of.run, of.summary, of.corpus, metric, of.level),
                                of.summary.metrics[metric]});
            };
            add(selected);
            for (size_t m = 0; m < of.summary.metrics.size(); ++m)
              if (m != selected) add(m);
            return tables;
          }};
}

}  // namespace standfast::report
