#include "standfast/report/page/page_builder.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/base/packed_text.h"
#include "standfast/report/table/escape.h"

namespace standfast::report {
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
      "<noscript><p class=\"faint\">This part is packed, and the page needs scripts to show it.{}</p></noscript></div>",
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
      html_ += svg_pieces(drawing);
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

}  // namespace standfast::report
