#include "standfast/report/topic_shortcut.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "standfast/metric/holm.h"
#include "standfast/metric/profile.h"
#include "standfast/metric/topic_shortcut.h"

namespace standfast::report {
namespace {

// All finished cells of one model under one condition, with test topics as the units to resample.
ScoredItems items_by_topic(const RunRecords& run, size_t corpus, size_t condition, size_t model) {
  ScoredItems items;
  uint32_t fold = 0;
  for (const auto& cell : run.cells) {
    if (!cell.ok || cell.corpus != run.corpora[corpus].name ||
        cell.condition != run.conditions[condition].name || cell.model != run.models[model].name)
      continue;
    const auto& p = cell.predictions;
    if (p.topic_a.empty()) continue;  // without topics there is nothing to resample
    items.score.insert(items.score.end(), p.value.begin(), p.value.end());
    items.same.insert(items.same.end(), p.same.begin(), p.same.end());
    items.author_a.insert(items.author_a.end(), p.topic_a.begin(), p.topic_a.end());
    items.author_b.insert(items.author_b.end(), p.topic_b.begin(), p.topic_b.end());
    items.fold.insert(items.fold.end(), p.value.size(), fold++);
  }
  return items;
}

// Topics that the items test.
uint32_t topics_of(const ScoredItems& items) {
  std::set<uint32_t> topics(items.author_a.begin(), items.author_a.end());
  topics.insert(items.author_b.begin(), items.author_b.end());
  return static_cast<uint32_t>(topics.size());
}

// The most that metric k of a profile can be; k past the last: overall.
double highest_of(const MetricProfile& profile, size_t k) {
  const auto of = [](const ProfileMetric& metric) {
    const auto entry = verification_metrics().find(metric.metric);
    return entry ? (*entry)->traits.highest : 1;
  };
  if (k < profile.metrics.size()) return of(profile.metrics[k]);
  double highest = 1;
  for (const auto& metric : profile.metrics) highest = std::max(highest, of(metric));
  return highest;
}

std::string low_of(const Estimate& e) {
  return e.interval ? exact(e.interval->low) : std::string();
}
std::string high_of(const Estimate& e) {
  return e.interval ? exact(e.interval->high) : std::string();
}

TableCell number(const Estimate& e, bool with_sign = false) {
  if (!e.value) return {"-", e.why_not, ""};
  const auto text = [&](double v) { return with_sign ? fmt::format("{:+.3f}", v) : shown(v); };
  return {text(*e.value),
          e.interval ? fmt::format("[{}, {}]", text(e.interval->low), text(e.interval->high)) : "", ""};
}

std::string rank_text(const std::optional<double>& rank) {
  return rank ? fmt::format("{:g}", *rank) : "-";
}

// Ranks of the rows of one corpus that have the value; 1 = smallest.
template <class Value, class Rank>
void rank_rows(std::vector<ShortcutRow>& rows, size_t corpus, const Value& value, const Rank& rank) {
  std::vector<double> values;
  std::vector<ShortcutRow*> of_corpus;
  for (auto& row : rows)
    if (const auto v = value(row); row.corpus == corpus && v) {
      values.push_back(-*v);
      of_corpus.push_back(&row);
    }
  const auto ranks = model_ranks(values);
  for (size_t i = 0; i < of_corpus.size(); ++i) rank(*of_corpus[i]) = ranks[i];
}

}  // namespace

Result<TopicShortcut> topic_shortcut(const RunRecords& run, const Contrast& contrast,
                                     const std::string& metric, const RankingOptions& options) {
  SF_ASSIGN(const MetricProfile* profile, find_profile(run.profile));
  const auto metrics = metric_names(*profile);
  const auto found = std::find(metrics.begin(), metrics.end(), metric);
  if (found == metrics.end())
    return usage_error(fmt::format("profile {} has no metric \"{}\" (there are: {})", profile->name, metric,
                                   fmt::join(metrics, ", ")));
  const auto k = static_cast<size_t>(found - metrics.begin());
  TopicShortcut test;
  test.metric = metric;
  for (size_t corpus = 0; corpus < run.corpora.size(); ++corpus) {
    const auto topics = static_cast<uint32_t>(run.corpora[corpus].tested_topics.size());
    test.topics.push_back(topics);
    const UnitBootstrap bootstrap(topics, options.resampling);
    std::vector<double> ps;
    for (size_t model = 0; model < run.models.size(); ++model) {
      if (run.models[model].model == "prior") continue;
      ShortcutRow row;
      row.corpus = corpus;
      row.model = model;
      const auto side = [&](size_t condition, uint32_t& tested) {
        const auto items = items_by_topic(run, corpus, condition, model);
        tested = topics_of(items);
        if (items.score.empty()) {
          Replicated nothing;
          nothing.replicates.assign(options.resampling.resamples, NAN);
          return nothing;
        }
        return bootstrap.scores(*profile, items, FoldWeight::by_pairs)[k];
      };
      const Replicated hits = side(contrast.hits, row.hits_topics),
                       random = side(contrast.random, row.random_topics);
      const ShortcutTest tested = shortcut_test(hits, random, std::min(row.hits_topics, row.random_topics),
                                                options.level, highest_of(*profile, k));
      row.hits = tested.hits;
      row.random = tested.random;
      row.average = tested.average;
      row.difference = tested.difference;
      row.ratio = tested.ratio;
      row.p = tested.p;
      row.hits_folds = hits.folds_used;
      row.random_folds = random.folds_used;
      row.hits_pairs = hits.n_used;
      row.random_pairs = random.n_used;
      if (row.p) ps.push_back(*row.p);
      test.rows.push_back(std::move(row));
    }
    const auto corrected = holm(ps);
    size_t next = 0;
    for (auto& row : test.rows)
      if (row.corpus == corpus && row.p) row.p_holm = corrected[next++];
    rank_rows(
        test.rows, corpus,
        [](const ShortcutRow& row) {
          return row.difference.value ? std::optional(std::abs(*row.difference.value)) : std::nullopt;
        },
        [](ShortcutRow & row) -> auto& { return row.rank_difference; });
    rank_rows(
        test.rows, corpus,
        [](const ShortcutRow& row) {
          return row.average.value ? std::optional(-*row.average.value) : std::nullopt;
        },
        [](ShortcutRow & row) -> auto& { return row.rank_average; });
  }
  return test;
}

Table topic_shortcut_table(const RunRecords& run, const Contrast& contrast, const TopicShortcut& test,
                           size_t corpus, const RankingOptions& options) {
  const auto& hits = run.conditions[contrast.hits].name;
  const auto& random = run.conditions[contrast.random].name;
  Table table;
  table.name = file_name_of("topic-shortcut", {run.corpora[corpus].name});
  table.title = fmt::format("Topic shortcut test on {}: {}", run.corpora[corpus].name, test.metric);
  table.caption = fmt::format(
      "H: mean {0} over the folds of \"{1}\"; R: over those of \"{2}\". R - H is what a model loses where no "
      "test topic has a twin in training; |R - H| is what the paper ranks by (1 = leans least on topic), and "
      "(H + R) / 2 says how good the model is. {3} intervals and p from {4} resamples of the {5} test "
      "topics, "
      "the same draws for all, widened for few topics; none below {6} topics under either condition. p also "
      "with Holm's "
      "correction over models.",
      test.metric, hits, random, percent(options.level), options.resampling.resamples, test.topics[corpus],
      kFewestUnits);
  table.header = {"model", "H", "R",        "(H + R) / 2",     "R - H",          "|R - H|",
                  "H / R", "p", "p (Holm)", "rank by |R - H|", "rank by average"};
  table.data_header = {"corpus", "model", "metric", "hits_condition", "random_condition"};
  for (const char* name : {"hits", "random", "average", "difference", "ratio"})
    for (const char* part : {"", "_low", "_high"}) table.data_header.push_back(std::string(name) + part);
  for (const char* name : {"absolute_difference", "p", "p_holm", "rank_difference", "rank_average",
                           "hits_folds", "random_folds", "hits_pairs", "random_pairs", "topics"})
    table.data_header.push_back(name);
  table.texts = {"corpus", "model", "metric", "hits_condition", "random_condition"};
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
          std::to_string(row.random_pairs), std::to_string(test.topics[corpus])})
      data.push_back(field);
    table.data.push_back(std::move(data));
  }
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
    // One measure decides, the corrected p, so that the words agree with the table.
    const bool shown_to_differ = row.p_holm && *row.p_holm <= 1 - options.level;
    if (!shown_to_differ)
      text += fmt::format("{} by {} under {}; that can be chance, so no leaning on topic is shown.",
                          lost >= 0 ? "lower" : "higher", amount, hits);
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

}  // namespace standfast::report
