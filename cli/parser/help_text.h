// The text of --help, from the description of a command. No line exceeds the given width, except for a word
// without a space.
#pragma once

#include <string>
#include <vector>

#include "cli/parser/description.h"

namespace standfast::cli {

// Returns the columns of a text for standard output: the width of the terminal, within 40 and 100; 100
// elsewhere.
size_t columns_of_output();

std::string help_text(const ProgramDescription& program, size_t columns);
std::string help_text(const ProgramDescription& program, const CommandDescription& command, size_t columns);

// Returns "standfast split [OPTIONS] CORPUS".
std::string usage_of(const ProgramDescription& program, const CommandDescription& command);
// Returns the meaning with the possible values: "Format of the corpus (one of: guess, jsonl; default:
// guess)".
std::string full_meaning(const OptionDescription& option);
// Returns names and metavar: "-o, --out FILE".
std::string shown_names(const OptionDescription& option);
// Breaks a text at spaces into lines of at most `columns` columns; all lines but the first begin with an
// indent. used: the columns of the first line that are taken already.
std::string broken(const std::string& text, size_t columns, size_t indent, size_t used);

// A piece of notes: a paragraph, whose lines are joined, or a single line that begins with a space.
struct NotePiece {
  bool as_is = false;
  std::string text;
};
std::vector<NotePiece> pieces_of(const std::string& notes);

// A manual page in roff, made from the description of the parser: one for each command and one for the
// program.
struct ManPage {
  std::string file;  // "standfast-split.1"
  std::string text;
};

std::vector<ManPage> man_pages(const ProgramDescription& program);

}  // namespace standfast::cli
