// standfast simulate: how often do the tests and intervals of a report err on corpora of this design?
#include <array>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/counts_args.h"
#include "cli/show_tables.h"
#include "standfast/base/json.h"
#include "standfast/base/parallel.h"
#include "standfast/report/design_errors.h"
#include "standfast/report/table_json.h"

namespace standfast::cli {
namespace {

using Json = nlohmann::ordered_json;
using report::DesignError;
using report::DesignErrors;
using report::exact;
using report::MonteCarlo;
using report::Table;

struct SimulateArgs {
  CountsArgs counts;
  std::string grid = "8x12x3", out;
  SyntheticDesign design;
  int64_t corpora = 200, per_set = 1, resamples = 999, seed = 0, jobs = 1;
  double confidence = 0.95;
  bool json = false;
};

// "8x12x3": authors, topics, documents of each author on each topic.
Result<TopicCounts> grid_counts(const std::string& text) {
  std::array<uint64_t, 3> sizes{};
  size_t at = 0;
  bool good = true;
  for (size_t k = 0; k < sizes.size() && good; ++k) {
    const size_t end = k + 1 < sizes.size() ? text.find('x', at) : text.size();
    good = end != std::string::npos && end > at && end - at <= 6 &&
           text.find_first_not_of("0123456789", at) >= end;
    if (!good) break;
    sizes[k] = std::stoull(text.substr(at, end - at));
    good = sizes[k] > 0;
    at = end + 1;
  }
  if (!good || sizes[0] * sizes[1] * sizes[2] > 10'000'000)
    return usage_error(fmt::format(
        "simulate: --grid {} is not AUTHORSxTOPICSxDOCUMENTS, such as 8x12x3 (at most 10,000,000 documents)",
        text));
  std::vector<std::string> authors, topics;
  for (uint64_t a = 0; a < sizes[0]; ++a) authors.push_back(fmt::format("author{}", a + 1));
  for (uint64_t t = 0; t < sizes[1]; ++t) topics.push_back(fmt::format("topic{}", t + 1));
  return TopicCounts::from_table(std::move(topics), std::move(authors),
                                 std::vector<uint64_t>(sizes[0] * sizes[1], sizes[2]));
}

std::string percent(const std::optional<MonteCarlo>& share) {
  if (!share) return "";
  return fmt::format("{:.1f}", 100 * share->share) +
         (share->error ? fmt::format(" ±{:.1f}", 100 * *share->error) : "");
}

Table errors_table(const DesignErrors& found, const SimulateArgs& given) {
  Table out;
  out.name = "errors";
  out.title = "How often tests and intervals err";
  out.caption = fmt::format(
      "{} synthetic corpora of {} documents of {} words by {} authors on {} topics (style {:g}, topic "
      "strength "
      "{:g}), "
      "{} corpora a set of authors; {}. Error: percent of corpora in which a test at {:g} finds a difference "
      "where there is "
      "none. Holds: percent of {:g} % intervals that hold the truth, of these authors on other topics, and "
      "of "
      "other authors. "
      "After ±, the Monte-Carlo standard error. Rows marked * are what a report goes by.",
      report::grouped(found.corpora), report::grouped(found.documents), given.design.length, found.authors,
      found.topics, given.design.style, given.design.topic_strength, given.per_set, given.design.model,
      1 - given.confidence, 100 * given.confidence);
  out.header = {"question", "method", "error", "holds", "other authors", "width"};
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
                     "width"};
  for (const DesignError& error : found.errors) {
    const auto share = [](const std::optional<MonteCarlo>& one) {
      return one ? exact(one->share) : std::string();
    };
    const auto spread = [](const std::optional<MonteCarlo>& one) {
      return one ? exact(one->error) : std::string();
    };
    out.rows.push_back({{error.question},
                        {error.method + (error.shown_by_report ? " *" : "")},
                        {percent(error.rejects)},
                        {percent(error.holds)},
                        {percent(error.holds_all)},
                        {error.width ? report::shown(*error.width) : ""}});
    out.data.push_back({error.question, error.method, error.shown_by_report ? "1" : "0",
                        std::to_string(error.rejects     ? error.rejects->n
                                       : error.holds_all ? error.holds_all->n
                                                         : 0),
                        share(error.rejects), spread(error.rejects), share(error.holds), spread(error.holds),
                        share(error.holds_all), spread(error.holds_all), exact(error.width)});
  }
  return out;
}

Table questions_table(const DesignErrors& found) {
  Table out;
  out.name = "questions";
  out.title = "What was asked";
  out.caption =
      "Mean and standard deviation over corpora with the same authors, and what authors add to it. Drop: "
      "accuracy under "
      "the matched control minus that with a topic left out. Words, vocabulary: two classifiers that are "
      "equal "
      "by "
      "construction, as each reads a random half of the words of every text, or knows a random half of all "
      "words.";
  out.header = {"question", "mean", "SD", "SD of authors", "truth"};
  out.data_header = {"question", "mean", "sd", "sd_authors", "truth_is_zero"};
  for (const auto& question : found.questions) {
    out.rows.push_back({{question.name},
                        {report::shown(question.mean, 4)},
                        {report::shown(question.sd, 4)},
                        {question.sd_sets ? report::shown(*question.sd_sets, 4) : "-"},
                        {question.is_null ? "0" : "estimated"}});
    out.data.push_back({question.name, exact(question.mean), exact(question.sd), exact(question.sd_sets),
                        question.is_null ? "1" : "0"});
  }
  return out;
}

Status check(const SimulateArgs& given) {
  if (given.corpora < 2 || given.corpora > 10'000'000)
    return usage_error("simulate: --corpora is from 2 to 10,000,000");
  if (given.per_set < 1 || given.corpora % given.per_set != 0)
    return usage_error(
        fmt::format("simulate: --per-set {} does not divide --corpora {}", given.per_set, given.corpora));
  if (given.resamples < 2 || given.resamples > 1'000'000)
    return usage_error("simulate: --resamples is from 2 to 1,000,000");
  if (given.seed < 0) return usage_error("simulate: --seed must not be negative");
  if (given.jobs < 0) return usage_error("simulate: --jobs must not be negative");
  return {};
}

Status run(SimulateArgs given) {
  SF_TRY(check(given));
  if (given.counts.corpus.path.empty() && given.counts.table.empty()) {
    SF_ASSIGN(given.design.table, grid_counts(given.grid));
  } else {
    SF_ASSIGN(auto read, given.counts.read("simulate"));
    given.design.table = std::move(read.counts);
  }
  given.design.seed = static_cast<uint64_t>(given.seed);
  report::DesignErrorOptions options;
  options.sets = static_cast<uint32_t>(given.corpora / given.per_set);
  options.blocks = static_cast<uint32_t>(given.per_set);
  options.level = given.confidence;
  options.resamples = static_cast<uint32_t>(given.resamples);
  options.threads = given.jobs > 0 ? static_cast<int>(given.jobs) : available_threads();
  const auto found = report::design_errors(given.design, options, terminal());
  if (!found) return with_context("simulate", found.error());
  const std::vector<Table> tables = {errors_table(*found, given), questions_table(*found)};
  if (!given.out.empty()) SF_TRY(write_tables(given.out, tables));
  if (given.json) {
    Json document = {{"schema", "standfast-simulate/1"},
                     {"corpora", found->corpora},
                     {"per_set", given.per_set},
                     {"documents", found->documents},
                     {"authors", found->authors},
                     {"topics", found->topics},
                     {"style", given.design.style},
                     {"topic_strength", given.design.topic_strength},
                     {"length", given.design.length},
                     {"model", given.design.model},
                     {"confidence", given.confidence},
                     {"resamples", given.resamples},
                     {"seed", given.seed},
                     {"tables", Json::object()}};
    for (const auto& table : tables) document["tables"][table.name] = table_json(table);
    print(document.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
    return {};
  }
  std::string text;
  for (const auto& table : tables) text += shown_table(table);
  print(text);
  return {};
}

}  // namespace

Command simulate_command() {
  return {
      "simulate", "How often the tests and intervals of a report err, on synthetic corpora of a design",
      [](Args& args) {
        auto given = std::make_shared<SimulateArgs>();
        given->design.options = {{"features", std::string("function-words")}};
        given->counts.declare(args);
        args.text("--grid", given->grid,
                  "Without a corpus or --table: authors x topics x documents of each author on each topic");
        args.number("--style", given->design.style,
                    "How far habits of authors lie apart; 0: all write alike");
        args.number("--topic-strength", given->design.topic_strength,
                    "Share of content words that depend on the topic; 0: leaving a topic out costs nothing");
        args.integer("--length", given->design.length, "Words of an average document");
        args.text("--model", given->design.model, "A classifier (standfast ls classifiers)");
        args.settings("--set", given->design.options, "Option of the classifier, e.g. features=word");
        args.integer("--corpora", given->corpora, "Corpora to simulate");
        args.integer(
            "--per-set", given->per_set,
            "Of these, so many share their authors; from 2 on, intervals are asked about these authors");
        args.integer("--resamples", given->resamples,
                     "Resamples of the bootstrap of scores; of differences ten times as many");
        args.number("--confidence", given->confidence, "Level of intervals; tests are at one minus this");
        args.integer("--seed", given->seed, "Same seed, same numbers");
        args.integer("-j,--jobs", given->jobs, "Threads (0: all processors); does not change the result");
        args.text("-o,--out", given->out, "Folder for the tables as CSV and LaTeX");
        args.flag("--json", given->json, "Print one JSON document");
        args.footer(
            "Of a corpus only the author x topic table is used, no text. Every synthetic corpus goes through "
            "features, a classifier,\nordinary folds, leave-one-topic-out and its matched control, and the "
            "statistics of the report (docs/topic-statistics.md).");
        return [given] { return run(*given); };
      }};
}

}  // namespace standfast::cli
