#include "cli/simulate_tables.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/simulate/synthetic_study.h"

namespace standfast::cli {
namespace {

using report::exact;
using report::Table;
using simulate::DesignError;
using simulate::DesignErrors;
using simulate::MonteCarlo;

std::string percent(const std::optional<MonteCarlo>& share) {
  if (!share) return "";
  return fmt::format("{:.1f}", 100 * share->share) +
         (share->error ? fmt::format(" ±{:.1f}", 100 * *share->error) : "");
}

constexpr uint64_t kFewest = 30;  // a remark rests on at least this many corpora

// In words, what is planted in the texts.
std::string planted(const SyntheticDesign& design) {
  std::string text = fmt::format("style {:g}, topic strength {:g}", design.style, design.topic_strength);
  if (design.families > 0) text += fmt::format(" in {} families", design.families);
  if (design.threads > 0)
    text += fmt::format(", {} thread{} an author and topic of strength {:g}", design.threads,
                        design.threads == 1 ? "" : "s", design.thread_strength);
  return text;
}

std::string remark(const DesignError& error, double confidence) {
  std::vector<std::string> remarks;
  const auto add = [&](const std::string& said) {
    if (!said.empty()) remarks.push_back(said);
  };
  if (error.rejects) add(against_nominal(*error.rejects, 1 - confidence, "too bold", "careful"));
  // The share that holds for these authors where it is known, else for others.
  if (const auto& holds = error.holds ? error.holds : error.holds_all)
    add(against_nominal(*holds, confidence, "wide", "too narrow"));
  return fmt::format("{}", fmt::join(remarks, ", "));
}

Table errors_table(const DesignErrors& found, const SimulatedCorpora& given) {
  const SyntheticDesign& design = given.design;
  Table out;
  out.name = "errors";
  out.title = "How often tests and intervals err";
  out.caption = fmt::format(
      "{} synthetic corpora of {} documents of {} words by {} authors on {} topics ({}), {} corpora a set of "
      "authors; {}{}. "
      "Error: percent of corpora in which a test at {:g} finds a difference where there is none. Holds: "
      "percent of {:g} % intervals that hold the truth, of these authors on other topics, and of other "
      "authors. Shown: percent of corpora in which there is an interval, or else a p. After ±, the "
      "Monte-Carlo standard "
      "error. Remark: more than two of these from nominal, of these authors where that is known. Rows marked "
      "* are what a report goes by.",
      report::grouped(found.corpora), report::grouped(found.documents), design.length, found.authors,
      found.topics, planted(design), given.per_set, design.model,
      design.verifies
          ? fmt::format(", {} topics kept in {} folds", kept_topics(design), pair_fold_count(design))
          : "",
      1 - given.confidence, 100 * given.confidence);
  out.header = {"question", "method", "error", "holds", "other authors", "shown", "width", "remark"};
  out.data_header = {"question",
                     "method",
                     "shown_by_report",
                     "n",
                     "error",
                     "error_mc",
                     "holds",
                     "holds_mc",
                     "holds_other_authors",
                     "holds_other_authors_mc",
                     "width",
                     "shown",
                     "remark"};
  const auto share = [](const std::optional<MonteCarlo>& one) {
    return one ? exact(one->share) : std::string();
  };
  const auto spread = [](const std::optional<MonteCarlo>& one) {
    return one ? exact(one->error) : std::string();
  };
  for (const DesignError& error : found.errors) {
    const std::string said = remark(error, given.confidence);
    const bool has_interval = error.shown.n > 0;
    out.rows.push_back({{error.question},
                        {error.method + (error.shown_by_report ? " *" : "")},
                        {percent(error.rejects)},
                        {percent(error.holds)},
                        {percent(error.holds_all)},
                        {has_interval ? fmt::format("{:.1f}", 100 * error.shown.share) : ""},
                        {error.width ? report::shown(*error.width) : ""},
                        {said}});
    out.data.push_back({error.question, error.method, error.shown_by_report ? "1" : "0",
                        std::to_string(error.rejects     ? error.rejects->n
                                       : error.holds_all ? error.holds_all->n
                                                         : 0),
                        share(error.rejects), spread(error.rejects), share(error.holds), spread(error.holds),
                        share(error.holds_all), spread(error.holds_all), exact(error.width),
                        has_interval ? exact(error.shown.share) : "", said});
  }
  return out;
}

constexpr const char* kOfClassification =
    "Drop: accuracy under the matched control minus that with a topic left out. Words, vocabulary: two "
    "classifiers that are equal by construction, as each reads a random half of the words of every text, or "
    "knows a random half of all words. Lost, survives: of the survival table, from the matched control (with "
    "threads: that keeps them whole). Data, block, topic: the parts of the points lost from ordinary folds.";
constexpr const char* kOfVerification =
    "Of AUC where nothing else is said. Reference: shuffled folds. Lost, survives: from there to HITS. "
    "Ranking, threshold: the parts of the points lost. Words, vocabulary: two verifiers under HITS that are "
    "equal by construction, as each reads a random half of the words of every text, or knows a random half "
    "of "
    "all words. Raven: what is lost from random topics to HITS, and the average of both, by the topic "
    "shortcut "
    "test; of two: the smaller p of the two readers of halves of words, after Holm's correction. HITS "
    "chooses "
    "by the texts themselves, so without topics in them nothing is lost on average only; the truth is then "
    "the "
    "mean.";

Table questions_table(const DesignErrors& found, bool verifies) {
  Table out;
  out.name = "questions";
  out.title = "What was asked";
  out.caption = std::string(
                    "Mean and standard deviation over corpora with the same authors, and what authors add to "
                    "it; of a share the ratio of the mean leads (-: there is no lead to divide by). Truth: "
                    "known by construction, or estimated by "
                    "the mean. ") +
                (verifies ? kOfVerification : kOfClassification);
  out.header = {"question", "mean", "SD", "SD of authors", "truth"};
  out.data_header = {"question", "mean", "sd", "sd_authors", "truth_is_zero", "truth"};
  for (const auto& question : found.questions) {
    out.rows.push_back({{question.name},
                        {question.has_mean ? report::shown(question.mean, 4) : "-"},
                        {question.has_mean ? report::shown(question.sd, 4) : "-"},
                        {question.has_mean && question.sd_sets ? report::shown(*question.sd_sets, 4) : "-"},
                        {question.truth ? fmt::format("{:g}", *question.truth) : "estimated"}});
    const bool has = question.has_mean;
    out.data.push_back({question.name, has ? exact(question.mean) : "", has ? exact(question.sd) : "",
                        has ? exact(question.sd_sets) : "", question.truth == 0.0 ? "1" : "0",
                        exact(question.truth)});
  }
  return out;
}

}  // namespace

std::string against_nominal(const MonteCarlo& share, double nominal, const char* above, const char* below) {
  if (share.n < kFewest) return "";
  const double spread =
      std::max(share.error.value_or(0), std::sqrt(nominal * (1 - nominal) / static_cast<double>(share.n)));
  if (share.share > nominal + 2 * spread) return above;
  if (share.share < nominal - 2 * spread) return below;
  return "";
}

std::vector<Table> simulate_tables(const DesignErrors& found, const SimulatedCorpora& given) {
  return {errors_table(found, given), questions_table(found, given.design.verifies)};
}

}  // namespace standfast::cli
