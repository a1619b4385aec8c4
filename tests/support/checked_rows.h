// Synthetic corpora for data checks (analysis/check/), and the findings of these checks.
#pragma once

#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "standfast/analysis/check/data_checks.h"
#include "standfast/base/rng.h"
#include "standfast/corpus/corpus.h"

namespace standfast::testing::checks {

struct Row {
  std::string id, text, label = "", author = "", topic = "", source = "";
};

inline Corpus corpus_of(const std::vector<Row>& rows) {
  CorpusBuilder builder("made in a test");
  for (const auto& row : rows) {
    std::array<std::optional<std::string_view>, kRoles.size()> values;
    const auto set = [&](Role role, const std::string& value) {
      if (!value.empty()) values[static_cast<size_t>(role)] = value;
    };
    set(Role::label, row.label);
    set(Role::author, row.author);
    set(Role::topic, row.topic);
    set(Role::source, row.source);
    if (auto added = builder.add(row.id, row.text, values); !added)
      throw std::runtime_error(added.error().message);
  }
  return std::move(builder).finish();
}

// Returns random words of a small vocabulary; no two texts are near duplicates.
inline std::string text_of(uint64_t item, size_t words = 12, uint64_t vocabulary = 400) {
  Rng rng(7, "checked text", std::to_string(item));
  std::string text;
  for (size_t i = 0; i < words; ++i) text += fmt::format("w{} ", rng.below(vocabulary));
  return text;
}

struct Case {
  Corpus corpus;
  CheckedData data;
};
inline Case checked(const std::vector<Row>& rows, std::vector<Fold> folds = {},
                    const std::vector<std::string>& groups = {}) {
  Case one{corpus_of(rows), {}};
  DuplicateOptions options;
  options.tokens = NearTokens::words;
  auto data = checked_data(one.corpus, std::move(folds), groups, options);
  if (!data) throw std::runtime_error(data.error().message);
  one.data = std::move(*data);
  return one;
}

inline DataOutcome outcome_of(const CheckedData& data, std::string_view code) {
  const auto check = find_data_check(code);
  if (!check) throw std::runtime_error(check.error().message);
  if ((*check)->of_sides && !data.has_sides()) return {{}, "no sides"};
  return (*check)->look(data);
}
inline std::vector<std::string> codes(const CheckedData& data) {
  std::vector<std::string> found;
  for (const auto& one : check_data_of(data))
    if (!one.outcome.findings.empty()) found.push_back(one.check->code);
  return found;
}

// Returns 120 documents with two labels, with authors and topics in turn, and without any problem.
inline std::vector<Row> sound_rows(size_t n = 120) {
  std::vector<Row> rows;
  for (size_t i = 0; i < n; ++i)
    rows.push_back({fmt::format("d{}", i), text_of(i), i % 2 == 0 ? "yes" : "no", fmt::format("a{}", i % 40),
                    fmt::format("t{}", i % 7), i % 3 == 0 ? "here" : "there"});
  return rows;
}
inline Fold half_and_half(uint32_t n) {
  Fold fold;
  fold.train.append({0, n / 2 - 1});
  fold.test.append({n / 2, n - 1});
  return fold;
}
// Returns documents with two labels; a share of each label's documents contains the word.
inline std::vector<Row> planted_word(double of_yes, double of_no, size_t n = 400) {
  std::vector<Row> rows;
  for (size_t i = 0; i < n; ++i) {
    Rng rng(5, "planted", std::to_string(i));
    const bool yes = i % 2 == 0;
    rows.push_back({fmt::format("d{}", i), text_of(i), yes ? "yes" : "no"});
    if (rng.chance(yes ? of_yes : of_no)) rows.back().text += "<<";
  }
  return rows;
}

}  // namespace standfast::testing::checks
