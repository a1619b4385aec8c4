// Figures as SVG files, drawn without a browser: ROC, reliability (also by topic), densities of LRs, Tippett,
// cross-entropy, and the map of topics with its tree. Plainer than those of the page, from the same numbers.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace standfast::report {

struct SvgFile {
  std::string name;  // of the file, without ending: <figure>-<corpus>
  std::string svg;
};

// corpus: one corpus of the page's data (web/src/data.ts). Figures that have nothing to draw have no file.
std::vector<SvgFile> figure_svgs(const nlohmann::ordered_json& corpus);

}  // namespace standfast::report
