// Attributions held against what was planted, as tables: of one model (standfast explain --planted), or of the conditions
// and models of a run.
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

// The measures of one model. keys: the cells that come first in its rows, one for each name of PlantedHead::keys.
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

// output: what shares are of ("log-odds"). names: of the classes.
Table planted_shares_table(const PlantedHead& head, std::span<const PlantedSharesOf> rows,
                           std::span<const std::string> names, std::string_view output);
Table planted_ranking_table(const PlantedHead& head, std::span<const PlantedRankingOf> rows,
                            std::string_view ranked_by);

// The attributions of a run, condition by condition and model by model: held against what was planted, and what they cost.

// Without rows where nothing is planted.
Table attribution_share_table(const RunRecords& run, size_t corpus, const CorpusFindings& found);
Table attribution_ranking_table(const RunRecords& run, size_t corpus, const CorpusFindings& found);
// How many documents were explained, of how many, and with how many answers of the model.
Table attribution_document_table(const RunRecords& run, size_t corpus, const CorpusFindings& found);

// One sentence for each condition, side and model with something planted.
std::vector<std::string> attribution_sentences(const RunRecords& run, size_t corpus,
                                               const CorpusFindings& found);

}  // namespace standfast::report
