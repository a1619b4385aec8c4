// Figures: their data, drawing and caption, from the findings of one corpus. Each figure has its own file,
// which computes nothing; catalog.h lists them.
#pragma once

#include <concepts>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "standfast/report/figure/drawing.h"
#include "standfast/report/result_names.h"
#include "standfast/report/table/table.h"
#include "standfast/result/findings/corpus_findings.h"

namespace standfast::report {

// Place of a figure on the page: beside the tables of the same kind.
enum class Part {
  survival,
  losses,
  shortcuts,
  attributions,
  scores,
  by_topic,
  evidence,
  answers,
  ranking,
  learning,
  corpus
};

// One cell of a row of CSV.
struct Fact {
  std::string text;
  Fact(double value) : text(exact(value)) {}                        // NOLINT: any of these is a fact
  Fact(const std::optional<double>& value) : text(exact(value)) {}  // NOLINT
  Fact(std::integral auto value) : text(std::to_string(value)) {}   // NOLINT
  Fact(std::string value) : text(std::move(value)) {}               // NOLINT
  Fact(const char* value) : text(value) {}                          // NOLINT
};

// The data of a figure as a table for programs: all metrics, one fact a row, the corpus in the first column.
class Rows {
 public:
  // Starts a table without rows. name: of the file, without the corpus. columns: after "corpus".
  Rows(const char* name, std::initializer_list<const char*> columns, const CorpusFindings& found);
  void add(std::initializer_list<Fact> facts);
  const Table& table() const { return table_; }

 private:
  Table table_;  // title: the corpus
};

struct Figure {
  const char* name;   // of its files and on the page: "roc"
  const char* title;  // its heading
  Part part;
  std::string (*caption)(const CorpusFindings&);
  std::vector<Rows> (*rows)(const CorpusFindings&);
  // metric: its place, for figures that show one. Returns an empty drawing if there is nothing to show.
  Drawing (*draw)(const CorpusFindings&, size_t metric);
  bool of_metric = false;  // another drawing for each metric
  // Returns thousands of points as JSON, which web/page.js draws on a canvas if scripts run. Null: there is
  // only the drawing.
  std::string (*points)(const CorpusFindings&) = nullptr;
};

// Rounds a value to as many decimals as a figure can show, for CSV.
double rounded(double value, int decimals = 4);
std::optional<double> rounded(const std::optional<double>& value, int decimals = 4);
// Return the ends of an interval; nothing, an empty cell, if there is none.
std::optional<double> low_of(const std::optional<Interval>& interval);
std::optional<double> high_of(const std::optional<Interval>& interval);

// Returns "Tippett plots, forums".
std::string title_of(const char* figure, const CorpusFindings& found);
// Returns "n: 480 scored test pairs in 12 cells".
std::string n_of(const CorpusFindings& found);

}  // namespace standfast::report
