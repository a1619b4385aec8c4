#include "standfast/analysis/check/telling_values.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include <fmt/format.h>
#include <fmt/ranges.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "standfast/base/rng.h"
#include "standfast/corpus/duplicate/token_sets.h"
#include "standfast/metric/stat/discrete_distributions.h"
#include "standfast/metric/stat/multiple_tests.h"
#include "standfast/text/words.h"

namespace standfast {
namespace {

// The limit on tested documents: more make p no better, only slower.
constexpr size_t kMostTested = 20'000;

// Returns, by value, the label of the rule, or kMissing for a value that the half did not have.
std::vector<uint32_t> rule_of(const LabelHalves& halves, std::span<const uint32_t> value, uint32_t values) {
  const size_t classes = halves.labels.size();
  std::vector<uint64_t> sizes(classes), with(size_t{values} * classes);
  for (const uint32_t row : halves.choosing) {
    ++sizes[halves.label[row]];
    if (value[row] != kMissing) ++with[value[row] * classes + halves.label[row]];
  }
  std::vector<uint32_t> rule(values, kMissing);
  for (uint32_t v = 0; v < values; ++v) {
    double best = 0;
    for (uint32_t c = 0; c < classes; ++c)
      if (const double share = static_cast<double>(with[v * classes + c]) / static_cast<double>(sizes[c]);
          share > best) {
        best = share;
        rule[v] = c;
      }
  }
  return rule;
}

// Returns the balanced accuracy: the mean over labels of the share of their documents that are classified
// correctly.
double balanced(std::span<const uint32_t> truth, std::span<const uint32_t> answer, size_t classes) {
  std::vector<uint64_t> all(classes), right(classes);
  for (size_t i = 0; i < truth.size(); ++i) {
    ++all[truth[i]];
    right[truth[i]] += truth[i] == answer[i] ? 1 : 0;
  }
  double sum = 0;
  uint32_t labels = 0;
  for (size_t c = 0; c < classes; ++c)
    if (all[c] > 0) {
      sum += static_cast<double>(right[c]) / static_cast<double>(all[c]);
      ++labels;
    }
  return labels == 0 ? 0 : sum / labels;
}

}  // namespace

TellingValues telling_values(const CheckedData& data, const LabelHalves& halves,
                             std::span<const uint32_t> value, uint32_t values, uint32_t dealings,
                             std::string_view name) {
  const size_t classes = halves.labels.size();
  const auto rule = rule_of(halves, value, values);
  const auto take = [&](std::span<const uint32_t> rows, std::vector<uint32_t>& truth,
                        std::vector<uint32_t>& answer) {
    for (const uint32_t row : rows) {
      truth.push_back(halves.label[row]);
      answer.push_back(value[row] == kMissing ? kMissing : rule[value[row]]);
    }
  };
  TellingValues found;
  std::vector<uint32_t> truth, answer;
  take(halves.measuring, truth, answer);
  found.n = truth.size();
  found.accuracy = balanced(truth, answer, classes);
  const double guessing = 1 / static_cast<double>(classes);
  found.informedness = (found.accuracy - guessing) / (1 - guessing);

  truth.clear();
  answer.clear();
  take(std::span(halves.tested).first(std::min(kMostTested, halves.tested.size())), truth, answer);
  const double observed = balanced(truth, answer, classes);
  uint32_t as_high = 0;
  for (uint32_t b = 0; b < dealings; ++b) {
    Rng rng(data.seed, "check/telling-values", fmt::format("{} {}", name, b));
    rng.shuffle(truth);
    as_high += balanced(truth, answer, classes) >= observed - 1e-12 ? 1 : 0;
  }
  found.p = (1.0 + as_high) / (1.0 + dealings);
  return found;
}

namespace {

// Returns, by row, the number of its unit.
std::vector<uint32_t> units_of(const CheckedData& data) {
  std::vector<uint32_t> unit(data.size());
  for (uint32_t row = 0; row < data.size(); ++row) unit[row] = row;
  for (const auto& group : data.duplicates.exact)
    for (const uint32_t row : group) unit[row] = group.front();
  const Column* authors = data.column("author");
  if (authors == nullptr) return unit;
  std::vector<uint32_t> first(authors->names.size(), kMissing);
  for (uint32_t row = 0; row < data.size(); ++row) {
    const uint32_t code = authors->codes[row];
    if (code == kMissing) continue;
    if (first[code] == kMissing) first[code] = row;
    unit[row] = first[code];
  }
  return unit;
}

}  // namespace

LabelHalves label_halves(const CheckedData& data) {
  LabelHalves halves;
  const Column* labels = data.column("label");
  if (labels == nullptr) {
    halves.why_not = "there is no label";
    return halves;
  }
  const auto unit = units_of(data);
  // Rows in random order; a unit takes the place of its first row. Draws depend on ids, so the order of rows
  // has no effect.
  std::vector<std::pair<uint64_t, uint32_t>> drawn;
  for (uint32_t row = 0; row < data.size(); ++row)
    if (labels->codes[row] != kMissing)
      drawn.emplace_back(Rng(data.seed, "check/halves", data.ids[row]).next(), row);
  std::sort(drawn.begin(), drawn.end());
  std::vector<uint32_t> order;
  for (const auto& [key, row] : drawn) order.push_back(row);
  halves.labelled = order.size();
  enum class Half : uint8_t { none, choosing, measuring };
  std::vector<Half> half_of_unit(data.size(), Half::none), half(data.size(), Half::none);
  std::vector<uint64_t> size_of_unit(data.size());
  for (const uint32_t row : order) ++size_of_unit[unit[row]];
  uint64_t choosing = 0, measuring = 0;
  for (const uint32_t row : order) {
    Half& mine = half_of_unit[unit[row]];
    if (data.first_of_test) {
      mine = row < *data.first_of_test ? Half::choosing : Half::measuring;
    } else if (mine == Half::none) {
      mine = choosing <= measuring ? Half::choosing : Half::measuring;
      (mine == Half::choosing ? choosing : measuring) += size_of_unit[unit[row]];
    }
    half[row] = mine;
  }
  std::vector<uint32_t> in_choosing(labels->names.size()), in_measuring(labels->names.size());
  for (const uint32_t row : order)
    ++(half[row] == Half::choosing ? in_choosing : in_measuring)[labels->codes[row]];
  std::vector<uint32_t> place(labels->names.size(), kMissing);
  for (size_t code = 0; code < place.size(); ++code)
    if (std::min(in_choosing[code], in_measuring[code]) >= kLeastOfLabel) {
      place[code] = static_cast<uint32_t>(halves.labels.size());
      halves.labels.push_back(labels->names[code]);
    }
  if (halves.labels.size() < 2 || halves.labels.size() > kMostLabels) {
    halves.why_not = halves.labels.size() < 2
                         ? fmt::format("fewer than two labels have {} documents in each half", kLeastOfLabel)
                         : fmt::format("there are more than {} labels", kMostLabels);
    return halves;
  }
  halves.label.assign(data.size(), kMissing);
  std::vector<bool> seen(data.size());
  for (const uint32_t row : order) {
    halves.label[row] = place[labels->codes[row]];
    if (halves.label[row] == kMissing) continue;
    (half[row] == Half::choosing ? halves.choosing : halves.measuring).push_back(row);
    if (half[row] == Half::choosing || seen[unit[row]]) continue;
    seen[unit[row]] = true;
    halves.tested.push_back(row);
  }
  std::sort(halves.choosing.begin(), halves.choosing.end());
  std::sort(halves.measuring.begin(), halves.measuring.end());
  return halves;
}

namespace {

constexpr uint32_t kLeastDocuments = 5;  // a word in fewer documents is not considered
// The threshold of the first half is slightly lower, so that words near the limit are measured.
constexpr double kOfLeast = 0.8;

// The distinct words of a text: tokens between white space, and the runs of letters and digits in them.
class WordSet {
 public:
  // Calls body(hash, word) for each; the word is valid during the call.
  template <class Body>
  void for_each(std::string_view text, const Body& body) {
    normalise_text(text, normal_);
    words_.clear();
    size_t room = kRoom;
    const auto add = [&](std::string_view word) {
      words_.emplace_back(XXH3_64bits(word.data(), word.size()), word);
      if (words_.size() < room) return;
      keep_each_once();
      room = std::max(kRoom, 2 * words_.size());
    };
    for (size_t begin = 0; begin < normal_.size();) {
      const size_t end = std::min(normal_.find(' ', begin), normal_.size());
      add(std::string_view(normal_).substr(begin, end - begin));
      begin = end + 1;
    }
    for_each_word(normal_, 1, add);
    keep_each_once();
    for (const auto& [hash, word] : words_) body(hash, word);
  }

 private:
  using Word = std::pair<uint64_t, std::string_view>;
  static constexpr size_t kRoom = size_t{1}
                                  << 16;  // a text may have tens of millions of words, few of them distinct

  // Sorts by hash and removes repetitions. Words with equal hashes count as one word.
  void keep_each_once() {
    std::sort(words_.begin(), words_.end(), [](const Word& a, const Word& b) { return a.first < b.first; });
    words_.erase(std::unique(words_.begin(), words_.end(),
                             [](const Word& a, const Word& b) { return a.first == b.first; }),
                 words_.end());
  }

  std::string normal_;
  std::vector<Word> words_;
};

std::vector<uint64_t> label_sizes(const LabelHalves& halves, const std::vector<uint32_t>& rows) {
  std::vector<uint64_t> sizes(halves.labels.size());
  for (const uint32_t row : rows) ++sizes[halves.label[row]];
  return sizes;
}

struct Candidate {
  uint64_t hash = 0;
  std::string word;
  uint32_t label = 0;
  double informedness = 0;  // on the choosing half
};

double informedness_of(const std::vector<uint64_t>& with, uint32_t label,
                       const std::vector<uint64_t>& sizes) {
  uint64_t all_with = 0, all = 0;
  for (size_t c = 0; c < sizes.size(); ++c) all_with += with[c], all += sizes[c];
  return static_cast<double>(with[label]) / static_cast<double>(sizes[label]) -
         static_cast<double>(all_with - with[label]) / static_cast<double>(all - sizes[label]);
}

std::vector<Candidate> chosen_words(const CheckedData& data, const LabelHalves& halves,
                                    const TellingWordOptions& options) {
  const auto sizes = label_sizes(halves, halves.choosing);
  const auto classes = sizes.size();
  const auto smallest = static_cast<double>(*std::min_element(sizes.begin(), sizes.end()));
  // A word in fewer documents cannot be in enough documents of any label, nor of all others.
  const auto least = std::max<uint64_t>(
      kLeastDocuments, static_cast<uint64_t>(std::floor(options.least * kOfLeast * smallest)));
  std::unordered_map<uint64_t, uint32_t> documents;
  WordSet words;
  for (const uint32_t row : halves.choosing)
    words.for_each(data.texts[row], [&](uint64_t hash, std::string_view) { ++documents[hash]; });
  std::unordered_map<uint64_t, uint32_t> place;
  std::vector<std::string> word_at;
  std::vector<std::vector<uint64_t>> with;
  for (const uint32_t row : halves.choosing)
    words.for_each(data.texts[row], [&](uint64_t hash, std::string_view word) {
      if (documents[hash] < least) return;
      const auto [found, is_new] = place.emplace(hash, static_cast<uint32_t>(word_at.size()));
      if (is_new) {
        word_at.emplace_back(word);
        with.emplace_back(classes);
      }
      ++with[found->second][halves.label[row]];
    });
  std::vector<Candidate> candidates;
  for (const auto& [hash, at] : place)
    for (uint32_t label = 0; label < classes; ++label) {
      const double informedness = informedness_of(with[at], label, sizes);
      // The informedness of the other of two labels differs only in sign.
      if (classes == 2 && informedness <= 0) continue;
      if (std::abs(informedness) >= options.least * kOfLeast)
        candidates.push_back({hash, word_at[at], label, informedness});
    }
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    const double x = std::abs(a.informedness), y = std::abs(b.informedness);
    if (x != y) return x > y;
    return a.word != b.word ? a.word < b.word : a.label < b.label;
  });
  if (candidates.size() > options.chosen) candidates.resize(options.chosen);
  return candidates;
}

// Counts, by candidate, the `rows` that have its word, by label.
std::vector<std::vector<uint64_t>> count_words(const CheckedData& data, const LabelHalves& halves,
                                               const std::vector<uint32_t>& rows,
                                               const std::vector<Candidate>& candidates) {
  std::unordered_map<uint64_t, std::vector<uint32_t>> asked;
  for (uint32_t k = 0; k < candidates.size(); ++k) asked[candidates[k].hash].push_back(k);
  std::vector<std::vector<uint64_t>> with(candidates.size(), std::vector<uint64_t>(halves.labels.size()));
  WordSet words;
  for (const uint32_t row : rows)
    words.for_each(data.texts[row], [&](uint64_t hash, std::string_view) {
      const auto found = asked.find(hash);
      if (found == asked.end()) return;
      for (const uint32_t k : found->second) ++with[k][halves.label[row]];
    });
  return with;
}

uint64_t sum_of(const std::vector<uint64_t>& counts) {
  uint64_t sum = 0;
  for (const uint64_t count : counts) sum += count;
  return sum;
}

// Returns the one-sided p, in the direction that the first half showed.
double p_of(const std::vector<uint64_t>& with, const Candidate& candidate,
            const std::vector<uint64_t>& sizes) {
  const uint64_t all = sum_of(sizes), marked = sum_of(with), drawn = sizes[candidate.label];
  const uint64_t hits = with[candidate.label];
  return candidate.informedness > 0 ? hypergeometric_upper(hits, marked, drawn, all)
                                    : hypergeometric_upper(drawn - hits, all - marked, drawn, all);
}

}  // namespace

TellingWords telling_words(const CheckedData& data, const LabelHalves& halves,
                           const TellingWordOptions& options) {
  TellingWords found;
  const auto candidates = chosen_words(data, halves, options);
  found.chosen = static_cast<uint32_t>(candidates.size());
  const auto sizes = label_sizes(halves, halves.measuring), tested = label_sizes(halves, halves.tested);
  const auto with = count_words(data, halves, halves.measuring, candidates);
  const auto with_tested = count_words(data, halves, halves.tested, candidates);
  std::vector<double> p;
  for (size_t k = 0; k < candidates.size(); ++k) p.push_back(p_of(with_tested[k], candidates[k], tested));
  p = holm(p);
  for (size_t k = 0; k < candidates.size(); ++k) {
    const uint32_t label = candidates[k].label;
    TellingWord word{candidates[k].word, label, informedness_of(with[k], label, sizes), with[k][label],
                     sizes[label]};
    word.others_with = sum_of(with[k]) - word.with;
    word.others = sum_of(sizes) - word.of;
    word.p = p[k];
    const double told = candidates[k].informedness > 0 ? word.informedness : -word.informedness;
    if (told >= options.least && word.p <= options.level) found.words.push_back(std::move(word));
  }
  std::stable_sort(found.words.begin(), found.words.end(), [](const TellingWord& a, const TellingWord& b) {
    return std::abs(a.informedness) > std::abs(b.informedness);
  });
  return found;
}

}  // namespace standfast
