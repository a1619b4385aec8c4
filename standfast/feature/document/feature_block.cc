#include "standfast/feature/document/feature_block.h"

#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>
#include <unicode/uchar.h>

#include "standfast/feature/document/length_counts.h"
#include "standfast/feature/ngram/text_grams.h"
#include "standfast/feature/ngram/weighted_rows.h"

namespace standfast {
namespace {

// Returns whether the character is in Unicode's category P.
bool is_punctuation(const std::string& character) {
  size_t at = 0;
  return u_ispunct(static_cast<UChar32>(next_code_point(character, at))) != 0;
}

CsrMatrix length_rows(std::span<const std::string_view> texts, bool binary, int threads) {
  std::vector<std::array<uint32_t, kLengthColumns>> counts(texts.size());
  for_each_text(texts, threads, [&](size_t i, size_t) { counts[i] = length_counts(texts[i]); });
  CsrMatrix out;
  out.columns_count = kLengthColumns;
  for (const auto& row : counts) {
    for (uint32_t column = 0; column < kLengthColumns; ++column)
      if (row[column] > 0) {
        out.columns.push_back(column);
        out.values.push_back(binary ? 1.0 : static_cast<double>(row[column]));
      }
    out.begin.push_back(out.columns.size());
  }
  return out;
}

}  // namespace

FeatureBlock::FeatureBlock(Family family, TfidfOptions grams) : family_(family), grams_(grams) {
  grams_.idf = grams_.normalize = grams_.sublinear = false;
  grams_.analyzer =
      family == Family::word || family == Family::function_words ? Analyzer::words : Analyzer::characters;
  if (family == Family::function_words || family == Family::punctuation) grams_.min_n = grams_.max_n = 1;
  if (family == Family::punctuation) {
    grams_.lower_case = false;  // the dotted capital I has a lower-case form of two code points
    grams_.max_features = 0;
    grams_.min_df = DocumentBound::count(1);
    grams_.max_df = DocumentBound::share(1.0);
  }
}

Status FeatureBlock::fit(const TextsToCount& texts, int threads) {
  terms_.clear();
  document_frequency_.clear();
  switch (family_) {
    case Family::word:
    case Family::character: {
      SF_ASSIGN(Vocabulary vocabulary, choose(texts, threads));
      terms_ = std::move(vocabulary.terms);
      document_frequency_ = std::move(vocabulary.document_frequency);
      index();
      return {};
    }
    case Family::function_words:
      terms_ = listed_;
      break;
    case Family::punctuation: {
      auto vocabulary = choose(texts, threads);
      if (vocabulary)  // if there is none, the texts have no character at all
        for (auto& term : vocabulary->terms)
          if (is_punctuation(term)) terms_.push_back(std::move(term));
      break;
    }
    case Family::lengths:
      terms_ = length_names();
      break;
  }
  index();
  count_documents(texts, threads);
  return {};
}

void FeatureBlock::index() {
  ones_.assign(terms_.size(), 1.0);
  lengths_.assign(grams_.max_n + 1, false);
  if (grams_.analyzer == Analyzer::characters && family_ != Family::lengths)
    for (const auto& term : terms_)
      if (const size_t n = count_code_points(term); n <= grams_.max_n) lengths_[n] = true;
  if (family_ != Family::lengths && !terms_.empty()) term_index_ = TermIndex(grams_, terms_);
}

Result<Vocabulary> FeatureBlock::choose(const TextsToCount& asked, int threads) const {
  if (asked.counted != nullptr)
    if (const auto counted = asked.counted->find(grams_, asked.texts, asked.edit, threads))
      return choose_vocabulary(grams_, *counted);
  return choose_vocabulary(grams_, asked.texts, {}, asked.edit, threads);
}

void FeatureBlock::count_documents(const TextsToCount& texts, int threads) {
  document_frequency_.assign(terms_.size(), 0);
  for (const uint32_t column : counts(texts, threads).columns) ++document_frequency_[column];
}

CsrMatrix FeatureBlock::counts(const TextsToCount& asked, int threads) const {
  if (family_ == Family::lengths) return length_rows(asked.texts, grams_.binary, threads);
  if (terms_.empty()) {
    CsrMatrix none;
    none.begin.assign(asked.texts.size() + 1, 0);
    return none;
  }
  if (asked.counted != nullptr)
    if (const auto counted = asked.counted->find(grams_, asked.texts, asked.edit, threads))
      return rows_of_terms(*counted, terms_, grams_.binary);
  return weighted_rows(grams_, term_index_, ones_, asked.texts, asked.edit, threads);
}

std::vector<double> FeatureBlock::units(std::span<const std::string_view> texts, const TextEdit* edit,
                                        int threads) const {
  std::vector<double> result(texts.size(), 0.0);
  std::vector<Workspace> workspaces(workers(threads));
  for_each_text(texts, threads, [&](size_t i, size_t worker) {
    const std::string_view text = workspaces[worker].apply(edit, texts[i]);
    size_t units = 0, all = 0;
    if (grams_.analyzer == Analyzer::words)
      for_each_word_by(grams_.between_spaces, text, grams_.min_word_length,
                       [&](std::string_view) { ++units; });
    else
      units = count_code_points(text);
    for (size_t n = grams_.min_n; n <= grams_.max_n; ++n) all += grams(units, n);
    result[i] = static_cast<double>(all);
  });
  return result;
}

void FeatureBlock::places(std::string_view text, const TextEdit* edit, WordRule rule, uint32_t first_column,
                          std::vector<FeaturePlace>& out) const {
  if (family_ == Family::lengths || terms_.empty()) return;
  const bool words = grams_.analyzer == Analyzer::words;
  const auto units = words ? word_units(text, edit, grams_, rule) : character_units(text, grams_.lower_case);
  std::vector<size_t> lengths;
  for (size_t n = grams_.min_n; n <= grams_.max_n; ++n)
    if (words || lengths_[n]) lengths.push_back(n);
  std::string edited;
  if (edit != nullptr) {
    edit->apply(text, edited);
    text = edited;
  }
  // N-grams come length by length, each length from the first unit on; for characters, only lengths that a
  // term has.
  Workspace workspace;
  size_t length = 0, first = 0;
  term_index_.for_each_column(text, grams_, workspace, [&](uint32_t column, bool hit) {
    while (length < lengths.size() && first >= grams(units.size(), lengths[length])) {
      ++length;
      first = 0;
    }
    if (length == lengths.size()) return;
    if (hit)
      out.push_back({first_column + column, units[first].begin, units[first + lengths[length] - 1].end});
    ++first;
  });
}

Status FeatureBlock::restore(std::vector<std::string> terms, std::vector<uint64_t> document_frequency) {
  const bool in_order =
      family_ == Family::lengths
          ? terms == length_names()
          : std::adjacent_find(terms.begin(), terms.end(), std::greater_equal<>()) == terms.end();
  if (!in_order || terms.size() != document_frequency.size())
    return data_error(
        fmt::format("saved features: terms of \"{}\" must ascend, each with a document frequency", name()));
  terms_ = std::move(terms);
  document_frequency_ = std::move(document_frequency);
  index();
  return {};
}

}  // namespace standfast
