// Do authors keep their habits when the topic changes: what analysis/lexical/style_interaction.h found, as a
// table and in words.
#pragma once

#include <string>

#include "standfast/analysis/lexical/style_interaction.h"
#include "standfast/report/table/table.h"

namespace standfast::report {

// target: what stands for authors, "author" or "label".
Table interaction_table(const StyleInteraction& found, const std::string& target, SumsOfSquares type);

// What it says about a drop on new topics: how many measures topics change (main effect), and how many they
// change differently for different authors (interaction), each by p of Holm below alpha.
std::string style_sentence(const StyleInteraction& found, const std::string& target, double alpha);

}  // namespace standfast::report
