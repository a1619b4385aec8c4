// Scripts that complete command lines, from the description of the parser: commands, options, words of choices, names of
// components, files and folders. They need nothing but their shell: not the program, and no package of completions.
#pragma once

#include <string>

#include "cli/parser/description.h"

namespace standfast::cli {

std::string bash_completion(const ProgramDescription& program);
std::string zsh_completion(
    const ProgramDescription& program);  // to be sourced, or as the file _standfast of fpath
std::string fish_completion(const ProgramDescription& program);

// What the three share.
enum class Completed { nothing, words, files, folders };
Completed completed_by(const OptionDescription& option);
// The choices without those that have a space, which no shell completes as one word.
std::string words_of_choices(const OptionDescription& option);
// The meaning on one short line.
std::string short_meaning(const std::string& meaning);

}  // namespace standfast::cli
