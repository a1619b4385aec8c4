// Files of classification: the answers of a classifier to documents; plain, .gz, .zst, or "-" for standard
// input. Order of lines is free; they are joined to a truth by id.
//
// JSONL {"id": ..., "predicted": class, "probabilities": {class: p, ...}}, either of the two may be absent.
// "scores" in place of "probabilities": the numbers rank the classes and estimate nothing. Or a table (comma,
// semicolon or tab) with a header: id, predicted (may be absent), and every other column is a class with its
// probability (there may be none).
//
// Outcomes of odd input, all with the line and the id:
// - duplicate id, no class at all, a number that is not from 0 to 1, probabilities whose sum is not 1 within
//   1e-3 or, if that is more, half a unit of the last written decimal for each (two decimals at least),
//   "predicted" that is less probable than another class by more than 1e-9, lines with and lines without
//   probabilities: a data error
// - a sum that is 1 within this bound only: divided by it
// - "predicted": null and no probabilities, in a table an empty cell and no number above 0, or nothing but an
//   id: the model gave no answer (kNoAnswer), which counts as an error; allowed among lines with
//   probabilities too
// - a class that a line does not name: probability 0
// - no "predicted": the most probable class, the first by name of equals
// - "predicted": one of several that are most probable, and not the first by name: it is the answer, and its
//   probability becomes the next number above theirs, which ranks it above them too (AUC)
// - blank line: skipped, counted; no final newline, CRLF, byte order mark: accepted
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/metric/classes/classification_tally.h"
#include "standfast/num/kernel/csr.h"

namespace standfast {

struct ClassPredictions {
  std::vector<std::string> ids;      // distinct, in the order of the file
  std::vector<std::string> classes;  // named anywhere in it, ascending
  std::vector<uint32_t> predicted;   // by id; kNoAnswer where there is none
  bool has_probabilities = false;
  bool ranks_only = false;  // the file called the numbers scores
  CsrMatrix probabilities;  // ids x classes, rows sum to 1 or, without an answer, 0; no columns without
                            // probabilities
  uint64_t blank_lines = 0;

  bool estimates() const { return has_probabilities && !ranks_only; }  // the numbers are probabilities
};

Result<ClassPredictions> read_class_predictions(const std::string& path);
// Parses predictions from bytes in memory; `name` stands in messages for the file.
Result<ClassPredictions> parse_class_predictions(std::string content, const std::string& name);

// Returns whether the first line of a file names "predicted", "probabilities" or "scores", which no file of
// answers to pairs does. A table of classes alone names none of them. False where the file cannot be read:
// its reader reports why.
bool names_classes(const std::string& path);

// A writer of such files. row: one number a class; the most probable is the one predicted
// (predicted_class()); all 0: no answer.
class ClassPredictionWriter {
 public:
  enum class Format { jsonl, table };
  // Makes a writer. estimates: the numbers are probabilities, else JSON lines call them scores. Data error
  // where a table cannot have the classes as columns.
  static Result<ClassPredictionWriter> make(std::vector<std::string> classes, Format format, bool estimates);

  std::string header() const;  // "" for JSON lines
  std::string line(std::string_view id, std::span<const double> row) const;

 private:
  ClassPredictionWriter() = default;
  std::vector<std::string> classes_;
  Format format_ = Format::jsonl;
  bool estimates_ = true;
};

}  // namespace standfast
