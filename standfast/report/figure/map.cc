// Documents of a space on a plane, coloured by side, class and cluster. A file has discs that count
// documents; a page with scripts has points on a canvas (web/page.js).
#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/in_words.h"
#include "standfast/base/json.h"
#include "standfast/report/figure/catalog.h"
#include "standfast/report/figure/svg_parts.h"
#include "standfast/study/record/map_file.h"

namespace standfast::report {
namespace map_parts {
namespace {

// Pixels.
constexpr double kMapPanel = 364, kMapTitle = 22, kLegendLine = 16, kMapSide = 352, kMapMargin = 6;
// Maximum number of entries of a legend. If there are more groups, the last ones are named together and share
// the last colour.
constexpr size_t kMostNamedGroups = kValueColors;
// Bounds between the four strengths of a disc, by its number of documents.
constexpr uint64_t kStrong[] = {1, 5, 20};
constexpr const char* kStrengths[] = {"0.35", "0.55", "0.8", "1"};

size_t strength_of(uint64_t n) {
  return static_cast<size_t>(std::ranges::count_if(kStrong, [&](uint64_t most) { return n > most; }));
}

std::string caption(const CorpusFindings& found) {
  std::vector<std::string> n;
  for (const auto& map : found.maps)
    n.push_back(fmt::format("{}: {} of {} documents of the space {} by {}, split with seed {}",
                            found.conditions[map.condition], grouped(map.x.size()), grouped(map.documents),
                            map.space, map.method, map.seed));
  return fmt::format(
      "Each condition's space on a plane, coloured by the side of the first fold, by class and by the "
      "cluster of the split (numbers stand at the mean place of a cluster; colours repeat). Both axes have "
      "one scale without a unit: near documents are near in the space, far distances say little. A disc "
      "counts the documents nearest to its centre; the stronger, the more documents (1; 2 to 5; 6 to 20; "
      "more). It has the colour of the class or cluster with most of them, and of the side of which the "
      "largest share lies there, as sides differ in size. n: {}.",
      fmt::join(n, "; "));
}

std::vector<Rows> rows(const CorpusFindings& found) {
  Rows rows("map", {"condition", "by", "x", "y", "documents", "most", "of_most"}, found);
  for (const auto& map : found.maps)
    for (size_t by = 0; by < map.colours.size(); ++by)
      for (const auto& bin : map.bins)
        rows.add({found.conditions[map.condition], map.colours[by].by, rounded(bin.x, 1), rounded(bin.y, 1),
                  bin.n, map.colours[by].names[bin.most[by].group], bin.most[by].n});
  return {rows};
}

std::string group_colour(const MapColours& by, size_t group) {
  if (by.by == "side" && group == 2) return control_color();
  return value_color(by.by == "cluster" ? group : std::min(group, kValueColors - 1));
}

// Draws the names of the groups with their colours; sets `y` to the beginning of the plot.
std::string legend_of(const MapColours& by, double& y) {
  std::string out;
  double x = 0;
  if (by.by == "cluster") {
    out = svg_label(0, y + 10, "start", "numbers are clusters");
  } else {
    for (size_t g = 0; g < std::min(by.names.size(), kMostNamedGroups); ++g) {
      const bool more = g + 1 == kMostNamedGroups && by.names.size() > kMostNamedGroups;
      const std::string name =
          more ? fmt::format("and {} more", by.names.size() - g) : svg_text(by.names[g], 22);
      const double width = 14 + svg_width(more ? name : by.names[g], 22, 10) + 8;
      if (x > 0 && x + width > kMapPanel) {
        x = 0;
        y += kLegendLine;
      }
      if (!more)
        out += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"4\" fill=\"{}\"/>\n", tenth(x + 5),
                           tenth(y + 6.5), group_colour(by, g));
      out += svg_label(x + 14, y + 10, "start", name);
      x += width;
    }
  }
  y += kLegendLine;
  return svg_group(" font-size=\"10\"", out);
}

SvgFragment panel(const CorpusFindings& found, const SpaceMap& map, size_t place) {
  const MapColours& by = map.colours[place];
  // A subpath without length, with round ends, is a disc: a third of the bytes of a circle element.
  std::map<std::pair<std::string, size_t>, std::string> paths;
  double lowest = 0;
  for (const auto& bin : map.bins) {
    paths[{group_colour(by, bin.most[place].group), strength_of(bin.n)}] +=
        fmt::format("M{:.0f},{:.0f}h0", bin.x, bin.y);
    lowest = std::max(lowest, bin.y);
  }
  const double scale = (kMapSide - 2 * kMapMargin) / kMapScale;
  std::string discs;
  for (const auto& [look, path] : paths)
    discs += fmt::format("<path d=\"{}\" stroke=\"{}\" stroke-opacity=\"{}\"/>\n", path, look.first,
                         kStrengths[look.second]);
  std::string body = svg_title(fmt::format("{} · by {}", found.conditions[map.condition], by.by), kMapPanel);
  double y = kMapTitle;
  body += legend_of(by, y);
  const double height = scale * lowest + 2 * kMapMargin;
  body += svg_frame(0, y, kMapSide, height);
  body += svg_group(
      fmt::format(" class=\"discs\" transform=\"translate({},{}) scale({:.5f})\" stroke-width=\"{:.0f}\" "
                  "stroke-linecap=\"round\" fill=\"none\"",
                  tenth(kMapMargin), tenth(y + kMapMargin), scale, 1.7 * bin_radius()),
      discs);
  std::string numbers;
  for (size_t g = 0; g < by.centres.size(); ++g)
    if (by.centres[g])
      numbers +=
          svg_label(kMapMargin + scale * by.centres[g]->first,
                    y + kMapMargin + scale * by.centres[g]->second + 3, "middle", escape_xml(by.names[g]));
  body += svg_group(
      " font-size=\"10\" font-weight=\"600\" stroke=\"var(--paper,#ffffff)\" stroke-width=\"3\" "
      "stroke-linejoin=\"round\" paint-order=\"stroke\"",
      numbers);
  return {kMapPanel, y + height + 6, std::move(body)};
}

Drawing draw(const CorpusFindings& found, size_t) {
  Drawing drawing{title_of("Maps of the spaces", found), {}};
  for (const auto& map : found.maps) {
    drawing.lines.emplace_back();
    for (size_t place = 0; place < map.colours.size(); ++place)
      drawing.lines.back().push_back(panel(found, map, place));
  }
  return drawing.lines.empty() ? Drawing{} : drawing;
}

// Encodes each number below 4096 as two letters of base64, which deflate packs to little more than its 12
// bits.
template <class Numbers>
std::string in_letters(const Numbers& numbers) {
  constexpr char kLetters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (const auto number : numbers) {
    const auto small = std::min<uint32_t>(number, kMapScale - 1);
    out += kLetters[small / 64];
    out += kLetters[small % 64];
  }
  return out;
}

// Returns {"places": [{"ids", "x", "y"}], "maps": [{"title", "place", "by": [{"name", "names", "colours",
// "of"}]}]}: maps of one space share its place.
std::string points(const CorpusFindings& found) {
  nlohmann::ordered_json places = nlohmann::ordered_json::array(), maps = nlohmann::ordered_json::array();
  std::vector<const SpaceMap*> placed;
  for (const auto& map : found.maps) {
    const auto same = std::ranges::find_if(placed, [&](const SpaceMap* one) {
      return one->x == map.x && one->y == map.y && one->ids == map.ids;
    });
    const auto place = static_cast<size_t>(same - placed.begin());
    if (same == placed.end()) {
      placed.push_back(&map);
      places.push_back({{"ids", map.ids}, {"x", in_letters(map.x)}, {"y", in_letters(map.y)}});
    }
    nlohmann::ordered_json colours = nlohmann::ordered_json::array();
    for (const auto& by : map.colours) {
      std::vector<std::string> of_group;
      for (size_t g = 0; g < by.names.size(); ++g) of_group.push_back(group_colour(by, g));
      nlohmann::ordered_json one = {
          {"name", by.by}, {"names", by.names}, {"colours", of_group}, {"of", in_letters(by.of)}};
      for (const auto& centre : by.centres)
        one["centres"].push_back(
            centre ? nlohmann::ordered_json({rounded(centre->first, 0), rounded(centre->second, 0)})
                   : nlohmann::ordered_json());
      colours.push_back(std::move(one));
    }
    maps.push_back({{"title", found.conditions[map.condition]}, {"place", place}, {"by", colours}});
  }
  return nlohmann::ordered_json({{"places", places}, {"maps", maps}})
      .dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace
}  // namespace map_parts

Figure map_figure() {
  using namespace map_parts;
  return {"map", "Maps of the spaces", Part::corpus, caption, rows, draw, false, points};
}

}  // namespace standfast::report
