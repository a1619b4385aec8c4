// --help, from the description of a command. No line is wider than asked, except a word that has no space.
#pragma once

#include <string>
#include <vector>

#include "cli/parser/description.h"

namespace standfast::cli {

// The columns of a text for standard output: those of the terminal, 100 at most and elsewhere.
size_t columns_of_output();

std::string help_text(const ProgramDescription& program, size_t columns);
std::string help_text(const ProgramDescription& program, const CommandDescription& command, size_t columns);

// "standfast split [OPTIONS] CORPUS".
std::string usage_of(const ProgramDescription& program, const CommandDescription& command);
// The meaning with what may stand there: "Format of the corpus (one of: guess, jsonl; default: guess)".
std::string full_meaning(const OptionDescription& option);
// Names and metavar: "-o, --out FILE".
std::string shown_names(const OptionDescription& option);
// Text in lines of at most so many columns, broken at spaces; all but the first begin with an indent. used: the columns
// of the first line that are taken already.
std::string broken(const std::string& text, size_t columns, size_t indent, size_t used);

// Notes in pieces: paragraphs, whose lines are joined, and lines that begin with a space, each for itself.
struct NotePiece {
  bool as_is = false;
  std::string text;
};
std::vector<NotePiece> pieces_of(const std::string& notes);

// Manual pages in roff, one for each command and one for the program, from the description of the parser.
struct ManPage {
  std::string file;  // "standfast-split.1"
  std::string text;
};

std::vector<ManPage> man_pages(const ProgramDescription& program);

}  // namespace standfast::cli
