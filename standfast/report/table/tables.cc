#include "standfast/report/table/tables.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "standfast/base/listed.h"
#include "standfast/metric/pairs/profile.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/model/verify/verifier.h"
#include "standfast/report/words/units.h"
#include "standfast/result/findings/control_chain.h"
#include "standfast/result/findings/other_items.h"
#include "standfast/result/task/task_results.h"
#include "standfast/sample/sampler.h"
#include "standfast/split/splitter.h"

namespace standfast::report {
namespace {

std::string interval_text(const std::optional<Interval>& interval) {
  return interval ? fmt::format(" [{}, {}]", shown(interval->low), shown(interval->high)) : std::string();
}

std::string exact_or_empty(const std::optional<double>& value) {
  return value ? exact(*value) : std::string();
}

// A text such as "n 41,000, 10 folds", with what is missing of them.
std::string counts_text(const CellSummary& cell, const MetricSummary& metric) {
  std::string text = metric.n_used == metric.n_total
                         ? fmt::format("n {}", grouped(metric.n_used))
                         : fmt::format("n {} of {}", grouped(metric.n_used), grouped(metric.n_total));
  const uint32_t folds = cell.folds + cell.failed + cell.missing;
  text += metric.folds_used == folds ? fmt::format(", {} fold{}", folds, folds == 1 ? "" : "s")
                                     : fmt::format(", {} of {} folds", metric.folds_used, folds);
  return text;
}

// A text such as "0.120 lost [0.080, 0.160]: 0.100 ranking, 0.020 threshold"; of a gain "gained".
std::string lost_text(const MetricSummary& metric, const RunMetric& info, bool with_interval) {
  const Estimate& lost = metric.lost.estimate;
  const bool gained = *lost.value < 0;
  std::string text = fmt::format("{} {}", shown(std::abs(*lost.value)), gained ? "gained" : "lost");
  if (with_interval && lost.interval)
    text += fmt::format(" [{}, {}]", shown(gained ? -lost.interval->high : lost.interval->low),
                        shown(gained ? -lost.interval->low : lost.interval->high));
  // The parts have the sign of what is shown: of a gain they say what is gained.
  const double sign = gained ? -1 : 1;
  if (metric.ranking && metric.ranking->estimate.value)
    text += fmt::format(": {} {}, {} {}", shown(sign * *metric.ranking->estimate.value),
                        info.calibrates ? "discrimination" : "ranking",
                        shown(sign * *metric.threshold->estimate.value),
                        info.calibrates ? "calibration" : "threshold");
  return text;
}

// What stands below a score: the share that survives, if there is one; and the points lost, if they have
// parts or there is no share.
std::string against_baseline(const RunRecords& run, const Summary& summary, const CellSummary& cell,
                             const MetricSummary& metric, const RunMetric& info) {
  const auto baseline = summary.baseline[cell.condition];
  if (!baseline) return summary.reference == cell.condition ? "reference" : "";
  std::string text;
  const bool has_points = metric.lost.estimate.value.has_value();
  if (metric.survival.value) {
    text = percent(*metric.survival.value) + " survives";
    if (const auto& interval = metric.survival.interval)
      text += fmt::format(" [{}, {}]", percent(interval->low), percent(interval->high));
    if (has_points && metric.ranking) text += ", " + lost_text(metric, info, false);
  } else if (has_points) {
    text = lost_text(metric, info, true);
  } else {
    return "no comparison";
  }
  if (!run.conditions[cell.condition].control_of.empty())
    text += fmt::format(" ({})", lost_to_control(run, cell.condition));
  if (baseline != summary.reference) text += " of " + run.conditions[*baseline].name;
  return text;
}

// The caption that says what the numbers of a metric are, as in docs/what-survives.md.
std::string survival_caption(const RunRecords& run, const Summary& summary, size_t corpus, size_t metric,
                             double level) {
  const auto& info = summary.profile.metrics[metric];
  const TaskResults& results = results_of(run.the_task());
  const std::string items = run.the_task().items();
  const CorpusInfo& of = run.corpora[corpus];
  const std::string units = units_in_words(of.authors, of.topics);
  std::string text =
      fmt::format("{} by profile {}: {}, with its {} interval ({}), and how many test {} it rests on.",
                  info.name, summary.profile.name, results.of_folds(), percent(level),
                  shared_in_words(items, of.authors, of.topics), items);
  if (!summary.reference) return text + " No condition is marked as the reference, so nothing is compared.";
  if (!run.asks(corpus, *summary.reference))
    return text + fmt::format(" The reference, \"{}\", is not asked of this corpus, so nothing is compared.",
                              run.conditions[*summary.reference].name);
  text += fmt::format(" Reference: \"{}\".", run.conditions[*summary.reference].name);
  if (info.has_zero)
    text += fmt::format(
        " Below it stands the share that survives, (score - guessing) / (reference - guessing), with the "
        "interval that sign flips over {} do not reject. Guessing is {}.",
        units, results.guessing());
  else
    text += fmt::format(
        " Below it stand the points lost, with the interval that sign flips over {} do not reject. Guessing has no single "
        "score by this metric, so there is no share.",
        units);
  const auto any = [&](const auto& fits) {
    for (size_t c = 0; c < run.conditions.size(); ++c)
      if (run.asks(corpus, c) && fits(run.conditions[c])) return true;
    return false;
  };
  if (any([](const auto& condition) { return !condition.control_of.empty(); }) &&
      run.the_task().traits().controls_are_baselines)
    text +=
        " A condition that has a matched control is compared with it: folds of the same sizes and classes.";
  if (any([](const auto& condition) { return condition.of_planted_fold(); }))
    text +=
        " A shortcut is planted where a condition has the sides original (the test documents as they are) and anti-test "
        "(with the cue reversed). The anti-test is compared with the original side of the same fits, that side with the "
        "reference, and a test side with a cue with nothing.";
  if (any([](const auto& condition) { return condition.side != kTestSide && !condition.of_planted_fold(); }))
    text += fmt::format(
        " A side, condition/side, is compared with the test {} of the same fits. Every fit answers it, so "
        "its {} count "
        "once for each fold.",
        items, items);
  return text;
}

std::string not_in_catalog(const std::string& name) {
  return fmt::format("{} (not in this version's catalog)", name);
}

template <class CatalogType>
std::pair<std::string, std::string> in_words(const CatalogType& catalog, const std::string& name) {
  const auto entry = catalog.find(name);
  if (!entry) return {not_in_catalog(name), ""};
  return {(*entry)->summary, (*entry)->citation};
}

std::vector<const CellRecord*> records_of(const RunRecords& run, size_t corpus) {
  std::vector<const CellRecord*> found;
  for (const auto& cell : run.cells)
    if (cell.corpus == run.corpora[corpus].name) found.push_back(&cell);
  return found;
}

// A table whose rows come from the splits of a corpus: `add` appends the rows of one split. Nothing if there
// are no rows.
template <class Add>
std::optional<Table> split_table(const RunRecords& run, size_t corpus, const std::string& name,
                                 const std::string& title, std::string caption,
                                 std::vector<std::string> header, std::vector<std::string> data_header,
                                 const Add& add) {
  Table table{file_name_of(name, {run.corpora[corpus].name}),
              title + " " + run.corpora[corpus].name,
              std::move(caption),
              std::move(header),
              {},
              std::move(data_header),
              {}};
  for (const auto& split : run.splits)
    if (split.corpus == run.corpora[corpus].name) add(split, table);
  if (table.rows.empty()) return std::nullopt;
  return table;
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
      "corpus",        "model",          "condition",    "metric",      "score",        "low",
      "high",          "n_used",         "n_total",      "folds_used",  "folds_failed", "guessing",
      "baseline",      "lost",           "lost_low",     "lost_high",   "lost_p",       "survival",
      "survival_low",  "survival_high",  "ranking_lost", "ranking_low", "ranking_high", "threshold_lost",
      "threshold_low", "threshold_high", "note"};
  for (size_t c = 0; c < run.conditions.size(); ++c)
    if (run.asks(corpus, c)) table.header.push_back(run.conditions[c].name);
  // Each reason stands once, below the table, and not in every cell.
  std::map<std::string, std::vector<std::string>> reasons;
  for (size_t m = 0; m < run.models.size(); ++m) {
    std::vector<TableCell> row = {{run.models[m].name}};
    for (size_t c = 0; c < run.conditions.size(); ++c) {
      if (!run.asks(corpus, c)) continue;
      const auto& cell = summary.cell(run, corpus, c, m);
      const auto& numbers = cell.metrics[metric];
      const std::string where = fmt::format("{} under {}", run.models[m].name, run.conditions[c].name);
      const auto& lost = numbers.lost.estimate;
      std::string note = numbers.score.why_not;
      if (lost.why_not == result::kOtherItems) note = lost.why_not;
      for (const auto& why : {numbers.score.why_no_interval, numbers.survival.why_not})
        if (note.empty()) note = why;
      if (!numbers.score.value) {
        row.push_back({"-", numbers.score.why_not, ""});
      } else {
        TableCell shown_cell{shown(*numbers.score.value) + interval_text(numbers.score.interval),
                             against_baseline(run, summary, cell, numbers, summary.profile.metrics[metric]),
                             counts_text(cell, numbers)};
        if (numbers.survival.value) shown_cell.share = std::clamp(*numbers.survival.value, 0.0, 1.0);
        row.push_back(std::move(shown_cell));
        if (!numbers.survival.why_not.empty() && summary.chance_model != m && summary.reference &&
            summary.profile.metrics[metric].has_zero && run.conditions[c].control_of.empty())
          reasons["Of " + std::string("{} no share is given: ") + numbers.survival.why_not].push_back(where);
        if (lost.why_not == result::kOtherItems)
          reasons["What {} loses is not shown: " + lost.why_not].push_back(where);
        if (!numbers.score.why_no_interval.empty())
          reasons["{} has no interval: " + numbers.score.why_no_interval].push_back(where);
        else if (!lost.why_no_interval.empty() && summary.chance_model != m)
          reasons["What {} loses has no interval: " + lost.why_no_interval].push_back(where);
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
                            note});
    }
    table.rows.push_back(std::move(row));
  }
  for (const auto& [why, where] : reasons)
    table.caption += " " + fmt::format(fmt::runtime(why), fmt::join(where, ", ")) + ".";
  return table;
}

Table fold_table(const RunRecords& run, const Summary& summary, size_t corpus) {
  Table table = table_of("folds", "Scores of every fold", run.corpora[corpus].name);
  table.caption =
      "Each row is one fit, examined on its test pairs or on another side; n is their number, \"same\" the share of them that "
      "one author wrote.";
  table.header = {"condition", "model", "seed", "fold", "n", "same"};
  table.data_header = {"corpus",  "condition",    "model",  "seed",       "fold",     "status",
                       "n_train", "n_validation", "n_test", "same_train", "same_test"};
  for (const auto& metric : summary.metrics) {
    table.header.push_back(metric);
    table.data_header.push_back(metric);
  }
  table.data_header.push_back("reason");
  for (const CellRecord* cell : records_of(run, corpus)) {
    const double same =
        cell->n_test > 0 ? static_cast<double>(cell->same_test) / static_cast<double>(cell->n_test) : 0;
    std::vector<TableCell> row = {{cell->condition},
                                  {cell->model},
                                  {std::to_string(cell->seed)},
                                  {std::to_string(cell->fold)},
                                  {grouped(cell->n_test)},
                                  {cell->n_test > 0 ? percent(same) : "-"}};
    std::vector<std::string> data = {cell->corpus,
                                     cell->condition,
                                     cell->model,
                                     std::to_string(cell->seed),
                                     std::to_string(cell->fold),
                                     cell->ok ? "ok" : "failed",
                                     std::to_string(cell->n_train),
                                     std::to_string(cell->n_validation),
                                     std::to_string(cell->n_test),
                                     std::to_string(cell->same_train),
                                     std::to_string(cell->same_test)};
    for (const auto& metric : summary.metrics) {
      const auto score = cell->value_of(metric);
      row.push_back({score ? shown(*score) : cell->ok ? "-" : "failed"});
      data.push_back(exact(score));
    }
    data.push_back(cell->reason);
    table.rows.push_back(std::move(row));
    table.data.push_back(std::move(data));
  }
  return table;
}

std::optional<Table> topic_similarity_table(const RunRecords& run, size_t corpus) {
  return split_table(
      run, corpus, "topic-similarity", "How alike train and test topics are on",
      "Cosine over all (train topic, test topic) pairs of a fold: its mean and its maximum, then the mean "
      "over folds. A topic on both sides counts as 1.",
      {"condition", "seed", "folds", "mean", "max", "topics on both sides, per fold"},
      {"corpus", "condition", "seed", "folds", "mean", "max", "shared_topics"},
      [](const SplitInfo& split, Table& table) {
        if (!split.similarity_mean || !split.similarity_max) return;
        table.rows.push_back({{split.condition},
                              {std::to_string(split.seed)},
                              {std::to_string(split.folds)},
                              {shown(*split.similarity_mean)},
                              {shown(*split.similarity_max)},
                              {shown(split.shared_topics, 1)}});
        table.data.push_back({split.corpus, split.condition, std::to_string(split.seed),
                              std::to_string(split.folds), exact(*split.similarity_mean),
                              exact(*split.similarity_max), exact(split.shared_topics)});
      });
}

std::optional<Table> similar_topics_table(const RunRecords& run, size_t corpus) {
  return split_table(
      run, corpus, "similar-topics", "Most similar train and test topics on",
      "The most similar pairs of topics among those that a fold has on opposite sides. Conditions whose "
      "folds have a topic on both sides are left out, because nothing is novel there.",
      {"condition", "seed", "one topic", "other topic", "cosine"},
      {"corpus", "condition", "seed", "topic_a", "topic_b", "cosine"},
      [](const SplitInfo& split, Table& table) {
        if (split.shared_topics > 0) return;
        for (const auto& pair : split.closest) {
          table.rows.push_back({{split.condition},
                                {std::to_string(split.seed)},
                                {pair.a},
                                {pair.b},
                                {shown(pair.similarity)}});
          table.data.push_back({split.corpus, split.condition, std::to_string(split.seed), pair.a, pair.b,
                                exact(pair.similarity)});
        }
      });
}

Table prior_table(const RunRecords& run, size_t corpus, const std::vector<PairPrior>& conditions) {
  Table table = table_of("priors", "Class priors", run.corpora[corpus].name);
  table.caption =
      "Share of same-author pairs in train and test, and the accuracy of always giving the more frequent "
      "answer of the test side. Compare every score with it. Pairs are summed over folds and seeds; train "
      "pairs are without validation.";
  table.header = {"condition",     "train pairs",  "test pairs",
                  "same in train", "same in test", "majority baseline"};
  table.data_header = {"corpus",     "condition", "train_pairs",      "test_pairs",
                       "same_train", "same_test", "majority_accuracy"};
  for (const PairPrior& prior : conditions) {
    const std::string& condition = run.conditions[prior.condition].name;
    const auto share = [](uint64_t part, uint64_t whole) {
      return static_cast<double>(part) / static_cast<double>(whole);
    };
    table.rows.push_back({{condition},
                          {grouped(prior.train)},
                          {grouped(prior.test)},
                          {prior.train > 0 ? percent(share(prior.same_train, prior.train)) : "-"},
                          {percent(share(prior.same_test, prior.test))},
                          {shown(share(prior.majority, prior.test))}});
    table.data.push_back({run.corpora[corpus].name, condition, std::to_string(prior.train),
                          std::to_string(prior.test), std::to_string(prior.same_train),
                          std::to_string(prior.same_test), exact(share(prior.majority, prior.test))});
  }
  return table;
}

std::optional<Table> trouble_table(const RunRecords& run) {
  Table table;
  table.name = "failed-cells";
  table.title = "Failed and missing cells";
  table.caption = "Their test items count in the total n and in no score.";
  table.header = {"cell", "what happened"};
  for (const auto& cell : run.cells)
    if (!cell.ok && cell.side == kTestSide)
      table.rows.push_back({{fmt::format("{} / {} / {} / seed {} / fold {}", cell.corpus, cell.condition,
                                         cell.model, cell.seed, cell.fold)},
                            {"failed: " + cell.reason}});
  for (const auto& artifact : run.failed_artifacts)
    table.rows.push_back({{artifact.label},
                          {(artifact.only_shown ? "failed; the report is without it, no score needs it: "
                                                : "failed, and with it every cell that needs it: ") +
                           artifact.reason}});
  for (const auto& label : run.not_shown)
    table.rows.push_back({{label}, {"is not there yet; the report is without it, no score needs it"}});
  for (const auto& cell : run.missing)
    if (cell.side == kTestSide) table.rows.push_back({{cell.label}, {"has not run yet"}});
  if (table.rows.empty()) return std::nullopt;
  return table;
}

Table condition_table(const RunRecords& run) {
  Table table;
  table.name = "conditions";
  table.title = "The conditions in words";
  table.caption =
      "A condition is a sampler (which topics and documents take part) and a splitter (who is trained on, "
      "who is tested).";
  table.header = {"condition", "sampler", "splitter", "remarks"};
  const auto is_planted = [&](const std::string& name) {
    return std::ranges::any_of(run.conditions,
                               [&](const auto& one) { return one.name == name && one.shortcut; });
  };
  for (const auto& condition : run.conditions) {
    const auto [sampler, sampler_source] = in_words(samplers(), condition.sampler);
    const auto [splitter, splitter_source] = in_words(splitters(), condition.splitter);
    std::vector<std::string> remarks;
    if (condition.reference) remarks.push_back("Reference of survival.");
    if (condition.of_planted_fold())
      remarks.push_back(fmt::format(
          "The models of \"{}\", examined on its test documents {}.", condition.side_of,
          condition.side == kOriginalSide ? "as they are, without the cue" : "with the cue reversed"));
    else if (condition.side != kTestSide)
      remarks.push_back(fmt::format(
          "The models of \"{}\", examined on the side {}: {} that no fold of its corpus has. This is "
          "compared with the score of the same models on their test {}.",
          condition.side_of, condition.side,
          run.the_task().traits().draws_pairs ? "pairs of documents" : "documents",
          is_planted(condition.side_of) ? "documents as they are, without the cue" : "items"));
    if (condition.shortcut && condition.side == kTestSide)
      remarks.push_back(fmt::format("The shortcut {} is planted: lambda {:g} on train, {:g} on test, law {}.",
                                    condition.shortcut->kind, condition.shortcut->lambda,
                                    condition.shortcut->test_lambda, condition.shortcut->law));
    if (!condition.control_of.empty())
      remarks.push_back(fmt::format(
          "Matched control of \"{}\": the same folds after {} have traded places at random within their "
          "class{}{}.",
          condition.control_of,
          condition.block.empty() ? "documents"
                                  : fmt::format("whole blocks ({})", fmt::join(condition.block, " > ")),
          condition.match.empty() ? ""
                                  : fmt::format(", among those that agree in {}", listed(condition.match)),
          condition.trades == 1 ? "" : fmt::format("; the mean of {} trades", condition.trades)));
    if (!condition.corpora.empty())
      remarks.push_back(fmt::format("Asked of {} only.", fmt::join(condition.corpora, ", ")));
    for (const auto& split : run.splits)
      if (split.condition == condition.name)
        for (const auto& note : split.notes)
          if (std::find(remarks.begin(), remarks.end(), note) == remarks.end()) remarks.push_back(note);
    table.rows.push_back({{condition.name},
                          {condition.sampler, sampler, sampler_source},
                          {condition.splitter, splitter, splitter_source},
                          {fmt::format("{}", fmt::join(remarks, " "))}});
  }
  return table;
}

Table model_table(const RunRecords& run) {
  Table table;
  table.name = "models";
  table.title = "The models in words";
  table.header = {"model", "what it does", "source"};
  for (const auto& model : run.models) {
    if (model.foreign) {
      table.rows.push_back({{model.name}, {"Answers of a program that ran elsewhere"}, {""}});
      continue;
    }
    const ModelFacts facts = run.the_task().model_facts(model.model);
    table.rows.push_back({{model.name, model.name == model.model ? "" : model.model},
                          {facts.known ? facts.summary : not_in_catalog(model.model)},
                          {facts.citation}});
  }
  return table;
}

Table metric_table(const Summary& summary) {
  Table table;
  table.name = "metrics";
  table.title = "The metrics in words";
  table.header = {"metric", "what it is", "source"};
  for (const auto& metric : summary.profile.metrics)
    table.rows.push_back({{metric.name}, {metric.words}, {metric.source}});
  return table;
}

}  // namespace standfast::report
