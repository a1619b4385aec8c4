// Heat map of the numbers of documents by author and topic.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/report/figure/catalog.h"
#include "standfast/report/figure/heat.h"
#include "standfast/report/figure/svg_parts.h"
#include "standfast/report/words/phrases.h"

namespace standfast::report {
namespace matrix_parts {
namespace {

// Pixels.
constexpr double kAxisName = 18, kWidth = 22, kHeight = 14;
constexpr size_t kMostOfName = 24;
constexpr double kSlope = 0.866;  // topics are written upwards at 60 degrees

std::string caption(const CorpusFindings& found) {
  std::string part;
  if (const auto& matrix = found.document_matrix; matrix && !matrix->of_all)
    part = fmt::format(", shown are the {} and {} with most ({} of them)",
                       counted(matrix->authors.size(), "author"), counted(matrix->topics.size(), "topic"),
                       counted(matrix->documents, "document"));
  return fmt::format(
      "Documents of each author on each topic; empty cells hold none. If most authors have a single topic, "
      "the topic gives much of the author away. n: {}{}.",
      document_counts(found.documents, found.authors, found.topics), part);
}

std::vector<Rows> rows(const CorpusFindings& found) {
  Rows rows("matrix", {"author", "topic", "documents"}, found);
  if (const auto& matrix = found.document_matrix)
    for (const auto& cell : matrix->cells)
      rows.add({matrix->authors[cell.author], matrix->topics[cell.topic], cell.documents});
  return {rows};
}

// Formats a count in at most four characters, up to 999 million.
std::string short_count(uint64_t count) {
  if (count < 1000) return std::to_string(count);
  if (count < 9950) return fmt::format("{:.1f}k", static_cast<double>(count) / 1e3);
  if (count < 999'500) return fmt::format("{:.0f}k", static_cast<double>(count) / 1e3);
  return fmt::format("{:.0f}M", static_cast<double>(count) / 1e6);
}

std::string draw_names(const DocumentMatrix& matrix, double left, double top) {
  std::string out;
  for (size_t t = 0; t < matrix.topics.size(); ++t)
    out += fmt::format("<text transform=\"translate({},{}) rotate(-60)\">{}</text>\n",
                       tenth(left + kWidth * (static_cast<double>(t) + 0.6)), tenth(top - 5),
                       svg_text(matrix.topics[t], kMostOfName));
  for (size_t a = 0; a < matrix.authors.size(); ++a)
    out += svg_label(left - 5, top + kHeight * (static_cast<double>(a) + 0.76), "end",
                     svg_text(matrix.authors[a], kMostOfName));
  return svg_group(" font-size=\"10\"", out);
}

Drawing draw(const CorpusFindings& found, size_t) {
  if (!found.document_matrix || found.document_matrix->cells.empty()) return {};
  const DocumentMatrix& matrix = *found.document_matrix;
  const double topics = widest(matrix.topics, kMostOfName, 10);
  const double left = kAxisName + widest(matrix.authors, kMostOfName, 10) + 6, top = 16 + kSlope * topics + 8;
  const double width = kWidth * static_cast<double>(matrix.topics.size()),
               height = kHeight * static_cast<double>(matrix.authors.size());
  uint64_t most = 2;
  for (const auto& cell : matrix.cells) most = std::max(most, cell.documents);
  HeatMap map{left, top, kWidth, kHeight, matrix.authors, matrix.topics, "{row} / {column}: {value}", {}};
  std::string on_dark, on_light;  // numbers
  for (const auto& cell : matrix.cells) {
    // A few authors have most of the documents, so equal ratios are equal steps of colour.
    const double share = std::log(static_cast<double>(cell.documents)) / std::log(static_cast<double>(most));
    map.cells.push_back({cell.author, cell.topic, heat_color(share), grouped(cell.documents)});
    (share < 0.55 ? on_dark : on_light) += fmt::format(
        "<text x=\"{}\" y=\"{}\">{}</text>\n", tenth(left + kWidth * (static_cast<double>(cell.topic) + 0.5)),
        tenth(top + kHeight * static_cast<double>(cell.author) + 10.2), short_count(cell.documents));
  }
  std::string body =
      svg_label(left + width / 2, 11, "middle", "topic") + svg_upright(10, top + height / 2, "author");
  body += draw_names(matrix, left, top) + draw_heat(map);
  body += svg_group(" font-size=\"9\" text-anchor=\"middle\" fill=\"#fff\"", on_dark);
  body += svg_group(" font-size=\"9\" text-anchor=\"middle\" fill=\"#1a1a1a\"", on_light);
  return {title_of("Documents of authors and topics", found),
          {{heat_bar("documents: 1", grouped(most))},
           {{left + width + topics / 2 + 12, top + height + 4, std::move(body)}}}};
}

}  // namespace
}  // namespace matrix_parts

Figure matrix_figure() {
  using namespace matrix_parts;
  return {"matrix", "Authors and topics", Part::corpus, caption, rows, draw};
}

}  // namespace standfast::report
