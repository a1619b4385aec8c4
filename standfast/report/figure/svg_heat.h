// Colours of heat maps, and the maps' common parts.
#pragma once

#include <string>

namespace standfast::report {

// 0 dark to 1 light, through a few stops of cividis (Nuñez, Anderton, Renslow 2018).
std::string heat_color(double share);

// 0 light to 1 dark, where an empty cell is a share of 0: stops of ColorBrewer's Blues (Harrower, Brewer
// 2003).
std::string share_color(double share);

// The colours from 0.0 to 1.0 as a bar of 120 x 10, its ends named.
std::string heat_bar(double x, double y, const std::string& low, const std::string& high,
                     std::string (*color)(double) = heat_color);

}  // namespace standfast::report
