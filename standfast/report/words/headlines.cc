#include "standfast/report/words/headlines.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/report/result_names.h"
#include "standfast/report/table/table.h"
#include "standfast/report/words/phrases.h"
#include "standfast/result/findings/trivial_scores.h"

namespace standfast::report {

std::string lost_in_words(const Estimate& lost, double level) {
  const bool gained = *lost.value < 0;
  std::string text = fmt::format("{:.3f} {}", std::abs(*lost.value), gained ? "gained" : "lost");
  if (lost.interval)
    text += fmt::format(" ({} interval {:+.3f} to {:+.3f})", percent(level),
                        gained ? -lost.interval->high : lost.interval->low,
                        gained ? -lost.interval->low : lost.interval->high);
  return text;
}

namespace {

constexpr size_t kMostNamed = 4;

// Models of one verdict, each with its own words: "ppm (88 % survives)".
struct Verdict {
  std::vector<std::string> models;
  void add(const std::string& model, const std::string& words) {
    models.push_back(words.empty() ? model : fmt::format("{} ({})", model, words));
  }
  std::string text() const {
    std::string out;
    const size_t named = std::min(models.size(), kMostNamed);
    for (size_t i = 0; i < named; ++i)
      out += (i == 0 ? "" : i + 1 == models.size() ? " and " : ", ") + models[i];
    if (models.size() > named) out += fmt::format(" and {} more", models.size() - named);
    return out;
  }
};

// Returns a note on a score over some folds, which is a score of their items alone.
std::string on_some_folds(const CellSummary& cell, size_t metric) {
  const uint32_t used = cell.metrics[metric].folds_used, all = cell.folds + cell.failed + cell.missing;
  return used < all ? fmt::format("on {} of {} folds", used, all) : "";
}

std::string joined(const std::string& first, const std::string& second) {
  return first.empty() ? second : second.empty() ? first : first + ", " + second;
}

// Formats the largest loss that the interval allows: a share of the lead if no more than the lead can be
// lost, else points.
std::string most_lost(const MetricSummary& numbers) {
  if (numbers.survival.value && numbers.survival.interval && numbers.survival.interval->low >= 0)
    return "up to " + percent(std::max(0.0, 1 - numbers.survival.interval->low)) + " possible";
  return fmt::format("up to {:.3f} possible", std::max(0.0, numbers.lost.estimate.interval->high));
}

// Formats a bound of a share, never rounded up to all.
std::string bound(double share) {
  return share != 1 && std::round(100 * share) == 100 ? fmt::format("{:.1f} %", 100 * share) : percent(share);
}

// Formats the size of a loss or gain that is shown. nested: only the points have an interval.
std::string how_much(const MetricSummary& numbers, double level, bool nested) {
  if (std::string text = survives_in_words(numbers.survival); !text.empty()) {
    if (numbers.survival.interval && is_share(*numbers.survival.value))
      text += fmt::format(", {} interval {} to {}", percent(level), bound(numbers.survival.interval->low),
                          bound(numbers.survival.interval->high));
    if (nested) text += ", " + lost_in_words(numbers.lost.estimate, level);
    return text;
  }
  return lost_in_words(numbers.lost.estimate, level);
}

// Returns the loss of the lead over guessing if there is a share of it, else the loss of the score.
Interval loss_of_the_lead(const MetricSummary& numbers) {
  const auto& share = numbers.survival.interval;
  if (!numbers.survival.value || !share) return *numbers.lost.estimate.interval;
  return {1 - share->high, 1 - share->low};
}

// Returns -1 if a gain is shown, 1 if a loss is shown.
int verdict_of(const Interval& lost) {
  return lost.low > 0 ? 1 : lost.high < 0 ? -1 : 0;
}

// Returns the cell or else its baseline if that leaves nearly all pairs undecided; null if neither does.
const CellSummary* undecided(const RunRecords& run, const Summary& summary, const CellSummary& cell) {
  if (cell.hardly_answers()) return &cell;
  const auto& baseline = summary.cell(run, cell.corpus, *summary.baseline[cell.condition], cell.model);
  return baseline.hardly_answers() ? &baseline : nullptr;
}

std::string sentence_of(const RunRecords& run, const Summary& summary, size_t corpus, size_t condition,
                        double level) {
  Verdict lose, gain, none, guess, differ, alike, open, as_topic;
  const size_t m = summary.default_metric;
  const auto topic = result::topic_level(run, summary, corpus, condition, m);
  const bool nested = run.nested_repeats > 0;
  for (size_t model = 0; model < run.models.size(); ++model) {
    if (summary.chance_model == model) continue;
    const CellSummary& cell = summary.cell(run, corpus, condition, model);
    const MetricSummary& numbers = cell.metrics[m];
    const std::string& name = run.models[model].name;
    const std::string folds = on_some_folds(cell, m);
    const Estimate& lost = numbers.lost.estimate;
    if (topic && result::at_level(*topic, numbers)) as_topic.add(name, "");
    // A model of topics has no merit in keeping its score; its loss shows that the condition works.
    if (run.topics_only(model) && lost.interval && verdict_of(*lost.interval) <= 0) continue;
    if (!numbers.score.value)
      open.add(name, "no score: " + numbers.score.why_not);
    else if (const CellSummary* silent = undecided(run, summary, cell))
      open.add(name, joined(folds, fmt::format("undecided on {} of {} pairs{}", grouped(silent->undecided),
                                               grouped(silent->answers), silent == &cell ? "" : " there")));
    else if (!lost.value)
      open.add(name, joined(folds, "no comparison: " + lost.why_not));
    else if (!lost.interval && run.is_pretrained(model) && std::abs(*lost.value) < 1e-12)
      alike.add(name, folds);
    else if (!lost.interval)
      open.add(name, joined(folds, "no interval: " + lost.why_no_interval));
    else if (result::is_at_guessing_under_both(run, summary, corpus, condition, model))
      guess.add(name, folds);
    else {
      const int of_score = verdict_of(*lost.interval), of_lead = verdict_of(loss_of_the_lead(numbers));
      // If guessing scores differently under the condition, or in borderline cases, one may show a loss and
      // the other none. Then neither is claimed.
      if (of_score != of_lead)
        differ.add(name, joined(folds, (survives_in_words(numbers.survival).empty()
                                            ? ""
                                            : how_much(numbers, level, nested) + "; ") +
                                           "score " + lost_in_words(lost, level)));
      else
        (of_score > 0   ? lose
         : of_score < 0 ? gain
                        : none)
            .add(name, joined(folds, of_score == 0 ? most_lost(numbers) : how_much(numbers, level, nested)));
    }
  }
  std::vector<std::string> parts;
  if (!lose.models.empty()) parts.push_back("a loss is shown for " + lose.text());
  if (!gain.models.empty()) parts.push_back("a gain is shown for " + gain.text());
  if (!none.models.empty()) parts.push_back("no loss is shown for " + none.text());
  if (!guess.models.empty())
    parts.push_back(fmt::format(
        "no loss or gain is claimed for {}, not shown to be better than a guess under either", guess.text()));
  if (!differ.models.empty()) parts.push_back("share and score disagree for " + differ.text());
  // It answers a document alike under every condition.
  if (!alike.models.empty())
    parts.push_back(fmt::format("nothing differs for {}, which {} not trained here", alike.text(),
                                alike.models.size() == 1 ? "is" : "are"));
  if (!open.models.empty()) parts.push_back("nothing can be said of " + open.text());
  if (topic && !as_topic.models.empty())
    parts.push_back(fmt::format("topic alone ({}) scores {:.3f} there, and {} {} not shown to be above it",
                                run.models[topic->model].name, topic->score, as_topic.text(),
                                as_topic.models.size() == 1 ? "is" : "are"));
  if (parts.empty()) return "";
  const auto& baseline = run.conditions[*summary.baseline[condition]].name;
  return fmt::format("{}{} against {}, by {}: {}.",
                     run.corpora.size() > 1 ? run.corpora[corpus].name + ", " : "",
                     run.conditions[condition].name, baseline, summary.metrics[m], fmt::join(parts, "; "));
}

}  // namespace

std::vector<std::string> headlines(const RunRecords& run, const Summary& summary, double level) {
  if (!summary.reference)
    return {
        "No condition of this study is marked as the reference, so conditions are not compared with each "
        "other."};
  std::vector<std::string> sentences;
  for (size_t corpus = 0; corpus < run.corpora.size(); ++corpus) {
    if (!run.asks(corpus, *summary.reference)) {
      sentences.push_back(
          fmt::format("{}: {} is the reference and is not run on this corpus, so nothing is compared.",
                      run.corpora[corpus].name, run.conditions[*summary.reference].name));
      continue;
    }
    for (size_t condition = 0; condition < run.conditions.size(); ++condition) {
      if (!summary.baseline[condition] || !run.asks(corpus, condition)) continue;
      if (run.conditions[condition].shortcut) continue;             // the report says it beside their table
      if (!run.conditions[condition].control_of.empty()) continue;  // the loss to it is a part, shown as such
      if (auto sentence = sentence_of(run, summary, corpus, condition, level); !sentence.empty())
        sentences.push_back(std::move(sentence));
    }
  }
  return sentences;
}

}  // namespace standfast::report
