#include "standfast/split/file/check.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/in_words.h"
#include "standfast/split/control/trades.h"
#include "standfast/split/dates.h"
#include "standfast/split/file/side_patterns.h"
#include "standfast/split/file/unique_in_fold.h"
#include "standfast/split/keep_whole.h"
#include "standfast/split/matched_control.h"
#include "standfast/split/purge.h"
#include "standfast/split/splitter.h"
#include "standfast/split/strata.h"

namespace standfast {
namespace {

using Rows = RowSet;

SplitFinding passed(const char* name, std::string message) {
  return {name, true, std::move(message)};
}
SplitFinding failed(const char* name, std::string message) {
  return {name, false, std::move(message)};
}

// Checks that the folds of one drawing test a document at most once; if the method tests all documents, each
// drawing must test the same documents. Drawings follow each other and have equally many folds.
SplitFinding check_repeats(const Splits& splits, const Corpus& corpus, bool tests_all) {
  const auto& folds = splits.split.folds;
  const size_t repeats = size_t{folds.back().repeat} + 1;
  if (folds.size() % repeats != 0)
    return failed("repeats",
                  fmt::format("{} folds are not {} repeats of equally many", folds.size(), repeats));
  const size_t each = folds.size() / repeats;
  std::vector<RowSet> tested(repeats);
  size_t same = 0;
  for (size_t r = 0; r < repeats; ++r) {
    std::vector<uint32_t> rows;
    bool known = r > 0;
    for (size_t f = r * each; f < (r + 1) * each; ++f) {
      if (folds[f].repeat != r)
        return failed("repeats",
                      fmt::format("fold {} is marked as repeat {}, but its place belongs to repeat {}", f,
                                  folds[f].repeat, r));
      rows.insert(rows.end(), folds[f].test.begin(), folds[f].test.end());
      known = known && folds[f].test == folds[f - each].test;
    }
    same += known ? 1 : 0;
    tested[r] = sorted_rows(std::move(rows));
    if (!tests_all) continue;
    if (const auto twice = first_twice(tested[r]))
      return failed("repeats", fmt::format("repeat {} tests \"{}\" twice", r, corpus.id(*twice)));
    if (tested[r] != tested[0])
      return failed("repeats", fmt::format("repeat {} tests other documents than repeat 0", r));
  }
  return passed("repeats",
                fmt::format("{} repeats of {} fold{}{}{}", repeats, each, each == 1 ? "" : "s",
                            tests_all ? "; each tests every document once" : "",
                            same > 0 ? fmt::format("; {} repeat the folds of the repeat before", same) : ""));
}

// Checks that no document of train or validation has a text nearly equal to a tested one.
SplitFinding check_near(const Splits& splits, const Corpus& corpus, const NearPurge& purge) {
  const auto pairs = near_pairs(corpus, splits.sample.rows, purge, 1);
  if (!pairs) return failed("purge-near", pairs.error().message);
  std::vector<char> trains(corpus.size()), tests(corpus.size());
  for (size_t f = 0; f < splits.split.folds.size(); ++f) {
    const Fold& fold = splits.split.folds[f];
    std::ranges::fill(trains, 0);
    std::ranges::fill(tests, 0);
    for (const Rows* side : {&fold.train, &fold.validation})
      for (const uint32_t row : *side) trains[row] = 1;
    for (const uint32_t row : fold.test) tests[row] = 1;
    for (const auto& pair : *pairs)
      if ((trains[pair.a] != 0 && tests[pair.b] != 0) || (trains[pair.b] != 0 && tests[pair.a] != 0))
        return failed(
            "purge-near",
            fmt::format("fold {}: the texts of \"{}\" and \"{}\" have a similarity of {:.3f}, and one "
                        "trains while the other is tested",
                        f, corpus.id(pair.a), corpus.id(pair.b), pair.similarity));
  }
  return passed("purge-near", fmt::format("no tested text has a similarity of {} or more with a text in "
                                          "train",
                                          purge.threshold));
}

SplitFinding check_sides(const Splits& splits, const Corpus& corpus) {
  uint64_t least_train = UINT64_MAX, most_train = 0, least_test = UINT64_MAX, most_test = 0;
  for (size_t f = 0; f < splits.split.folds.size(); ++f) {
    const Fold& fold = splits.split.folds[f];
    if (fold.train.empty() || fold.test.empty())
      return failed("sides",
                    fmt::format("fold {} has no {} documents", f, fold.train.empty() ? "train" : "test"));
    for (const auto& side : sides_of(fold))
      if (const auto twice = first_twice(*side.rows))
        return failed("sides",
                      fmt::format("fold {} names \"{}\" twice in {}", f, corpus.id(*twice), side.name));
    least_train = std::min<uint64_t>(least_train, fold.train.size());
    most_train = std::max<uint64_t>(most_train, fold.train.size());
    least_test = std::min<uint64_t>(least_test, fold.test.size());
    most_test = std::max<uint64_t>(most_test, fold.test.size());
  }
  const auto span = [](uint64_t least, uint64_t most) {
    return least == most ? std::to_string(least) : fmt::format("{} to {}", least, most);
  };
  return passed("sides", fmt::format("{} folds, train {} and test {} documents", splits.split.folds.size(),
                                     span(least_train, most_train), span(least_test, most_test)));
}

SplitFinding check_disjoint(const Splits& splits, const Corpus& corpus) {
  for (size_t f = 0; f < splits.split.folds.size(); ++f) {
    if (const auto both = first_on_two_sides(splits.split.folds[f]))
      return failed("disjoint", fmt::format("fold {}: \"{}\" is in {} and in {}", f, corpus.id(both->row),
                                            both->one, both->other));
  }
  return passed("disjoint", "no document is on two sides of a fold");
}

// A method's promise about the documents that it tests. A split of another tool promises nothing: it may be
// one train and one test side of some of the documents.
enum class Tested : uint8_t {
  all,     // every document is tested or left out
  some,    // a document may always train
  unknown  // a document may be on no side
};

SplitFinding check_coverage(const Splits& splits, const Corpus& corpus, Tested promised) {
  std::vector<uint32_t> tested(corpus.size(), 0);
  std::vector<bool> used(corpus.size(), false), left_out(corpus.size(), false);
  for (const auto& fold : splits.split.folds)
    for (const auto& side : sides_of(fold))
      for (const auto& run : side.rows->runs()) {
        std::fill(used.begin() + run.first, used.begin() + run.last + 1, true);
        if (side.rows == &fold.test)
          for (uint64_t row = run.first; row <= run.last; ++row) ++tested[row];
      }
  for (const uint32_t row : splits.split.left_out) left_out[row] = true;
  uint64_t out = 0, missing = 0, untested = 0, least = UINT64_MAX, most = 0;
  std::optional<uint32_t> first_missing;
  for (uint32_t row = 0; row < corpus.size(); ++row) {
    if (left_out[row]) {
      ++out;
      if (used[row])
        return failed("coverage", fmt::format("\"{}\" is in left_out and in a fold", corpus.id(row)));
      continue;
    }
    if (tested[row] == 0 && used[row] && promised != Tested::all) {
      ++untested;
      continue;
    }
    if (tested[row] == 0) {
      ++missing;
      if (!first_missing) first_missing = row;
      continue;
    }
    least = std::min<uint64_t>(least, tested[row]);
    most = std::max<uint64_t>(most, tested[row]);
  }
  if (missing > 0 && promised != Tested::unknown)
    return failed("coverage",
                  fmt::format("{} documents are neither tested nor in left_out, the first is \"{}\"", missing,
                              corpus.id(*first_missing)));
  if (promised == Tested::all && least < most)
    return failed("coverage",
                  fmt::format("documents are tested {} to {} times, but {} tests all equally often", least,
                              most, splits.split.method));
  const std::string times = most == 0       ? "none is tested"
                            : least != most ? fmt::format("the others are tested {} to {} times", least, most)
                            : most == 1     ? std::string("every other document is tested once")
                                            : fmt::format("each of the others is tested {} times", most);
  return passed("coverage",
                fmt::format("{} of {} documents are left out, {}{}{}", out, corpus.size(),
                            missing > 0 ? fmt::format("{} on no side, ", missing) : "",
                            untested > 0 ? fmt::format("{} never tested, ", untested) : "", times));
}

// A value of a column that stands on both of two sides: the first one found.
struct Shared {
  size_t fold = 0;
  uint32_t code = kMissing;
  uint64_t folds = 0;  // the number of folds that share a value
};
// Finds shared values. one: sides that count together as one side.
Shared shared(const Splits& splits, const Column& column, const std::vector<Rows Fold::*>& one,
              Rows Fold::*other) {
  Shared result;
  std::vector<SideCodes> seen(one.size(), SideCodes(column));
  const Fold nothing;
  for (size_t f = 0; f < splits.split.folds.size(); ++f) {
    const Fold& fold = splits.split.folds[f];
    const Fold& before = f == 0 ? nothing : splits.split.folds[f - 1];
    for (size_t s = 0; s < one.size(); ++s) seen[s].replace(before.*one[s], fold.*one[s]);
    for (const uint32_t row : fold.*other) {
      const uint32_t code = column.codes[row];
      if (code == kMissing ||
          std::none_of(seen.begin(), seen.end(), [code](const SideCodes& side) { return side.has(code); }))
        continue;
      if (result.folds++ == 0) {
        result.fold = f;
        result.code = code;
      }
      break;
    }
  }
  return result;
}

SplitFinding check_apart(const char* name, const Splits& splits, const Column& column, bool promised,
                         std::string_view noun) {
  const Shared found = shared(splits, column, {&Fold::train, &Fold::validation}, &Fold::test);
  if (found.folds == 0) return passed(name, fmt::format("no {} is on both sides of a fold", noun));
  const std::string what = fmt::format("{} of {} folds have {} on both sides", found.folds,
                                       splits.split.folds.size(), plural(noun));
  if (!promised) return passed(name, what + " (this method does not keep them apart)");
  return failed(name, fmt::format("{}, e.g. \"{}\" in fold {}, but {} promises otherwise", what,
                                  column.names[found.code], found.fold, splits.split.method));
}

// Checks topic confusion: the documents of an author on a topic are on one side, so each tested author writes
// on a topic that training knows only from other authors.
SplitFinding check_confusion(const Splits& splits, const Corpus& corpus, const Column& topic,
                             const Column& author) {
  for (size_t f = 0; f < splits.split.folds.size(); ++f) {
    const Fold& fold = splits.split.folds[f];
    std::set<std::pair<uint32_t, uint32_t>> trained;
    for (const Rows* side : {&fold.train, &fold.validation})
      for (const uint32_t row : *side) trained.emplace(author.codes[row], topic.codes[row]);
    for (const uint32_t row : fold.test)
      if (author.codes[row] != kMissing && topic.codes[row] != kMissing &&
          trained.contains({author.codes[row], topic.codes[row]}))
        return failed(
            "confusion",
            fmt::format(
                "fold {}: \"{}\" is tested, and its author \"{}\" trains on the same topic \"{}\", but {} "
                "promises otherwise",
                f, corpus.id(row), author.names[author.codes[row]], topic.names[topic.codes[row]],
                splits.split.method));
  }
  return passed("confusion", "no author trains on a topic on which it is tested");
}

// Checks that no value of the column is on two of the three sides of a fold.
SplitFinding check_whole(const Splits& splits, const Column& column, const std::string& noun) {
  const Shared tested = shared(splits, column, {&Fold::train, &Fold::validation}, &Fold::test);
  const Shared validated = shared(splits, column, {&Fold::train}, &Fold::validation);
  for (const auto& [found, where] :
       {std::pair(tested, "in test and in another side"), std::pair(validated, "in train and in validation")})
    if (found.folds > 0)
      return failed("whole", fmt::format("fold {}: the {} \"{}\" is {}, but keep-whole promises otherwise",
                                         found.fold, noun, column.names[found.code], where));
  return passed("whole", fmt::format("no {} is on two sides of a fold", noun));
}

// Checks that documents of one class and one block stand on the same side of every fold.
SplitFinding check_blocks(const Splits& splits, const Corpus& corpus, const std::vector<std::string>& names,
                          Role target, bool whole) {
  const std::string block = fmt::format("{}", fmt::join(names, " and "));
  std::vector<const Column*> columns;
  for (const auto& name : names) {
    columns.push_back(corpus.named_column(name));
    if (columns.back() == nullptr)
      return failed("blocks", fmt::format("the corpus was read without a column \"{}\" (name it with "
                                          "--column {}=COLUMN)",
                                          name, name));
  }
  const Column* classes = corpus.column(target);
  if (classes == nullptr)
    return failed("blocks", fmt::format("the corpus has no {} column", role_name(target)));
  const auto pattern = side_patterns(corpus.size(), splits.split.folds);
  std::vector<std::vector<uint32_t>> rows(classes->names.size() + 1);
  for (uint32_t row = 0; row < corpus.size(); ++row)
    if (pattern[row] != kMissing)
      rows[whole                             ? 0
           : classes->codes[row] == kMissing ? classes->names.size()
                                             : classes->codes[row]]
          .push_back(row);
  uint64_t groups = 0, torn = 0;
  std::optional<std::pair<uint32_t, uint32_t>> first;
  for (const auto& of_class : rows)
    for (const auto& group : block_groups(corpus, of_class, columns)) {
      ++groups;
      const auto other = std::find_if(group.begin(), group.end(),
                                      [&](uint32_t row) { return pattern[row] != pattern[group.front()]; });
      if (other == group.end()) continue;
      ++torn;
      if (!first) first.emplace(group.front(), *other);
    }
  const std::string of = whole ? block : fmt::format("{} and {}", role_name(target), block);
  if (torn == 0) return passed("blocks", fmt::format("all {} groups of one {} are whole", groups, of));
  return failed("blocks", fmt::format("{} of {} groups of one {} are torn, e.g. \"{}\" and \"{}\"", torn,
                                      groups, of, corpus.id(first->first), corpus.id(first->second)));
}

bool flag(const Options& options, const char* name) {
  const auto found = options.values().find(name);
  return found != options.values().end() && std::holds_alternative<bool>(found->second) &&
         std::get<bool>(found->second);
}

double number(const Options& options, const char* name) {
  const auto found = options.values().find(name);
  return found != options.values().end() && std::holds_alternative<double>(found->second)
             ? std::get<double>(found->second)
             : 0;
}

std::string word(const Options& options, const char* name) {
  const auto found = options.values().find(name);
  return found != options.values().end() && std::holds_alternative<std::string>(found->second)
             ? std::get<std::string>(found->second)
             : "";
}

// Checks that every training document is older than the tested documents, by more than the gap.
SplitFinding check_times(const Splits& splits, const Corpus& corpus) {
  const Column& column = *corpus.column(Role::date);
  const double gap = number(splits.split.options, "gap");
  for (size_t f = 0; f < splits.split.folds.size(); ++f) {
    const Fold& fold = splits.split.folds[f];
    std::vector<uint32_t> rows;
    for (const Rows* side : {&fold.train, &fold.validation, &fold.test})
      rows.insert(rows.end(), side->begin(), side->end());
    for (const uint32_t row : rows)
      if (column.codes[row] == kMissing)
        return failed("times", fmt::format("fold {}: \"{}\" has no date", f, corpus.id(row)));
    const auto dates = dates_of(corpus, rows);
    if (!dates) return failed("times", dates.error().message);
    const auto older = [&](uint32_t a, uint32_t b) {
      return dates->of_code[column.codes[a]] < dates->of_code[column.codes[b]];
    };
    if (fold.test.empty()) continue;
    const uint32_t first = *std::min_element(fold.test.begin(), fold.test.end(), older);
    const double limit = dates->of_code[column.codes[first]] - gap * (dates->numbers ? 1.0 : 86400.0);
    for (const Rows* known : {&fold.train, &fold.validation})
      for (const uint32_t row : *known)
        if (!(dates->of_code[column.codes[row]] < limit))
          return failed("times",
                        fmt::format("fold {}: \"{}\" trains but is not older than the tested \"{}\"{}", f,
                                    corpus.id(row), corpus.id(first),
                                    gap > 0 ? fmt::format(" by more than gap = {}", gap) : ""));
  }
  return passed("times", fmt::format("all training documents are older than the tested ones{}",
                                     gap > 0 ? fmt::format(" by more than gap = {}", gap) : ""));
}

// Returns the promise of the split's method. A control promises neither new topics nor new authors, but it
// tests the documents that its original tests.
Tested promised(const Split& split) {
  const auto entry =
      splitters().find(split.method == kMatchedControl ? word(split.options, "of") : split.method);
  if (!entry) return Tested::unknown;
  return (*entry)->traits.tests_all ? Tested::all : Tested::some;
}

}  // namespace

std::vector<std::string> columns_to_check(const Split& split) {
  std::vector<std::string> columns = control_blocks(split.options);
  if (split.method == kMatchedControl)
    for (auto& name : control_match(split.options))
      if (name != kLengthToMatch) columns.push_back(std::move(name));
  const auto entry = splitters().find(split.method);
  for (std::string name : {entry ? column_kept_whole((*entry)->traits, split.options) : std::string(),
                           kept_whole_by(split.options), purged_by(split.options)})
    if (!name.empty()) columns.push_back(std::move(name));
  return columns;
}

SplitFinding check_data(const SplitsFile& file, const Corpus& corpus) {
  if (file.data_hash == corpus.data_hash()) return passed("data", "made for this corpus, to the byte");
  if (made_for(file, corpus))
    return passed("data",
                  fmt::format("made for this corpus, to the byte where its texts are read in {}",
                              file.form == ReadingForm{.form = NormalForm::none} ? "no other form"
                                                                                 : in_words(file.form)));
  // Ids identify their documents in any order, and the other checks examine the documents that exist.
  if (file.unit == RowUnit::id)
    return passed(
        "data",
        fmt::format("not this corpus to the byte ({}): another order, other texts or other documents; "
                    "named by id",
                    file.data_hash.substr(0, 16)));
  return failed("data",
                fmt::format("made for other data ({}{}): another file, order, column mapping or --limit?",
                            file.data_name.empty() ? "" : "\"" + file.data_name + "\", ",
                            file.data_hash.substr(0, 16)));
}

std::vector<SplitFinding> check_splits(const SplitsFile& file, const Splits& splits, const Corpus& corpus) {
  std::vector<SplitFinding> findings = {check_data(file, corpus), check_sides(splits, corpus),
                                        check_disjoint(splits, corpus),
                                        check_coverage(splits, corpus, promised(splits.split))};
  const auto entry = splitters().find(splits.split.method);
  const SplitterTraits traits = entry ? (*entry)->traits : SplitterTraits{};
  const std::optional<Column> groups = grouped_topics(corpus, splits.sample.group_of_topic);
  const Column* topic = groups ? &*groups : nullptr;
  const Column* author = corpus.column(Role::author);
  if (topic != nullptr)
    findings.push_back(check_apart("topics", splits, *topic,
                                   keeps_apart(traits, splits.split.options, Role::topic), "topic"));
  if (author != nullptr)
    findings.push_back(check_apart("authors", splits, *author,
                                   keeps_apart(traits, splits.split.options, Role::author) ||
                                       flag(splits.split.options, "author-disjoint"),
                                   "author"));
  if (traits.outcomes && topic != nullptr && author != nullptr)
    findings.push_back(check_confusion(splits, corpus, *topic, *author));
  if (const std::string whole = column_kept_whole(traits, splits.split.options);
      !whole.empty() && whole != "topic" && whole != "author") {
    if (const Column* column = corpus.named_column(whole))
      findings.push_back(check_apart("groups", splits, *column, true, whole));
    else
      findings.push_back(
          failed("groups",
                 fmt::format("the corpus was read without a column \"{0}\" (--column {0}=COLUMN)", whole)));
  }

  if (const std::string whole = kept_whole_by(splits.split.options); !whole.empty()) {
    const auto role = role_from_name(whole);
    const Column* column = whole == "topic" ? topic
                           : role           ? corpus.column(*role)
                                            : corpus.named_column(whole);
    findings.push_back(
        column != nullptr
            ? check_whole(splits, *column, whole)
            : failed(
                  "whole",
                  fmt::format("the corpus was read without a column \"{0}\" (--column {0}=COLUMN)", whole)));
  }

  if (!splits.split.folds.empty() && splits.split.folds.back().repeat > 0)
    findings.push_back(check_repeats(splits, corpus, traits.tests_all));
  if (const std::string purged = purged_by(splits.split.options);
      !purged.empty() && purged != "topic" && purged != "author") {
    const auto role = role_from_name(purged);
    if (const Column* column = role ? corpus.column(*role) : corpus.named_column(purged))
      findings.push_back(check_apart("purge", splits, *column, true, purged));
    else
      findings.push_back(
          failed("purge",
                 fmt::format("the corpus was read without a column \"{0}\" (--column {0}=COLUMN)", purged)));
  }
  if (const auto near = near_purge(splits.split.options))
    findings.push_back(check_near(splits, corpus, *near));

  if (traits.needs_dates && corpus.column(Role::date) != nullptr)
    findings.push_back(check_times(splits, corpus));

  if (const auto blocks = control_blocks(splits.split.options);
      splits.split.method == kMatchedControl && !blocks.empty())
    findings.push_back(check_blocks(
        splits, corpus, blocks, role_from_name(word(splits.split.options, "target")).value_or(Role::author),
        control_keeps_whole(splits.split.options)));

  // Validation drawn by the option `validation` keeps authors or topics whole. A ninth of the train
  // documents, or a given side, promises nothing.
  const auto unit = unit_of_validation(splits.split.options);
  const Column* column = unit == Role::author ? author : unit == Role::topic ? topic : nullptr;
  const bool any_validation = std::any_of(splits.split.folds.begin(), splits.split.folds.end(),
                                          [](const Fold& fold) { return !fold.validation.empty(); });
  if (any_validation && column != nullptr) {
    const Shared found = shared(splits, *column, {&Fold::train}, &Fold::validation);
    findings.push_back(
        found.folds == 0
            ? passed("validation", fmt::format("no {} is in train and in validation", role_name(*unit)))
            : failed("validation", fmt::format("fold {}: {} \"{}\" is in train and in validation", found.fold,
                                               role_name(*unit), column->names[found.code])));
  }
  if (file.has_sample) {
    const RowSet sampled(splits.sample.rows);
    SplitFinding finding =
        passed("sample", fmt::format("folds stay within the {} documents of the sample ({})",
                                     splits.sample.rows.size(), splits.sample.method));
    for (size_t f = 0; f < splits.split.folds.size() && finding.ok; ++f)
      for (const auto& side : sides_of(splits.split.folds[f]))
        if (const RowSet beyond = side.rows->without(sampled); !beyond.empty() && finding.ok)
          finding = failed("sample", fmt::format("fold {}: \"{}\" in {} is not in the sample", f,
                                                 corpus.id(beyond.front()), side.name));
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace standfast
