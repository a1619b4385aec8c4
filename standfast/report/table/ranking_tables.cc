// Tables of rankings (result/findings/ranking.h); docs/ranking.md explains each.
#include <cmath>

#include <fmt/format.h>

#include "standfast/report/table/catalog.h"
#include "standfast/report/table/tables.h"

namespace standfast::report {
namespace {

std::string row_name(const RunRecords& run, const ConditionRanking& row) {
  const auto& name = run.conditions[row.condition].name;
  if (row.seed) return fmt::format("{}, seed {}", name, *row.seed);
  return row.seeds > 1 ? fmt::format("{}, {} seeds", name, row.seeds) : name;
}

const char* symbol(RankCorrelation correlation) {
  return correlation == RankCorrelation::spearman ? "Spearman's rho" : "Kendall's tau-b";
}

std::string interval_text(const Estimate& e) {
  return e.interval ? fmt::format("[{}, {}]", shown(e.interval->low, 2), shown(e.interval->high, 2)) : "";
}

std::string pairs_text(uint64_t used, uint64_t total) {
  return used == total ? fmt::format("{} pairs of folds", used)
                       : fmt::format("{} of {} pairs of folds", used, total);
}

// Returns a text such as "1 x8, 2 x2".
std::string counts_text(const ModelRanks& ranks) {
  std::vector<std::string> parts;
  for (const auto& [rank, folds] : ranks.rank_counts) parts.push_back(fmt::format("{:g} x{}", rank, folds));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string plus_minus(const SampleMoments& m) {
  return m.n == 0 ? "-" : fmt::format("{} ± {}", shown(m.mean), m.n > 1 ? shown(m.sd) : "-");
}

// Returns true where the paper puts a star: the score is lower under HITS and p is below alpha.
bool starred(const TTest& test, double alpha) {
  return test.p && *test.p < alpha && *test.t < 0;
}

}  // namespace

Table stability_table(const RunRecords& run, const Ranking& ranking, size_t corpus,
                      const RankingOptions& options) {
  Table table;
  table.name = file_name_of("stability", {run.corpora[corpus].name});
  table.title = fmt::format("Do folds rank the models alike on {}?", run.corpora[corpus].name);
  table.caption = fmt::format(
      "{} of the models' ranks, the mean over all pairs of folds of one seed (1: every fold ranks them "
      "alike; "
      "0: a fold says nothing about another), its {} interval from resampling folds{}, and the pairs it "
      "rests "
      "on. The interval is about other folds of the same corpus; there is none below {} folds, where folds "
      "test mostly the same documents, nor where all folds agree. Average: over the metrics that overall "
      "counts, and overall. {} models.",
      symbol(options.correlation), percent(options.level), run.seeds.size() > 1 ? " and seeds" : "",
      kFewestUnits, ranking.models.size());
  if (ranking.models.size() < 4)
    table.caption += fmt::format(
        " With {} models a single pair of folds can give only a few values, so small differences mean "
        "nothing.",
        ranking.models.size());
  if (!ranking.unranked.empty()) {
    std::vector<std::string> names;
    for (const size_t m : ranking.unranked) names.push_back(run.models[m].name);
    table.caption +=
        fmt::format(" Not ranked, because none of their cells has a score: {}.", fmt::join(names, ", "));
  }
  table.header = {"condition"};
  for (const auto& metric : ranking.metrics) table.header.push_back(metric);
  table.header.push_back("average");
  table.data_header = {"corpus", "condition", "seed",       "metric",         "correlation",  "mean",
                       "low",    "high",      "pairs_used", "pairs_constant", "pairs_missing"};
  table.texts = {"corpus", "condition", "seed", "metric", "correlation"};
  const char* kind = options.correlation == RankCorrelation::spearman ? "spearman" : "kendall-tau-b";
  for (const auto& row : ranking.rows) {
    if (row.corpus != corpus) continue;
    std::vector<TableCell> cells = {{row_name(run, row)}};
    const auto add = [&](const std::string& metric, const Estimate& e, uint64_t used, uint64_t total,
                         uint64_t constant_pairs, uint64_t missing) {
      if (e.value)
        cells.push_back({shown(*e.value, 2), interval_text(e), pairs_text(used, total)});
      else
        cells.push_back(
            {"-", total == 0 ? "one fold a seed" : "undefined: no pair of folds has a ranking", ""});
      table.data.push_back({run.corpora[corpus].name, run.conditions[row.condition].name,
                            row.seed ? std::to_string(*row.seed) : "all", metric, kind, exact(e.value),
                            e.interval ? exact(e.interval->low) : "",
                            e.interval ? exact(e.interval->high) : "", std::to_string(used),
                            std::to_string(constant_pairs), std::to_string(missing)});
    };
    uint64_t constant_pairs = 0, missing = 0;
    for (const size_t m : ranking.averaged) {
      constant_pairs += row.metrics[m].stability.pairs_constant;
      missing += row.metrics[m].stability.pairs_missing;
    }
    for (size_t m = 0; m < ranking.metrics.size(); ++m) {
      const auto& stability = row.metrics[m].stability;
      add(ranking.metrics[m], row.metrics[m].mean, stability.mean.n_used, stability.mean.n_total,
          stability.pairs_constant, stability.pairs_missing);
    }
    add("average", row.average, row.n_used, row.n_total, constant_pairs, missing);
    table.rows.push_back(std::move(cells));
  }
  return table;
}

Table rank_table(const RunRecords& run, const Ranking& ranking, size_t corpus, size_t metric) {
  const auto& name = ranking.metrics[metric];
  Table table = table_of("ranks", "Average ranks", run.corpora[corpus].name, name);
  table.caption = fmt::format(
      "Rank of each model inside a fold by {} (1 = best; equal scores share the mean of their ranks): mean ± "
      "standard deviation over folds (n - 1 below the line), and how often each rank occurred (1 x8: first "
      "in "
      "eight folds).",
      name);
  table.header = {"condition", "folds"};
  for (const size_t m : ranking.models) table.header.push_back(run.models[m].name);
  table.data_header = {"corpus", "condition", "seed", "metric", "model", "mean_rank", "sd", "folds", "ranks"};
  table.texts = {"corpus", "condition", "seed", "metric", "model", "ranks"};
  for (const auto& row : ranking.rows) {
    if (row.corpus != corpus) continue;
    const auto& of = row.metrics[metric];
    const uint32_t used = of.ranks.empty() ? 0 : of.ranks.front().folds, all = of.scores.folds();
    std::vector<TableCell> cells = {{row_name(run, row)},
                                    {used == all ? std::to_string(all) : fmt::format("{} of {}", used, all)}};
    for (size_t m = 0; m < ranking.models.size(); ++m) {
      const auto& ranks = of.ranks[m];
      if (ranks.folds == 0)
        cells.push_back({"-", "no fold has a score of every model", ""});
      else
        cells.push_back({fmt::format("{} ± {}", shown(ranks.mean, 2), ranks.sd ? shown(*ranks.sd, 2) : "-"),
                         counts_text(ranks), ""});
      table.data.push_back({run.corpora[corpus].name, run.conditions[row.condition].name,
                            row.seed ? std::to_string(*row.seed) : "all", name,
                            run.models[ranking.models[m]].name, ranks.folds > 0 ? exact(ranks.mean) : "",
                            exact(ranks.sd), std::to_string(ranks.folds), counts_text(ranks)});
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

std::string critical_sentence(const RunRecords& run, const Ranking& ranking, const ConditionRanking& row,
                              size_t metric) {
  const auto& of = row.metrics[metric];
  std::string text = fmt::format("{}, {}: ", run.conditions[row.condition].name, ranking.metrics[metric]);
  if (row.one_test_set)
    return text +
           "its folds test mostly the same documents, so they are no independent data sets and nothing is "
           "tested; the tests of the models against each other count documents.";
  if (row.tests_of_first_draw)
    text += "folds of one draw, because the others test the same documents again: ";
  if (!of.critical) return text + "no fold has a score of every model, so nothing is ranked.";
  const auto& critical = *of.critical;
  const auto named = [&](uint32_t place) {
    const uint32_t m = critical.order[place];
    return fmt::format("{} ({})", run.models[ranking.models[m]].name, shown(critical.rank[m], 2));
  };
  if (!of.friedman.p_f || *of.friedman.p_f > critical.alpha) {
    text += fmt::format("no model is shown to differ from another (Friedman p {}); by average rank ",
                        shown_p(of.friedman.p_f));
    std::vector<std::string> all;
    for (uint32_t place = 0; place < critical.order.size(); ++place) all.push_back(named(place));
    return text + fmt::format("{}.", fmt::join(all, ", "));
  }
  const bool leader_tied = !critical.groups.empty() && critical.groups.front().first == 0;
  text +=
      leader_tied ? fmt::format("{} has the best average rank", named(0)) : fmt::format("{} leads", named(0));
  for (const auto& group : critical.groups) {
    std::vector<std::string> members;
    for (uint32_t place = group.first; place <= group.last; ++place) members.push_back(named(place));
    const std::string last = members.back();
    members.pop_back();
    text += fmt::format("; {} and {} cannot be told apart", fmt::join(members, ", "), last);
  }
  if (critical.groups.empty()) text += "; every model is told apart from every other";
  return text + ".";
}

Table critical_table(const RunRecords& run, const Ranking& ranking, size_t corpus, size_t metric,
                     const RankingOptions& options) {
  const auto& name = ranking.metrics[metric];
  Table table =
      table_of("critical-difference", "Models that can be told apart", run.corpora[corpus].name, name);
  table.caption = fmt::format(
      "Friedman's test that any model differs (chi-square with its p, and Iman and Davenport's p), and "
      "Nemenyi's critical difference of average ranks at {:g} (Demsar 2006): models whose average ranks "
      "are closer cannot be told apart. The tests take folds as independent data sets. But folds share "
      "training data, so the tests find too many differences. Where seeds or trades test mostly the same "
      "documents again, only the folds of the first count.",
      options.alpha);
  table.header = {"condition", "folds", "chi-square", "p", "p (F)", "critical difference"};
  table.data_header = {"corpus", "condition",           "metric", "folds", "chi_square", "p", "f",
                       "p_f",    "critical_difference", "words"};
  table.texts = {"corpus", "condition", "metric", "words"};
  for (const auto& row : ranking.rows) {
    if (row.corpus != corpus || row.seed) continue;
    const auto& of = row.metrics[metric];
    const auto& test = of.friedman;
    const std::string words = critical_sentence(run, ranking, row, metric);
    table.rows.push_back({{run.conditions[row.condition].name},
                          {std::to_string(test.folds)},
                          {test.chi_square ? shown(*test.chi_square, 2) : "-", test.why_not},
                          {shown_p(test.p)},
                          {shown_p(test.p_f)},
                          {of.critical ? shown(of.critical->difference, 2) : "-"}});
    table.caption += " " + words;
    table.data.push_back({run.corpora[corpus].name, run.conditions[row.condition].name, name,
                          std::to_string(test.folds), exact(test.chi_square), exact(test.p), exact(test.f),
                          exact(test.p_f), of.critical ? exact(of.critical->difference) : "", words});
  }
  return table;
}

Table contrast_table(const RunRecords& run, const Ranking& ranking, const Contrast& contrast, size_t corpus,
                     const std::vector<ContrastRow>& rows, const RankingOptions& options) {
  const auto& hits = run.conditions[contrast.hits].name;
  const auto& random = run.conditions[contrast.random].name;
  Table table = table_of("t-tests", fmt::format("{} against {}", hits, random), run.corpora[corpus].name);
  table.caption = fmt::format(
      "Mean ± standard deviation over folds (of all seeds), and p of three two-sided t-tests of the "
      "difference, which are about other folds of this corpus (the topic shortcut test is about other "
      "authors "
      "and topics): Student's, as in the paper (* where {} is lower and p < {:g}), Welch's for unequal "
      "spread, "
      "and "
      "Nadeau and Bengio's, which allows for folds that share training data. They are not corrected for "
      "testing several models and metrics. {}",
      hits, options.alpha, dependence_sentence(rows, corpus, options));
  table.header = {"model", "metric", hits, random, "difference", "Student", "Welch", "corrected"};
  table.data_header = {"corpus",
                       "model",
                       "metric",
                       "hits_mean",
                       "hits_sd",
                       "hits_folds",
                       "random_mean",
                       "random_sd",
                       "random_folds",
                       "difference",
                       "student_t",
                       "student_df",
                       "student_p",
                       "welch_t",
                       "welch_df",
                       "welch_p",
                       "corrected_t",
                       "corrected_df",
                       "corrected_p",
                       "hits_test_to_train",
                       "random_test_to_train",
                       "starred",
                       "note"};
  table.texts = {"corpus", "model", "metric", "starred", "note"};
  for (const auto& row : rows) {
    if (row.corpus != corpus) continue;
    const bool both = row.hits.n > 0 && row.random.n > 0;
    const double difference = row.hits.mean - row.random.mean;
    const auto test = [](const TTest& t, bool star) {
      return TableCell{shown_p(t.p) + (star ? " *" : ""), t.p ? "" : t.why_not, ""};
    };
    const bool star = starred(row.student, options.alpha);
    table.rows.push_back({{run.models[row.model].name},
                          {ranking.metrics[row.metric]},
                          {plus_minus(row.hits), fmt::format("{} folds", row.hits.n)},
                          {plus_minus(row.random), fmt::format("{} folds", row.random.n)},
                          {both ? fmt::format("{:+.3f}", difference) : "-"},
                          test(row.student, star),
                          test(row.welch, starred(row.welch, options.alpha)),
                          test(row.corrected, starred(row.corrected, options.alpha))});
    const auto numbers = [&](const TTest& t) {
      return std::vector<std::string>{exact(t.t), t.p ? exact(t.df) : "", exact(t.p)};
    };
    std::vector<std::string> data = {run.corpora[corpus].name, run.models[row.model].name,
                                     ranking.metrics[row.metric]};
    for (const auto* side : {&row.hits, &row.random}) {
      data.push_back(side->n > 0 ? exact(side->mean) : "");
      data.push_back(side->n > 1 ? exact(side->sd) : "");
      data.push_back(std::to_string(side->n));
    }
    data.push_back(both ? exact(difference) : "");
    for (const auto* t : {&row.student, &row.welch, &row.corrected})
      for (auto& field : numbers(*t)) data.push_back(std::move(field));
    data.push_back(exact(row.hits.test_to_train));
    data.push_back(exact(row.random.test_to_train));
    data.push_back(star ? "yes" : "no");
    data.push_back(row.student.why_not);
    table.data.push_back(std::move(data));
  }
  return table;
}

Table star_table(const RunRecords& run, const Ranking& ranking, const Contrast& contrast, size_t corpus,
                 const std::vector<StarTest>& tests, const RankingOptions& options) {
  const auto& hits = run.conditions[contrast.hits].name;
  const auto& random = run.conditions[contrast.random].name;
  Table table = table_of("star-tests", fmt::format("Stability under {} and {}", hits, random),
                         run.corpora[corpus].name);
  table.caption = fmt::format(
      "Correlations of pairs of folds: mean ± standard deviation, and p of Student's test between the two "
      "sets (* where {} is lower and p < {:g}), as the paper's table 4 has it. It is no evidence: k folds "
      "give k (k - 1) / 2 correlations from k rankings only, and the test takes them for independent. "
      "\"alike\": among the seeds of {}, which are drawn alike, the pairs that it tells apart all the same. "
      "Read the intervals of stability instead.",
      random, options.alpha, random);
  table.header = {"metric", hits, random, "difference", "Student", "alike"};
  table.data_header = {"corpus",      "metric",    "hits_mean",        "hits_sd",   "hits_pairs",
                       "random_mean", "random_sd", "random_pairs",     "student_t", "student_df",
                       "student_p",   "alike",     "alike_significant"};
  table.texts = {"corpus", "metric"};
  for (const auto& one : tests) {
    const bool both = one.hits.n > 0 && one.random.n > 0;
    const double difference = one.hits.mean - one.random.mean;
    // The paper's stars compare a draw of random topics with HITS.
    const bool star = one.student.p && *one.student.p < options.alpha && difference > 0;
    const auto pairs = [](const SampleMoments& m) { return fmt::format("{} pairs of folds", m.n); };
    table.rows.push_back(
        {{ranking.metrics[one.metric]},
         {plus_minus(one.hits), pairs(one.hits)},
         {plus_minus(one.random), pairs(one.random)},
         {both ? fmt::format("{:+.2f}", difference) : "-"},
         {shown_p(one.student.p) + (star ? " *" : ""), one.student.p ? "" : one.student.why_not, ""},
         {one.alike > 0 ? fmt::format("{} of {} pairs of seeds", one.alike_significant, one.alike)
                        : "one seed"}});
    std::vector<std::string> data = {run.corpora[corpus].name, ranking.metrics[one.metric]};
    for (const auto* side : {&one.hits, &one.random}) {
      data.push_back(side->n > 0 ? exact(side->mean) : "");
      data.push_back(side->n > 1 ? exact(side->sd) : "");
      data.push_back(std::to_string(side->n));
    }
    for (auto& field : std::vector<std::string>{
             exact(one.student.t), one.student.p ? exact(one.student.df) : "", exact(one.student.p),
             std::to_string(one.alike), std::to_string(one.alike_significant)})
      data.push_back(std::move(field));
    table.data.push_back(std::move(data));
  }
  return table;
}

std::string dependence_sentence(const std::vector<ContrastRow>& rows, size_t corpus,
                                const RankingOptions& options) {
  const ContrastCounts counts = contrast_counts(rows, corpus, options.alpha);
  if (counts.tests == 0)
    return "No model has two folds under both conditions without lacking any, so "
           "nothing is tested.";
  return fmt::format(
      "Folds of one run train on nearly the same documents, so their scores move together and their mean is "
      "less sure than their spread suggests: of {} tests Student's calls {} significant and Welch's {}; with "
      "the standard error that allows for it, {:.1f} times as large, {} remain.",
      counts.tests, counts.student, counts.welch, counts.wider, counts.corrected);
}

TableEntry contrast_entry() {
  return {
      "t-tests", [](const Section& of) -> std::vector<ShownTable> {
        const RankingFindings& found = of.ranking;
        if (!found.contrast) return {};
        return {{contrast_table(of.run, found.ranking, *found.contrast, of.corpus, found.rows, found.options),
                 "", true}};
      }};
}

TableEntry stability_entry() {
  return {"stability", [](const Section& of) -> std::vector<ShownTable> {
            if (!has_ranking(of.ranking, of.corpus)) return {};
            return {{stability_table(of.run, of.ranking.ranking, of.corpus, of.ranking.options)}};
          }};
}

TableEntry rank_entry() {
  return {"ranks", [](const Section& of) {
            std::vector<ShownTable> tables;
            const Ranking& ranking = of.ranking.ranking;
            for (size_t m = 0; m < ranking.metrics.size() && has_ranking(of.ranking, of.corpus); ++m)
              tables.push_back({rank_table(of.run, ranking, of.corpus, m), ranking.metrics[m]});
            return tables;
          }};
}

TableEntry critical_entry() {
  return {"critical-difference", [](const Section& of) {
            std::vector<ShownTable> tables;
            const Ranking& ranking = of.ranking.ranking;
            for (size_t m = 0; m < ranking.metrics.size() && has_ranking(of.ranking, of.corpus); ++m)
              tables.push_back(
                  {critical_table(of.run, ranking, of.corpus, m, of.ranking.options), ranking.metrics[m]});
            return tables;
          }};
}

}  // namespace standfast::report
