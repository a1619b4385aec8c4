#include "standfast/report/page/body.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/base/json.h"
#include "standfast/report/figure/figures.h"
#include "standfast/report/figure/ranking_figures.h"
#include "standfast/report/figure/similarity.h"
#include "standfast/report/page/page.h"
#include "standfast/report/table/escape.h"
#include "standfast/report/table/spread_table.h"
#include "standfast/report/table/tables.h"
#include "standfast/report/table/warning_table.h"
#include "standfast/report/task/task_report.h"

namespace standfast::report {
namespace {

std::string anchor(size_t corpus) {
  return fmt::format("corpus-{}", corpus);
}

std::string document_counts(const CorpusInfo& corpus) {
  return fmt::format("{} by {} on {}", plural(corpus.documents, "document"), plural(corpus.authors, "author"),
                     plural(corpus.topics, "topic"));
}

void ranking_part(PageBuilder& page, const RunRecords& run, const RankingSection& section, size_t corpus,
                  double level) {
  for (const auto& [table, metric, hidden] : ranking_section_tables(run, section, corpus)) {
    if (hidden)
      page.add_hidden(table);
    else
      page.add(table, metric);
  }
  if (has_ranking(section, corpus)) {
    uint64_t folds = 0;
    for (const auto& row : section.ranking.rows)
      if (row.corpus == corpus && !row.seed) folds += row.metrics.front().scores.folds();
    page.figure(
        "bumps", corpus, "Ranks fold by fold",
        fmt::format(
            "One line a model, one step a fold, folds side by side within each seed; 1 is best. Lines that "
            "do not cross are a ranking one can trust; where they cross, another fold would name another "
            "winner. n: {}{}.",
            plural(folds, "fold"),
            folds > kMostFoldsDrawn ? fmt::format(", at most {} drawn of each condition", kMostFoldsDrawn)
                                    : ""));
    page.figure(
        "critical", corpus, "Critical differences",
        fmt::format(
            "Average rank of each model over the folds of a condition, best on the left. A bar joins models "
            "whose average ranks are closer than the critical difference (drawn above the axis): they cannot "
            "be told apart (Nemenyi's test at {:g}; Demsar 2006). Folds share training data, so true "
            "critical differences are longer.",
            section.options.alpha));
  }
  if (!dose_data(run, section.ranking, corpus, section.options, section.ranking.metrics).is_null())
    page.figure(
        "dose", corpus, "Dose and response",
        fmt::format(
            "Each dot is one fold: its score against the mean cosine between its train and test topics; the "
            "line is least squares over the folds of all conditions that keep topics whole, with the {} "
            "interval of its slope from resampling draws of topics, where there are six. A model that leans "
            "on topic "
            "rises to the right.",
            percent(level)));
}

void corpus_section(PageBuilder& page, const RunRecords& run, const Summary& summary,
                    const RankingSection& ranking, const std::vector<ForensicCell>& forensic, size_t corpus,
                    double level) {
  const auto& info = run.corpora[corpus];
  page.raw(fmt::format("<h2 id=\"{}\">{}</h2>\n<p class=\"faint\">{}. SHA-256 <code>{}</code></p>\n",
                       anchor(corpus), escape_html(info.name), document_counts(info),
                       escape_html(info.sha256)));
  // The selected metric comes first; without script all of them are shown.
  page.add(survival_table(run, summary, corpus, summary.default_metric, level),
           summary.metrics[summary.default_metric]);
  for (size_t m = 0; m < summary.metrics.size(); ++m)
    if (m != summary.default_metric)
      page.add(survival_table(run, summary, corpus, m, level), summary.metrics[m]);

  const TaskReport& own = report_of(run.the_task());
  own.own_part(page, run, summary, forensic, corpus, level);
  ranking_part(page, run, ranking, corpus, level);
  if (const auto table = spread_table(run, summary, corpus)) page.add(*table);
  page.add(own.data(run, corpus));
  if (const auto table = topic_similarity_table(run, corpus)) page.add(*table);
  if (const auto table = similar_topics_table(run, corpus)) {
    if (table->rows.size() > 15)
      page.add_hidden(*table);
    else
      page.add(*table);
  }
  const auto documents = run.summaries.find(info.name);
  if (const auto cosines = run.similarities.find(info.name); cosines != run.similarities.end()) {
    const auto shown =
        similarity_shown(cosines->second, documents == run.summaries.end() ? nullptr : &documents->second);
    const size_t all = cosines->second.topics.size();
    page.figure(
        "similarity", corpus, "Topic similarity",
        fmt::format(
            "Cosine between topic vectors. The tree joins the two most alike groups of topics again and "
            "again (average linkage); the further right two meet, the less alike they are. Bright blocks "
            "off the diagonal are families of topics that a split should not tear apart. n: {}{}.",
            plural(shown.order.size(), "topic"),
            shown.order.size() < all ? fmt::format(" of {}, those with most documents", all) : ""));
  }
  if (documents != run.summaries.end()) {
    const auto& summary_of = documents->second;
    const auto shown = matrix_shown(summary_of);
    std::string part;
    if (shown.authors.size() < summary_of.authors.size() || shown.topics.size() < summary_of.topics.size())
      part = fmt::format(", shown are the {} and {} with most ({} of them)",
                         plural(shown.authors.size(), "author"), plural(shown.topics.size(), "topic"),
                         plural(shown.documents, "document"));
    page.figure(
        "matrix", corpus, "Authors and topics",
        fmt::format(
            "Who wrote how much about what; empty cells hold nothing. An author on one topic only makes "
            "topic a shortcut to the author. n: {}{}.",
            document_counts(info), part));
  }
  if (const auto table = own.priors(run, corpus)) page.add(*table);
  page.add_hidden(own.folds(run, summary, corpus));
}

}  // namespace

PageBuilder page_body(const RunRecords& run, const Summary& summary, const RankingSection& ranking,
                      const std::vector<ForensicCell>& forensic, const Judgement& judgement,
                      const std::vector<std::string>& headlines, double level) {
  PageBuilder page;
  page.raw("<header>\n");
  page.raw(fmt::format("<h1>{}</h1>\n", escape_html(run.name.empty() ? "Report" : run.name)));
  std::vector<std::string> seeds;
  for (const auto seed : run.seeds) seeds.push_back(std::to_string(seed));
  page.raw(fmt::format("<p class=\"faint\">Standfast {} · profile {} · {} · {} · seed{} {}</p>\n",
                       escape_html(run.version), escape_html(summary.profile.name),
                       plural(run.models.size(), "model"), plural(run.conditions.size(), "condition"),
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
  if (const auto table = trouble_table(run)) page.add(*table);
  if (const auto table = warning_table(judgement)) page.add(*table);
  page.raw("<div id=\"metric-choice\"></div>\n");
  for (size_t corpus = 0; corpus < run.corpora.size(); ++corpus)
    corpus_section(page, run, summary, ranking, forensic, corpus, level);
  page.raw("<h2 id=\"words\">What the words mean</h2>\n");
  page.add(condition_table(run));
  page.add(model_table(run));
  page.add(metric_table(summary));
  if (!page_has_script())
    page.raw("<p class=\"faint\">This Standfast was built without Node, so the page has no figures.</p>\n");
  page.raw("</main>\n");
  return page;
}

}  // namespace standfast::report
