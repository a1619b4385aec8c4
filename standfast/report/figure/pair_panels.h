// What figures with a panel per model and condition share, where same-author and different-author pairs part.
#pragma once

#include <string>
#include <vector>

#include "standfast/report/figure/drawings.h"
#include "standfast/report/figure/svg_panels.h"

namespace standfast::report {

// Rows of models, columns of conditions.
std::vector<Json> by_model(const Json& items);
std::string panel_title(const Drawing& drawing, const Json& item);
std::vector<SvgLegend> truth_legend(SvgMark mark = SvgMark::line);

}  // namespace standfast::report
