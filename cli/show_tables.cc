#include "cli/show_tables.h"

#include <algorithm>

#include <fmt/format.h>

#include "cli/keep_inputs.h"
#include "standfast/analysis/leak/warning_lines.h"
#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/report/table/table.h"

namespace standfast::cli {

std::string wrapped(const std::string& text, size_t width) {
  std::string out;
  size_t column = 0;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find(' ', begin), text.size());
    const size_t word = end - begin;
    if (column > 0 && column + 1 + word > width) {
      out += '\n';
      column = 0;
    } else if (column > 0) {
      out += ' ';
      ++column;
    }
    out.append(text, begin, word);
    column += word;
    begin = end + 1;
  }
  return out + "\n";
}

std::string shown_table(const report::Table& table) {
  return table.title + "\n\n" + to_text(table) + "\n" + wrapped(table.caption) + "\n";
}

std::string shown_tables(const std::vector<report::Table>& tables) {
  std::string text;
  for (const auto& table : tables) text += shown_table(table);
  return text;
}

nlohmann::ordered_json tables_json(const std::vector<report::Table>& tables) {
  auto json = nlohmann::ordered_json::object();
  for (const auto& table : tables) json[table.name] = table_json(table);
  return json;
}

void warn_of_study(const std::vector<StudyWarning>& warnings, const std::string& more) {
  if (warnings.empty()) return;
  for (const auto& line : short_lines(warnings)) terminal().warn(line);
  terminal().info(fmt::format("({} lists every condition; docs/warnings.md says what to do)", more));
}

Status write_tables(const std::string& folder, const std::vector<report::Table>& tables,
                    const std::vector<std::string>& inputs) {
  for (const auto& table : tables)
    for (const char* ending : {".csv", ".tex"})
      SF_TRY(keep_inputs("--out", folder + "/" + table.name + ending, inputs));
  SF_TRY(make_directories(folder));
  for (const auto& table : tables) {
    SF_TRY(write_file(folder + "/" + table.name + ".csv", to_csv(table)));
    SF_TRY(write_file(folder + "/" + table.name + ".tex", to_latex(table)));
  }
  terminal().info(fmt::format("{} tables in {}, each as CSV and LaTeX", tables.size(), folder));
  return {};
}

void SimulationOutput::declare(Args& args) {
  args.count("--seed", seed, "Same seed, same numbers");
  args.jobs(jobs);
  args.text("-o,--out", out, "Folder for the tables as CSV and LaTeX").new_folder();
  args.flag("--json", json, "Print one JSON document");
}

Status SimulationOutput::give(const std::vector<report::Table>& tables,
                              const std::vector<std::string>& inputs, nlohmann::ordered_json document,
                              const std::string& lines) const {
  if (!out.empty()) SF_TRY(write_tables(out, tables, inputs));
  if (json) {
    document["tables"] = tables_json(tables);
    print(json_text(document) + "\n");
  } else {
    print(shown_tables(tables) + lines);
  }
  return {};
}

std::string quoted_names(const std::vector<std::string>& names, size_t most) {
  std::string list;
  for (size_t i = 0; i < std::min(names.size(), most); ++i)
    list += fmt::format("{}\"{}\"", i == 0 ? "" : ", ", names[i]);
  if (names.size() > most) list += fmt::format(" and {} more", names.size() - most);
  return list;
}

}  // namespace standfast::cli
