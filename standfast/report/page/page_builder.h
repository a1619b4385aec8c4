// A page piece by piece: tables, figures and words, and the files that its buttons save.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "standfast/report/figure/shown.h"
#include "standfast/report/table/table.h"

namespace standfast::report {

// How much of its parts a page holds as plain HTML. Later parts travel packed: tables and drawings shrink to a tenth.
inline constexpr size_t kPlainBytes = 512 << 10;

class PageBuilder {
 public:
  // keep_tables: for tables(). A table takes several times the memory of its files.
  explicit PageBuilder(bool keep_tables, size_t plain_bytes = kPlainBytes)
      : keeps_tables_(keep_tables), plain_left_(plain_bytes) {}
  // metric: the table is shown where that is chosen; "": always.
  void add(const Table& table, const std::string& metric = "");
  // Behind a line to click on.
  void add_hidden(const Table& table);
  // The figures of one part, in their order.
  void add(const std::vector<ShownFigure>& figures, Part part);
  void list_of_words(const std::vector<std::string>& sentences);  // nothing where there are none
  void raw(std::string_view html) { html_ += html; }

  const std::vector<std::string>& table_names() const { return names_; }  // of the page, in its order
  const std::vector<Table>& tables() const { return tables_; }  // the same tables; empty if none are kept
  // By "tables/" or "figures/" and its name: what the buttons of tables and figures save, but for pictures.
  const std::map<std::string, std::string>& files() const { return files_; }
  std::string take_html() { return std::exchange(html_, {}); }  // what has been added since the last time
  // The same as a part that readers may have to wait for: plain while there is room, then packed. The script of the
  // page puts a packed part in its place; without scripts the part names the files that hold the same.
  std::string take_part();
  std::string take_first_part();  // always plain: the first screen

 private:
  void add(const ShownFigure& figure);

  bool keeps_tables_;
  size_t plain_left_;
  std::vector<std::string> same_files_;  // of what has been added since the last part
  std::vector<std::string> names_;
  std::vector<Table> tables_;
  std::map<std::string, std::string> files_;
  std::string html_;
};

}  // namespace standfast::report
