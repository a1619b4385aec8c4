// Map of topics by cosine, and its tree of average linkage.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/report/figure/catalog.h"
#include "standfast/report/figure/heat.h"
#include "standfast/report/figure/svg_parts.h"

namespace standfast::report {
namespace similarity_parts {
namespace {

// Pixels.
constexpr double kCell = 13, kLargestCell = 20, kTop = 4, kTree = 110, kFeet = 36;
constexpr size_t kMostOfName = 24;

std::string caption(const CorpusFindings& found) {
  const size_t shown = found.topic_tree ? found.topic_tree->topics.size() : 0,
               all = found.topic_tree ? found.topic_tree->all : 0;
  return fmt::format(
      "Cosine between topic vectors. The tree joins the two most similar groups of topics, again and again "
      "(average linkage). The further right two groups meet, the less similar they are. Bright blocks "
      "on the diagonal are families of topics that a split should not tear apart. n: {}{}.",
      counted(shown, "topic"), shown < all ? fmt::format(" of {} (the largest)", all) : "");
}

// Returns the map and, in a second table, the tree. Its clusters are named by a topic or by the join that
// made them: "join 3".
std::vector<Rows> rows(const CorpusFindings& found) {
  Rows map("similarity", {"topic_a", "topic_b", "cosine"}, found),
      joins("similarity-tree", {"join", "one", "other", "height"}, found);
  if (!found.topic_tree) return {map, joins};
  const TopicTree& tree = *found.topic_tree;
  for (size_t i = 0; i < tree.topics.size(); ++i)
    for (size_t j = 0; j < tree.topics.size(); ++j)
      map.add({tree.topics[i], tree.topics[j], rounded(tree.at(i, j))});
  const auto name = [&](size_t cluster) {
    return cluster < tree.topics.size() ? tree.topics[cluster]
                                        : fmt::format("join {}", cluster - tree.topics.size() + 1);
  };
  size_t number = 0;
  for (const auto& join : tree.joins)
    joins.add({fmt::format("join {}", ++number), name(join.left), name(join.right), rounded(join.height)});
  return {map, joins};
}

// Returns the lowest and the highest cosine of two different topics.
std::pair<double, double> range_of(const TopicTree& tree) {
  double low = 1, high = -1;
  for (size_t i = 0; i < tree.topics.size(); ++i)
    for (size_t j = 0; j < tree.topics.size(); ++j)
      if (i != j) {
        low = std::min(low, tree.at(i, j));
        high = std::max(high, tree.at(i, j));
      }
  if (low > high) return {0, 1};  // one topic
  return {low, high > low ? high : low + 0.01};
}

// Draws the tree: leaves are at the rows of the map, and heights grow to the right.
std::string draw_tree(const TopicTree& tree, double left, double cell) {
  double highest = 1e-9;
  for (const auto& join : tree.joins) highest = std::max(highest, join.height);
  std::vector<std::pair<double, double>> at;
  for (size_t i = 0; i < tree.topics.size(); ++i)
    at.emplace_back(left, kTop + cell * (static_cast<double>(i) + 0.5));
  std::string path;
  for (const auto& join : tree.joins) {
    const auto a = at[join.left], b = at[join.right];
    const double x = left + std::max(0.0, join.height) / highest * kTree;
    path += fmt::format("M{},{}H{}V{}H{}", tenth(a.first), tenth(a.second), tenth(x), tenth(b.second),
                        tenth(b.first));
    at.emplace_back(x, (a.second + b.second) / 2);
  }
  const double below = kTop + cell * static_cast<double>(tree.topics.size()) + 4;
  std::string out = path.empty() ? ""
                                 : fmt::format(
                                       "<path class=\"tree\" d=\"{}\" fill=\"none\" stroke=\"{}\" "
                                       "stroke-opacity=\"0.75\"/>\n",
                                       path, kInk);
  out += fmt::format("<path d=\"M{0},{1}H{2}M{0},{3}v6M{2},{3}v6\" stroke=\"{4}\"/>\n", tenth(left),
                     tenth(below), tenth(left + kTree), tenth(below - 3), kInk);
  return out + svg_label(left, below + 15, "start", "0") +
         svg_label(left + kTree, below + 15, "end", fmt::format("{:.2f}", highest)) +
         svg_label(left + kTree / 2, below + 29, "middle", "1 - cosine");
}

Drawing draw(const CorpusFindings& found, size_t) {
  if (!found.topic_tree || found.topic_tree->topics.empty()) return {};
  const TopicTree& tree = *found.topic_tree;
  const auto n = static_cast<double>(tree.topics.size());
  const double cell = std::clamp(260 / n, kCell, kLargestCell),
               left = widest(tree.topics, kMostOfName, 10) + 8;
  const auto [low, high] = range_of(tree);
  HeatMap map{left, kTop, cell, cell, tree.topics, tree.topics, "{row} / {column}: {value}", {}};
  std::string names;
  for (size_t i = 0; i < tree.topics.size(); ++i) {
    names += svg_label(left - 5, kTop + cell * (static_cast<double>(i) + 0.5) + 3.5, "end",
                       svg_text(tree.topics[i], kMostOfName));
    for (size_t j = 0; j < tree.topics.size(); ++j)
      map.cells.push_back(
          {i, j, heat_color((tree.at(i, j) - low) / (high - low)), fmt::format("{:.2f}", tree.at(i, j))});
  }
  const double side = cell * n;
  return {
      title_of("Topic similarity", found),
      {{heat_bar(fmt::format("cosine {:.2f}", low), fmt::format("{:.2f}", high))},
       {{left + side + 8 + kTree + 12, kTop + side + kFeet,
         svg_group(" font-size=\"10\"", names) + draw_heat(map) + draw_tree(tree, left + side + 6, cell)}}}};
}

}  // namespace
}  // namespace similarity_parts

Figure similarity_figure() {
  using namespace similarity_parts;
  return {"similarity", "Topic similarity", Part::corpus, caption, rows, draw};
}

}  // namespace standfast::report
