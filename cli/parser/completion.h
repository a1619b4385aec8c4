// Completion scripts for shells, from the description of the parser: commands, options, words of choices,
// names of components, files and folders. The scripts need only their shell: neither the program nor a
// completion package.
#pragma once

#include <string>

#include "cli/parser/description.h"

namespace standfast::cli {

std::string bash_completion(const ProgramDescription& program);
std::string zsh_completion(
    const ProgramDescription& program);  // to be sourced, or as the file _standfast of fpath
std::string fish_completion(const ProgramDescription& program);

// The kinds of completion, common to the three shells.
enum class Completed { nothing, words, files, folders };
Completed completed_by(const OptionDescription& option);
// Returns the choices, except choices with a space, which no shell completes as one word.
std::string words_of_choices(const OptionDescription& option);
// Returns the meaning on one short line.
std::string short_meaning(const std::string& meaning);

}  // namespace standfast::cli
