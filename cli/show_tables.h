// Tables and sentences, printed on the terminal or written to a folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "cli/args.h"
#include "standfast/analysis/leak/warning_catalog.h"
#include "standfast/base/result.h"
#include "standfast/report/table/table.h"

namespace standfast::cli {

// Breaks the text at spaces, for a terminal.
std::string wrapped(const std::string& text, size_t width = 110);
// Returns title, columns and caption as text.
std::string shown_table(const report::Table& table);
std::string shown_tables(const std::vector<report::Table>& tables);
// Returns the tables as JSON, by name: the member "tables" of a document.
nlohmann::ordered_json tables_json(const std::vector<report::Table>& tables);
// Prints one line for each warning, then names `more` as the place where every condition is listed.
void warn_of_study(const std::vector<StudyWarning>& warnings, const std::string& more);
// Writes FOLDER/<name>.csv and FOLDER/<name>.tex for each table, and prints the names of the files. It is a
// usage error if a file would overwrite one of the inputs (keep_inputs.h); then nothing is written. The flag
// is --out.
Status write_tables(const std::string& folder, const std::vector<report::Table>& tables,
                    const std::vector<std::string>& inputs);

// The flags of a command that simulates: --seed, --jobs, --out and --json; and the output they ask for.
struct SimulationOutput {
  int64_t seed = 0, jobs = 0;
  std::string out;
  bool json = false;

  void declare(Args& args);
  // Writes the tables to --out, and prints the document with the tables as its last member, or the tables as
  // text and then `lines`. inputs: as in write_tables.
  Status give(const std::vector<report::Table>& tables, const std::vector<std::string>& inputs,
              nlohmann::ordered_json document, const std::string& lines = {}) const;
};

// Returns the names in a line for a user: the first `most` names and the number of the others, as in "a", "b"
// and 3 more.
std::string quoted_names(const std::vector<std::string>& names, size_t most);

}  // namespace standfast::cli
