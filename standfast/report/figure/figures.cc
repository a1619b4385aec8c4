#include "standfast/report/figure/figures.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "standfast/metric/evidence/reliability.h"
#include "standfast/metric/stat/order.h"
#include "standfast/report/figure/largest.h"
#include "standfast/report/figure/similarity.h"

namespace standfast::report {

std::vector<std::pair<double, double>> roc_curve(std::span<const double> score, std::span<const uint8_t> same,
                                                 size_t most) {
  assert(score.size() == same.size() && most >= 2);
  uint64_t positives = 0;
  for (const auto s : same) positives += s;
  const uint64_t negatives = same.size() - positives;
  if (positives == 0 || negatives == 0) return {};
  const auto order = ascending_order(score);
  std::vector<std::pair<uint64_t, uint64_t>> corners = {
      {0, 0}};  // (false, true) positives at falling thresholds
  uint64_t fp = 0, tp = 0;
  for (size_t k = order.size(); k > 0;) {
    const double value = score[order[k - 1]];
    for (; k > 0 && score[order[k - 1]] == value; --k) ++(same[order[k - 1]] != 0 ? tp : fp);
    // Whole-number cross product: a corner on the line from the one before to this one says nothing.
    while (corners.size() >= 2) {
      const auto [ax, ay] = corners[corners.size() - 2];
      const auto [bx, by] = corners.back();
      if ((bx - ax) * (tp - ay) != (by - ay) * (fp - ax)) break;
      corners.pop_back();
    }
    corners.emplace_back(fp, tp);
  }
  std::vector<std::pair<double, double>> curve;
  const auto rate = [](uint64_t part, uint64_t whole) {
    return static_cast<double>(part) / static_cast<double>(whole);
  };
  for (const auto& [f, t] : corners) curve.emplace_back(rate(f, negatives), rate(t, positives));
  if (curve.size() <= most) return curve;
  std::vector<std::pair<double, double>> thinned = {curve.front()};
  const double step = 2.0 / static_cast<double>(most - 1);  // x + y runs from 0 to 2
  double next = step;
  for (size_t i = 1; i + 1 < curve.size(); ++i)
    if (curve[i].first + curve[i].second >= next) {
      thinned.push_back(curve[i]);
      while (next <= curve[i].first + curve[i].second) next += step;
    }
  thinned.push_back(curve.back());
  return thinned;
}

ScoreHistogram score_histogram(std::span<const double> score, std::span<const uint8_t> same, size_t bins) {
  ScoreHistogram result{std::vector<uint64_t>(bins), std::vector<uint64_t>(bins), 0, 0};
  for (size_t i = 0; i < score.size(); ++i) {
    if (score[i] == 0.5) {
      ++(same[i] != 0 ? result.unanswered_same : result.unanswered_different);
      continue;
    }
    const auto bin = std::min(bins - 1, static_cast<size_t>(score[i] * static_cast<double>(bins)));
    ++(same[i] != 0 ? result.same : result.different)[bin];
  }
  return result;
}

namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kMostAuthors = 60, kMostTopics = 60;  // of the matrix

// Four decimals are finer than any pixel and keep the page small.
double rounded(double value) {
  return std::round(value * 1e4) / 1e4;
}

Json matrix_data(const CorpusSummary& summary, const MatrixShown& shown) {
  Json data = {{"authors", Json::array()}, {"topics", Json::array()}, {"cells", Json::array()}};
  std::vector<int64_t> author_place(summary.authors.size(), -1), topic_place(summary.topics.size(), -1);
  for (const auto a : shown.authors) {
    author_place[a] = static_cast<int64_t>(data["authors"].size());
    data["authors"].push_back(summary.authors[a]);
  }
  for (const auto t : shown.topics) {
    topic_place[t] = static_cast<int64_t>(data["topics"].size());
    data["topics"].push_back(summary.topics[t]);
  }
  for (const auto& cell : summary.cells)
    if (author_place[cell.author] >= 0 && topic_place[cell.topic] >= 0)
      data["cells"].push_back({author_place[cell.author], topic_place[cell.topic], cell.documents});
  return data;
}

}  // namespace

MatrixShown matrix_shown(const CorpusSummary& summary) {
  std::vector<uint64_t> by_author(summary.authors.size()), by_topic(summary.topics.size());
  MatrixShown shown;
  for (const auto& cell : summary.cells) {
    by_author[cell.author] += cell.documents;
    by_topic[cell.topic] += cell.documents;
    shown.all += cell.documents;
  }
  shown.authors = largest(by_author, kMostAuthors);
  shown.topics = largest(by_topic, kMostTopics);
  std::vector<uint8_t> has_author(summary.authors.size()), has_topic(summary.topics.size());
  for (const auto a : shown.authors) has_author[a] = 1;
  for (const auto t : shown.topics) has_topic[t] = 1;
  for (const auto& cell : summary.cells)
    if (has_author[cell.author] != 0 && has_topic[cell.topic] != 0) shown.documents += cell.documents;
  return shown;
}

nlohmann::ordered_json figure_data(const RunRecords& run, const Summary& summary, size_t corpus,
                                   double level) {
  const auto& info = run.corpora[corpus];
  Json data = {{"name", info.name}, {"conditions", Json::array()}, {"models", Json::array()}};
  for (const auto& condition : run.conditions) data["conditions"].push_back(condition.name);
  for (const auto& model : run.models) data["models"].push_back(model.name);
  for (const char* part : {"folds", "cells", "roc", "distributions", "reliability"})
    data[part] = Json::array();
  for (size_t c = 0; c < run.conditions.size(); ++c)
    for (size_t m = 0; m < run.models.size(); ++m) {
      std::vector<double> score;
      std::vector<uint8_t> same;
      Json thresholds = Json::array();
      size_t cells = 0;
      for (const auto& cell : run.cells) {
        if (!cell.ok || cell.corpus != info.name || cell.condition != run.conditions[c].name ||
            cell.model != run.models[m].name)
          continue;
        ++cells;
        score.insert(score.end(), cell.predictions.value.begin(), cell.predictions.value.end());
        same.insert(same.end(), cell.predictions.same.begin(), cell.predictions.same.end());
        Json values = Json::array();
        for (const auto& name : summary.metrics) {
          const auto found = std::find_if(cell.scores.begin(), cell.scores.end(),
                                          [&](const CellScore& s) { return s.metric == name; });
          values.push_back(found == cell.scores.end() || !found->value ? Json(nullptr) : Json(*found->value));
        }
        data["folds"].push_back({{"c", c},
                                 {"m", m},
                                 {"seed", cell.seed},
                                 {"fold", cell.fold},
                                 {"n", cell.n_test},
                                 {"v", std::move(values)}});
        if (cell.p1 && cell.p2)
          thresholds.push_back(
              {{"seed", cell.seed}, {"fold", cell.fold}, {"p1", *cell.p1}, {"p2", *cell.p2}});
      }
      if (cells == 0) continue;
      const auto& numbers = summary.cell(run, corpus, c, m);
      for (size_t k = 0; k < summary.metrics.size(); ++k) {
        const auto& estimate = numbers.metrics[k].score;
        const auto number = [](const auto& x) { return x ? Json(*x) : Json(nullptr); };
        const auto& interval = estimate.interval;
        data["cells"].push_back({{"c", c},
                                 {"m", m},
                                 {"metric", k},
                                 {"v", number(estimate.value)},
                                 {"low", interval ? Json(interval->low) : Json(nullptr)},
                                 {"high", interval ? Json(interval->high) : Json(nullptr)}});
      }
      // A model that answers the same to every pair has no curve and no distribution worth a panel.
      if (summary.chance_model == m || score.empty()) continue;
      if (const auto curve = roc_curve(score, same); !curve.empty()) {
        Json points = Json::array();
        for (const auto& [x, y] : curve) points.push_back({rounded(x), rounded(y)});
        const auto positives = static_cast<size_t>(std::count(same.begin(), same.end(), uint8_t{1}));
        data["roc"].push_back({{"c", c},
                               {"m", m},
                               {"same", positives},
                               {"different", same.size() - positives},
                               {"points", std::move(points)}});
      }
      const auto histogram = score_histogram(score, same);
      data["distributions"].push_back({{"c", c},
                                       {"m", m},
                                       {"same", histogram.same},
                                       {"different", histogram.different},
                                       {"unanswered_same", histogram.unanswered_same},
                                       {"unanswered_different", histogram.unanswered_different},
                                       {"thresholds", std::move(thresholds)}});
      Json bins = Json::array();
      for (const auto& bin : reliability(score, same, Binning::equal_width, 10, level).bins)
        bins.push_back({{"score", rounded(bin.score)},
                        {"share", rounded(bin.share)},
                        {"low", rounded(bin.interval.low)},
                        {"high", rounded(bin.interval.high)},
                        {"n", bin.n}});
      data["reliability"].push_back({{"c", c}, {"m", m}, {"bins", std::move(bins)}});
    }
  const auto documents = run.summaries.find(info.name);
  const auto cosines = run.similarities.find(info.name);
  data["matrix"] = documents == run.summaries.end()
                       ? Json(nullptr)
                       : matrix_data(documents->second, matrix_shown(documents->second));
  data["similarity"] =
      cosines == run.similarities.end()
          ? Json(nullptr)
          : similarity_data(
                cosines->second,
                similarity_shown(cosines->second,
                                 documents == run.summaries.end() ? nullptr : &documents->second));
  return data;
}

}  // namespace standfast::report
