#include "standfast/feature/ngram/counted_texts.h"

#include <algorithm>
#include <utility>

#include "standfast/feature/ngram/term_index.h"
#include "standfast/feature/ngram/weighted_rows.h"

namespace standfast {
namespace {

constexpr uint32_t kNoColumn = UINT32_MAX;

// Returns options that keep every n-gram and count it.
TfidfOptions rules_of(TfidfOptions options) {
  const TfidfOptions all;
  options.max_features = 0;
  options.min_df = all.min_df;
  options.max_df = all.max_df;
  options.binary = options.sublinear = options.idf = options.normalize = false;
  return options;
}

// Estimates the memory of the counts. An n-gram of characters begins at almost every byte and takes 12 bytes
// in a row if it is the first of its text; a word takes about six bytes of text. Terms come on top.
uint64_t expected_bytes(uint64_t bytes_of_text, const TfidfOptions& rules) {
  return bytes_of_text * (rules.max_n - rules.min_n + 1) * (rules.analyzer == Analyzer::words ? 2 : 8);
}

}  // namespace

CountedTexts::CountedTexts(std::vector<std::string_view> texts, uint64_t most_bytes)
    : texts_(std::move(texts)), free_bytes_(most_bytes) {
  for (const auto text : texts_) bytes_ += text.size();
}

std::optional<CountedRows> CountedTexts::find(const TfidfOptions& options,
                                              std::span<const std::string_view> texts, const TextEdit* edit,
                                              int threads) {
  const std::string name = edit != nullptr ? edit->name() : "none";
  if (name.empty()) return std::nullopt;
  const TfidfOptions rules = rules_of(options);
  const auto before = std::ranges::find_if(
      counted_, [&](const Counted& one) { return one.rules == rules && one.edit == name; });
  const bool known = before != counted_.end();
  if (known ? before->counts == nullptr : expected_bytes(bytes_, rules) > free_bytes_) return std::nullopt;
  auto rows = rows_of(texts);
  if (!rows) return std::nullopt;
  if (known) return CountedRows{before->counts, std::move(*rows)};
  counted_.push_back({rules, name, count(rules, edit, threads)});
  if (counted_.back().counts == nullptr) return std::nullopt;
  return CountedRows{counted_.back().counts, std::move(*rows)};
}

std::optional<std::vector<uint32_t>> CountedTexts::rows_of(std::span<const std::string_view> texts) {
  if (row_of_.empty())
    for (uint32_t row = 0; row < texts_.size(); ++row) row_of_.emplace(texts_[row], row);
  std::vector<uint32_t> rows;
  rows.reserve(texts.size());
  for (const auto text : texts) {
    const auto place = row_of_.find(text);
    if (place == row_of_.end()) return std::nullopt;
    rows.push_back(place->second);
  }
  return rows;
}

std::shared_ptr<const GramCounts> CountedTexts::count(const TfidfOptions& rules, const TextEdit* edit,
                                                      int threads) {
  auto all = choose_vocabulary(rules, texts_, {}, edit, threads);
  if (!all) return nullptr;  // no n-gram in any text
  free_bytes_ -= expected_bytes(bytes_, rules);
  const std::vector<double> ones(all->terms.size(), 1.0);
  CsrMatrix rows = weighted_rows(rules, TermIndex(rules, all->terms), ones, texts_, edit, threads);
  return std::make_shared<const GramCounts>(GramCounts{std::move(all->terms), std::move(rows)});
}

CsrMatrix rows_of_terms(const CountedRows& counted, const std::vector<std::string>& terms, bool binary) {
  const auto& [known, all] = *counted.counts;
  std::vector<uint32_t> column_of(known.size(), kNoColumn);
  for (size_t k = 0, column = 0; k < known.size() && column < terms.size(); ++column) {
    while (k < known.size() && known[k] < terms[column]) ++k;
    if (k < known.size() && known[k] == terms[column]) column_of[k] = static_cast<uint32_t>(column);
  }
  CsrMatrix out;
  out.columns_count = terms.size();
  out.begin.assign(1, 0);
  out.begin.reserve(counted.rows.size() + 1);
  uint64_t room = 0;
  for (const uint32_t row : counted.rows) room += all.row_columns(row).size();
  out.columns.resize(room);
  out.values.resize(room);
  uint64_t used = 0;
  for (const uint32_t row : counted.rows) {
    const auto columns = all.row_columns(row);
    const auto values = all.row_values(row);
    for (size_t k = 0; k < columns.size(); ++k) {
      // The entry is always written; the next one takes its place if its term is not asked for.
      out.columns[used] = column_of[columns[k]];
      out.values[used] = binary ? 1.0 : values[k];
      used += column_of[columns[k]] != kNoColumn;
    }
    out.begin.push_back(used);
  }
  out.columns.resize(used);
  out.values.resize(used);
  return out;
}

}  // namespace standfast
