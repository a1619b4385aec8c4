#include "cli/score_classes.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "cli/show_tables.h"
#include "standfast/answers/class_predictions.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/base/memory.h"

namespace standfast::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kMostInATable = 1000;  // classes up to which --json shows the confusion as a table

// The predictions in the order of the corpus.
struct Joined {
  std::vector<std::string> classes;  // the fixed label set: labels of the corpus and the predictions
  std::vector<uint32_t> rows;        // rows of the corpus with a class and a prediction
  std::vector<uint32_t> truth;
  std::vector<double> probabilities;  // rows x classes
  std::vector<uint32_t> labels;       // in place of probabilities, if only answers are scored
  uint64_t without_class = 0, without_prediction = 0;
  bool probabilistic = false;
};

std::vector<uint32_t> places(const std::vector<std::string>& names, const std::vector<std::string>& among) {
  std::vector<uint32_t> result;
  for (const auto& name : names)
    result.push_back(
        static_cast<uint32_t>(std::lower_bound(among.begin(), among.end(), name) - among.begin()));
  return result;
}

// Warns of classes that only one side has: a class renamed on one side makes every answer to its documents
// wrong, and no number shows why. Labels without probabilities may well omit an existing class, so an
// omission alone causes no warning.
void warn_of_unknown_classes(const standfast::ClassPredictions& predicted, const Column& column,
                             const Joined& joined, const std::string& file) {
  constexpr size_t kMostNames = 5;
  std::vector<bool> is_scored(joined.classes.size());
  for (const uint32_t truth : joined.truth) is_scored[truth] = true;
  std::vector<std::string> unanswered, unknown;
  const auto among = [](const std::vector<std::string>& names, const std::string& name) {
    return std::binary_search(names.begin(), names.end(), name);
  };
  for (size_t c = 0; c < joined.classes.size(); ++c)
    if (is_scored[c] && !among(predicted.classes, joined.classes[c])) unanswered.push_back(joined.classes[c]);
  for (const auto& name : predicted.classes)
    if (!among(column.names, name)) unknown.push_back(name);
  const auto scored = static_cast<size_t>(std::count(is_scored.begin(), is_scored.end(), true));
  const bool none_shared = !predicted.classes.empty() && unanswered.size() == scored;
  if (unanswered.empty() || (unknown.empty() && !predicted.has_probabilities && !none_shared)) return;
  std::string line = fmt::format("{}: {} class {} of the truth", file,
                                 predicted.has_probabilities ? "answers have no column for" : "no answer is",
                                 quoted_names(unanswered, kMostNames));
  if (!unknown.empty())
    line += fmt::format("; {} class {}, which the truth lacks",
                        predicted.has_probabilities ? "they have one for" : "some are",
                        quoted_names(unknown, kMostNames));
  if (none_shared) line += "; truth and answers have no class in common, so every answer counts as wrong";
  terminal().warn(line);
}

// Estimates the bytes that the scores take at once: the table of probabilities, the wins of each class over
// each other, and for resamples the order of the documents by each class, and the wins in each thread.
uint64_t bytes_of(uint64_t documents, uint64_t classes, const ClassificationProfile& profile,
                  const ResampleOptions& resampling) {
  uint64_t of_a_class = documents * sizeof(double);
  if (profile.ranks) {
    const bool resampled = resampling.resamples > 0;
    const uint64_t tables = resampled ? std::max(resampling.threads, 1) : 1;
    of_a_class += tables * classes * sizeof(uint64_t) + (resampled ? 9 * documents : 0);
  }
  return classes * of_a_class;
}

Result<Joined> join(const standfast::ClassPredictions& predicted, const Corpus& corpus, const Column& column,
                    const AnswersArgs& args, const ClassificationProfile& profile, const std::string& file) {
  Joined joined;
  std::set_union(predicted.classes.begin(), predicted.classes.end(), column.names.begin(), column.names.end(),
                 std::back_inserter(joined.classes));
  const size_t classes = joined.classes.size();
  // Ranking metrics need a row for each document, even if its answer is a class alone.
  const bool labels_alone = !predicted.has_probabilities && !profile.ranks;
  const uint64_t documents = std::min<uint64_t>(predicted.ids.size(), corpus.size());
  if (!labels_alone)
    SF_TRY(check_memory(bytes_of(documents, classes, profile, args.resampling()),
                        fmt::format("{}: {} classes for {} documents", file, classes, documents),
                        profile.ranks
                            ? "--profile classification-labels needs less; is the class column one of ids or "
                              "texts?"
                            : "is the class column one of ids or texts?",
                        terminal()));
  const auto of_truth = places(column.names, joined.classes),
             of_file = places(predicted.classes, joined.classes);
  std::vector<uint32_t> line_of(corpus.size(), kMissing);
  uint64_t extra = 0;
  std::string first_extra;
  for (uint32_t i = 0; i < predicted.ids.size(); ++i) {
    if (const auto row = corpus.row_of(predicted.ids[i]))
      line_of[*row] = i;
    else if (extra++ == 0)
      first_extra = predicted.ids[i];
  }
  if (extra > 0) {
    const std::string what = fmt::format("{} predictions for documents that {} does not have (first: \"{}\")",
                                         extra, args.truth, first_extra);
    if (args.extra == "refuse")
      return data_error(
          fmt::format("{}: {}; is it another corpus? --extra ignore leaves them out", file, what));
    terminal().warn(fmt::format("{}: left out {}", file, what));
  }
  std::string first_missing;
  if (!labels_alone) joined.probabilities.reserve(documents * classes);
  for (uint32_t row = 0; row < corpus.size(); ++row) {
    const uint32_t line = line_of[row];
    if (line == kMissing) {
      if (joined.without_prediction++ == 0) first_missing = corpus.id(row);
      continue;
    }
    if (column.codes[row] == kMissing) {
      ++joined.without_class;
      continue;
    }
    joined.rows.push_back(row);
    joined.truth.push_back(of_truth[column.codes[row]]);
    if (labels_alone) {
      const uint32_t answer = predicted.predicted[line];
      joined.labels.push_back(answer == kNoAnswer ? kNoAnswer : of_file[answer]);
      continue;
    }
    joined.probabilities.resize(joined.probabilities.size() + classes);
    double* to = joined.probabilities.data() + joined.probabilities.size() - classes;
    if (predicted.predicted[line] == kNoAnswer) continue;
    if (!predicted.has_probabilities) {
      to[of_file[predicted.predicted[line]]] = 1;
      continue;
    }
    const auto columns = predicted.probabilities.row_columns(line);
    for (size_t k = 0; k < columns.size(); ++k)
      to[of_file[columns[k]]] = predicted.probabilities.row_values(line)[k];
  }
  if (joined.rows.empty())
    return data_error(fmt::format("{}: no prediction for any document with a class of {}", file, args.truth));
  if (joined.without_prediction > 0) {
    const std::string what = fmt::format("{} of {} documents of {} have no prediction (first: \"{}\")",
                                         joined.without_prediction, corpus.size(), args.truth, first_missing);
    if (args.missing == "refuse") return data_error(fmt::format("{}: {}", file, what));
    terminal().warn(what + "; the scores are of the other documents");
  }
  warn_of_unknown_classes(predicted, column, joined, file);
  if (joined.without_class > 0)
    terminal().warn(fmt::format("{} predicted documents of {} have no class and are left out",
                                joined.without_class, args.truth));
  joined.probabilistic = predicted.has_probabilities && !predicted.ranks_only;
  return joined;
}

// Adds the confusion matrix: rows are truths, columns answers. If there are many classes, adds only the
// counts above 0: [truth, answer, n], by number of class.
void add_confusion(const ClassItems& items, Json& out) {
  const auto counts = confusion_counts(items);
  if (items.classes > kMostInATable) {
    Json& list = out["confusion_counts"] = Json::array();
    for (const auto& [truth, answer, n] : counts) list.push_back({truth, answer, n});
    return;
  }
  std::vector<std::vector<uint64_t>> table(items.classes, std::vector<uint64_t>(items.classes));
  for (const auto& [truth, answer, n] : counts) table[truth][answer] = n;
  out["confusion"] = table;
}

// Returns one interval for each metric, in their order.
std::vector<std::optional<Interval>> intervals(const ClassificationProfile& profile, const ClassItems& items,
                                               const Joined& joined, const Corpus& corpus,
                                               const AnswersArgs& args) {
  std::vector<uint32_t> unit(items.size());
  uint32_t units = 0;
  if (args.cluster == "author") {
    const Column& authors = *corpus.column(Role::author);
    units = static_cast<uint32_t>(authors.names.size());
    for (size_t i = 0; i < unit.size(); ++i)  // a document without an author is its own unit
      unit[i] = authors.codes[joined.rows[i]] == kMissing ? units++ : authors.codes[joined.rows[i]];
  } else {
    for (auto& u : unit) u = units++;
  }
  std::optional<ClassRanking> ranking;
  if (profile.ranks) ranking.emplace(items);
  const auto replicates =
      UnitBootstrap(units, args.resampling())
          .replicates(unit, unit, profile.metrics.size(),
                      [&](std::span<const uint32_t> weights, std::span<double> out) {
                        ClassWins wins;
                        if (ranking) wins = ranking->wins(weights);
                        const auto values =
                            evaluate(profile, tally(items, weights), profile.ranks ? &wins : nullptr);
                        for (size_t m = 0; m < values.size(); ++m)
                          out[m] = values[m].value_or(std::numeric_limits<double>::quiet_NaN());
                      });
  std::vector<std::optional<Interval>> result;
  for (const auto& values : replicates) result.push_back(percentile_interval(values, args.confidence));
  return result;
}

}  // namespace

void ClassScoreArgs::declare(Args& args) {
  task.declare(args);
  truth.declare_columns(args);
  args.flag(
      "--ranking", ranking,
      "Classification: take the numbers for ranks of the classes only, as decision values; no log loss, no "
      "Brier");
  args.flag("--by-class", by_class, "Classification: print precision, recall and F1 of each class");
}

std::vector<std::string> ClassScoreArgs::profile_names() {
  std::vector<std::string> names;
  for (const auto& profile : classification_profiles()) names.push_back(profile.name);
  return names;
}

Result<TaskKind> ClassScoreArgs::task_of(const std::string& profile, const std::string& answers) const {
  const auto names = profile_names();
  const bool of_classes = std::find(names.begin(), names.end(), profile) != names.end();
  if (task.task == "verification" && (of_classes || !task.target.empty()))
    return usage_error(fmt::format("score: {} is for classification",
                                   of_classes ? "--profile " + profile : "--target " + task.target));
  if (task.task == "classification" || of_classes || !task.target.empty()) return TaskKind::classification;
  const bool nothing_said = task.task == "guess" && profile.empty();
  // A pipe gives its bytes only once, and they are needed later.
  std::error_code ignored;
  const bool may_look = answers != "-" && std::filesystem::is_regular_file(answers, ignored);
  return nothing_said && may_look && names_classes(answers) ? TaskKind::classification
                                                            : TaskKind::verification;
}

Status score_classes(const ClassScoreArgs& given, const AnswersArgs& shared, const std::string& predictions,
                     bool json) {
  SF_ASSIGN(const standfast::ClassPredictions predicted, read_class_predictions(predictions));
  if (predicted.blank_lines > 0)
    terminal().warn(fmt::format("{}: skipped {} blank lines", predictions, predicted.blank_lines));
  CorpusArgs where = given.truth;
  where.path = shared.truth;
  SF_ASSIGN(const Corpus corpus, where.read());
  SF_ASSIGN(const Role target, given.task.role(corpus));
  if (shared.cluster == "author" && shared.bootstrap > 0) SF_TRY(corpus.require(Role::author));
  const bool chosen = find_classification_profile(shared.profile).has_value();
  SF_ASSIGN(const ClassificationProfile* profile,
            find_classification_profile(chosen                        ? shared.profile
                                        : predicted.has_probabilities ? "classification"
                                                                      : "classification-labels"));
  SF_ASSIGN(const Joined joined,
            join(predicted, corpus, *corpus.column(target), shared, *profile, predictions));
  const ClassItems items{.classes = joined.classes.size(),
                         .truth = joined.truth,
                         .probabilities = joined.probabilities,
                         .probabilistic = joined.probabilistic && !given.ranking,
                         .labels = joined.labels};
  const ClassificationScores scores = evaluate(*profile, items);
  std::vector<std::optional<Interval>> ends;
  if (shared.bootstrap > 0) ends = intervals(*profile, items, joined, corpus, shared);

  const uint64_t unanswered = tally(items).unanswered();
  if (unanswered > 0 && !json)
    terminal().warn(
        fmt::format("{} of {} documents have no answer; they count as errors, and what needs a "
                    "probability or a rank of each document is undefined",
                    unanswered, scores.n));

  if (json) {
    Json out = {{"profile", profile->name},
                {"target", role_name(target)},
                {"n", scores.n},
                {"n_total", corpus.size()},
                {"n_without_prediction", joined.without_prediction},
                {"n_without_class", joined.without_class},
                {"n_unanswered", unanswered},
                {"classes", joined.classes}};
    for (size_t m = 0; m < profile->metrics.size(); ++m)
      out["metrics"][profile->metrics[m]] = json_or_null(scores.values[m]);
    for (size_t m = 0; m < ends.size(); ++m)
      out["intervals"][profile->metrics[m]] = ends[m] ? Json{ends[m]->low, ends[m]->high} : Json(nullptr);
    if (!ends.empty())
      out["bootstrap"] = {{"method", "percentile"},
                          {"cluster", shared.cluster == "author" ? "author" : "item"},
                          {"resamples", shared.bootstrap},
                          {"confidence", shared.confidence},
                          {"seed", shared.seed}};
    for (size_t c = 0; c < scores.classes.size(); ++c) {
      const auto& one = scores.classes[c];
      out["by_class"].push_back({{"class", joined.classes[c]},
                                 {"support", one.support},
                                 {"predicted", one.predicted},
                                 {"precision", one.precision},
                                 {"recall", one.recall},
                                 {"f1", one.f1}});
    }
    add_confusion(items, out);
    print(json_text(out) + "\n");
    return {};
  }
  std::string out =
      fmt::format("{}: {}\n{} of {} documents scored, {} classes ({})\n", profile->name, profile->summary,
                  scores.n, corpus.size(), joined.classes.size(), role_name(target));
  for (size_t m = 0; m < profile->metrics.size(); ++m) {
    const auto& name = profile->metrics[m];
    if (!scores.values[m]) {
      SF_ASSIGN(const auto* entry, classification_metrics().find(name));
      out += fmt::format("  {:<18} undefined: {}\n", name, entry->traits.undefined);
      continue;
    }
    out += fmt::format("  {:<18} {:>6.3f}", name, *scores.values[m]);
    if (!ends.empty() && ends[m]) out += fmt::format("  [{:.3f}, {:.3f}]", ends[m]->low, ends[m]->high);
    out += "\n";
  }
  if (!ends.empty())
    out += fmt::format("  in brackets: {:g} % percentile intervals, {}s resampled\n", 100 * shared.confidence,
                       shared.cluster == "author" ? "author" : "document");
  if (given.by_class) {
    out += fmt::format("  {:<24} {:>7} {:>9} {:>9} {:>6} {:>6}\n", "class", "support", "predicted",
                       "precision", "recall", "F1");
    for (size_t c = 0; c < scores.classes.size(); ++c) {
      const auto& one = scores.classes[c];
      out += fmt::format("  {:<24} {:>7} {:>9} {:>9.3f} {:>6.3f} {:>6.3f}\n", joined.classes[c], one.support,
                         one.predicted, one.precision, one.recall, one.f1);
    }
  }
  print(out);
  return {};
}

}  // namespace standfast::cli
