// Manual pages in roff, one for each command and one for the program, from the description of the parser.
#pragma once

#include <string>
#include <vector>

#include "cli/parser/description.h"

namespace standfast::cli {

struct ManPage {
  std::string file;  // "standfast-split.1"
  std::string text;
};

std::vector<ManPage> man_pages(const ProgramDescription& program);

}  // namespace standfast::cli
