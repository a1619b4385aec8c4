#include "standfast/report/page/page.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/base/json.h"
#include "standfast/base/packed_text.h"
#include "standfast/report/table/catalog.h"
#include "standfast/report/table/escape.h"
#include "standfast/report/table/tables.h"
#include "standfast/report/words/phrases.h"

namespace standfast::report {
namespace {

// Returns the template up to the mark, and sets `rest` to the text behind the mark.
std::string_view up_to(std::string_view mark, std::string_view& rest) {
  const size_t place = rest.find(mark);
  assert(place != std::string_view::npos);
  const std::string_view before = rest.substr(0, place);
  rest.remove_prefix(place + mark.size());
  return before;
}

// Returns a JSON string; bytes that are not UTF-8 become U+FFFD.
std::string json_string(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

Result<PageFile> PageFile::create(const std::string& path, std::string_view title) {
  SF_ASSIGN(OutputFile file, OutputFile::create(path));
  std::string_view rest = page_template();
  std::string head(up_to("{{title}}", rest));
  head += escape_html(title);
  head += up_to("{{body}}", rest);
  SF_TRY(file.write(head));
  return PageFile(std::move(file), rest);
}

Status PageFile::add_files(std::string_view data, const std::map<std::string, std::string>& files) {
  std::string between(up_to("{{data}}", rest_));
  between += escape_json_for_script(data);
  between += up_to("{{files}}", rest_);
  SF_TRY(file_.write(between));
  TextPacker packer;
  const char* separator = "{";
  for (const auto& [name, content] : files) {
    SF_TRY(file_.write(packer.add(separator + json_string(name) + ":")));
    SF_TRY(file_.write(packer.add(json_string(content))));
    separator = ",";
  }
  SF_TRY(file_.write(packer.add(files.empty() ? "{}" : "}")));
  SF_TRY(file_.write(packer.finish()));
  return file_.write(rest_);
}

namespace {

// Wraps a part as packed base64, whose letters need no escape. files: names of the files with the numbers of
// the part.
std::string packed_part(const std::string& html, const std::vector<std::string>& files) {
  std::string names;
  for (const auto& name : files)
    names += fmt::format("{}<code>{}</code>", names.empty() ? "" : ", ", escape_html(name));
  if (!names.empty()) names = fmt::format(" The report wrote its numbers to files too: {}.", names);
  return fmt::format(
      "<div class=\"packed\"><script type=\"text/plain\">{}</script>"
      "<noscript><p class=\"faint\">This part is packed, and the page needs scripts to show "
      "it.{}</p></noscript></div>",
      packed_base64(html), names);
}

}  // namespace

void PageBuilder::add(const Table& table, const std::string& metric) {
  html_ += fmt::format("<section class=\"table\" data-table=\"{}\"{}><h3>{}</h3>", escape_html(table.name),
                       metric.empty() ? "" : fmt::format(" data-metric=\"{}\"", escape_html(metric)),
                       escape_html(table.title));
  html_ += to_html(table);
  html_ += "</section>\n";
  same_files_.push_back("tables/" + table.name + ".csv");
  files_[same_files_.back()] = to_csv(table);
  files_["tables/" + table.name + ".tex"] = to_latex(table);
  names_.push_back(table.name);
  if (keeps_tables_) tables_.push_back(table);
}

void PageBuilder::add_hidden(const Table& table) {
  html_ += fmt::format("<details><summary>{}</summary>\n", escape_html(table.title));
  add(table);
  html_ += "</details>\n";
}

void PageBuilder::add(const std::vector<ShownFigure>& figures, Part part) {
  for (const auto& figure : figures)
    if (figure.part == part && !figure.drawings.empty()) add(figure);
}

void PageBuilder::add(const ShownFigure& figure) {
  std::string rows;
  for (const auto& table : figure.rows) {
    same_files_.push_back("figures/" + table.table().name + ".csv");
    files_[same_files_.back()] = to_csv(table.table());
    if (rows.empty()) rows = fmt::format(" data-rows=\"{}\"", escape_html(table.table().name));
  }
  if (!figure.points.empty()) {
    const std::string name = figure.drawings.front().file;
    files_["points/" + name + ".json"] = figure.points;
    rows += fmt::format(" data-points=\"{}\"", escape_html(name));
  }
  html_ +=
      fmt::format("<figure data-figure=\"{}\"{}><h3>{}</h3>\n", figure.name, rows, escape_html(figure.title));
  for (const auto& [metric, file, drawing] : figure.drawings) {
    const std::string of_metric =
        metric.empty() ? "" : fmt::format(" data-metric=\"{}\"", escape_html(metric));
    if (drawing.empty())
      html_ += fmt::format("<p class=\"faint\"{}>There is nothing to draw for {}.</p>\n", of_metric,
                           escape_html(metric));
    else {
      html_ += fmt::format("<div class=\"plot\"{} data-file=\"{}\" data-title=\"{}\">\n", of_metric,
                           escape_html(file), escape_html(drawing.title));
      html_ += svg_fragments(drawing);
      html_ += "</div>\n";
    }
  }
  html_ += fmt::format("<figcaption>{}</figcaption></figure>\n", escape_html(figure.caption));
}

std::string PageBuilder::take_first_part() {
  same_files_.clear();
  plain_left_ -= std::min(plain_left_, html_.size());
  return take_html();
}

std::string PageBuilder::take_part() {
  if (html_.size() <= plain_left_) return take_first_part();
  return packed_part(take_html(), std::exchange(same_files_, {}));
}

void PageBuilder::list_of_words(const std::vector<std::string>& sentences) {
  if (sentences.empty()) return;
  html_ += "<ul class=\"words\">";
  for (const auto& sentence : sentences) html_ += fmt::format("<li>{}</li>", escape_html(sentence));
  html_ += "</ul>\n";
}

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
                       counted(run.models.size(), "model"), counted(conditions, "condition"),
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
  page.raw("<h2 id=\"words\">Glossary</h2>\n");
  page.add(condition_table(run));
  page.add(model_table(run));
  page.add(metric_table(summary));
  page.raw("</main>\n");
}

}  // namespace standfast::report
