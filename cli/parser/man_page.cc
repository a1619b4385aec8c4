#include "cli/parser/man_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/parser/help_text.h"

namespace standfast::cli {
namespace {

// Text as roff shows it: no character of it is a request, an escape or a typographic quote.
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
  // A request begins a line with a dot; a line of text gets something of no width before it.
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
      ".SH EXIT STATUS\n0: well; 1: a check or a gate failed; 2: bad usage; 3: bad data; 4: a model or a device is missing; "
      "5: a part of a run is missing or failed; 130: interrupted, and the same command goes on.\n";
  std::vector<ManPage> pages = {{program.name + ".1", main}};
  for (const auto& command : program.commands)
    pages.push_back({fmt::format("{}-{}.1", program.name, command.name), page_of(program, command)});
  return pages;
}

}  // namespace standfast::cli
