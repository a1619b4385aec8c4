// Colours of heat maps, and the maps' common parts.
#pragma once

#include <string>

namespace standfast::report {

// 0 dark to 1 light, through a few stops of cividis (Nuñez, Anderton, Renslow 2018).
std::string heat_color(double share);

// The colours from 0.0 to 1.0 as a bar of 120 x 10, its ends named.
std::string heat_bar(double x, double y, const std::string& low, const std::string& high);

}  // namespace standfast::report
