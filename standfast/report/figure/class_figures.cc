#include "standfast/report/figure/class_figures.h"

#include <algorithm>

#include "standfast/report/figure/figures.h"
#include "standfast/report/figure/largest.h"
#include "standfast/result/findings/topic_scores.h"

namespace standfast::report {
namespace {

using Json = nlohmann::ordered_json;

Json part_json(const std::string& name, const Drop::Part& part) {
  const auto number = [](const std::optional<double>& x) { return x ? Json(*x) : Json(nullptr); };
  return {{"name", name},
          {"v", part.n > 0 ? Json(part.difference) : Json(nullptr)},
          {"low", number(part.low)},
          {"high", number(part.high)},
          {"p", number(part.p)}};
}

// The classes that are drawn, those with most documents first; and the place of each class among them.
struct ClassesDrawn {
  std::vector<uint32_t> classes;
  std::vector<int64_t> place;
};
ClassesDrawn classes_drawn(const RunRecords& run, size_t corpus) {
  const size_t n = run.corpora[corpus].classes.size();
  std::vector<uint64_t> documents(n, 0);
  for (const auto& cell : run.cells)
    if (cell.ok && cell.corpus == run.corpora[corpus].name)
      for (const uint32_t c : cell.classified.truth) ++documents[c];
  ClassesDrawn drawn{largest(documents, kMostClassesDrawn), std::vector<int64_t>(n, -1)};
  for (size_t i = 0; i < drawn.classes.size(); ++i) drawn.place[drawn.classes[i]] = static_cast<int64_t>(i);
  return drawn;
}

}  // namespace

Json class_figures(const RunRecords& run, const Summary& summary, size_t corpus,
                   const std::vector<Drop>& drops) {
  const auto& info = run.corpora[corpus];
  const ClassesDrawn drawn = classes_drawn(run, corpus);
  const UnitChoice unit = unit_choice(run, corpus);
  Json data = {{"target", run.target},       {"classes", Json::array()}, {"all_classes", info.classes.size()},
               {"confusion", Json::array()}, {"unit", unit.one},         {"units", Json::array()},
               {"scores", Json::array()},    {"drops", Json::array()}};
  for (const uint32_t c : drawn.classes) data["classes"].push_back(info.classes[c]);
  if (unit.topics()) data["units"] = info.tested_topics;
  for (size_t c = 0; c < run.conditions.size(); ++c)
    for (size_t m = 0; m < run.models.size(); ++m) {
      if (summary.chance_model == m) continue;
      const PooledItems items = pooled_items(run, corpus, c, m);
      if (items.size() == 0) continue;
      std::vector<uint64_t> counts(drawn.classes.size() * drawn.classes.size(), 0);
      uint64_t shown_items = 0;
      for (size_t i = 0; i < items.size(); ++i) {
        if (items.predicted[i] == kNoAnswer) continue;
        const int64_t row = drawn.place[items.truth[i]], column = drawn.place[items.predicted[i]];
        if (row < 0 || column < 0) continue;
        ++counts[static_cast<size_t>(row) * drawn.classes.size() + static_cast<size_t>(column)];
        ++shown_items;
      }
      Json cells = Json::array();
      for (size_t k = 0; k < counts.size(); ++k)
        if (counts[k] > 0) cells.push_back({k / drawn.classes.size(), k % drawn.classes.size(), counts[k]});
      data["confusion"].push_back(
          {{"c", c}, {"m", m}, {"n", items.size()}, {"drawn", shown_items}, {"cells", std::move(cells)}});
      // Authors and documents have no names here: only topics are drawn one by one.
      if (!unit.topics()) continue;
      for (const auto& [topic, score] : topic_scores(items, unit))
        data["scores"].push_back({c, m, topic, score.right, score.n});
    }
  // A row of panels is a model.
  std::stable_sort(data["confusion"].begin(), data["confusion"].end(),
                   [](const Json& a, const Json& b) { return a["m"].get<size_t>() < b["m"].get<size_t>(); });
  for (const auto& drop : drops) {
    Json entry = {{"c", drop.condition}, {"m", drop.model}, {"parts", Json::array()}};
    entry["parts"].push_back(part_json("all", drop.all));
    for (const auto& [name, part] : drop.parts()) entry["parts"].push_back(part_json(name, part));
    data["drops"].push_back(std::move(entry));
  }
  return data;
}

}  // namespace standfast::report
