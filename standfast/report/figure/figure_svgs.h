// Figures as SVG files, drawn without a browser. Plainer than those of the page, from the same numbers.
#pragma once

#include <string>
#include <vector>

#include "standfast/base/json.h"

namespace standfast::report {

struct SvgFile {
  std::string name;  // of the file, without ending: <figure>-<corpus>, or <figure>-<corpus>-<metric>
  std::string svg;
};

// corpus: one corpus of the page's data (web/src/data.ts). Figures that show one metric have a file for each.
// Figures that have nothing to draw have no file.
std::vector<SvgFile> figure_svgs(const nlohmann::ordered_json& corpus,
                                 const std::vector<std::string>& metrics, double level);

}  // namespace standfast::report
