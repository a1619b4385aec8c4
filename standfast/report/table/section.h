// Input of the tables of one corpus.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "standfast/report/result_names.h"
#include "standfast/result/findings/corpus_findings.h"
#include "standfast/result/findings/ranking.h"
#include "standfast/result/findings/topic_shortcut.h"

namespace standfast::report {

// Findings about rankings over all corpora.
struct RankingFindings {
  Ranking ranking;
  RankingOptions options;
  std::optional<Contrast> contrast;  // if the two conditions can be guessed
  std::vector<ContrastRow> rows;
  std::optional<TopicShortcut> shortcut;
};

// Computes the findings. metric: of the topic shortcut test.
Result<RankingFindings> ranking_findings(const RunRecords& run, const std::string& metric,
                                         const RankingOptions& options);

// Returns true if a corpus has anything to rank: two models beside the prior and a fold with a score of each.
bool has_ranking(const RankingFindings& found, size_t corpus);

struct Section {
  const RunRecords& run;
  const Summary& summary;
  const std::vector<ForensicCell>& forensic;
  size_t corpus;
  double level;
  const CorpusFindings& found;
  const RankingFindings& ranking;
};

}  // namespace standfast::report
