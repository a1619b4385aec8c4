// A table as a reader sees it (rounded, for HTML, LaTeX and the terminal) and as a program wants it (one fact
// a row, full precision, for CSV).
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/metric/stat/estimate.h"

namespace standfast::report {

struct TableCell {
  std::string text;         // what is shown
  std::string second = {};  // a smaller line below it
  std::string third = {};   // and another
  double share = -1;        // 0..1 shades the cell on the page; negative: no shade
};

struct Table {
  std::string name;  // of its files (file_name_of)
  std::string title;
  std::string caption;  // what one sees, and the n
  std::vector<std::string> header;
  std::vector<std::vector<TableCell>> rows;  // the first cell of a row is its heading
  std::vector<std::string> data_header;      // empty: the CSV is header and rows
  std::vector<std::vector<std::string>> data;
  // Columns of data_header that hold words. Where they are named all others hold numbers, and JSON has
  // numbers there (null for nothing); where they are not, JSON has what the CSV has, as words.
  std::vector<std::string> texts = {};
};

// The lines of a cell as one.
std::string joined(const TableCell& cell, std::string_view separator);

std::string to_csv(const Table& table);
// A booktabs table environment; needs \usepackage{booktabs}.
std::string to_latex(const Table& table);
// <table> that scrolls sideways where it is too wide, its caption below; no script.
std::string to_html(const Table& table);
// Aligned columns for a terminal.
std::string to_text(const Table& table);

// A table of a corpus, and of a metric where one is named, with its name and title: "ranks-forums-auc" and
// "Average ranks on forums: auc".
Table table_of(const std::string& kind, const std::string& title, const std::string& corpus,
               const std::string& metric = "");

// The name of a file without its extension: "drops-posts", "survival-posts-auc", "topics-posts--novel".
// names: of a corpus and a condition, as a study gives them. Other characters than small letters, digits, '_'
// and single '-' are lost, and then eight digits of a hash of the names follow, so that two corpora ("c 1"
// and "c-1") never share a file: "drops-c-1-5f3a9c0b".
std::string file_name_of(std::string_view kind, std::initializer_list<std::string_view> names,
                         std::string_view ending = "");

// Numbers as shown: three decimals; "-" for nothing.
std::string shown(double value, int decimals = 3);
std::string signed_shown(double value);  // "+0.041"
// Numbers as stored: the shortest text that reads back the same; "" for NaN.
std::string exact(double value);
std::string exact(const std::optional<double>& value);  // "" for nothing
// The ends of an interval as stored; "" where there is none.
std::string low_of(const Estimate& estimate);
std::string high_of(const Estimate& estimate);
// A p-value as shown: three decimals, "<0.001", "-" for nothing.
std::string shown_p(const std::optional<double>& p);
// 0.663 -> "66 %".
std::string percent(double share);
// 0.663 -> "66.3 %".
std::string exact_percent(double share);
// 41000 -> "41,000".
std::string grouped(unsigned long long count);
// 1, "fold" -> "1 fold"; 2000, "fold" -> "2,000 folds".
std::string plural(unsigned long long count, std::string_view word);

}  // namespace standfast::report
