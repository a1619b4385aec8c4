// One function a figure: what the page draws, as an SVG file. The list of them is in figure_svgs.cc.
#pragma once

#include <string>

#include "standfast/base/json.h"

namespace standfast::report {

using Json = nlohmann::ordered_json;

struct Drawing {
  const Json& corpus;  // of the page's data, see web/src/data.ts
  size_t metric;       // its place, for figures that show one
  std::string metric_name;
  double level;  // of every interval

  std::string title(const std::string& figure) const;  // "Tippett plots, forums"
  std::string condition(const Json& item) const;       // the names that item["c"] and item["m"] mean
  std::string model(const Json& item) const;
};

// "": nothing to draw.
using Draw = std::string (*)(const Drawing&);

std::string draw_roc(const Drawing&);
std::string draw_reliability(const Drawing&);
std::string draw_topic_reliability(const Drawing&);
std::string draw_llr(const Drawing&);
std::string draw_tippett(const Drawing&);
std::string draw_ece(const Drawing&);
std::string draw_folds(const Drawing&);
std::string draw_distributions(const Drawing&);
std::string draw_thresholds(const Drawing&);
std::string draw_drops(const Drawing&);
std::string draw_topics(const Drawing&);
std::string draw_confusion(const Drawing&);
std::string draw_bumps(const Drawing&);
std::string draw_critical(const Drawing&);
std::string draw_dose(const Drawing&);
std::string draw_similarity(const Drawing&);
std::string draw_matrix(const Drawing&);

}  // namespace standfast::report
