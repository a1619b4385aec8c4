// The part of the report about rankings: which tables and figures a corpus gets.
#pragma once

#include <string>
#include <vector>

#include "standfast/report/table/table.h"
#include "standfast/result/findings/ranking.h"
#include "standfast/result/findings/topic_shortcut.h"

namespace standfast::report {

struct RankingSection {
  Ranking ranking;
  RankingOptions options;
  std::optional<Contrast> contrast;  // where the two conditions can be guessed
  std::vector<ContrastRow> rows;
  std::optional<TopicShortcut> shortcut;
};

// metric: of the topic shortcut test.
Result<RankingSection> ranking_section(const RunRecords& run, const std::string& metric,
                                       const RankingOptions& options);

// Whether a corpus has anything to rank: two models beside the prior and a fold with a score of each.
bool has_ranking(const RankingSection& section, size_t corpus);

struct MetricTable {
  Table table;
  std::string metric;   // shown when this one is selected; "": always
  bool hidden = false;  // behind a line to click on
};
std::vector<MetricTable> ranking_section_tables(const RunRecords& run, const RankingSection& section,
                                                size_t corpus);

}  // namespace standfast::report
