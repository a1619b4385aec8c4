// Catalog of the tables in the section of a corpus, and the order of the page. A new table needs its file, a
// line here, its name in catalog.cc, and its test.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "standfast/report/figure/figure.h"
#include "standfast/report/result_names.h"
#include "standfast/report/table/table.h"
#include "standfast/result/findings/corpus_findings.h"
#include "standfast/result/findings/ranking.h"
#include "standfast/result/findings/topic_shortcut.h"

namespace standfast::report {

// Input of the tables of one corpus.
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

// Input of the tables of one corpus.
struct Section {
  const RunRecords& run;
  const Summary& summary;
  const std::vector<ForensicCell>& forensic;
  size_t corpus;
  double level;
  const CorpusFindings& found;
  const RankingFindings& ranking;
};

struct ShownTable {
  std::optional<Table> table;           // nothing: the words alone
  std::string metric = {};              // the table is shown if that metric is chosen; "": always
  bool hidden = false;                  // behind a line to click on
  std::vector<std::string> words = {};  // sentences below it
};

// Maker of a table from the findings on a corpus. It computes nothing.
struct TableEntry {
  const char* name;  // prefix of the names of its files: "survival"
  // Makes one table, or one for each metric, condition or column; none if there is nothing to show.
  std::vector<ShownTable> (*make)(const Section&);
};

// Returns the table, if there is one, as a list.
std::vector<ShownTable> if_any(std::optional<Table> table);
// Returns the table if it has rows, with the words in either case; nothing if both are empty.
std::vector<ShownTable> if_rows(Table table, bool hidden = false, std::vector<std::string> words = {});

TableEntry survival_entry();
TableEntry cross_space_entry();
TableEntry drop_entry();
TableEntry shortcut_delta_entry();
TableEntry shortcut_lambda_entry();
TableEntry shortcut_group_entry();
TableEntry shortcut_recall_entry();
TableEntry shortcut_planted_entry();
TableEntry attribution_share_entry();
TableEntry attribution_ranking_entry();
TableEntry attribution_document_entry();
TableEntry rationale_entry();
TableEntry rationale_agreement_entry();
TableEntry fold_mean_entry();
TableEntry model_test_entry();
TableEntry drop_test_entry();
TableEntry confusion_halves_entry();
TableEntry topic_reliability_entry();
TableEntry forensic_entry();
TableEntry topic_score_entry();
TableEntry style_entry();
TableEntry worst_group_entry();
TableEntry class_entry();
TableEntry slice_entry();
TableEntry near_entry();
TableEntry topic_shortcut_entry();
TableEntry contrast_entry();
TableEntry stability_entry();
TableEntry rank_entry();
TableEntry critical_entry();
TableEntry learning_entry();
TableEntry spread_entry();
TableEntry test_overlap_entry();
TableEntry split_property_entry();
TableEntry split_correlation_entry();
TableEntry data_entry();
TableEntry class_data_entry();
TableEntry topic_similarity_entry();
TableEntry similar_topics_entry();
TableEntry prior_entry();
TableEntry fold_entry();
TableEntry class_fold_entry();

// A place of the page: a table, or the figures of a part.
struct PagePlace {
  std::optional<TableEntry> table = {};
  std::optional<Part> figures = {};
};
// A collapsible group of tables and figures under one heading.
struct PageGroup {
  const char* name;   // of its anchor
  const char* title;  // "": the first screen, without a heading
  std::vector<PagePlace> places;
};
const std::vector<PageGroup>& page_groups();

}  // namespace standfast::report
