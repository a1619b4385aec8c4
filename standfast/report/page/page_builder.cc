#include "standfast/report/page/page_builder.h"

#include <fmt/format.h>

#include "standfast/report/page/page.h"
#include "standfast/report/table/escape.h"

namespace standfast::report {

void PageBuilder::add(const Table& table, const std::string& metric) {
  html_ += fmt::format("<section class=\"table\" data-table=\"{}\"{}><h3>{}</h3>{}</section>\n",
                       escape_html(table.name),
                       metric.empty() ? "" : fmt::format(" data-metric=\"{}\"", escape_html(metric)),
                       escape_html(table.title), to_html(table));
  tables_.push_back(table);
}

void PageBuilder::add_hidden(const Table& table) {
  html_ += fmt::format("<details><summary>{}</summary>\n", escape_html(table.title));
  add(table);
  html_ += "</details>\n";
}

void PageBuilder::figure(const std::string& name, size_t corpus, const std::string& title,
                         const std::string& caption) {
  if (!page_has_script()) return;
  html_ += fmt::format(
      "<figure data-figure=\"{}\" data-corpus=\"{}\"><h3>{}</h3><div class=\"plot\"></div>"
      "<figcaption>{}</figcaption></figure>\n",
      name, corpus, escape_html(title), escape_html(caption));
}

void PageBuilder::list_of_words(const std::vector<std::string>& sentences) {
  if (sentences.empty()) return;
  html_ += "<ul class=\"words\">";
  for (const auto& sentence : sentences) html_ += fmt::format("<li>{}</li>", escape_html(sentence));
  html_ += "</ul>\n";
}

}  // namespace standfast::report
