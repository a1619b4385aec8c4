// Who wrote how much about what: documents per author and topic, as numbers on a heat map.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "standfast/report/figure/drawings.h"
#include "standfast/report/figure/svg_heat.h"
#include "standfast/report/figure/svg_parts.h"

namespace standfast::report {
namespace {

// Pixels.
constexpr double kMargin = 12, kWidth = 22, kHeight = 14;
constexpr size_t kMostOfName = 26;

double widest(const Json& names) {
  double width = 0;
  for (const Json& name : names) width = std::max(width, svg_width(name.get<std::string>(), kMostOfName, 10));
  return width;
}

// At most four letters.
std::string short_count(uint64_t count) {
  if (count < 1000) return std::to_string(count);
  if (count < 9950) return fmt::format("{:.1f}k", static_cast<double>(count) / 1e3);
  if (count < 999'500) return fmt::format("{:.0f}k", static_cast<double>(count) / 1e3);
  return fmt::format("{:.0f}M", static_cast<double>(count) / 1e6);
}

}  // namespace

std::string draw_matrix(const Drawing& drawing) {
  const Json& map = drawing.corpus["matrix"];
  if (map.is_null() || map["cells"].empty()) return "";
  constexpr double kSlope = 0.866;  // topics are written upwards at 60 degrees
  const auto columns = static_cast<double>(map["topics"].size()),
             rows = static_cast<double>(map["authors"].size());
  const double left = kMargin + 18 + widest(map["authors"]) + 6, topics = widest(map["topics"]);
  const double top = 66 + kSlope * topics + 8;
  uint64_t most = 2;
  for (const Json& cell : map["cells"]) most = std::max(most, cell[2].get<uint64_t>());
  std::string out = heat_bar(kMargin, 32, "documents: 1", std::to_string(most));
  out += svg_label(left + columns * kWidth / 2, 62, "middle", "topic");
  out += fmt::format(
      "<text transform=\"translate({:.1f},{:.1f}) rotate(-90)\" text-anchor=\"middle\">author</text>\n",
      kMargin + 8, top + rows * kHeight / 2);
  for (size_t t = 0; t < map["topics"].size(); ++t)
    out += fmt::format(
        "<text transform=\"translate({:.1f},{:.1f}) rotate(-60)\" font-size=\"10\">{}</text>\n",
        left + kWidth * (static_cast<double>(t) + 0.6), top - 5, svg_text(map["topics"][t], kMostOfName));
  for (size_t a = 0; a < map["authors"].size(); ++a)
    out += svg_label(left - 5, top + kHeight * (static_cast<double>(a) + 0.76), "end",
                     svg_text(map["authors"][a], kMostOfName), " font-size=\"10\"");
  for (const Json& cell : map["cells"]) {
    const auto documents = cell[2].get<uint64_t>();
    // A few authors hold most: equal ratios are equal steps of colour.
    const double share = std::log(static_cast<double>(documents)) / std::log(static_cast<double>(most));
    const double x = left + kWidth * cell[1].get<double>(), y = top + kHeight * cell[0].get<double>();
    out += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n",
                       x, y, kWidth - 0.5, kHeight - 0.5, heat_color(share));
    out += svg_label(x + kWidth / 2, y + 10.2, "middle", short_count(documents),
                     fmt::format(" font-size=\"8\" fill=\"{}\"", share < 0.55 ? "#fff" : kInk));
  }
  out += fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" stroke=\"{}\" "
      "stroke-opacity=\"0.3\"/>\n",
      left, top, columns * kWidth, rows * kHeight, kInk);
  const double width = std::max(left + columns * kWidth + topics / 2 + kMargin, 400.0);
  return svg_document(drawing.title("Documents of authors and topics"), width, top + rows * kHeight + kMargin,
                      out);
}

}  // namespace standfast::report
