// The checks for documents with equal or nearly equal texts, within the corpus and across sides, and for
// documents whose vectors are too near to vectors of another side.
#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "standfast/analysis/check/checks.h"
#include "standfast/analysis/leak/near_leaks.h"
#include "standfast/base/in_words.h"

namespace standfast {
namespace {

constexpr double kMostWithin = 0.02;  // share of documents, as in SF118 (analysis/leak/design_checks.h)

std::vector<uint32_t> unique_rows(std::vector<uint32_t> rows) {
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

const char* kNotLookedFor = "near duplicates were not looked for (--no-near)";

// Test rows with a training document that is a copy (or, for near: a near duplicate, but no copy), over all
// folds.
struct Leaking {
  std::vector<uint32_t> rows;
  uint64_t tested = 0, leaking = 0, folds = 0;  // a row counts once for each fold that tests it
  uint64_t only_validation = 0;  // subset of `leaking`: the other document is in validation, not in train
};

Leaking leaking_rows(const CheckedData& data, bool near) {
  std::vector<uint32_t> group(data.size());
  for (uint32_t row = 0; row < data.size(); ++row) group[row] = row;
  for (const auto& same : data.duplicates.exact)
    for (const uint32_t row : same) group[row] = same.front();
  const NearLeaks leaks = near_leaks(data.duplicates, data.size(), data.folds);
  Leaking found;
  std::vector<bool> validates(data.size());
  for (size_t f = 0; f < leaks.folds.size(); ++f) {
    const auto& fold = leaks.folds[f];
    for (const uint32_t row : data.folds[f].validation) validates[row] = true;
    found.tested += fold.test;
    std::vector<uint32_t> copies, others, trained;
    for (const auto& leak : fold.leaks) {
      const bool copy = group[leak.test] == group[leak.train];
      (copy ? copies : others).push_back(leak.test);
      if (copy != near && !validates[leak.train]) trained.push_back(leak.test);
    }
    trained = unique_rows(std::move(trained));
    for (const uint32_t row : data.folds[f].validation) validates[row] = false;
    copies = unique_rows(std::move(copies));
    others = unique_rows(std::move(others));
    std::vector<uint32_t> rows;
    if (near)
      std::set_difference(others.begin(), others.end(), copies.begin(), copies.end(),
                          std::back_inserter(rows));
    else
      rows = std::move(copies);
    found.leaking += rows.size();
    for (const uint32_t row : rows)
      found.only_validation += std::binary_search(trained.begin(), trained.end(), row) ? 0 : 1;
    found.folds += rows.empty() ? 0 : 1;
    found.rows.insert(found.rows.end(), rows.begin(), rows.end());
  }
  found.rows = unique_rows(std::move(found.rows));
  return found;
}

DataOutcome across_sides(const CheckedData& data, bool near) {
  Leaking found = leaking_rows(data, near);
  DataOutcome outcome;
  if (found.leaking == 0) return outcome;
  std::string of_folds =
      data.folds.size() == 1 ? "" : fmt::format(", in {} of {} folds", found.folds, data.folds.size());
  if (found.only_validation > 0)
    of_folds += fmt::format(" ({} of them only with documents of validation)", found.only_validation);
  outcome.findings.push_back(
      {near ? fmt::format("{} of {} test documents share {} with a training document{}", found.leaking,
                          found.tested, data.near_in_words, of_folds)
            : fmt::format("{} of {} test documents have the text of a training document{}", found.leaking,
                          found.tested, of_folds),
       found.leaking, found.tested, std::move(found.rows)});
  return outcome;
}

// Counts the documents all of whose copies have the same value of a column; 0 if the column has a single
// value, because then no split separates copies.
uint64_t copied_within(const CheckedData& data, const Column& column) {
  uint64_t within = 0;
  if (column.names.size() < 2) return within;
  for (const auto& group : data.duplicates.exact)
    for (const uint32_t row : group)
      within += column.codes[row] != kMissing &&
                        std::ranges::all_of(
                            group, [&](uint32_t other) { return column.codes[other] == column.codes[row]; })
                    ? 1
                    : 0;
  return within;
}

}  // namespace

DataOutcome check_copies(const CheckedData& data) {
  DataOutcome outcome;
  const auto& found = data.duplicates;
  if (found.exact.empty()) return outcome;
  std::vector<uint32_t> rows;
  for (const auto& group : found.exact) rows.insert(rows.end(), group.begin(), group.end());
  DataFinding finding{fmt::format("{} of {} documents repeat another word for word, in {} groups",
                                  found.exact_documents, data.size(), found.exact.size()),
                      found.exact_documents, data.size(), unique_rows(std::move(rows))};
  // SF331 reports the copies that lie on both sides.
  for (const char* name : {"topic", "author"})
    if (const Column* column = data.has_sides() ? nullptr : data.column(name)) {
      const double share =
          static_cast<double>(copied_within(data, *column)) / std::max(1.0, static_cast<double>(data.size()));
      if (share <= kMostWithin) continue;
      finding.problem = true;
      finding.message += fmt::format(
          "; {:.0f} % have all their copies on their own {}, so shuffled folds test documents that training "
          "holds, and folds that keep {} apart do not",
          100 * share, name, plural(name));
      break;
    }
  outcome.findings.push_back(std::move(finding));
  return outcome;
}

DataOutcome check_near_copies(const CheckedData& data) {
  if (!data.near) return not_asked(kNotLookedFor);
  DataOutcome outcome;
  const auto& found = data.duplicates;
  if (found.near.empty()) return outcome;
  // A pair consists of two texts; each stands for all of its copies.
  std::vector<uint32_t> rows;
  for (const auto& pair : found.near) rows.insert(rows.end(), {pair.a, pair.b});
  rows = unique_rows(std::move(rows));
  for (const auto& copies : found.exact)
    if (std::ranges::any_of(copies, [&](uint32_t row) { return std::ranges::binary_search(rows, row); })) {
      rows.insert(rows.end(), copies.begin(), copies.end());
      rows = unique_rows(std::move(rows));
    }
  outcome.findings.push_back(
      {fmt::format("{} of {} documents share {} with another text, in {}{} pairs of texts",
                   found.near_documents, data.size(), data.near_in_words, found.all_near ? "" : "more than ",
                   found.near.size()),
       found.near_documents, data.size(), rows});
  return outcome;
}

DataOutcome check_copies_with_two_labels(const CheckedData& data) {
  const Column* labels = data.column("label");
  if (labels == nullptr) return not_asked("there is no label");
  std::vector<uint32_t> rows;
  uint64_t groups = 0;
  for (const auto& group : data.duplicates.exact) {
    uint32_t first = kMissing;
    bool differ = false;
    for (const uint32_t row : group) {
      const uint32_t code = labels->codes[row];
      if (code == kMissing) continue;
      differ = differ || (first != kMissing && code != first);
      first = code;
    }
    if (!differ) continue;
    ++groups;
    rows.insert(rows.end(), group.begin(), group.end());
  }
  DataOutcome outcome;
  if (groups == 0) return outcome;
  rows = unique_rows(std::move(rows));
  outcome.findings.push_back(
      {fmt::format("{} of {} documents have copies with another label, in {} of {} groups of copies",
                   rows.size(), data.size(), groups, data.duplicates.exact.size()),
       rows.size(), data.size(), rows});
  return outcome;
}

DataOutcome check_copies_across_sides(const CheckedData& data) {
  return across_sides(data, false);
}

DataOutcome check_copies_of_other_sides(const CheckedData& data) {
  if (data.near && !data.duplicates.all_near)
    return not_asked("there are too many near duplicates to list; a higher --near finds fewer");
  DataOutcome outcome;
  bool any = false;
  for (const SidePair& pair : kOtherSides) {
    const auto folds = folds_of_pair(data.folds, pair);
    if (folds.empty()) continue;
    any = true;
    uint64_t all = 0, leaking = 0, with_any = 0;
    std::vector<uint32_t> rows;
    for (const auto& fold : near_leaks(data.duplicates, data.size(), folds).folds) {
      all += fold.test;
      leaking += fold.leaking;
      with_any += fold.leaking > 0 ? 1 : 0;
      for (const auto& leak : fold.leaks) rows.push_back(leak.test);
    }
    if (leaking == 0) continue;
    outcome.findings.push_back(
        {fmt::format("{} of {} {} documents have the text of a {} document{}{}", leaking, all, pair.of,
                     pair.in, data.near ? fmt::format(", or share {} with one", data.near_in_words) : "",
                     folds.size() == 1 ? "" : fmt::format(", in {} of {} folds", with_any, folds.size())),
         leaking, all, unique_rows(std::move(rows))});
  }
  return any ? outcome : not_asked("there are no sides but train and test");
}

DataOutcome check_near_copies_across_sides(const CheckedData& data) {
  if (!data.near) return not_asked(kNotLookedFor);
  if (!data.duplicates.all_near)
    return not_asked("there are too many near duplicates to list; a higher --near finds fewer");
  return across_sides(data, true);
}

namespace {

const char* kNotCompared = "vectors were not compared (--vectors or --tau)";

std::optional<DataFinding> near_vectors(const CheckedVectors& vectors,
                                        const std::vector<FoldVectorLeaks>& folds, const std::string& of,
                                        const std::string& in) {
  uint64_t leaking = 0, all = 0, with_any = 0;
  std::vector<uint32_t> rows;
  for (const auto& fold : folds) {
    all += fold.close.test;
    leaking += fold.close.leaking;
    with_any += fold.close.leaking > 0 ? 1 : 0;
    for (const auto& leak : fold.close.leaks) rows.push_back(leak.test);
  }
  if (leaking == 0) return std::nullopt;
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return DataFinding{
      fmt::format("{} of {} {} documents have a similarity of {:g} or more to a {} document, by cosine "
                  "({}){}",
                  leaking, all, of, vectors.tau, in, vectors.space,
                  folds.size() == 1 ? "" : fmt::format(", in {} of {} folds", with_any, folds.size())),
      leaking, all, std::move(rows)};
}

}  // namespace

DataOutcome check_near_vectors(const CheckedData& data) {
  if (!data.vectors) return not_asked(kNotCompared);
  DataOutcome outcome;
  if (auto finding = near_vectors(*data.vectors, data.vectors->test, "test", "training"))
    outcome.findings.push_back(std::move(*finding));
  return outcome;
}

DataOutcome check_near_vectors_of_other_sides(const CheckedData& data) {
  if (!data.vectors) return not_asked(kNotCompared);
  DataOutcome outcome;
  bool any = false;
  for (size_t p = 0; p < kOtherSides.size(); ++p) {
    any = any || !data.vectors->others[p].empty();
    if (auto finding =
            near_vectors(*data.vectors, data.vectors->others[p], kOtherSides[p].of, kOtherSides[p].in))
      outcome.findings.push_back(std::move(*finding));
  }
  return any ? outcome : not_asked("there are no sides but train and test");
}

}  // namespace standfast
