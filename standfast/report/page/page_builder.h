// Builder of a page from tables, figures and sentences. It also collects the files that the page's buttons
// save.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "standfast/report/figure/shown.h"
#include "standfast/report/table/table.h"

namespace standfast::report {

// Maximum size of the parts that a page holds as plain HTML. Later parts are packed: tables and drawings
// shrink to a tenth.
inline constexpr size_t kPlainBytes = 512 << 10;

class PageBuilder {
 public:
  // keep_tables: keeps tables for tables(). A table takes several times the memory of its files.
  explicit PageBuilder(bool keep_tables, size_t plain_bytes = kPlainBytes)
      : keeps_tables_(keep_tables), plain_left_(plain_bytes) {}
  // Adds a table. metric: the table is shown if that metric is chosen; "": always.
  void add(const Table& table, const std::string& metric = "");
  // Adds a collapsed table.
  void add_hidden(const Table& table);
  // Adds the figures of one part, in their order.
  void add(const std::vector<ShownFigure>& figures, Part part);
  void list_of_words(const std::vector<std::string>& sentences);  // nothing if there are none
  void raw(std::string_view html) { html_ += html; }

  const std::vector<std::string>& table_names() const { return names_; }  // of the page, in its order
  const std::vector<Table>& tables() const { return tables_; }  // the same tables; empty if none are kept
  // Returns the files that the buttons of tables and figures save, except pictures, by "tables/" or
  // "figures/" and name.
  const std::map<std::string, std::string>& files() const { return files_; }
  std::string take_html() { return std::exchange(html_, {}); }  // HTML added since the last call
  // Takes the HTML added since the last call as a part: plain while there is room, then packed. The script of
  // the page unpacks a part in its place; without scripts the part names the files with the same numbers.
  std::string take_part();
  std::string take_first_part();  // the same, always plain: the first screen

 private:
  void add(const ShownFigure& figure);

  bool keeps_tables_;
  size_t plain_left_;
  std::vector<std::string> same_files_;  // files with the same numbers as the next part
  std::vector<std::string> names_;
  std::vector<Table> tables_;
  std::map<std::string, std::string> files_;
  std::string html_;
};

}  // namespace standfast::report
