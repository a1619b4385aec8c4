// Composition of the clusters of latent splits: a bar for each cluster, its classes by colour, tested
// documents in full colour.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/report/figure/catalog.h"
#include "standfast/report/figure/svg_parts.h"

namespace standfast::report {
namespace composition_parts {
namespace {

// Pixels.
constexpr double kPanel = 364, kHead = 52, kBarRow = 15, kBar = 10, kBarLeft = 46, kBarWide = 210;
constexpr size_t kMostClusters = 40, kMostColours = kValueColors - 1;
constexpr const char* kTrainOpacity = "0.35";

// Returns the name of a class of a composition.
std::string class_name(const CorpusFindings& found, uint32_t code) {
  return code == kNoCode ? "documents" : found.classes[code];
}

// Returns the first draw of each condition, which is the one in the figure.
std::vector<const ClusterComposition*> drawn_ones(const CorpusFindings& found) {
  std::vector<const ClusterComposition*> first;
  for (const auto& one : found.compositions)
    if (first.empty() || first.back()->condition != one.condition) first.push_back(&one);
  return first;
}

// Returns the colour of each class by its code. If there are colours for all, classes have them in their
// order, as on maps. If there are more classes, those with most documents have one each, and the others share
// the last.
std::map<uint32_t, size_t> colours_of(const std::vector<const ClusterComposition*>& drawn) {
  std::map<uint32_t, uint64_t> sizes;
  for (const auto* one : drawn)
    for (size_t k = 0; k < one->classes.size(); ++k)
      for (const auto& cluster : one->clusters) sizes[one->classes[k]] += cluster.counts[k];
  std::vector<std::pair<uint32_t, uint64_t>> ordered(sizes.begin(), sizes.end());
  std::ranges::stable_sort(ordered, [](const auto& a, const auto& b) { return a.second > b.second; });
  std::map<uint32_t, size_t> colours;
  if (sizes.size() <= kMostColours + 1) {
    for (const auto& [code, n] : sizes) colours.emplace(code, colours.size());
    return colours;
  }
  for (size_t i = 0; i < ordered.size(); ++i) colours[ordered[i].first] = std::min(i, kMostColours);
  return colours;
}

std::string caption(const CorpusFindings& found) {
  std::string n;
  for (const auto* one : drawn_ones(found))
    n += fmt::format("{}{}: {} documents in {}, {} tested (seed {})", n.empty() ? "" : "; ",
                     found.conditions[one->condition], grouped(one->documents),
                     counted(one->clusters.size(), "cluster"), grouped(one->in_test), one->seed);
  return fmt::format(
      "Clusters from which a split was made, and their classes. Full colour: documents of the test side of "
      "the first fold; light: all others. The most tested clusters stand first, at most {}; a bar of full "
      "colour alone is a cluster that is tested as a whole. The first draw of each condition is shown; the "
      "CSV has all clusters of all draws. n: {}.",
      kMostClusters, n);
}

std::vector<Rows> rows(const CorpusFindings& found) {
  Rows rows("composition", {"condition", "seed", "cluster", "class", "documents", "tested"}, found);
  for (const auto& one : found.compositions)
    for (const auto& cluster : one.clusters)
      for (size_t k = 0; k < one.classes.size(); ++k)
        rows.add({found.conditions[one.condition], one.seed, cluster.cluster,
                  class_name(found, one.classes[k]), cluster.counts[k], cluster.tested[k]});
  return {rows};
}

std::string bar(double x, double y, double width, const std::string& color, bool tested,
                const std::string& tip) {
  return width <= 0
             ? ""
             : fmt::format(
                   "<rect x=\"{:.2f}\" y=\"{}\" width=\"{:.2f}\" height=\"{}\" fill=\"{}\"{}>{}</rect>\n", x,
                   tenth(y), width, tenth(kBar), color,
                   tested ? "" : fmt::format(" fill-opacity=\"{}\"", kTrainOpacity), svg_tip(tip));
}

SvgFragment panel(const CorpusFindings& found, const ClusterComposition& one,
                  const std::map<uint32_t, size_t>& colours) {
  const size_t drawn = std::min(one.clusters.size(), kMostClusters);
  uint64_t largest = 1;
  for (size_t i = 0; i < drawn; ++i) largest = std::max(largest, one.clusters[i].documents);
  const double scale = kBarWide / static_cast<double>(largest);
  std::string body = svg_title(found.conditions[one.condition], kPanel), small;
  small += svg_label(
      0, 29, "start",
      fmt::format(
          "seed {}{}", one.seed,
          drawn < one.clusters.size() ? fmt::format("; {} of {} clusters", drawn, one.clusters.size()) : ""));
  small += svg_label(kBarLeft - 6, 46, "end", "cluster") + svg_label(kPanel, 46, "end", "documents · tested");
  double y = kHead;
  std::string bars;
  for (size_t i = 0; i < drawn; ++i, y += kBarRow) {
    const ClusterOfSplit& cluster = one.clusters[i];
    small += svg_label(kBarLeft - 6, y + 9, "end", std::to_string(cluster.cluster));
    small += svg_label(kPanel, y + 9, "end",
                       fmt::format("{} · {:.0f} %", grouped(cluster.documents),
                                   cluster.documents > 0 ? 100.0 * static_cast<double>(cluster.in_test) /
                                                               static_cast<double>(cluster.documents)
                                                         : 0.0));
    double x = kBarLeft;
    for (const bool tested : {true, false})
      for (size_t k = 0; k < one.classes.size(); ++k) {
        const uint64_t n = tested ? cluster.tested[k] : cluster.counts[k] - cluster.tested[k];
        const double width = scale * static_cast<double>(n);
        bars += bar(x, y, width, value_color(colours.at(one.classes[k])), tested,
                    fmt::format("cluster {}, {}: {} {}", cluster.cluster, class_name(found, one.classes[k]),
                                n, tested ? "tested" : "not tested"));
        x += width;
      }
  }
  return {kPanel, y + 2, body + svg_group(" font-size=\"10\"", small) + bars};
}

Drawing draw(const CorpusFindings& found, size_t) {
  const auto drawn = drawn_ones(found);
  if (drawn.empty()) return {};
  const auto colours = colours_of(drawn);
  std::vector<SvgLegend> legend;
  bool others = false;
  for (size_t place = 0; place <= kMostColours; ++place)
    for (const auto& [code, colour] : colours)
      if (colour == place && !others) {
        others = colours.size() > kMostColours + 1 && place == kMostColours;
        legend.push_back(
            {others ? "other classes" : class_name(found, code), value_color(place), {}, SvgMark::area});
      }
  Drawing drawing{title_of("Composition of the clusters", found), {legend_fragments(legend), {}}};
  drawing.lines.front().push_back(word_fragment("full colour: tested; light: not tested"));
  for (const auto* one : drawn) drawing.lines.back().push_back(panel(found, *one, colours));
  return drawing;
}

}  // namespace
}  // namespace composition_parts

Figure composition_figure() {
  using namespace composition_parts;
  return {"composition", "Composition of the clusters", Part::corpus, caption, rows, draw};
}

}  // namespace standfast::report
