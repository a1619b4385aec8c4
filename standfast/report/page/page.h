// The HTML page of a report: a template made from web/ and embedded at build time, the parts that fill it,
// and the file.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "standfast/base/file.h"
#include "standfast/base/result.h"
#include "standfast/report/figure/catalog.h"
#include "standfast/report/result_names.h"
#include "standfast/report/table/catalog.h"
#include "standfast/report/table/table.h"
#include "standfast/result/findings/judgement.h"
#include "standfast/result/findings/summary.h"

namespace standfast::report {

// Returns the template: UTF-8, with {{title}}, {{body}}, {{data}} and {{files}} once each.
std::string_view page_template();

// Writer of a page from top to bottom, which need not be in memory as a whole. The page appears under its
// path when it is finished, or not at all. Title, data and files are escaped here. Inserted text is never
// searched for the marks again, so a topic may be called {{data}}.
class PageFile {
 public:
  static Result<PageFile> create(const std::string& path, std::string_view title);  // title: plain text

  Status add_to_body(std::string_view html) { return file_.write(html); }
  // Adds data and files after the body. data: JSON. files: contents that the buttons save, by name; packed
  // here as one JSON object.
  Status add_files(std::string_view data, const std::map<std::string, std::string>& files);
  Status finish() { return file_.commit(); }

 private:
  PageFile(OutputFile file, std::string_view rest) : file_(std::move(file)), rest_(rest) {}

  OutputFile file_;
  std::string_view rest_;  // of the template
};

// Maximum size of the parts that a page holds as plain HTML. Later parts are packed: tables and drawings
// shrink to a tenth.
inline constexpr size_t kPlainBytes = 512 << 10;

// Builder of a page from tables, figures and sentences. It also collects the files that the page's buttons
// save.
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

// Write the body of the page in this order: the head once, the section of each corpus, the end once. So the
// findings on a corpus need not be in memory when the next one is shown. The first screen has the answer in
// sentences, then the survival chart of the first corpus, then the warnings about the study, then the table.
void page_head(PageBuilder& page, const RunRecords& run, const Summary& summary,
               const std::vector<std::string>& headlines);
void corpus_section(PageBuilder& page, const Section& section, const std::vector<ShownFigure>& figures,
                    const Judgement& judgement);
void page_end(PageBuilder& page, const RunRecords& run, const Summary& summary);

}  // namespace standfast::report
