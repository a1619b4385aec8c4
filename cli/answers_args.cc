#include "cli/answers_args.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "standfast/base/in_words.h"

namespace standfast::cli {
namespace {

// Checks the number of ids of the truth without an answer. If no id has one, the file is nearly always the
// wrong one, and its scores would look like the scores of a system that never dares to answer.
Status check_missing(const std::string& path, const Truth& truth, const JoinedAnswers& joined,
                     const std::string& policy) {
  if (joined.missing == 0 || policy == "open") return {};
  if (joined.missing == truth.ids.size())
    return data_error(fmt::format(
        "{}: no answer to any of the {} of the truth (first: \"{}\"); are they answers to another "
        "data set, or none "
        "at all?{}",
        path, counted(joined.missing, "id"), truth.ids.front(),
        policy == "some" ? " --missing open takes them all as 0.5, as PAN does" : ""));
  if (policy == "some") return {};
  return data_error(
      fmt::format("{}: {} of the truth without an answer (first: \"{}\"); --missing some leaves them "
                  "open at 0.5, as PAN does",
                  path, counted(joined.missing, "id"), joined.first_missing));
}

}  // namespace

void AnswersArgs::declare(Args& args, bool truth_required, const std::vector<std::string>& more_profiles) {
  std::vector<std::string> names = more_profiles;
  for (const auto& known : metric_profiles()) names.push_back(known.name);
  args.text("--truth", truth, "truth.jsonl {id, same, authors}, a table, or the PAN folder that holds it",
            truth_required)
      .path();
  args.choice("--profile", profile, names, "Metrics and rules of this evaluator");
  args.count("--bootstrap", bootstrap, "Resamples of the bootstrap for intervals (0: none)");
  args.choice("--cluster", cluster, {"auto", "author", "item"},
              "Unit of resampling; auto: authors where the truth names them, else items");
  args.number("--confidence", confidence, "Level of the intervals");
  args.choice("--extra", extra, {"refuse", "ignore"},
              "Policy for answers to ids that the truth does not have");
  args.choice(
      "--missing", missing, {"some", "open", "refuse"},
      "Policy for missing answers. Pairs without an answer count as 0.5; documents without one are left out "
      "and counted. some: refuse a file that answers no id; open: accept even that, for pairs (as PAN does); "
      "refuse: refuse any");
  args.count("--seed", seed, "Same seed, same bytes");
  args.jobs(jobs);
}

Status AnswersArgs::check(const std::string& command) const {
  if (bootstrap < 0 || bootstrap == 1 || bootstrap > 10'000'000)
    return usage_error(fmt::format(
        "{}: --bootstrap {} is not a number of resamples; take 1000, or 0 for none", command, bootstrap));
  if (!(confidence > 0 && confidence < 1))
    return usage_error(
        fmt::format("{}: --confidence {} is not between 0 and 1 (write 95 % as 0.95)", command, confidence));
  return {};
}

ResampleOptions AnswersArgs::resampling() const {
  ResampleOptions options;
  options.resamples = static_cast<uint32_t>(bootstrap);
  options.seed = static_cast<uint64_t>(seed);
  options.threads = threads_of(jobs);
  return options;
}

Result<Cluster> AnswersArgs::resolve_cluster(const Truth& loaded) const {
  if (cluster == "item") return Cluster::item;
  const auto without = std::find(loaded.author_a.begin(), loaded.author_a.end(), kNoAuthor);
  if (without == loaded.author_a.end()) return Cluster::author;
  if (cluster == "auto") return Cluster::item;
  return data_error(
      fmt::format("{}: item {} names no authors, so authors cannot be resampled; use --cluster item", truth,
                  loaded.ids[static_cast<size_t>(without - loaded.author_a.begin())]));
}

std::string name_of(Cluster cluster) {
  return cluster == Cluster::author ? "author" : "item";
}

Result<Truth> load_truth(const AnswersArgs& args) {
  SF_ASSIGN(Truth truth, read_truth(args.truth));
  if (truth.blank_lines > 0)
    terminal().warn(fmt::format("{}: skipped {}", args.truth, counted(truth.blank_lines, "blank line")));
  return truth;
}

Result<JoinedAnswers> load_answers(const std::string& path, const Truth& truth, const MetricProfile& profile,
                                   const AnswersArgs& args) {
  SF_ASSIGN(const Answers answers, read_answers(path, profile.out_of_range));
  const auto say = [&](uint64_t count, const char* one, const char* many, const std::string& what) {
    if (count > 0) terminal().warn(fmt::format("{}: {} {}", path, counted(count, one, many), what));
  };
  say(answers.blank_lines, "blank line", "blank lines", "skipped");
  say(answers.duplicates, "line repeats", "lines repeat", "an id; the last answer to each id counts");
  say(answers.lists, "value is", "values are", "a list of one number, taken as that number");
  say(answers.from_same, "line has", "lines have", "no \"value\" but \"same\", taken as 1 or 0");
  say(answers.outside, "score lies", "scores lie",
      fmt::format("outside [0, 1], clipped{} as {} does",
                  profile.out_of_range == OutOfRange::keep ? " for Brier alone" : "", profile.name));
  JoinedAnswers joined = join(truth, answers.predictions);
  if (joined.extra > 0) {
    const std::string what = fmt::format("{} to ids that the truth does not have (first: \"{}\")",
                                         counted(joined.extra, "answer"), joined.first_extra);
    if (args.extra == "refuse")
      return data_error(fmt::format(
          "{}: {}; is it the truth of another data set? --extra ignore leaves them out", path, what));
    terminal().warn(fmt::format("{}: left out {}", path, what));
  }
  SF_TRY(check_missing(path, truth, joined, args.missing));
  say(joined.missing, "id of the truth has", "ids of the truth have",
      "no answer, taken as 0.5, a non-answer");
  return joined;
}

ScoredItems scored_items(const JoinedAnswers& answers, const Truth& truth, Cluster cluster, uint32_t& units) {
  ScoredItems items;
  items.score = answers.scores;
  items.same = truth.same;
  if (cluster == Cluster::author) {
    units = static_cast<uint32_t>(truth.authors.size());
    items.author_a = truth.author_a;
    items.author_b = truth.author_b;
  } else {
    units = static_cast<uint32_t>(truth.ids.size());
    items.author_a.resize(units);
    std::iota(items.author_a.begin(), items.author_a.end(), 0U);
    items.author_b = items.author_a;
  }
  return items;
}

}  // namespace standfast::cli
