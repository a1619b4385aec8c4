#include "standfast/report/table/table.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "standfast/base/csv_cell.h"
#include "standfast/base/digest.h"
#include "standfast/base/in_words.h"
#include "standfast/base/json.h"
#include "standfast/report/table/escape.h"
#include "standfast/text/normal_form.h"
#include "standfast/text/printable.h"
#include "standfast/text/words.h"

namespace standfast::report {
namespace {

void append_csv_row(std::string& out, const std::vector<std::string>& fields) {
  for (size_t i = 0; i < fields.size(); ++i)
    out.append(i == 0 ? "" : ",").append(spreadsheet_cell(fields[i]));
  out += "\r\n";
}

// Returns true if the whole text is a number, several numbers, or an interval: "0.541 [0.500, 0.582]", "12 of
// 30", "1,234", "85 %", "-". A cell that only begins with a number ("1 minus the mean squared error") is
// text.
bool looks_numeric(std::string_view text) {
  constexpr std::string_view kOfNumbers = "0123456789.,+-%[]()";
  bool first = true;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    const bool number = !word.empty() && word.find_first_not_of(kOfNumbers) == std::string_view::npos;
    // 1e-05
    const bool power =
        word.find_first_of("0123456789") < word.find('e') &&
        (word.find("e-") != std::string_view::npos || word.find("e+") != std::string_view::npos);
    if (!number && !power && (first || (word != "of" && word != "to"))) return false;
    first = false;
  }
  return !first;
}

}  // namespace

std::string joined(const TableCell& cell, std::string_view separator) {
  std::string out = cell.text;
  for (const auto* more : {&cell.second, &cell.third})
    if (!more->empty()) out.append(out.empty() ? std::string_view() : separator).append(*more);
  return out;
}

namespace {

// Removes the sign of "-0.000", which is neither lost nor gained.
std::string without_minus_zero(std::string number) {
  if (number.starts_with('-') && number.find_first_of("123456789") == std::string::npos) number.erase(0, 1);
  return number;
}

}  // namespace

std::string shown(double value, int decimals) {
  return std::isfinite(value) ? without_minus_zero(fmt::format("{:.{}f}", value, decimals)) : "-";
}

std::string exact(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : "";
}

std::string exact(const std::optional<double>& value) {
  return value ? exact(*value) : std::string();
}
std::string low_of(const Estimate& estimate) {
  return estimate.interval ? exact(estimate.interval->low) : std::string();
}
std::string high_of(const Estimate& estimate) {
  return estimate.interval ? exact(estimate.interval->high) : std::string();
}
std::string signed_shown(double value) {
  return fmt::format("{:+.3f}", value);
}

std::string shown_p(const std::optional<double>& p) {
  return !p ? "-" : *p < 0.001 ? "<0.001" : fmt::format("{:.3f}", *p);
}

std::string percent(double share) {
  return std::isfinite(share) ? without_minus_zero(fmt::format("{:.0f}", 100 * share)) + " %" : "-";
}
std::string exact_percent(double share) {
  return fmt::format("{:.1f} %", 100 * share);
}

std::string used_of_all(uint64_t used, uint64_t all) {
  return used == all ? grouped(all) : fmt::format("{} of {}", grouped(used), grouped(all));
}

Table table_of(const std::string& kind, const std::string& title, const std::string& corpus,
               const std::string& metric) {
  Table table;
  table.name = file_name_of(kind, {corpus}, metric);
  table.title = title + " on " + corpus + (metric.empty() ? "" : ": " + metric);
  return table;
}

namespace {

// Returns a name that file systems accept: small letters of any script, digits and '_'. Every run of other
// characters becomes one '-'.
std::string slug(std::string_view given) {
  std::string composed_store, lowered, out;
  to_lower(composed(given, composed_store), lowered);
  Writing inside = Writing::none;
  for (size_t at = 0; at < lowered.size();) {
    const size_t begin = at;
    inside = writing_of(next_code_point(lowered, at), inside);
    if (inside != Writing::none)
      out.append(lowered, begin, at - begin);
    else if (!out.empty() && out.back() != '-')
      out += '-';
  }
  while (!out.empty() && out.back() == '-') out.pop_back();
  return out;
}

}  // namespace

std::string file_name_of(std::string_view kind, std::initializer_list<std::string_view> names,
                         std::string_view ending) {
  std::string out(kind);
  bool told_apart = true;
  Sha256 digest;
  for (const std::string_view& name : names) {
    const std::string part = slug(name);
    told_apart = told_apart && part == name;
    out += (&name == names.begin() ? "-" : "--") + (part.empty() ? "x" : part);
    digest.add_field(name);
  }
  constexpr size_t kDigits = 8;
  if (!told_apart) out += "-" + digest.hex().substr(0, kDigits);
  if (!ending.empty()) out += "-" + slug(ending);
  return out;
}

std::string to_csv(const Table& table) {
  std::string out;
  if (!table.data_header.empty()) {
    append_csv_row(out, table.data_header);
    for (const auto& row : table.data) append_csv_row(out, row);
    return out;
  }
  append_csv_row(out, table.header);
  for (const auto& row : table.rows) {
    std::vector<std::string> fields;
    for (const auto& cell : row) fields.push_back(joined(cell, "; "));
    append_csv_row(out, fields);
  }
  return out;
}

namespace {

// Returns true if a text needs another engine than pdflatex, which by default sets only the letters of Latin
// scripts.
bool needs_modern_latex(std::string_view text) {
  for (size_t at = 0; at < text.size();)
    if (const CodePoint c = next_code_point(text, at); c >= 0x250 && is_word(c)) return true;
  return false;
}

}  // namespace

std::string to_latex(const Table& table) {
  const auto columns = table.header.size();
  std::string out = "\\begin{table}\n  \\centering\n";
  out += fmt::format("  \\caption{{{}. {}}}\n  \\label{{tab:{}}}\n", escape_latex(table.title),
                     escape_latex(table.caption), table.name);
  out += "  \\begin{tabular}{l" + std::string(columns > 0 ? columns - 1 : 0, 'r') + "}\n    \\toprule\n    ";
  for (size_t i = 0; i < columns; ++i) out.append(i == 0 ? "" : " & ").append(escape_latex(table.header[i]));
  out += " \\\\\n    \\midrule\n";
  for (const auto& row : table.rows) {
    // The smaller lines of a cell become rows of their own, so that columns stay narrow.
    for (const auto part : {&TableCell::text, &TableCell::second, &TableCell::third}) {
      const bool any =
          std::any_of(row.begin(), row.end(), [&](const TableCell& c) { return !(c.*part).empty(); });
      if (!any) continue;
      out += "    ";
      for (size_t i = 0; i < row.size(); ++i) {
        std::string text = escape_latex(row[i].*part);
        if (!text.empty() && part != &TableCell::text) text = fmt::format("{{\\footnotesize {}}}", text);
        out.append(i == 0 ? "" : " & ").append(text);
      }
      out += " \\\\\n";
    }
  }
  out += "    \\bottomrule\n  \\end{tabular}\n\\end{table}\n";
  return (needs_modern_latex(out)
              ? "% needs \\usepackage{booktabs}, and lualatex or xelatex with a font that has the letters of its names\n"
              : "% needs \\usepackage{booktabs} and UTF-8 input\n") +
         out;
}

std::string to_html(const Table& table) {
  const std::string id = escape_html("table-" + table.name);
  std::string out = fmt::format(
      "<div class=\"scroll\"><table id=\"{0}\" aria-describedby=\"{0}-caption\">\n<thead><tr>", id);
  for (const auto& name : table.header) out += fmt::format("<th scope=\"col\">{}</th>", escape_html(name));
  out += "</tr></thead>\n<tbody>\n";
  for (const auto& row : table.rows) {
    out += "<tr>";
    for (size_t i = 0; i < row.size(); ++i) {
      const auto& cell = row[i];
      std::string inside = fmt::format("<span class=\"main\">{}</span>", escape_html(cell.text));
      if (!cell.second.empty()) inside += fmt::format("<small>{}</small>", escape_html(cell.second));
      if (!cell.third.empty())
        inside += fmt::format("<small class=\"third\">{}</small>", escape_html(cell.third));
      std::string attributes;
      if (i > 0 && looks_numeric(cell.text)) attributes += " class=\"number\"";
      if (cell.share >= 0)
        attributes += fmt::format(" style=\"--share:{:.3f}\"", std::clamp(cell.share, 0.0, 1.0));
      out += i == 0 ? fmt::format("<th scope=\"row\">{}</th>", inside)
                    : fmt::format("<td{}>{}</td>", attributes, inside);
    }
    out += "</tr>\n";
  }
  out += "</tbody></table></div>\n";
  if (!table.caption.empty())
    out += fmt::format("<p class=\"caption\" id=\"{}-caption\">{}</p>\n", id, escape_html(table.caption));
  return out;
}

std::string to_text(const Table& table) {
  std::vector<size_t> widths;
  for (const auto& name : table.header) widths.push_back(terminal_width(printable_line(name)));
  for (const auto& row : table.rows)
    for (size_t i = 0; i < row.size() && i < widths.size(); ++i)
      for (const auto* part : {&row[i].text, &row[i].second, &row[i].third})
        widths[i] = std::max(widths[i], terminal_width(printable_line(*part)));
  const auto line = [&](const auto& text_of) {
    std::string out;
    for (size_t i = 0; i < widths.size(); ++i) {
      const std::string text = printable_line(text_of(i));
      const std::string space(widths[i] - std::min(widths[i], terminal_width(text)), ' ');
      out.append(i == 0 ? text : "  ").append(space).append(i == 0 ? "" : text);
    }
    while (!out.empty() && out.back() == ' ') out.pop_back();
    return out + "\n";
  };
  std::string out = line([&](size_t i) { return table.header[i]; });
  size_t total = 0;
  for (const auto width : widths) total += width + 2;
  out += std::string(total > 2 ? total - 2 : 0, '-') + "\n";
  for (const auto& row : table.rows)
    for (const auto part : {&TableCell::text, &TableCell::second, &TableCell::third})
      if (std::any_of(row.begin(), row.end(), [&](const TableCell& c) { return !(c.*part).empty(); }))
        out += line([&](size_t i) { return i < row.size() ? row[i].*part : std::string(); });
  return out;
}

namespace {

template <class Number>
bool read_number(const std::string& field, Number& value) {
  const char* end = field.data() + field.size();
  const auto [stop, error] = std::from_chars(field.data(), end, value);
  return error == std::errc() && stop == end;
}

}  // namespace

nlohmann::ordered_json table_json(const Table& table) {
  using Json = nlohmann::ordered_json;
  Json rows = Json::array();
  const auto& header = table.data_header.empty() ? table.header : table.data_header;
  const auto value_of = [&](const std::string& column, const std::string& field) -> Json {
    const bool number = !table.data_header.empty() && !table.texts.empty() &&
                        std::find(table.texts.begin(), table.texts.end(), column) == table.texts.end();
    if (!number) return field;
    if (field.empty()) return nullptr;
    if (uint64_t whole = 0; read_number(field, whole)) return whole;
    if (double real = 0; read_number(field, real) && std::isfinite(real)) return real;
    return field;
  };
  const auto add = [&](const std::vector<std::string>& fields) {
    Json row = Json::object();
    for (size_t i = 0; i < header.size() && i < fields.size(); ++i)
      row[header[i]] = value_of(header[i], fields[i]);
    rows.push_back(std::move(row));
  };
  if (table.data_header.empty()) {
    for (const auto& cells : table.rows) {
      std::vector<std::string> fields;
      for (const auto& cell : cells) fields.push_back(joined(cell, "; "));
      add(fields);
    }
  } else {
    for (const auto& fields : table.data) add(fields);
  }
  return {{"title", table.title}, {"caption", table.caption}, {"rows", std::move(rows)}};
}

}  // namespace standfast::report
