// Tables in two forms: for readers (rounded, in HTML, LaTeX and the terminal) and for programs (CSV and JSON
// with one fact a row at full precision).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "standfast/metric/stat/estimate.h"

namespace standfast::report {

struct TableCell {
  std::string text;         // the text that is shown
  std::string second = {};  // a smaller line below it
  std::string third = {};   // and another
  double share = -1;        // 0..1 shades the cell on the page; negative: no shade
};

struct Table {
  std::string name;  // of its files (file_name_of)
  std::string title;
  std::string caption;  // description of the content, and the n
  std::vector<std::string> header;
  std::vector<std::vector<TableCell>> rows;  // the first cell of a row is its heading
  std::vector<std::string> data_header;      // empty: the CSV is header and rows
  std::vector<std::vector<std::string>> data;
  // Columns of data_header that hold words. If any are named, all others hold numbers, and JSON has numbers
  // there (null for nothing); if none are, JSON has the cells of the CSV as strings.
  std::vector<std::string> texts = {};
};

// Joins the lines of a cell.
std::string joined(const TableCell& cell, std::string_view separator);

std::string to_csv(const Table& table);
// Returns a booktabs table environment, which needs \usepackage{booktabs}.
std::string to_latex(const Table& table);
// Returns a <table> that scrolls sideways if it is too wide, with its caption below and without scripts.
std::string to_html(const Table& table);
// Returns {title, caption, rows}, where each row is an object with the columns of the CSV.
nlohmann::ordered_json table_json(const Table& table);
// Returns aligned columns for a terminal.
std::string to_text(const Table& table);

// Returns an empty table of a corpus, and of a metric if one is given, with its name and title:
// "ranks-forums-auc" and "Average ranks on forums: auc".
Table table_of(const std::string& kind, const std::string& title, const std::string& corpus,
               const std::string& metric = "");

// Returns the name of a file without its extension: "drops-posts", "survival-posts-auc",
// "topics-posts--novel". names: of a corpus and a condition, as a study gives them. Characters other than
// small letters, digits, '_' and single '-' are replaced, and then eight digits of a hash of the names
// follow, so that two corpora ("c 1" and "c-1") never share a file: "drops-c-1-5f3a9c0b".
std::string file_name_of(std::string_view kind, std::initializer_list<std::string_view> names,
                         std::string_view ending = "");

// Formats a number for readers: three decimals by default; "-" for one that is not finite.
std::string shown(double value, int decimals = 3);
std::string signed_shown(double value);  // "+0.041"
// Formats a number for programs: the shortest text that reads back the same; "" for one that is not finite.
std::string exact(double value);
std::string exact(const std::optional<double>& value);  // "" for nothing
// Return the ends of an interval as formatted by exact(); "" if there is none.
std::string low_of(const Estimate& estimate);
std::string high_of(const Estimate& estimate);
// Formats a p-value for readers: three decimals, "<0.001", "-" for nothing.
std::string shown_p(const std::optional<double>& p);
// Formats 0.663 as "66 %".
std::string percent(double share);
// Formats 0.663 as "66.3 %".
std::string exact_percent(double share);
// Formats "9,800 of 12,360", or "12,360" if all are used.
std::string used_of_all(uint64_t used, uint64_t all);

}  // namespace standfast::report
