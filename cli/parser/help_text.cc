#include "cli/parser/help_text.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace standfast::cli {
namespace {

constexpr size_t kMostColumns = 100, kFewestColumns = 40;
constexpr size_t kNameColumn = 26;  // the column where meanings begin

// Returns the width in characters, not bytes: an accented word is not wider than it looks.
size_t width_of(std::string_view text) {
  return static_cast<size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

// Returns "  NAME   meaning", with the meaning in its column.
std::string entry(const std::string& name, const std::string& meaning, size_t columns) {
  const std::string first = "  " + name;
  const size_t column = std::min(kNameColumn, columns / 3);
  const std::string indent(column, ' ');
  const std::string lines = indent + broken(meaning, columns, column, column);
  if (first.size() + 2 > column) return first + "\n" + lines + "\n";
  return first + indent.substr(first.size()) + lines.substr(column) + "\n";
}

std::string entries(const char* title, const std::vector<OptionDescription>& options, bool positional,
                    size_t columns) {
  std::string text;
  for (const auto& option : options)
    if (option.positional() == positional) text += entry(shown_names(option), full_meaning(option), columns);
  return text.empty() ? "" : fmt::format("\n{}:\n{}", title, text);
}

// Returns the column where the second field of "  name      meaning" begins, else the indent of the line.
size_t hanging_indent(const std::string& line) {
  const size_t begin = std::min(line.find_first_not_of(' '), line.size());
  const size_t gap = line.find("  ", begin);
  if (gap == std::string::npos) return begin + 2;
  const size_t second = line.find_first_not_of(' ', gap);
  return second == std::string::npos || second > 30 ? begin + 2 : second;
}

std::string shown_notes(const std::string& notes, size_t columns) {
  std::string text;
  for (const auto& piece : pieces_of(notes)) {
    if (piece.as_is) {
      text += broken(piece.text, columns, hanging_indent(piece.text), 0) + "\n";
    } else {
      text += broken(piece.text, columns, 0, 0) + "\n";
    }
  }
  return text;
}

}  // namespace

size_t columns_of_output() {
  winsize size{};
  if (::isatty(STDOUT_FILENO) == 0 || ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return kMostColumns;
  return std::clamp<size_t>(size.ws_col, kFewestColumns, kMostColumns);
}

std::string broken(const std::string& text, size_t columns, size_t indent, size_t used) {
  // Spaces inside a line are kept, because a list separates its fields with them.
  std::string out;
  size_t at = 0;
  bool first = true;
  while (at < text.size()) {
    const size_t word = std::min(text.find_first_not_of(" \n", at), text.size());
    const size_t end = std::min(text.find_first_of(" \n", word), text.size());
    const bool line_end = text.substr(at, word - at).find('\n') != std::string::npos;
    const std::string gap(line_end ? 1 : word - at, ' '), next = text.substr(word, end - word);
    if (!first && used + gap.size() + width_of(next) > columns) {
      out += "\n" + std::string(indent, ' ') + next;
      used = indent + width_of(next);
    } else {
      out += gap + next;
      used += gap.size() + width_of(next);
    }
    first = false;
    at = end;
  }
  return out;
}

std::vector<NotePiece> pieces_of(const std::string& notes) {
  std::vector<NotePiece> pieces;
  bool in_paragraph = false;
  size_t at = 0;
  while (at < notes.size()) {
    const size_t end = std::min(notes.find('\n', at), notes.size());
    const std::string line = notes.substr(at, end - at);
    at = end + 1;
    const bool as_is = line.empty() || line.front() == ' ';
    if (!as_is && in_paragraph)
      pieces.back().text += " " + line;
    else
      pieces.push_back({as_is, line});
    // "Profiles:" is a title, not the beginning of a sentence.
    in_paragraph = !as_is && !line.ends_with(':');
  }
  return pieces;
}

std::string shown_names(const OptionDescription& option) {
  std::string text = fmt::format("{}", fmt::join(option.names, ", "));
  if (option.positional()) return option.repeated ? text + " ..." : text;
  if (option.holds != Holds::flag) text += fmt::format(" {}", metavar_of(option.holds));
  return option.repeated ? text + " ..." : text;
}

std::string full_meaning(const OptionDescription& option) {
  std::vector<std::string> more;
  if (option.holds == Holds::choice)
    more.push_back(fmt::format("one of: {}", fmt::join(option.choices, ", ")));
  if (option.required && !option.positional()) more.emplace_back("required");
  if (option.default_value) {
    const std::string value = to_string(*option.default_value);
    if (!value.empty()) more.push_back("default: " + value);
  }
  return more.empty() ? option.meaning : fmt::format("{} [{}]", option.meaning, fmt::join(more, "; "));
}

std::string usage_of(const ProgramDescription& program, const CommandDescription& command) {
  std::string text = fmt::format("{} {} [OPTIONS]", program.name, command.name);
  for (const auto& option : command.options) {
    if (!option.positional()) continue;
    const std::string word = shown_names(option);
    text += option.required ? " " + word : fmt::format(" [{}]", word);
  }
  return text;
}

std::string help_text(const ProgramDescription& program, size_t columns) {
  std::string text = broken(program.summary, columns, 0, 0) + "\n";
  text += fmt::format("Usage: {} [OPTIONS] COMMAND\n", program.name);
  text += entries("Options", program.options, false, columns);
  text += "\nCommands:\n";
  for (const auto& command : program.commands) text += entry(command.name, command.summary, columns);
  return text +
         fmt::format("\n{0} help COMMAND describes a command; {0} demo runs a first study.\n", program.name);
}

std::string help_text(const ProgramDescription& program, const CommandDescription& command, size_t columns) {
  std::string text = broken(command.summary, columns, 0, 0) + "\n";
  text += "Usage: " + broken(usage_of(program, command), columns, 7, 7) + "\n";
  text += entries("Arguments", command.options, true, columns);
  auto options = command.options;
  options.insert(options.begin(),
                 program.options.front());  // --help; common options belong to the program
  text += entries("Options", options, false, columns);
  if (!command.examples.empty()) text += "\nExamples:\n";
  for (const auto& example : command.examples) {
    text += "  " + broken(example.shows + ":", columns, 2, 2) + "\n";
    text += "    " + broken(example.command, columns, 6, 4) + "\n";
  }
  if (!command.notes.empty()) text += "\n" + shown_notes(command.notes, columns);
  return text;
}

namespace {

// Escapes text for roff: no character acts as a request, an escape or a typographic quote.
std::string roff(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else if (c == '\'')
      out += "\\(aq";
    else if (c == '`')
      out += "\\(ga";
    else if (c == '^')
      out += "\\(ha";
    else if (c == '~')
      out += "\\(ti";
    else
      out += c == '\n' ? ' ' : c;
  }
  // A line that begins with a dot is a request; a zero-width character before the dot makes it text.
  return out.starts_with('.') ? "\\&" + out : out;
}

std::string heading(const std::string& page, const ProgramDescription& program, const std::string& summary) {
  return fmt::format(".TH {} 1 \"\" \"{} {}\" \"User Commands\"\n.nh\n.ad l\n.SH NAME\n{} \\- {}\n",
                     roff(page), program.name, program.version, roff(page), roff(summary));
}

std::string tagged(const OptionDescription& option) {
  std::vector<std::string> names;
  for (const auto& name : option.names) names.push_back(fmt::format("\\fB{}\\fR", roff(name)));
  std::string tag = fmt::format("{}", fmt::join(names, ", "));
  if (!option.positional() && option.holds != Holds::flag)
    tag += fmt::format(" \\fI{}\\fR", roff(metavar_of(option.holds)));
  if (option.repeated) tag += " ...";
  return fmt::format(".TP\n{}\n{}\n", tag, roff(full_meaning(option)));
}

std::string section(const char* title, const std::vector<OptionDescription>& options, bool positional) {
  std::string text;
  for (const auto& option : options)
    if (option.positional() == positional) text += tagged(option);
  return text.empty() ? "" : fmt::format(".SH {}\n{}", title, text);
}

std::string notes(const std::string& given) {
  std::string text;
  bool listed = false;
  for (const auto& piece : pieces_of(given)) {
    if (piece.text.empty()) continue;
    if (piece.as_is != listed) text += piece.as_is ? ".RS\n" : ".RE\n";
    listed = piece.as_is;
    const size_t begin = piece.text.find_first_not_of(' ');
    if (begin == std::string::npos) continue;
    text += fmt::format(".PP\n{}\n", roff(piece.text.substr(begin)));
  }
  if (listed) text += ".RE\n";
  return text.empty() ? "" : ".SH NOTES\n" + text;
}

std::string page_of(const ProgramDescription& program, const CommandDescription& command) {
  std::string text = heading(program.name + "-" + command.name, program, command.summary);
  text += fmt::format(".SH SYNOPSIS\n{}\n", roff(usage_of(program, command)));
  text += section("ARGUMENTS", command.options, true);
  auto options = command.options;
  options.insert(options.end(), program.options.begin(), program.options.end());
  text += section("OPTIONS", options, false);
  text += ".SH EXAMPLES\n";
  for (const auto& example : command.examples)
    text += fmt::format(".TP\n{}:\n\\fB{}\\fR\n", roff(example.shows), roff(example.command));
  text += notes(command.notes);
  return text + fmt::format(".SH SEE ALSO\n\\fB{}\\fR(1)\n", program.name);
}

}  // namespace

std::vector<ManPage> man_pages(const ProgramDescription& program) {
  std::string main = heading(program.name, program, "how much of a text model's score stands fast");
  main += fmt::format(".SH SYNOPSIS\n{0} [OPTIONS] COMMAND\n.SH DESCRIPTION\n{1}\n", program.name,
                      roff(program.summary));
  main += section("OPTIONS", program.options, false) + ".SH COMMANDS\n";
  for (const auto& command : program.commands)
    main +=
        fmt::format(".TP\n\\fB{}\\-{}\\fR(1)\n{}\n", program.name, roff(command.name), roff(command.summary));
  main +=
      ".SH EXIT STATUS\n"
      "0: success; 1: a check or a gate failed; 2: bad usage; 3: bad data; 4: a model or a device is "
      "missing; 5: a part of a run is missing or failed; 130: interrupted; the same command continues.\n";
  std::vector<ManPage> pages = {{program.name + ".1", main}};
  for (const auto& command : program.commands)
    pages.push_back({fmt::format("{}-{}.1", program.name, command.name), page_of(program, command)});
  return pages;
}

}  // namespace standfast::cli
