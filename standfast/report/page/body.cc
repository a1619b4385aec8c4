#include "standfast/report/page/body.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/report/table/cross_space_table.h"
#include "standfast/report/table/escape.h"
#include "standfast/report/table/near_table.h"
#include "standfast/report/table/slice_table.h"
#include "standfast/report/table/split_property_tables.h"
#include "standfast/report/table/spread_table.h"
#include "standfast/report/table/tables.h"
#include "standfast/report/table/test_overlap_table.h"
#include "standfast/report/table/warning_table.h"
#include "standfast/report/task/task_report.h"
#include "standfast/report/words/counts.h"

namespace standfast::report {
namespace {

std::string anchor(size_t corpus) {
  return fmt::format("corpus-{}", corpus);
}

void ranking_part(PageBuilder& page, const Section& section, const RankingSection& ranking) {
  for (const auto& [table, metric, hidden] : ranking_section_tables(section.run, ranking, section.corpus)) {
    if (hidden)
      page.add_hidden(table);
    else
      page.add(table, metric);
  }
  page.add(section.figures, Part::ranking);
}

}  // namespace

void corpus_section(PageBuilder& page, const Section& section, const RankingSection& ranking,
                    const Judgement& judgement) {
  const auto& [run, summary, forensic, corpus, level, found, figures] = section;
  const auto& info = run.corpora[corpus];
  page.raw(fmt::format("<h2 id=\"{}\">{}</h2>\n<p class=\"faint\">{}. SHA-256 <code>{}</code></p>\n",
                       anchor(corpus), escape_html(info.name),
                       document_counts(info.documents, info.authors, info.topics), escape_html(info.sha256)));
  page.add(figures, Part::survival);
  if (corpus == 0) {  // of all corpora, for who reads no further
    if (const auto table = trouble_table(run)) page.add(*table);
    if (const auto table = warning_table(judgement)) page.add(*table);
  }
  // The selected metric comes first. Without script all metrics are shown.
  page.add(survival_table(run, summary, corpus, summary.default_metric, level),
           summary.metrics[summary.default_metric]);
  for (size_t m = 0; m < summary.metrics.size(); ++m)
    if (m != summary.default_metric)
      page.add(survival_table(run, summary, corpus, m, level), summary.metrics[m]);

  if (found.cross_space) page.add(cross_space_table(run, summary, corpus, *found.cross_space, level));
  const TaskReport& own = report_of(run.the_task());
  own.own_part(page, section);
  for (const auto& slices : found.slices) {
    const Table table = slice_table(run, summary, corpus, slices, level);
    if (table.rows.size() > kMostSliceRows)
      page.add_hidden(table);
    else
      page.add(table);
  }
  if (!found.near.scores.empty()) page.add(near_table(run, summary, corpus, found.near, level));
  ranking_part(page, section, ranking);
  if (const auto table = spread_table(run, summary, corpus, found.spreads)) page.add(*table);
  if (found.test_overlaps) page.add(test_overlap_table(run, corpus, *found.test_overlaps));
  if (!found.split_properties.measures.empty()) {
    page.add(split_property_table(run, corpus, found.split_properties));
    page.add(split_correlation_table(run, summary, corpus, found.split_properties));
  }
  page.add(own.data(section));
  if (const auto table = topic_similarity_table(run, corpus)) page.add(*table);
  if (const auto table = similar_topics_table(run, corpus)) {
    if (table->rows.size() > 15)
      page.add_hidden(*table);
    else
      page.add(*table);
  }
  page.add(figures, Part::corpus);
  if (const auto table = own.priors(section)) page.add(*table);
  page.add_hidden(own.folds(run, summary, corpus));
}

void page_head(PageBuilder& page, const RunRecords& run, const Summary& summary,
               const std::vector<std::string>& headlines) {
  page.raw("<header>\n");
  page.raw(fmt::format("<h1>{}</h1>\n", escape_html(run.name.empty() ? "Report" : run.name)));
  const auto conditions = static_cast<uint64_t>(std::count_if(
      run.conditions.begin(), run.conditions.end(), [](const auto& one) { return one.side == kTestSide; }));
  std::vector<std::string> seeds;
  for (const auto seed : run.seeds) seeds.push_back(std::to_string(seed));
  page.raw(fmt::format("<p class=\"faint\">Standfast {} · profile {} · {} · {} · seed{} {}</p>\n",
                       escape_html(run.version), escape_html(summary.profile.name),
                       plural(run.models.size(), "model"), plural(conditions, "condition"),
                       seeds.size() == 1 ? "" : "s", fmt::join(seeds, ", ")));
  page.raw("<ul class=\"headlines\">");
  for (const auto& sentence : headlines) page.raw(fmt::format("<li>{}</li>", escape_html(sentence)));
  page.raw("</ul>\n");
  if (run.corpora.size() > 1) {
    page.raw("<nav aria-label=\"Corpora\">");
    for (size_t corpus = 0; corpus < run.corpora.size(); ++corpus)
      page.raw(fmt::format("<a href=\"#{}\">{}</a>", anchor(corpus), escape_html(run.corpora[corpus].name)));
    page.raw("</nav>\n");
  }
  page.raw("</header>\n<main>\n");
  page.raw("<div id=\"metric-choice\"></div>\n");
}

void page_end(PageBuilder& page, const RunRecords& run, const Summary& summary) {
  page.raw("<h2 id=\"words\">What the words mean</h2>\n");
  page.add(condition_table(run));
  page.add(model_table(run));
  page.add(metric_table(summary));
  page.raw("</main>\n");
}

}  // namespace standfast::report
