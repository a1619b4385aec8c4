#include "standfast/simulate/simulate_options.h"

#include <array>

#include <fmt/format.h>

#include "standfast/study/task/task.h"

namespace standfast::simulate {
namespace {

using OptionValues = std::map<std::string, OptionValue>;

// Returns an objection to an option that the task does not use. It is not ignored in silence.
std::string objection_to_task(const SimulateOptions& o) {
  const Task* task = find_task(o.task);
  const bool pairs = task != nullptr && task->traits().draws_pairs;
  if (!pairs && o.design.kept != 0) return "kept belongs to task = verification";
  if (!pairs && o.design.draws != 1) return "seeds belongs to task = verification";
  if (pairs && o.design.threads > 0)
    return "threads belongs to task = classification, whose controls keep threads whole";
  return "";
}

// Adds the designs of docs/simulated-corpora.md, with the numbers of corpora and resamples of its tables.
void add_presets(OptionTable<SimulateOptions>& table) {
  const auto classes = [&](const char* name, const char* summary, OptionValues values) {
    values.insert({{"corpora", int64_t{400}}, {"per-set", int64_t{10}}, {"resamples", int64_t{49}}});
    table.preset(name, fmt::format("classification: {}", summary), std::move(values));
  };
  const auto pairs = [&](const char* name, const char* summary, OptionValues values) {
    values.insert({{"task", "verification"},
                   {"corpora", int64_t{400}},
                   {"per-set", int64_t{10}},
                   {"resamples", int64_t{1999}}});
    table.preset(name, fmt::format("verification: {}", summary), std::move(values));
  };
  const OptionValues threads = {{"threads", int64_t{2}}, {"thread-strength", 0.5}, {"features", "word"}};
  const auto with_threads = [&](OptionValues values) {
    values.insert(threads.begin(), threads.end());
    return values;
  };
  classes("crossed", "24 authors on 12 topics", {{"grid", "24x12x1"}, {"style", 0.7}});
  classes("six-topics", "ten authors on six topics", {{"grid", "10x6x4"}, {"style", 0.5}});
  classes("near-guessing", "authors who write nearly alike", {{"grid", "8x12x3"}, {"style", 0.1}});
  classes("ceiling", "authors who are nearly always known", {{"grid", "8x12x3"}, {"style", 1.2}});
  classes("threads", "threads explain the whole loss", with_threads({{"grid", "8x12x4"}, {"style", 0.4}}));
  classes("threads-six-topics", "the same with six topics",
          with_threads({{"grid", "10x6x4"}, {"style", 0.4}}));
  classes("shared-threads", "threads that authors share explain the whole loss",
          {{"grid", "8x12x4"},
           {"style", 0.4},
           {"threads", int64_t{10}},
           {"shared-threads", true},
           {"thread-strength", 0.5},
           {"features", "word"}});
  pairs("pairs-crossed", "24 authors, 12 of 24 topics kept", {{"grid", "24x24x1"}});
  pairs("pairs-six-topics", "24 authors, six of 12 topics kept", {{"grid", "24x12x2"}});
  pairs("pairs-near-guessing", "authors who write nearly alike", {{"grid", "24x24x1"}, {"style", 0.3}});
  pairs("pairs-ceiling", "long texts of authors who are nearly always known",
        {{"grid", "24x24x1"}, {"style", 2.0}, {"length", int64_t{150}}});
  pairs("pairs-twin-topics", "eight families of three twin topics",
        {{"grid", "24x24x1"}, {"topic-strength", 0.7}, {"families", int64_t{8}}});
}

OptionTable<SyntheticDesign> design_table() {
  using D = SyntheticDesign;
  OptionTable<D> table;
  table.add("style", &D::style, "strength of the authors' habits; 0: all write alike").at_least(0);
  table
      .add("topic-strength", &D::topic_strength,
           "share of content words that depend on the topic; 0: leaving a topic out costs nothing")
      .between(0, 1);
  table
      .add("families", &D::families,
           "families of twin topics, which divide the topics evenly; 0: no topic has a twin")
      .at_least(0);
  table
      .add("threads", &D::threads,
           "classification: threads of an author within a topic; a control then keeps them whole")
      .at_least(0);
  table.add(
      "shared-threads", &D::shared_threads,
      "classification: threads are of a topic and its authors share them; a control takes whole threads");
  table
      .add("thread-strength", &D::thread_strength,
           "share of content words that belong to one thread; 0: threads say nothing")
      .between(0, 1);
  table.add("length", &D::length, "words of an average document").at_least(1);
  table
      .add("kept", &D::kept,
           "verification: topics that every condition takes, at least 4; 0: half of them, 6 to 40")
      .at_least(4)
      .or_zero();
  table.add("seeds", &D::draws, "verification: seeds of the study, each a draw of topics and pairs")
      .between(1, 1000);
  table
      .add("interval", &D::interval,
           "intervals of scores and losses: of the fitted models, or nested, for models trained anew")
      .one_of({"fitted", "nested"});
  table.require([](const D& design) -> std::string {
    if (design.shared_threads && design.threads == 0) return "shared-threads needs threads";
    return design.thread_strength > 0 && design.threads == 0 ? "thread-strength needs threads" : "";
  });
  return table;
}

OptionTable<SimulateOptions> made_table() {
  using O = SimulateOptions;
  OptionTable<O> table;
  table
      .add("task", &O::task,
           "classification: authors as classes, a topic left out; verification: pairs of texts, HITS")
      .one_of(task_names());
  table.text(
      "grid", &O::grid, parse_grid,
      [](const Grid& g) { return fmt::format("{}x{}x{}", g.authors, g.topics, g.documents); },
      "without a corpus or --table: authors x topics x documents of each author on each topic");
  table.include(&O::design, design_table());
  table.add("model", &O::model,
            "a classifier or verifier (standfast ls); else naive-bayes on function words, or char-ngram");
  table.add("features", &O::features,
            "features that the model reads, if it has this option; else "
            "function-words");
  table.add("corpora", &O::corpora, "corpora to simulate").between(2, 10'000'000);
  table
      .add("per-set", &O::per_set,
           "number of corpora that share their authors; from 2 on, intervals are also judged for these "
           "authors")
      .at_least(1);
  table
      .add("resamples", &O::resamples,
           "resamples of the bootstrap of scores and of the topic shortcut test; ten times as many for "
           "differences")
      .between(2, 1'000'000);
  table.add("confidence", &O::confidence, "level of intervals; tests are at one minus this")
      .above(0)
      .below(1);
  table.require([](const O& o) -> std::string {
    return o.corpora % o.per_set == 0
               ? ""
               : fmt::format("per-set = {} does not divide corpora = {}", o.per_set, o.corpora);
  });
  table.require(objection_to_task);
  add_presets(table);
  return table;
}

}  // namespace

Result<Grid> parse_grid(const std::string& text) {
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
        "grid = {}: it is AUTHORSxTOPICSxDOCUMENTS, such as 8x12x3 (at most 10,000,000 documents)", text));
  return Grid{sizes[0], sizes[1], sizes[2]};
}

Result<TopicCounts> grid_counts(const Grid& grid) {
  std::vector<std::string> authors, topics;
  for (uint64_t a = 0; a < grid.authors; ++a) authors.push_back(fmt::format("author{}", a + 1));
  for (uint64_t t = 0; t < grid.topics; ++t) topics.push_back(fmt::format("topic{}", t + 1));
  return TopicCounts::from_table(std::move(topics), std::move(authors),
                                 std::vector<uint64_t>(grid.authors * grid.topics, grid.documents));
}

const OptionTable<SimulateOptions>& simulate_option_table() {
  static const OptionTable<SimulateOptions> table = made_table();
  return table;
}

}  // namespace standfast::simulate
