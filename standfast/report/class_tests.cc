#include "standfast/report/class_tests.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/metric/holm.h"
#include "standfast/metric/topic_comparison.h"
#include "standfast/metric/weighted_tests.h"
#include "standfast/report/topic_scores.h"

namespace standfast::report {
namespace {

std::string signed_shown(double value) {
  return fmt::format("{:+.3f}", value);
}

// The unit scores of every condition and model of a corpus, made once.
class AllTopicScores {
 public:
  AllTopicScores(const RunRecords& run, size_t corpus)
      : unit(unit_choice(run, corpus)), run_(run), corpus_(corpus) {
    for (size_t c = 0; c < run.conditions.size(); ++c)
      for (size_t m = 0; m < run.models.size(); ++m)
        scores_.push_back(topic_scores(pooled_items(run, corpus, c, m), unit));
    models_ = run.models.size();
  }
  const TopicScores& at(size_t condition, size_t model) const { return scores_[condition * models_ + model]; }

  std::vector<std::vector<TopicScores>> trades(size_t condition, size_t model) const {
    return topic_scores_of_trades(pooled_items(run_, corpus_, condition, model), unit);
  }

  const UnitChoice unit;

 private:
  const RunRecords& run_;
  size_t corpus_;
  std::vector<TopicScores> scores_;
  size_t models_ = 0;
};

// The controls of a condition that answered, from single documents to the largest block.
std::vector<size_t> controls_of(const RunRecords& run, const AllTopicScores& scores, size_t condition,
                                size_t model) {
  std::vector<size_t> chain;
  for (size_t k = 0; k < run.conditions.size(); ++k) {
    const auto& control = run.conditions[k];
    if (control.control_of != run.conditions[condition].name || scores.at(k, model).empty()) continue;
    // Blocks are nested, so those of one length are the same; the first of them counts.
    if (std::none_of(chain.begin(), chain.end(), [&](size_t known) {
          return run.conditions[known].block.size() == control.block.size();
        }))
      chain.push_back(k);
  }
  // Many columns name a small block; none names single documents, the smallest.
  const auto size = [&](size_t k) { return run.conditions[k].block.size(); };
  std::stable_sort(chain.begin(), chain.end(), [&](size_t a, size_t b) {
    return (size(a) == 0) != (size(b) == 0) ? size(a) == 0 : size(a) > size(b);
  });
  return chain;
}

Drop::Part part(const TopicScores& from, const TopicScores& to, const TopicScores& weights,
                const UnitChoice& unit, const ClassTestOptions& options) {
  Drop::Part part;
  const MatchedTopics matched = match_topics(from, to, weights);
  part.topics = matched.a.size();
  part.n = matched.n;
  if (matched.n == 0) {
    part.why_not = "no topic was tested under all of them";
    return part;
  }
  const Difference lost = matched.lost(options.level, unit);
  part.difference = lost.estimate.value.value_or(matched.moments_of_difference.mean);
  part.p = lost.p;
  part.why_not = lost.estimate.why_not.empty() ? lost.estimate.why_no_interval : lost.estimate.why_not;
  part.paired_p = paired_weighted_t(matched.moments_of_difference).p;
  if (const auto& interval = lost.estimate.interval) {
    part.low = interval->low;
    part.high = interval->high;
  }
  part.sign_flip_p =
      sign_flip_test(matched.difference, matched.weight, {.seed = options.seed, .threads = options.threads})
          .p;
  return part;
}

TableCell part_cell(const Drop::Part& part) {
  if (part.n == 0) return {"-", part.why_not};
  const bool gained = part.difference < -0.0005;  // as it is shown
  return {
      signed_shown(part.difference) + (gained ? " gained" : ""),
      part.low ? fmt::format("[{}, {}]", signed_shown(*part.low), signed_shown(*part.high)) : std::string(),
      fmt::format("p {}", shown_p(part.p))};
}

// The part of a drop that is asked about: what the topic costs where a control tells it apart, else all.
const Drop::Part& asked(const Drop& drop) {
  return drop.topic ? *drop.topic : drop.all;
}

// Holm's correction over what is asked of the drops of a corpus; nothing where there is no test, which takes
// no part in the correction.
std::vector<std::optional<double>> holm_of(const std::vector<Drop>& drops) {
  std::vector<double> p;
  for (const auto& drop : drops)
    if (asked(drop).p) p.push_back(*asked(drop).p);
  const std::vector<double> corrected = holm(p);
  std::vector<std::optional<double>> result;
  size_t next = 0;
  for (const auto& drop : drops)
    result.push_back(asked(drop).p ? std::optional(corrected[next++]) : std::nullopt);
  return result;
}

// Values and weights of the folds of one seed.
struct SeedFolds {
  std::vector<double> values, weights;
};

}  // namespace

Table fold_mean_table(const RunRecords& run, const Summary& summary, size_t corpus, size_t metric) {
  const auto& info = run.corpora[corpus];
  const std::string& name = summary.metrics[metric];
  Table table;
  table.name = file_name_of("fold-means", {info.name}, name);
  table.title = fmt::format("Means over folds on {}: {}", info.name, name);
  table.caption =
      "Plain: every fold counts once, with its standard deviation: what ordinary cross-validation reports. "
      "Weighted: a fold counts by its test documents; SD is the unbiased weighted one, which for few unequal "
      "folds may exceed 0.5 even of a score between 0 and 1. SE (folds) divides by the number of folds, as "
      "the "
      "novel-topic paper does; SE (effective) by the number of equal folds that would carry as much, and is "
      "the "
      "one to use where folds differ in size.";
  table.header = {"condition",     "model", "folds",      "plain mean",     "SD",
                  "weighted mean", "SD",    "SE (folds)", "SE (effective)", "effective folds"};
  table.data_header = {"corpus",       "condition",      "model", "metric",        "seeds",       "folds",
                       "undefined",    "mean",           "sd",    "weighted_mean", "weighted_sd", "se_folds",
                       "se_effective", "effective_folds"};
  for (const auto& condition : run.conditions)
    for (const auto& model : run.models) {
      std::map<std::pair<uint64_t, uint32_t>, SeedFolds> seeds;  // of each trade, where there are several
      std::set<uint64_t> of_seeds;
      uint64_t undefined = 0, folds = 0;
      for (const auto& cell : run.cells) {
        if (!cell.ok || cell.corpus != info.name || cell.condition != condition.name ||
            cell.model != model.name)
          continue;
        const auto score = std::find_if(cell.scores.begin(), cell.scores.end(),
                                        [&](const CellScore& s) { return s.metric == name; });
        if (score == cell.scores.end() || !score->value) {
          ++undefined;
          continue;
        }
        auto& of_seed = seeds[{cell.seed, cell.trade}];
        of_seed.values.push_back(*score->value);
        of_seed.weights.push_back(static_cast<double>(cell.n_test));
        of_seeds.insert(cell.seed);
        ++folds;
      }
      if (folds + undefined == 0) continue;
      // Sums over seeds of each number, and over how many seeds it is defined.
      std::array<std::pair<double, uint64_t>, 7> sums{};
      const auto add = [&](size_t k, std::optional<double> value) {
        if (!value) return;
        sums[k].first += *value;
        ++sums[k].second;
      };
      const auto root = [](std::optional<double> variance) {
        return variance ? std::optional(std::sqrt(*variance)) : std::nullopt;
      };
      for (const auto& [seed, of_seed] : seeds) {
        const std::vector<double> once(of_seed.values.size(), 1.0);
        const WeightedMoments plain = weighted_moments(of_seed.values, once);
        const WeightedMoments weighted = weighted_moments(of_seed.values, of_seed.weights);
        add(0, plain.mean);
        add(1, root(plain.variance));
        add(2, weighted.mean);
        add(3, root(weighted.variance));
        add(4, weighted.se_topics);
        add(5, weighted.se_effective);
        add(6, weighted.effective);
      }
      std::vector<std::optional<double>> means;
      for (const auto& [sum, n] : sums)
        means.push_back(n > 0 ? std::optional(sum / static_cast<double>(n)) : std::nullopt);
      const auto text = [](const std::optional<double>& value, int digits = 4) {
        return value ? shown(*value, digits) : std::string("-");
      };
      table.rows.push_back(
          {{condition.name},
           {model.name},
           {undefined > 0 ? fmt::format("{} of {}", folds, folds + undefined) : std::to_string(folds)},
           {text(means[0])},
           {text(means[1])},
           {text(means[2])},
           {text(means[3])},
           {text(means[4])},
           {text(means[5])},
           {text(means[6], 2)}});
      std::vector<std::string> data = {info.name,
                                       condition.name,
                                       model.name,
                                       name,
                                       std::to_string(of_seeds.size()),
                                       std::to_string(folds),
                                       std::to_string(undefined)};
      for (const auto& value : means) data.push_back(exact(value));
      table.data.push_back(std::move(data));
    }
  return table;
}

std::optional<Table> model_test_table(const RunRecords& run, const Summary& summary, size_t corpus,
                                      const ClassTestOptions& options) {
  const auto& info = run.corpora[corpus];
  const AllTopicScores scores(run, corpus);
  Table table;
  table.name = file_name_of("model-tests", {info.name});
  table.title = fmt::format("Models against each other on {}", info.name);
  table.caption = fmt::format(
      "Difference in accuracy, first minus second, over {0} weighted by their test documents, with its {1} "
      "interval. p: the test to go by; each {2} is its own control, and where authors are known it allows "
      "for authors who write on several {0} (signs flipped over {0} and over authors, the larger p). Holm: "
      "that p over the pairs of a condition. Paired: t over {0} alone (standard error by effective {0}). "
      "Sign flips, bootstrap: over {0} alone without a normal distribution. Unpaired: as if the models had "
      "met different {0}. One SE: the difference over the "
      "standard error of the first model alone, as in the novel-topic paper; it takes the other mean to be "
      "known.",
      scores.unit.many, percent(options.level), scores.unit.one);
  table.header = {"condition", "models", "difference", "interval",  scores.unit.many, "p",
                  "Holm",      "paired", "sign flips", "bootstrap", "unpaired",       "one SE"};
  table.data_header = {"corpus",      "condition",  "model_a",  "model_b",  "accuracy_a",
                       "accuracy_b",  "difference", "low",      "high",     "units",
                       "n",           "p",          "p_holm",   "p_paired", "p_sign_flips",
                       "p_bootstrap", "p_unpaired", "p_one_se", "why_not"};
  table.texts = {"corpus", "condition", "model_a", "model_b", "why_not"};
  for (size_t c = 0; c < run.conditions.size(); ++c) {
    struct Row {
      size_t a, b;
      MatchedTopics matched;
      Difference lost;
      TopicComparison others;
    };
    std::vector<Row> rows;
    for (size_t a = 0; a < run.models.size(); ++a)
      for (size_t b = a + 1; b < run.models.size(); ++b) {
        if (summary.chance_model == a || summary.chance_model == b) continue;
        Row row{a, b, match_topics(scores.at(c, a), scores.at(c, b)), {}, {}};
        if (row.matched.n == 0) continue;
        row.lost = row.matched.lost(options.level, scores.unit);
        row.others =
            compare_over_topics(row.matched.a, row.matched.b, row.matched.weight,
                                {.level = options.level, .seed = options.seed, .threads = options.threads});
        rows.push_back(std::move(row));
      }
    // Tests that are undefined take no part in the correction.
    std::vector<double> p;
    for (const auto& row : rows)
      if (row.lost.p) p.push_back(*row.lost.p);
    const std::vector<double> corrected = holm(p);
    size_t next = 0;
    for (const auto& row : rows) {
      const auto& moments = row.matched.moments_of_difference;
      const Estimate& lost = row.lost.estimate;
      const auto& interval = lost.interval;
      const std::string& why = lost.why_not.empty() ? lost.why_no_interval : lost.why_not;
      const double difference = lost.value.value_or(moments.mean);
      const std::optional<double> by_holm = row.lost.p ? std::optional(corrected[next++]) : std::nullopt;
      const auto other = [&](TopicTest test) { return row.others.test(test).p; };
      table.rows.push_back(
          {{run.conditions[c].name},
           {fmt::format("{} - {}", run.models[row.a].name, run.models[row.b].name)},
           {signed_shown(difference)},
           {interval ? fmt::format("[{}, {}]", signed_shown(interval->low), signed_shown(interval->high))
                     : why},
           {fmt::format("{} (eff. {})", moments.n, shown(moments.effective, 1))},
           {shown_p(row.lost.p)},
           {shown_p(by_holm)},
           {shown_p(other(TopicTest::paired_effective))},
           {shown_p(other(TopicTest::sign_flip))},
           {shown_p(other(TopicTest::bootstrap))},
           {shown_p(other(TopicTest::unpaired_effective))},
           {shown_p(other(TopicTest::one_standard_error))}});
      table.data.push_back({info.name, run.conditions[c].name, run.models[row.a].name, run.models[row.b].name,
                            exact(row.matched.moments_a.mean), exact(row.matched.moments_b.mean),
                            exact(difference), interval ? exact(interval->low) : "",
                            interval ? exact(interval->high) : "", std::to_string(moments.n),
                            std::to_string(row.matched.n), exact(row.lost.p), exact(by_holm),
                            exact(other(TopicTest::paired_effective)), exact(other(TopicTest::sign_flip)),
                            exact(other(TopicTest::bootstrap)), exact(other(TopicTest::unpaired_effective)),
                            exact(other(TopicTest::one_standard_error)), why});
    }
  }
  if (table.rows.empty()) return std::nullopt;
  return table;
}

namespace {

// Fills the parts of a drop. chain: scores of the reference, the controls and the condition on common units.
void take_apart(const RunRecords& run, const AllTopicScores& scores, const std::vector<TopicScores>& chain,
                const ClassTestOptions& options, Drop& drop) {
  if (drop.controls.empty()) return;
  const size_t last = drop.controls.size();
  for (const size_t k : drop.controls)
    drop.sd_over_trades.push_back(sd_over_trades(scores.trades(k, drop.model), chain.back()));
  const auto step = [&](size_t i) {
    Drop::Part part = report::part(chain[i], chain[i + 1], chain.back(), scores.unit, options);
    const auto before = i > 0 ? drop.sd_over_trades[i - 1] : std::nullopt;
    const auto after = i < last ? drop.sd_over_trades[i] : std::nullopt;
    if (before || after) part.one_trade_sd = std::hypot(before.value_or(0), after.value_or(0));
    return part;
  };
  const auto& first = run.conditions[drop.controls.front()].block;
  drop.data = step(0);
  drop.data_name = first.empty() ? "data" : fmt::format("data and {}", fmt::join(first, " and "));
  for (size_t i = 1; i < last; ++i)
    drop.blocks.emplace_back(run.conditions[drop.controls[i]].block.back(), step(i));
  drop.topic = step(last);
  const bool blocks = !run.conditions[drop.controls.back()].block.empty();
  drop.topic_name = blocks ? scores.unit.one : fmt::format("{} and what travels with it", scores.unit.one);
}

}  // namespace

std::vector<std::pair<std::string, Drop::Part>> Drop::parts() const {
  std::vector<std::pair<std::string, Part>> parts;
  if (data) parts.emplace_back(data_name, *data);
  parts.insert(parts.end(), blocks.begin(), blocks.end());
  if (topic) parts.emplace_back(topic_name, *topic);
  return parts;
}

std::vector<Drop> drops(const RunRecords& run, const Summary& summary, size_t corpus,
                        const ClassTestOptions& options) {
  std::vector<Drop> all;
  if (!summary.reference) return all;
  const AllTopicScores scores(run, corpus);
  for (size_t c = 0; c < run.conditions.size(); ++c) {
    if (c == *summary.reference || !run.conditions[c].control_of.empty()) continue;
    for (size_t m = 0; m < run.models.size(); ++m) {
      if (summary.chance_model == m || scores.at(c, m).empty()) continue;
      Drop drop;
      drop.condition = c;
      drop.model = m;
      drop.controls = controls_of(run, scores, c, m);
      std::vector<TopicScores> chain = {scores.at(*summary.reference, m)};
      for (const size_t k : drop.controls) chain.push_back(scores.at(k, m));
      chain.push_back(scores.at(c, m));
      chain = on_common_units(std::move(chain));
      if (chain.back().empty()) {
        // Nothing is common to all: the whole is still what it is.
        const auto ends = on_common_units({scores.at(*summary.reference, m), scores.at(c, m)});
        drop.all = part(ends.front(), ends.back(), ends.back(), scores.unit, options);
      } else {
        drop.all = part(chain.front(), chain.back(), chain.back(), scores.unit, options);
      }
      take_apart(run, scores, chain, options, drop);
      all.push_back(std::move(drop));
    }
  }
  return all;
}

namespace {

// Of all drops, each name once: those for data first, those for the rest last, blocks from small to large.
std::vector<std::string> part_names(const std::vector<Drop>& drops) {
  std::vector<std::string> names;
  const auto add = [&names](const std::string& name) {
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const auto& drop : drops) add(drop.data_name);
  for (const auto& drop : drops)
    for (const auto& [name, part] : drop.blocks) add(name);
  for (const auto& drop : drops) add(drop.topic_name);
  return names;
}

}  // namespace

std::optional<Table> drop_table(const RunRecords& run, const Summary& summary, size_t corpus,
                                const std::vector<Drop>& drops, const ClassTestOptions& options) {
  if (drops.empty()) return std::nullopt;
  const auto& info = run.corpora[corpus];
  const UnitChoice unit = unit_choice(run, corpus);
  Table table;
  table.name = file_name_of("drops", {info.name});
  table.title = fmt::format("What the drop is made of on {}", info.name);
  table.caption = fmt::format(
      "Accuracy lost between \"{}\" and each other condition, and its parts where a matched control is in "
      "the "
      "study: data is what is lost already when the folds keep their sizes and classes but documents are "
      "dealt "
      "at random. A block (a thread, a case) is what is lost beyond that when its documents stay together, "
      "and "
      "{} the rest; without a control of blocks the rest is {} and what travels with it. Parts add up to the "
      "drop. Weighted over {}, with {} intervals and p of sign flips over {} and, where authors are known, "
      "over "
      "authors (the larger p). A control is the mean over its trades; SD over trades: how "
      "much "
      "its score differs from one to the next. Holm: p of the last part where there is a control, else of "
      "the drop, "
      "over all conditions and models of this table.",
      run.conditions[*summary.reference].name, unit.one, unit.one, unit.many, percent(options.level),
      unit.many);
  const std::vector<std::string> names = part_names(drops);
  table.header = {"condition", "model", "drop"};
  for (const auto& name : names) table.header.push_back("of it " + name);
  if (names.empty()) table.header.emplace_back("of it data");
  table.header.emplace_back("SD over trades");
  table.header.emplace_back("Holm");
  table.data_header = {
      "corpus",       "condition", "model", "part",    "difference",      "low",   "high", "p", "p_paired",
      "p_sign_flips", "units",     "n",     "why_not", "sd_of_one_trade", "p_holm"};
  table.texts = {"corpus", "condition", "model", "part", "why_not"};
  const auto corrected = holm_of(drops);
  for (size_t d = 0; d < drops.size(); ++d) {
    const Drop& drop = drops[d];
    const auto parts = drop.parts();
    std::vector<TableCell> row = {
        {run.conditions[drop.condition].name}, {run.models[drop.model].name}, part_cell(drop.all)};
    for (size_t i = 0; i < std::max<size_t>(names.size(), 1); ++i) {
      const auto found = std::find_if(parts.begin(), parts.end(),
                                      [&](const auto& p) { return i < names.size() && p.first == names[i]; });
      row.push_back(found != parts.end() ? part_cell(found->second)
                                         : TableCell{parts.empty() ? "no control" : "-"});
    }
    std::vector<std::string> sds;
    for (size_t i = 0; i < drop.controls.size(); ++i)
      if (drop.sd_over_trades[i]) {
        const auto& block = run.conditions[drop.controls[i]].block;
        sds.push_back(fmt::format("{:.3f}{}", *drop.sd_over_trades[i],
                                  block.empty() ? "" : fmt::format(" ({})", block.back())));
      }
    row.push_back(sds.empty() ? TableCell{"-"} : TableCell{fmt::format("{}", fmt::join(sds, ", "))});
    row.push_back({shown_p(corrected[d])});
    table.rows.push_back(std::move(row));
    const auto add = [&](const std::string& name, const Drop::Part& p) {
      table.data.push_back({info.name, run.conditions[drop.condition].name, run.models[drop.model].name, name,
                            p.n > 0 ? exact(p.difference) : "", exact(p.low), exact(p.high), exact(p.p),
                            exact(p.paired_p), exact(p.sign_flip_p), std::to_string(p.topics),
                            std::to_string(p.n), p.why_not, exact(p.one_trade_sd),
                            name == (drop.topic ? drop.topic_name : "all") ? exact(corrected[d]) : ""});
    };
    add("all", drop.all);
    for (const auto& [name, p] : parts) add(name, p);
  }
  return table;
}

std::vector<std::string> drop_sentences(const RunRecords& run, const Summary& summary, size_t corpus,
                                        const std::vector<Drop>& drops) {
  std::vector<std::string> sentences;
  for (const auto& drop : drops) {
    if (!drop.data || !drop.topic || drop.all.n == 0 || drop.topic->n == 0) continue;
    const bool lost = drop.all.difference >= 0;
    std::vector<std::string> words;
    for (const auto& [name, part] : drop.parts()) {
      const bool along = (part.difference >= 0) == lost || std::abs(part.difference) < 0.0005;
      words.push_back(fmt::format("{:.3f} is {}{} (p {})", std::abs(part.difference),
                                  along  ? ""
                                  : lost ? "gained by "
                                         : "lost to ",
                                  name, shown_p(part.p)));
    }
    const std::string last = words.back();
    words.pop_back();
    sentences.push_back(fmt::format("{}{}: of the {:.3f} accuracy {} from {} to {}, {} and {}.",
                                    run.corpora.size() > 1 ? run.corpora[corpus].name + ", " : "",
                                    run.models[drop.model].name, std::abs(drop.all.difference),
                                    lost ? "lost" : "gained", run.conditions[*summary.reference].name,
                                    run.conditions[drop.condition].name, fmt::join(words, ", "), last));
  }
  return sentences;
}

}  // namespace standfast::report
