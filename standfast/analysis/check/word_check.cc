// The check for single words that give the label away.
#include "standfast/analysis/check/word_check.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include <fmt/format.h>
#include <fmt/ranges.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "standfast/analysis/check/checks.h"
#include "standfast/corpus/duplicate/token_sets.h"
#include "standfast/metric/stat/hypergeometric.h"
#include "standfast/metric/stat/multiple_tests.h"
#include "standfast/text/words.h"

namespace standfast {
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
      // For two labels the informedness differs only in sign.
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

DataOutcome check_word_tells_label(const CheckedData& data) {
  const LabelHalves halves = label_halves(data);
  if (!halves.why_not.empty()) return not_asked(halves.why_not);
  const TellingWords found = telling_words(data, halves);
  DataOutcome outcome;
  if (found.words.empty()) return outcome;
  const TellingWord& first = found.words.front();
  const auto percent = [](uint64_t part, uint64_t whole) {
    return 100 * static_cast<double>(part) / static_cast<double>(whole);
  };
  DataFinding finding;
  finding.count = found.words.size();
  finding.of = found.chosen;
  for (const auto& word : found.words)
    finding.values.push_back(fmt::format("{} ({})", word.word, halves.labels[word.label]));
  finding.message = fmt::format(
      "{} of {} words that were tested give the label away: the first stands in {:.0f} % of {} documents of {} and in "
      "{:.0f} % of {} others",
      finding.count, finding.of, percent(first.with, first.of), first.of, halves.labels[first.label],
      percent(first.others_with, first.others), first.others);
  outcome.findings.push_back(std::move(finding));
  return outcome;
}

}  // namespace standfast
