// Tables that compare attributions with planted tokens, for one model (standfast explain --planted) or for
// the conditions and models of a run.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/analysis/attribution/planted_measures.h"
#include "standfast/report/result_names.h"
#include "standfast/report/table/table.h"
#include "standfast/result/findings/corpus_findings.h"

namespace standfast::report {

// The measures of one model. keys: the cells that come first in its rows, one for each name of
// PlantedHead::keys.
struct PlantedSharesOf {
  std::vector<std::string> keys;
  const std::vector<PlantedShares>& shares;
  uint64_t explained = 0;                                // documents, with something planted or not
  std::span<const std::optional<double>> sd_cells = {};  // by entry of `shares`; of a run
};
struct PlantedRankingOf {
  std::vector<std::string> keys;
  const std::vector<RankingMeasure>& ranking;
  uint64_t explained = 0;
};
struct PlantedHead {
  std::string name, title;
  std::vector<std::string> keys = {};  // "condition", "model"; words
  std::string corpus = {};             // of a run: its name, for programs
  double level = 0.95;                 // of the intervals, as they were made
};

// Make the tables of shares and of rankings. output: the explained quantity ("log-odds"). names: of the
// classes.
Table planted_shares_table(const PlantedHead& head, std::span<const PlantedSharesOf> rows,
                           std::span<const std::string> names, std::string_view output);
Table planted_ranking_table(const PlantedHead& head, std::span<const PlantedRankingOf> rows,
                            std::string_view ranked_by);

// Make the tables of a run's attributions by condition and model, compared with planted tokens. They have no
// rows if nothing is planted.
Table attribution_share_table(const RunRecords& run, size_t corpus, const CorpusFindings& found);
Table attribution_ranking_table(const RunRecords& run, size_t corpus, const CorpusFindings& found);
// Makes the table of the cost of attributions: numbers of documents, explained documents and answers of the
// model.
Table attribution_document_table(const RunRecords& run, size_t corpus, const CorpusFindings& found);

// Returns one sentence for each condition, side and model with planted tokens.
std::vector<std::string> attribution_sentences(const RunRecords& run, size_t corpus,
                                               const CorpusFindings& found);

}  // namespace standfast::report
