// Dose-response (result/findings/dose_response.h), as a table and in words. Both give the slope, its interval
// and nothing else per 0.1 of similarity.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/in_words.h"
#include "standfast/report/table/tables.h"

namespace standfast::report {
namespace {

std::string per_tenth(const std::optional<double>& slope) {
  return slope ? exact(*slope / 10) : "";
}

}  // namespace

Table dose_response_table(const RunRecords& run, const DoseResponse& response, size_t corpus,
                          const RankingOptions& options) {
  Table table;
  table.name = file_name_of("dose-response", {run.corpora[corpus].name});
  table.title = fmt::format("{} against similarity of train and test topics on {}", response.metric,
                            run.corpora[corpus].name);
  std::vector<std::string> names;
  for (const size_t c : response.conditions) names.push_back(run.conditions[c].name);
  table.caption = fmt::format(
      "Least-squares line through the folds of {}: change of {} per 0.1 of mean cosine between train and "
      "test topics, {} interval from resampling draws of topics, and p of no slope from the same "
      "resamples. Splits that test the same set of topics, as HITS does for every seed, are one draw; "
      "below {} draws there is no interval and no p. The line of a model that leans on topic rises. But "
      "topics also differ in difficulty, so a rising line is no proof.",
      fmt::join(names, ", "), response.metric, percent(options.level), kFewestUnits);
  table.header = {"model", "slope per 0.1", "p", "R squared", "folds", "draws", "similarity"};
  table.data_header = {
      "corpus", "model", "metric",         "slope_per_0.1",  "low", "high", "p", "intercept", "r_squared",
      "folds",  "draws", "similarity_low", "similarity_high"};
  table.texts = {"corpus", "model", "metric"};
  for (const auto& curve : response.curves) {
    if (curve.corpus != corpus) continue;
    const auto [low, high] = std::minmax_element(
        curve.points.begin(), curve.points.end(),
        [](const DosePoint& a, const DosePoint& b) { return a.similarity < b.similarity; });
    const bool any = !curve.points.empty();
    const auto tenth = [](double v) { return fmt::format("{:+.3f}", v / 10); };
    const auto& interval = curve.slope.interval;
    table.rows.push_back(
        {{run.models[curve.model].name},
         {curve.slope.value ? tenth(*curve.slope.value) : "-",
          interval            ? fmt::format("[{}, {}]", tenth(interval->low), tenth(interval->high))
          : curve.slope.value ? fmt::format("no interval from {}", counted(curve.line.clusters_used, "draw"))
                              : curve.slope.why_not},
         {shown_p(curve.p)},
         {curve.line.r_squared ? shown(*curve.line.r_squared) : "-"},
         {std::to_string(curve.points.size())},
         {std::to_string(curve.line.clusters_used)},
         {any ? fmt::format("{} to {}", shown(low->similarity), shown(high->similarity)) : "-"}});
    table.data.push_back({run.corpora[corpus].name, run.models[curve.model].name, response.metric,
                          per_tenth(curve.slope.value), interval ? per_tenth(interval->low) : "",
                          interval ? per_tenth(interval->high) : "", exact(curve.p),
                          curve.slope.value ? exact(curve.line.intercept) : "", exact(curve.line.r_squared),
                          std::to_string(curve.points.size()), std::to_string(curve.line.clusters_used),
                          any ? exact(low->similarity) : "", any ? exact(high->similarity) : ""});
  }
  return table;
}

std::vector<std::string> dose_response_sentences(const RunRecords& run, const DoseResponse& response,
                                                 size_t corpus) {
  std::vector<std::string> sentences;
  for (const auto& curve : response.curves) {
    if (curve.corpus != corpus) continue;
    std::string text =
        (run.corpora.size() > 1 ? run.corpora[corpus].name + ", " : "") + run.models[curve.model].name + ": ";
    if (!curve.slope.value) {
      sentences.push_back(text + "no slope (" + curve.slope.why_not + ").");
      continue;
    }
    const double tenth = *curve.slope.value / 10;
    const auto& interval = curve.slope.interval;
    const bool sure = interval && (interval->low > 0 || interval->high < 0);
    text += fmt::format(
        "{} {} by {:.3f} for every 0.1 that train and test topics are more alike (n {} folds of {} of "
        "topics)",
        response.metric, tenth >= 0 ? "rises" : "falls", std::abs(tenth), curve.points.size(),
        counted(curve.line.clusters_used, "draw"));
    if (!interval)
      text += fmt::format(
          "; {}, so nothing is known about how sure that is.",
          curve.line.clusters_used < kFewestUnits
              ? std::string("at least six draws are needed (splits of one set of topics are one draw, "
                            "whatever their seeds)")
              : std::string("too many resamples have no slope"));
    else
      text += sure ? "." : "; the interval holds 0, so no dependence on topic similarity is shown.";
    sentences.push_back(std::move(text));
  }
  return sentences;
}

}  // namespace standfast::report
