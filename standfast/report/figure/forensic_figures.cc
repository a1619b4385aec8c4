#include "standfast/report/figure/forensic_figures.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "standfast/metric/evidence/tippett.h"
#include "standfast/result/findings/forensic.h"

namespace standfast::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kBins = 48, kSteps = 200;

double rounded(double value) {
  return std::round(value * 1e4) / 1e4;
}

double log10_of(double llr) {
  return rounded(llr / std::numbers::ln10);
}

Json end_of(const std::optional<Interval>& interval, bool high) {
  return interval ? Json(rounded(high ? interval->high : interval->low)) : Json(nullptr);
}

// Pairs of either truth in equal bins of log10 LR; zero is a border, so that no bin is half misleading.
Json llr_data(const LlrItems& items) {
  const auto [low, high] = std::minmax_element(items.llr.begin(), items.llr.end());
  const double left = std::max(0.05, -*low / std::numbers::ln10),
               right = std::max(0.05, *high / std::numbers::ln10);
  const double step = (left + right) / kBins;
  const auto below = static_cast<size_t>(std::ceil(left / step)),
             above = static_cast<size_t>(std::ceil(right / step));
  std::vector<uint64_t> same(below + above), different(below + above);
  uint64_t neutral_same = 0, neutral_different = 0;
  for (size_t i = 0; i < items.llr.size(); ++i) {
    if (items.llr[i] == 0) {
      ++(items.same[i] != 0 ? neutral_same : neutral_different);
      continue;
    }
    const double place = items.llr[i] / std::numbers::ln10 / step + static_cast<double>(below);
    const auto bin = std::min(same.size() - 1, static_cast<size_t>(std::max(0.0, place)));
    ++(items.same[i] != 0 ? same : different)[bin];
  }
  return {{"from", -step * static_cast<double>(below)},
          {"step", step},
          {"same", same},
          {"different", different},
          {"neutral_same", neutral_same},
          {"neutral_different", neutral_different}};
}

Json steps_of(const std::vector<TippettStep>& steps) {
  Json list = Json::array();
  for (const auto& step : steps) list.push_back({log10_of(step.llr), rounded(step.share)});
  return list;
}

Json tippett_data(const ForensicCell& cell) {
  const auto curves = tippett(cell.items.llr, cell.items.same, kSteps);
  Json band = Json::array();
  for (size_t g = 0; g < cell.tippett.llr.size(); ++g)
    band.push_back({log10_of(cell.tippett.llr[g]), end_of(cell.tippett.same[g], false),
                    end_of(cell.tippett.same[g], true), end_of(cell.tippett.different[g], false),
                    end_of(cell.tippett.different[g], true)});
  return {
      {"same", steps_of(curves.same)}, {"different", steps_of(curves.different)}, {"band", std::move(band)}};
}

Json ece_data(const ForensicCell& cell) {
  const auto grid = ece_grid();
  const auto curve = ece_curve(cell.items.llr, cell.items.same, grid);
  Json points = Json::array();
  for (size_t g = 0; g < curve.size(); ++g)
    points.push_back({grid[g], rounded(curve[g].system), end_of(cell.ece[g], false),
                      end_of(cell.ece[g], true), rounded(curve[g].pav), rounded(curve[g].neutral)});
  return {{"points", std::move(points)}};
}

}  // namespace

void add_forensic_figures(nlohmann::ordered_json& data, const Summary& summary,
                          const std::vector<ForensicCell>& cells, size_t corpus) {
  for (const char* figure : {"llr", "tippett", "ece"}) data[figure] = Json::array();
  for (const auto& cell : cells) {
    // A model that answers the same to every pair has no curve worth a panel.
    if (cell.corpus != corpus || !cell.scores[0].value || summary.chance_model == cell.model) continue;
    const auto add = [&](const char* figure, Json item) {
      item["c"] = cell.condition;
      item["m"] = cell.model;
      data[figure].push_back(std::move(item));
    };
    Json tippett = tippett_data(cell);
    tippett["misleading_same"] = rounded(*cell.scores[4].value);
    tippett["misleading_different"] = rounded(*cell.scores[5].value);
    add("llr", llr_data(cell.items));
    add("tippett", std::move(tippett));
    add("ece", ece_data(cell));
  }
}

}  // namespace standfast::report
