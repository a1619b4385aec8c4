// The tables of report/table/ranking.h; docs/ranking.md explains each.
#pragma once

#include <string>
#include <vector>

#include "standfast/report/table/table.h"
#include "standfast/result/findings/ranking.h"

namespace standfast::report {

// Rows: conditions, over all seeds and seed by seed; columns: metrics and their average (table 4 of the
// paper).
Table stability_table(const RunRecords& run, const Ranking& ranking, size_t corpus,
                      const RankingOptions& options);

// Rows: conditions and seeds; columns: models; average rank, its deviation and how often each rank occurred
// (table 5).
Table rank_table(const RunRecords& run, const Ranking& ranking, size_t corpus, size_t metric);

// Friedman's test and the critical difference of every condition, and in plain words who cannot be told
// apart.
Table critical_table(const RunRecords& run, const Ranking& ranking, size_t corpus, size_t metric,
                     const RankingOptions& options);
// "HITS, overall: ppm (1.2) leads; char-ngram (2.1) and topic-fit (2.7) cannot be told apart."
std::string critical_sentence(const RunRecords& run, const Ranking& ranking, const ConditionRanking& row,
                              size_t metric);

// Means of two conditions with three tests of their difference; a star as in table 2.
Table contrast_table(const RunRecords& run, const Ranking& ranking, const Contrast& contrast, size_t corpus,
                     const std::vector<ContrastRow>& rows, const RankingOptions& options);
// The paper's star test of stability (table 4), and beside it how often it tells alike draws apart.
Table star_table(const RunRecords& run, const Ranking& ranking, const Contrast& contrast, size_t corpus,
                 const std::vector<StarTest>& tests, const RankingOptions& options);
// What dependence between folds does to the tests, with this run's own figures.
std::string dependence_sentence(const std::vector<ContrastRow>& rows, size_t corpus,
                                const RankingOptions& options);

}  // namespace standfast::report
