// A page piece by piece: tables, figures and words, and the files that its buttons save.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/report/figure/shown.h"
#include "standfast/report/table/table.h"

namespace standfast::report {

class PageBuilder {
 public:
  // metric: the table is shown where that is chosen; "": always.
  void add(const Table& table, const std::string& metric = "");
  // Behind a line to click on.
  void add_hidden(const Table& table);
  // The figures of one part, in their order.
  void add(const std::vector<ShownFigure>& figures, Part part);
  void list_of_words(const std::vector<std::string>& sentences);  // nothing where there are none
  void raw(std::string_view html) { html_ += html; }

  const std::vector<Table>& tables() const { return tables_; }  // every table of the page, in its order
  // By "tables/" or "figures/" and its name: what the buttons of tables and figures save, but for pictures.
  const std::map<std::string, std::string>& files() const { return files_; }
  const std::string& html() const { return html_; }

 private:
  void add(const ShownFigure& figure);

  std::vector<Table> tables_;
  std::map<std::string, std::string> files_;
  std::string html_;
};

}  // namespace standfast::report
