#include "standfast/report/page/body.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/report/table/catalog.h"
#include "standfast/report/table/escape.h"
#include "standfast/report/table/tables.h"
#include "standfast/report/words/units.h"

namespace standfast::report {
namespace {

std::string anchor(size_t corpus) {
  return fmt::format("corpus-{}", corpus);
}

// Returns the HTML of one group, its places in order; "" if there is nothing to show.
std::string html_of(const PageGroup& group, PageBuilder& page, const Section& section,
                    const std::vector<ShownFigure>& figures) {
  for (const auto& place : group.places) {
    if (place.figures) page.add(figures, *place.figures);
    if (!place.table) continue;
    for (const auto& shown : place.table->make(section)) {
      if (shown.table && shown.hidden) page.add_hidden(*shown.table);
      if (shown.table && !shown.hidden) page.add(*shown.table, shown.metric);
      page.list_of_words(shown.words);
    }
  }
  return page.take_part();
}

}  // namespace

void corpus_section(PageBuilder& page, const Section& section, const std::vector<ShownFigure>& figures,
                    const Judgement& judgement) {
  const RunRecords& run = section.run;
  const auto& info = run.corpora[section.corpus];
  page.raw(fmt::format("<h2 id=\"{}\">{}</h2>\n<p class=\"faint\">{}. SHA-256 <code>{}</code>{}</p>\n",
                       anchor(section.corpus), escape_html(info.name),
                       document_counts(info.documents, info.authors, info.topics), escape_html(info.sha256),
                       info.unspaced > 0 ? "." + word_rule_sentence(info.unspaced) : ""));
  std::string before = page.take_html();
  page.add(figures, Part::survival);
  if (section.corpus == 0) {  // of all corpora, for readers who stop here
    if (const auto table = trouble_table(run)) page.add(*table);
    if (const auto table = warning_table(judgement)) page.add(*table);
  }
  before += section.corpus == 0 ? page.take_first_part() : page.take_part();
  std::string contents, groups;
  for (const auto& group : page_groups()) {
    const std::string html = html_of(group, page, section, figures);
    if (html.empty()) continue;
    if (*group.title == 0) {
      groups += html;
      continue;
    }
    const std::string id = fmt::format("{}-{}", anchor(section.corpus), group.name);
    contents += fmt::format("<a href=\"#{}\">{}</a>", id, group.title);
    groups += fmt::format("<details class=\"group\" id=\"{}\" open><summary>{}</summary>\n{}</details>\n", id,
                          group.title, html);
  }
  page.raw(before);
  if (!contents.empty())
    page.raw(fmt::format("<nav class=\"contents\" aria-label=\"Contents\">{}</nav>\n", contents));
  page.raw(groups);
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
  // Studies of shortcuts alone have no headlines: their sentences are beside the tables of shortcuts.
  if (!headlines.empty()) {
    page.raw("<ul class=\"headlines\">");
    for (const auto& sentence : headlines) page.raw(fmt::format("<li>{}</li>", escape_html(sentence)));
    page.raw("</ul>\n");
  }
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
