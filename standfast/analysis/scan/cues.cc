#include "standfast/analysis/scan/cues.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>

#include <fmt/format.h>

namespace standfast {
namespace {

constexpr std::array kLengthTenths = {1, 2, 3, 5, 7, 8, 9};  // cuts of lengths
constexpr std::array kNumberQuarters = {1, 2, 3};            // cuts of numbers

// Returns a key of a set: equal sets have equal keys; unequal ones almost never.
uint64_t key_of(std::span<const uint32_t> documents) {
  uint64_t key = documents.size();
  for (const uint32_t row : documents) {
    uint64_t x = row + 0x9E3779B97F4A7C15ULL;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    key += x ^ (x >> 31);
  }
  return key;
}

std::string without_first_or_last(std::string_view text, CueKind kind) {
  const TextForm form = text_form(text);
  const std::string_view word = kind == CueKind::first_word ? form.first_word : form.last_word;
  if (word.empty()) return std::string(text);
  const auto begin = static_cast<size_t>(word.data() - text.data());
  return std::string(text.substr(0, begin)) + std::string(text.substr(begin + word.size()));
}

std::string without_name(std::string_view text, const CueName& cue) {
  switch (cue.kind) {
    case CueKind::words:
      return without_words(text, cue.name);
    case CueKind::form:
      return without_form(text, cue.feature);
    case CueKind::first_word:
    case CueKind::last_word:
      return without_first_or_last(text, cue.kind);
    case CueKind::length:
    case CueKind::column:
      break;
  }
  return std::string(text);
}

}  // namespace

std::string_view kind_name(CueKind kind) {
  static constexpr std::array<std::string_view, 6> kNames = {"words",     "form",   "first word",
                                                             "last word", "length", "column"};
  return kNames[static_cast<size_t>(kind)];
}

void Cues::add(CueKind kind, std::string name, std::vector<uint32_t> documents, FormFeature feature,
               std::string word) {
  if (documents.size() < options_.least_documents || documents_ - documents.size() < options_.least_documents)
    return;
  lists_.push_back(std::move(documents));
  cues_.push_back({{kind, std::move(name), feature, std::move(word)}, lists_.back()});
}

void Cues::add_words(std::span<const std::string_view> texts) {
  if (options_.longest == 0) return;
  grams_ = std::make_unique<GramLists>(texts, GramListOptions{options_.longest, options_.least_documents,
                                                              documents_ - options_.least_documents});
  // Long runs come first, so that a run represents the shorter runs in it with the same documents.
  for (uint32_t length = options_.longest; length > 0; --length)
    for (size_t gram = 0; gram < grams_->size(); ++gram)
      if (grams_->length(gram) == length)
        cues_.push_back({{CueKind::words, grams_->name(gram)}, grams_->documents(gram)});
}

void Cues::add_forms(std::span<const std::string_view> texts) {
  std::array<std::vector<std::vector<uint32_t>>, kFormFeatures> with;
  for (size_t f = 0; f < kFormFeatures; ++f) with[f].resize(form_features()[f].values.size());
  std::map<std::string, std::vector<uint32_t>, std::less<>> first, last;
  std::vector<uint32_t> words(texts.size()), characters(texts.size());
  std::string lower;
  for (uint32_t row = 0; row < texts.size(); ++row) {
    const TextForm form = text_form(texts[row]);
    for (size_t f = 0; f < kFormFeatures; ++f) with[f][form.code[f]].push_back(row);
    words[row] = form.words;
    characters[row] = form.characters;
    for (auto [word, lists] : {std::pair{form.first_word, &first}, std::pair{form.last_word, &last}}) {
      if (word.empty()) continue;
      lower_word(word, lower);
      (*lists)[lower].push_back(row);
    }
  }
  for (size_t f = 0; f < kFormFeatures; ++f) {
    const FormValues& feature = form_features()[f];
    const bool yes_or_no = feature.values.size() == 2;
    for (size_t code = feature.plain_is_cue ? 0 : 1; code < feature.values.size(); ++code)
      add(CueKind::form,
          yes_or_no ? std::string(feature.name) : fmt::format("{}: {}", feature.name, feature.values[code]),
          std::move(with[f][code]), feature.feature);
  }
  for (auto& [word, documents] : first)
    add(CueKind::first_word, "first word: " + word, std::move(documents), {}, word);
  for (auto& [word, documents] : last)
    add(CueKind::last_word, "last word: " + word, std::move(documents), {}, word);
  add_lengths(words, "words");
  add_lengths(characters, "characters");
}

void Cues::rename(const std::function<void(CueName&)>& change) {
  for (Cue& cue : cues_) {
    change(cue);
    for (CueName& same : cue.also) change(same);
  }
}

void Cues::add_lengths(const std::vector<uint32_t>& sizes, std::string_view unit) {
  if (sizes.empty()) return;
  std::vector<uint32_t> sorted = sizes;
  std::sort(sorted.begin(), sorted.end());
  uint32_t before = 0;
  for (const int tenth : kLengthTenths) {
    const uint32_t cut = sorted[static_cast<size_t>(tenth) * (sorted.size() - 1) / 10];
    if (tenth != kLengthTenths.front() && cut == before) continue;
    before = cut;
    // A short and a long half of the same cut are equivalent, so each cut is one cue: its smaller side.
    const bool low = tenth <= 5;
    std::vector<uint32_t> documents;
    for (uint32_t row = 0; row < sizes.size(); ++row)
      if (low ? sizes[row] <= cut : sizes[row] > cut) documents.push_back(row);
    add(CueKind::length, fmt::format("{} {} {}", low ? "at most" : "more than", cut, unit),
        std::move(documents));
  }
}

Status Cues::add_column(const Corpus& corpus, std::span<const uint32_t> rows, const std::string& name) {
  const Attribute* attribute = corpus.attribute(name);
  if (attribute != nullptr && attribute->kind == AttributeKind::number) {
    SF_ASSIGN(const NumberColumn* const numbers, corpus.require_number(name));
    std::vector<double> sorted;
    for (const uint32_t row : rows)
      if (!std::isnan(numbers->values[row])) sorted.push_back(numbers->values[row]);
    std::sort(sorted.begin(), sorted.end());
    double before = NAN;
    for (const int quarter : kNumberQuarters) {
      if (sorted.empty()) break;
      const double cut = sorted[static_cast<size_t>(quarter) * (sorted.size() - 1) / 4];
      if (cut == before) continue;
      before = cut;
      std::vector<uint32_t> documents;
      for (uint32_t i = 0; i < rows.size(); ++i)
        if (numbers->values[rows[i]] <= cut) documents.push_back(i);
      add(CueKind::column, fmt::format("{} <= {}", name, cut), std::move(documents));
    }
    return {};
  }
  std::vector<std::vector<uint32_t>> with;
  const std::vector<std::string>* names = nullptr;
  if (attribute != nullptr && attribute->kind == AttributeKind::list) {
    SF_ASSIGN(const ListColumn* const lists, corpus.require_list(name));
    names = &lists->names;
    with.resize(names->size());
    for (uint32_t i = 0; i < rows.size(); ++i)
      if (const auto elements = lists->of(rows[i]))
        for (const uint32_t code : *elements)
          if (with[code].empty() || with[code].back() != i) with[code].push_back(i);
  } else {
    SF_ASSIGN(const Column* const column, corpus.require_named(name));
    names = &column->names;
    with.resize(names->size());
    for (uint32_t i = 0; i < rows.size(); ++i)
      if (const uint32_t code = column->codes[rows[i]]; code != kMissing) with[code].push_back(i);
  }
  for (size_t code = 0; code < with.size(); ++code)
    add(CueKind::column, fmt::format("{} = {}", name, (*names)[code]), std::move(with[code]));
  return {};
}

void Cues::join_same() {
  std::vector<std::pair<uint64_t, uint32_t>> keys;
  for (uint32_t i = 0; i < cues_.size(); ++i) keys.emplace_back(key_of(cues_[i].documents), i);
  std::sort(keys.begin(), keys.end());
  std::vector<bool> gone(cues_.size());
  const auto same = [](std::span<const uint32_t> a, std::span<const uint32_t> b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  };
  for (size_t begin = 0; begin < keys.size();) {
    size_t end = begin + 1;
    Cue& first = cues_[keys[begin].second];
    while (end < keys.size() && keys[end].first == keys[begin].first &&
           same(first.documents, cues_[keys[end].second].documents)) {
      first.also.push_back(cues_[keys[end].second]);
      gone[keys[end].second] = true;
      ++end;
    }
    begin = end;
  }
  size_t left = 0;
  for (size_t i = 0; i < cues_.size(); ++i)
    if (!gone[i]) {
      if (left != i) cues_[left] = std::move(cues_[i]);
      ++left;
    }
  cues_.resize(left);
}

Result<Cues> Cues::of(const Corpus& corpus, std::span<const uint32_t> rows,
                      const std::vector<std::string>& columns, const CueOptions& options) {
  Cues cues;
  cues.options_ = options;
  cues.options_.least_documents = std::max<uint64_t>(1, options.least_documents);
  cues.documents_ = rows.size();
  if (rows.size() < 2 * cues.options_.least_documents) return cues;
  std::vector<std::string_view> texts;
  for (const uint32_t row : rows) texts.push_back(corpus.text(row));
  // Cues outside the text come first, words last: a cue is named by its best explanation.
  for (const auto& name : columns) SF_TRY(cues.add_column(corpus, rows, name));
  if (options.form) cues.add_forms(texts);
  cues.add_words(texts);
  cues.join_same();
  return cues;
}

bool Cue::is(CueKind other) const {
  return kind == other || std::ranges::find(also, other, &CueName::kind) != also.end();
}

bool can_be_taken_out(const Cue& cue) {
  const auto from_text = [](const CueName& name) {
    return name.kind != CueKind::length && name.kind != CueKind::column;
  };
  return from_text(cue) || std::ranges::any_of(cue.also, from_text);
}

std::string without_cue(std::string_view text, const Cue& cue) {
  std::string left = without_name(text, cue);
  for (const CueName& name : cue.also) left = without_name(left, name);
  return left;
}

}  // namespace standfast
