#include "standfast/report/figure/reliability_panels.h"

#include <cmath>

#include <fmt/format.h>

#include "standfast/report/table/table.h"

namespace standfast::report {

void add_reliability(const CorpusFindings& found, const std::vector<ReliabilityBin>& bins, size_t condition,
                     const std::string& of, uint64_t most, Panel& panel) {
  const std::string color = condition_color(found, condition);
  PanelLine curve{{}, color, svg_dash(condition), of};
  for (const auto& bin : bins) {
    curve.points.emplace_back(bin.score, bin.share);
    panel.lines.push_back(
        {{{bin.score, bin.interval.low}, {bin.score, bin.interval.high}}, color, {}, {}, 1.5, 0.45});
    const double part = most == 0 ? 0 : std::sqrt(static_cast<double>(bin.n) / static_cast<double>(most));
    panel.dots.push_back({bin.score, bin.share, color,
                          fmt::format("{}: {} of {} at a mean score of {:.2f}", of, percent(bin.share),
                                      plural(bin.n, "pair"), bin.score),
                          most == 0 ? 2 : 1.5 + 4.5 * part});
  }
  panel.lines.push_back(std::move(curve));
}

}  // namespace standfast::report
