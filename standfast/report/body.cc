#include "standfast/report/body.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/base/json.h"
#include "standfast/report/class_tables.h"
#include "standfast/report/data_table.h"
#include "standfast/report/escape.h"
#include "standfast/report/figures.h"
#include "standfast/report/page.h"
#include "standfast/report/ranking_figures.h"
#include "standfast/report/similarity.h"
#include "standfast/report/spread_table.h"
#include "standfast/report/tables.h"

namespace standfast::report {
namespace {

std::string anchor(size_t corpus) {
  return fmt::format("corpus-{}", corpus);
}

std::string document_counts(const CorpusInfo& corpus) {
  return fmt::format("{} by {} on {}", plural(corpus.documents, "document"), plural(corpus.authors, "author"),
                     plural(corpus.topics, "topic"));
}

}  // namespace

void Body::add(const Table& table, const std::string& metric) {
  html_ += fmt::format("<section class=\"table\" data-table=\"{}\"{}><h3>{}</h3>{}</section>\n",
                       escape_html(table.name),
                       metric.empty() ? "" : fmt::format(" data-metric=\"{}\"", escape_html(metric)),
                       escape_html(table.title), to_html(table));
  tables_.push_back(table);
}

void Body::add_hidden(const Table& table) {
  html_ += fmt::format("<details><summary>{}</summary>\n", escape_html(table.title));
  add(table);
  html_ += "</details>\n";
}

void Body::figure(const std::string& name, size_t corpus, const std::string& title,
                  const std::string& caption) {
  if (!page_has_script()) return;
  html_ += fmt::format(
      "<figure data-figure=\"{}\" data-corpus=\"{}\"><h3>{}</h3><div class=\"plot\"></div>"
      "<figcaption>{}</figcaption></figure>\n",
      name, corpus, escape_html(title), escape_html(caption));
}

void Body::ranking_part(const RunRecords& run, const RankingSection& section, size_t corpus, double level) {
  for (const auto& [table, metric, hidden] : ranking_section_tables(run, section, corpus)) {
    if (hidden)
      add_hidden(table);
    else
      add(table, metric);
  }
  if (has_ranking(section, corpus)) {
    uint64_t folds = 0;
    for (const auto& row : section.ranking.rows)
      if (row.corpus == corpus && !row.seed) folds += row.metrics.front().scores.folds();
    figure(
        "bumps", corpus, "Ranks fold by fold",
        fmt::format(
            "One line a model, one step a fold, folds side by side within each seed; 1 is best. Lines that "
            "do not cross are a ranking one can trust; where they cross, another fold would name another "
            "winner. n: {}{}.",
            plural(folds, "fold"),
            folds > kMostFoldsDrawn ? fmt::format(", at most {} drawn of each condition", kMostFoldsDrawn)
                                    : ""));
    figure(
        "critical", corpus, "Critical differences",
        fmt::format(
            "Average rank of each model over the folds of a condition, best on the left. A bar joins models "
            "whose average ranks are closer than the critical difference (drawn above the axis): they cannot "
            "be told apart (Nemenyi's test at {:g}; Demsar 2006). Folds share training data, so true "
            "critical differences are longer.",
            section.options.alpha));
  }
  if (!dose_data(run, section.ranking, corpus, section.options, section.ranking.metrics).is_null())
    figure(
        "dose", corpus, "Dose and response",
        fmt::format(
            "Each dot is one fold: its score against the mean cosine between its train and test topics; the "
            "line is least squares over the folds of all conditions that keep topics whole, with the {} "
            "interval of its slope from resampling draws of topics, where there are six. A model that leans "
            "on topic "
            "rises to the right.",
            percent(level)));
}

void Body::corpus_section(const RunRecords& run, const Summary& summary, const RankingSection& ranking,
                          const std::vector<ForensicCell>& forensic, size_t corpus, double level) {
  const auto& info = run.corpora[corpus];
  html_ +=
      fmt::format("<h2 id=\"{}\">{}</h2>\n<p class=\"faint\">{}. SHA-256 <code>{}</code></p>\n",
                  anchor(corpus), escape_html(info.name), document_counts(info), escape_html(info.sha256));
  // The selected metric comes first; without script all of them are shown.
  add(survival_table(run, summary, corpus, summary.default_metric, level),
      summary.metrics[summary.default_metric]);
  for (size_t m = 0; m < summary.metrics.size(); ++m)
    if (m != summary.default_metric) add(survival_table(run, summary, corpus, m, level), summary.metrics[m]);

  if (run.classifies())
    classification_part(run, summary, corpus, level);
  else
    verification_part(run, summary, forensic, corpus, level);
  ranking_part(run, ranking, corpus, level);
  if (const auto table = spread_table(run, summary, corpus)) add(*table);
  add(run.classifies() ? class_data_table(run, corpus) : data_table(run, corpus));
  if (const auto table = topic_similarity_table(run, corpus)) add(*table);
  if (const auto table = similar_topics_table(run, corpus)) {
    if (table->rows.size() > 15)
      add_hidden(*table);
    else
      add(*table);
  }
  const auto documents = run.summaries.find(info.name);
  if (const auto cosines = run.similarities.find(info.name); cosines != run.similarities.end()) {
    const auto shown =
        similarity_shown(cosines->second, documents == run.summaries.end() ? nullptr : &documents->second);
    const size_t all = cosines->second.topics.size();
    figure("similarity", corpus, "Topic similarity",
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
    figure("matrix", corpus, "Authors and topics",
           fmt::format(
               "Who wrote how much about what; empty cells hold nothing. An author on one topic only makes "
               "topic a shortcut to the author. n: {}{}.",
               document_counts(info), part));
  }
  if (!run.classifies()) add(prior_table(run, corpus));
  add_hidden(run.classifies() ? class_fold_table(run, summary, corpus) : fold_table(run, summary, corpus));
}

Body::Body(const RunRecords& run, const Summary& summary, const RankingSection& ranking,
           const std::vector<ForensicCell>& forensic, const Judgement& judgement,
           const std::vector<std::string>& headlines, double level) {
  html_ = "<header>\n";
  html_ += fmt::format("<h1>{}</h1>\n", escape_html(run.name.empty() ? "Report" : run.name));
  std::vector<std::string> seeds;
  for (const auto seed : run.seeds) seeds.push_back(std::to_string(seed));
  html_ += fmt::format("<p class=\"faint\">Standfast {} · profile {} · {} · {} · seed{} {}</p>\n",
                       escape_html(run.version), escape_html(summary.profile.name),
                       plural(run.models.size(), "model"), plural(run.conditions.size(), "condition"),
                       seeds.size() == 1 ? "" : "s", fmt::join(seeds, ", "));
  html_ += "<ul class=\"headlines\">";
  for (const auto& sentence : headlines) html_ += fmt::format("<li>{}</li>", escape_html(sentence));
  html_ += "</ul>\n";
  if (run.corpora.size() > 1) {
    html_ += "<nav aria-label=\"Corpora\">";
    for (size_t corpus = 0; corpus < run.corpora.size(); ++corpus)
      html_ += fmt::format("<a href=\"#{}\">{}</a>", anchor(corpus), escape_html(run.corpora[corpus].name));
    html_ += "</nav>\n";
  }
  html_ += "</header>\n<main>\n";
  if (const auto table = trouble_table(run)) add(*table);
  if (const auto table = warning_table(judgement)) add(*table);
  html_ += "<div id=\"metric-choice\"></div>\n";
  for (size_t corpus = 0; corpus < run.corpora.size(); ++corpus)
    corpus_section(run, summary, ranking, forensic, corpus, level);
  html_ += "<h2 id=\"words\">What the words mean</h2>\n";
  add(condition_table(run));
  add(model_table(run));
  add(metric_table(summary));
  if (!page_has_script())
    html_ += "<p class=\"faint\">This Standfast was built without Node, so the page has no figures.</p>\n";
  html_ += "</main>\n";
}

}  // namespace standfast::report
