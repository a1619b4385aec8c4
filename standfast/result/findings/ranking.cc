#include "standfast/result/findings/ranking.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "standfast/result/findings/test_overlap.h"
#include "standfast/result/run/cell_index.h"
#include "standfast/result/run/records.h"
#include "standfast/sample/sampler.h"
#include "standfast/split/splitter.h"

namespace standfast::result {
namespace {

uint32_t place_of_seed(const RunRecords& run, uint64_t seed) {
  return static_cast<uint32_t>(std::find(run.seeds.begin(), run.seeds.end(), seed) - run.seeds.begin());
}

// Returns the folds of one group only.
FoldScores one_group(const FoldScores& all, uint32_t group) {
  FoldScores some;
  some.models = all.models;
  for (uint32_t f = 0; f < all.folds(); ++f) {
    if (all.group[f] != group) continue;
    const auto row = all.value.begin() + static_cast<std::ptrdiff_t>(size_t{f} * all.models);
    some.value.insert(some.value.end(), row, row + all.models);
    some.group.push_back(group);
  }
  return some;
}

MetricRanking rank_metric(FoldScores scores, const RankingOptions& options) {
  MetricRanking result;
  result.stability = rank_stability(scores, options.correlation, options.resampling);
  result.mean = estimate(result.stability.mean, options.level);
  result.mean.interval = stability_interval(result.stability.mean, result.stability.units, options.level);
  result.ranks = rank_summary(scores);
  result.friedman = friedman(scores);
  result.critical = critical_difference(scores, options.alpha);
  result.scores = std::move(scores);
  return result;
}

ConditionRanking rank_condition(size_t corpus, size_t condition, std::optional<uint64_t> seed,
                                const std::vector<FoldScores>& by_metric, const std::vector<size_t>& averaged,
                                const RankingOptions& options) {
  ConditionRanking row;
  row.corpus = corpus;
  row.condition = condition;
  row.seed = seed;
  std::vector<Replicated> means;
  uint32_t units = 0;
  for (const auto& scores : by_metric) row.metrics.push_back(rank_metric(scores, options));
  for (const size_t m : averaged) {
    const auto& stability = row.metrics[m].stability;
    means.push_back(stability.mean);
    row.n_used += stability.mean.n_used;
    row.n_total += stability.mean.n_total;
    units = stability.units;
  }
  if (!by_metric.empty()) {
    auto groups = by_metric.front().group;
    std::sort(groups.begin(), groups.end());
    row.seeds = static_cast<uint32_t>(std::unique(groups.begin(), groups.end()) - groups.begin());
  }
  const Replicated average = mean_of(means);
  // Frees the replicates, which the estimates no longer need: a thousand numbers for each metric of each
  // condition.
  for (auto& metric : row.metrics) metric.stability.mean.replicates = std::vector<double>();
  row.average = estimate(average, options.level);
  row.average.interval = stability_interval(average, units, options.level);
  return row;
}

void leave_out_tests(ConditionRanking& row) {
  constexpr const char* kWhyNot = "its folds test mostly the same documents";
  const auto bare = [&](Estimate& stability) {
    stability.interval.reset();
    stability.why_no_interval = kWhyNot;
  };
  row.one_test_set = true;
  bare(row.average);
  for (auto& metric : row.metrics) {
    bare(metric.mean);
    FriedmanTest& test = metric.friedman;
    test = {.folds = test.folds,
            .models = test.models,
            .chi_square = {},
            .p = {},
            .f = {},
            .p_f = {},
            .why_not = kWhyNot};
    metric.critical.reset();
  }
}

// Tests the folds of the first draw only: each further draw or trade tests the same documents once more,
// which is no further evidence. by_metric: the scores of the first draw.
void test_first_draw(ConditionRanking& row, const std::vector<FoldScores>& by_metric,
                     const RankingOptions& options) {
  row.tests_of_first_draw = true;
  for (size_t m = 0; m < by_metric.size(); ++m) {
    row.metrics[m].friedman = friedman(by_metric[m]);
    row.metrics[m].critical = critical_difference(by_metric[m], options.alpha);
  }
}

std::string quoted_names(const RunRecords& run) {
  std::vector<std::string> names;
  for (const auto& condition : run.conditions) names.push_back(fmt::format("\"{}\"", condition.name));
  return fmt::format("{}", fmt::join(names, ", "));
}

// Collects the scores by fold. takes: returns true if a finished or failed cell counts. all: folds without
// any cell count too.
template <class Takes>
std::vector<FoldScores> scores_of_folds(const RunRecords& run, size_t corpus, size_t condition,
                                        const std::vector<size_t>& models,
                                        const std::vector<std::string>& metrics, bool all_folds,
                                        const Takes& takes) {
  // The cells of the ranked models by fold; null: a fold that this model did not finish.
  std::map<std::pair<uint32_t, uint32_t>, std::vector<const CellRecord*>> folds;
  const auto place = [&](const std::string& model) {
    for (size_t m = 0; m < models.size(); ++m)
      if (run.models[models[m]].name == model) return m;
    return models.size();
  };
  const auto row_of = [&](uint64_t seed, uint32_t fold) -> auto& {
    auto& row = folds[{place_of_seed(run, seed), fold}];
    row.resize(models.size());
    return row;
  };
  const auto here = [&](const auto& cell) {
    return cell.corpus == run.corpora[corpus].name && cell.condition == run.conditions[condition].name;
  };
  for (const auto& cell : run.cells) {
    if (!here(cell) || !takes(cell)) continue;
    if (const size_t m = place(cell.model); m < models.size())
      row_of(cell.seed, cell.fold)[m] = cell.ok ? &cell : nullptr;
  }
  for (const auto& cell : run.missing)  // a fold that no model finished is still a fold
    if (all_folds && here(cell) && place(cell.model) < models.size()) row_of(cell.seed, cell.fold);
  std::vector<FoldScores> all;
  for (const auto& metric : metrics) {
    FoldScores& scores = all.emplace_back();
    scores.models = static_cast<uint32_t>(models.size());
    for (const auto& [key, row] : folds) {
      for (const CellRecord* cell : row)
        scores.value.push_back(cell != nullptr ? cell->value_of(metric) : std::nullopt);
      scores.group.push_back(key.first);
    }
  }
  return all;
}

}  // namespace

std::vector<FoldScores> fold_scores(const RunRecords& run, size_t corpus, size_t condition,
                                    const std::vector<size_t>& models,
                                    const std::vector<std::string>& metrics) {
  return scores_of_folds(run, corpus, condition, models, metrics, true,
                         [](const CellRecord&) { return true; });
}

Ranking rank_models(const RunRecords& run, const RankingOptions& options) {
  Ranking ranking;
  if (const auto profile = run_profile(run))
    for (const auto& metric : profile->metrics) {
      // A rank says "best", and for a loss the best is the lowest. A loss is left out rather than shown with
      // another sign.
      if (!metric.higher_is_better) continue;
      if (metric.averaged) ranking.averaged.push_back(ranking.metrics.size());
      ranking.metrics.push_back(metric.name);
    }
  for (size_t m = 0; m < run.models.size(); ++m)
    if (!run.is_chance(m)) {
      // A model that failed everywhere would remove every fold for the other models.
      const bool scored = std::any_of(run.cells.begin(), run.cells.end(), [&](const CellRecord& cell) {
        return cell.ok && cell.model == run.models[m].name;
      });
      (scored ? ranking.models : ranking.unranked).push_back(m);
    }
  for (size_t corpus = 0; corpus < run.corpora.size(); ++corpus)
    for (size_t condition = 0; condition < run.conditions.size(); ++condition) {
      if (!run.asks(corpus, condition)) continue;
      const auto all = fold_scores(run, corpus, condition, ranking.models, ranking.metrics);
      ranking.rows.push_back(rank_condition(corpus, condition, std::nullopt, all, ranking.averaged, options));
      if (folds_test_one_set(run, corpus, condition, std::nullopt))
        leave_out_tests(ranking.rows.back());
      else if (const bool one_seed =
                   ranking.rows.back().seeds > 1 && draws_test_one_set(run, corpus, condition);
               one_seed || run.conditions[condition].trades > 1)
        test_first_draw(ranking.rows.back(),
                        scores_of_folds(run, corpus, condition, ranking.models, ranking.metrics, false,
                                        [&](const CellRecord& cell) {
                                          return cell.trade == 0 &&
                                                 (!one_seed || cell.seed == run.seeds.front());
                                        }),
                        options);
      if (ranking.rows.back().seeds < 2) continue;
      for (uint32_t s = 0; s < run.seeds.size(); ++s) {
        std::vector<FoldScores> of_seed;
        for (const auto& scores : all) of_seed.push_back(one_group(scores, s));
        if (of_seed.front().folds() == 0) continue;
        ranking.rows.push_back(
            rank_condition(corpus, condition, run.seeds[s], of_seed, ranking.averaged, options));
        if (folds_test_one_set(run, corpus, condition, run.seeds[s])) leave_out_tests(ranking.rows.back());
      }
    }
  return ranking;
}

const ConditionRanking* find_ranking(const Ranking& ranking, size_t corpus, size_t condition) {
  for (const auto& row : ranking.rows)
    if (row.corpus == corpus && row.condition == condition && !row.seed) return &row;
  return nullptr;
}

Result<Contrast> find_contrast(const RunRecords& run, const std::string& hits, const std::string& random) {
  const auto find = [&](const std::string& name, const char* flag, const auto& fits) -> Result<size_t> {
    std::vector<size_t> found;
    std::vector<std::string> names;
    for (size_t c = 0; c < run.conditions.size(); ++c) {
      const auto& condition = run.conditions[c];
      const auto sampler = samplers().find(condition.sampler);
      const bool fitting = sampler && fits((*sampler)->traits) && condition.keeps_topics_apart();
      if (name.empty() ? !fitting : condition.name != name) continue;
      found.push_back(c);
      names.push_back(fmt::format("\"{}\"", condition.name));
    }
    if (found.size() == 1 && run.conditions[found.front()].folds_share_items())
      return usage_error(
          fmt::format("{} \"{}\": all folds of this side answer the same items, so there is nothing to "
                      "test; name its condition",
                      flag, name));
    if (found.size() == 1) return found.front();
    if (!name.empty())
      return usage_error(
          fmt::format("no condition of this run is called \"{}\" (there are: {})", name, quoted_names(run)));
    return usage_error(
        found.empty() ? fmt::format("no condition of this run is clearly the one for {} (there are: {}); "
                                    "name one with {} NAME",
                                    flag + 2, quoted_names(run), flag)
                      : fmt::format("{} can each be the condition for {}; name one with {} NAME",
                                    fmt::join(names, " and "), flag + 2, flag));
  };
  Contrast contrast;
  SF_ASSIGN(contrast.hits,
            find(hits, "--hits", [](const SamplerTraits& sampler) { return sampler.heterogeneous; }));
  SF_ASSIGN(contrast.random,
            find(random, "--random", [](const SamplerTraits& sampler) { return sampler.random_topics; }));
  if (contrast.hits == contrast.random)
    return usage_error("--hits and --random name the same condition; give two");
  return contrast;
}

std::vector<ContrastRow> contrast_rows(const RunRecords& run, const Ranking& ranking,
                                       const Contrast& contrast) {
  // Test pairs per training pair, mean over folds. The pairs are the same for every model.
  const auto test_to_train = [&](size_t corpus, size_t condition) {
    std::map<std::pair<uint64_t, uint32_t>, double> folds;
    for (const auto& cell : run.cells)
      if (cell.ok && cell.corpus == run.corpora[corpus].name &&
          cell.condition == run.conditions[condition].name && cell.n_train > 0)
        folds.emplace(
            std::pair{cell.seed, cell.fold},
            static_cast<double>(cell.n_test) / static_cast<double>(cell.n_train + cell.n_validation));
    double sum = 0;
    for (const auto& [key, ratio] : folds) sum += ratio;
    return folds.empty() ? 0 : sum / static_cast<double>(folds.size());
  };
  const CellIndex index(run);
  const auto lacks = [&](size_t corpus, size_t condition, size_t model) {
    return index.lacks_folds(corpus, condition, model);
  };
  std::vector<ContrastRow> rows;
  for (size_t corpus = 0; corpus < run.corpora.size(); ++corpus) {
    const auto* hits = find_ranking(ranking, corpus, contrast.hits);
    const auto* random = find_ranking(ranking, corpus, contrast.random);
    if (hits == nullptr || random == nullptr) continue;  // not run on this corpus
    const double hits_ratio = test_to_train(corpus, contrast.hits);
    const double random_ratio = test_to_train(corpus, contrast.random);
    for (size_t m = 0; m < ranking.models.size(); ++m)
      for (size_t k = 0; k < ranking.metrics.size(); ++k) {
        const auto side = [&](const ConditionRanking& of, double ratio) {
          const FoldScores& scores = of.metrics[k].scores;
          std::vector<double> values;
          for (uint32_t f = 0; f < scores.folds(); ++f)
            if (const auto& v = scores.value[size_t{f} * scores.models + m]) values.push_back(*v);
          return moments(values, ratio);
        };
        ContrastRow row{
            corpus, ranking.models[m], k, side(*hits, hits_ratio), side(*random, random_ratio), {}, {}, {}};
        row.student = student_t(row.hits, row.random);
        row.welch = welch_t(row.hits, row.random);
        row.corrected = corrected_t(row.hits, row.random);
        // Folds that lack answers are no sample of the folds.
        if (lacks(corpus, contrast.hits, ranking.models[m]) ||
            lacks(corpus, contrast.random, ranking.models[m]))
          row.student = row.welch = row.corrected = {{}, 0, {}, "folds have no answers"};
        rows.push_back(std::move(row));
      }
  }
  return rows;
}

std::vector<StarTest> star_tests(const Ranking& ranking, size_t corpus, const Contrast& contrast,
                                 double alpha) {
  const auto* hits = find_ranking(ranking, corpus, contrast.hits);
  const auto* random = find_ranking(ranking, corpus, contrast.random);
  std::vector<StarTest> tests;
  if (hits == nullptr || random == nullptr || hits->one_test_set || random->one_test_set) return tests;
  std::vector<const ConditionRanking*> seeds;
  for (const auto& row : ranking.rows)
    if (row.corpus == corpus && row.condition == contrast.random && row.seed) seeds.push_back(&row);
  const auto of = [](const ConditionRanking& row, size_t metric) {
    return moments(row.metrics[metric].stability.correlations);
  };
  for (size_t metric = 0; metric < ranking.metrics.size(); ++metric) {
    StarTest test{metric, of(*hits, metric), of(*random, metric), {}};
    test.student = student_t(test.hits, test.random);
    for (size_t i = 0; i < seeds.size(); ++i)
      for (size_t j = i + 1; j < seeds.size(); ++j) {
        const TTest one = student_t(of(*seeds[i], metric), of(*seeds[j], metric));
        test.alike += one.p.has_value();
        test.alike_significant += one.p && *one.p < alpha;
      }
    tests.push_back(test);
  }
  return tests;
}

ContrastCounts contrast_counts(const std::vector<ContrastRow>& rows, size_t corpus, double alpha) {
  ContrastCounts counts;
  const auto low = [&](const TTest& t) { return t.p && *t.p < alpha ? 1U : 0U; };
  for (const auto& row : rows) {
    if (row.corpus != corpus || !row.student.p) continue;
    ++counts.tests;
    counts.student += low(row.student);
    counts.welch += low(row.welch);
    counts.corrected += low(row.corrected);
    const auto variance = [](const SampleMoments& m, double share) {
      return m.sd * m.sd * (1 / static_cast<double>(m.n) + share);
    };
    counts.wider += std::sqrt(
        (variance(row.hits, row.hits.test_to_train) + variance(row.random, row.random.test_to_train)) /
        (variance(row.hits, 0) + variance(row.random, 0)));
  }
  if (counts.tests > 0) counts.wider /= counts.tests;
  return counts;
}

namespace {

size_t place_of(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

void add_folds(const ConditionRanking& row, const RunRecords& run, const std::vector<std::string>& ranked,
               const std::vector<std::string>& metrics, FoldRanks& out) {
  std::map<uint32_t, uint32_t> number;  // number of folds seen so far of a seed
  const auto& groups = row.metrics.front().scores.group;
  const uint32_t folds = row.metrics.front().scores.folds();
  out.all_folds += folds;
  for (uint32_t f = 0; f < std::min(folds, kMostFoldsDrawn); ++f) {
    FoldRanks::Fold fold{row.condition, run.seeds[groups[f]], number[groups[f]]++, {}};
    for (const auto& metric : metrics) {
      const size_t place = place_of(ranked, metric);
      const auto scores = place < ranked.size() ? row.metrics[place].scores.fold(f) : std::nullopt;
      fold.ranks.push_back(scores ? model_ranks(*scores) : std::vector<double>());
    }
    out.folds.push_back(std::move(fold));
  }
}

}  // namespace

std::optional<FoldRanks> fold_ranks(const RunRecords& run, const Ranking& ranking, size_t corpus,
                                    const std::vector<std::string>& metrics) {
  if (ranking.models.size() < 2) return std::nullopt;
  FoldRanks out;
  out.models = ranking.models;
  for (const auto& row : ranking.rows) {
    if (row.corpus != corpus || row.seed || row.metrics.empty()) continue;
    add_folds(row, run, ranking.metrics, metrics, out);
    for (size_t m = 0; m < row.metrics.size(); ++m)
      if (const auto& critical = row.metrics[m].critical)
        out.diagrams.push_back(
            {row.condition, place_of(metrics, ranking.metrics[m]), row.metrics[m].friedman.folds, *critical});
  }
  if (out.diagrams.empty()) return std::nullopt;
  return out;
}

}  // namespace standfast::result
