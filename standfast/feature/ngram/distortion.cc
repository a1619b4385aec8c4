#include "standfast/feature/ngram/distortion.h"

#include <algorithm>
#include <unordered_map>

#include "standfast/text/unicode.h"
#include "standfast/text/words.h"

namespace standfast {

Distortion::Distortion(DistortionOptions options, const std::vector<std::string>& words)
    : options_(options), words_(words.begin(), words.end()) {}

void Distortion::apply(std::string_view text, std::string& out) const {
  out.clear();
  out.reserve(text.size());
  std::string lowered;
  const char* copied = text.data();  // everything before it is in `out`
  for_each_word_by(options_.between_spaces, text, 1, [&](std::string_view word) {
    size_t letters = 0, digits = 0;
    for (size_t at = 0; at < word.size(); ++letters) digits += is_digit(next_code_point(word, at)) ? 1 : 0;
    const bool number = options_.number_signs && !options_.per_letter && digits == letters;
    if (!number) {
      to_lower(word, lowered);
      if (words_.contains(lowered) != options_.mask_listed) return;
    }
    out.append(copied, static_cast<size_t>(word.data() - copied));
    copied = word.data() + word.size();
    if (options_.leave_out) return;
    if (!options_.per_letter) {
      out += number ? '#' : '*';
    } else if (!options_.number_signs || digits == 0) {
      out.append(letters, '*');
    } else {
      for (size_t at = 0; at < word.size();) out += is_digit(next_code_point(word, at)) ? '#' : '*';
    }
  });
  out.append(copied, static_cast<size_t>(text.data() + text.size() - copied));
}

std::vector<std::string> frequent_words(std::span<const std::string_view> texts,
                                        const FrequentWordOptions& options) {
  struct Word {
    std::string_view text;
    uint64_t count, first;
  };
  std::unordered_map<std::string, std::pair<uint64_t, uint64_t>> seen;  // count, order of first occurrence
  std::string key;
  for (const auto text : texts) {
    for_each_word_by(options.between_spaces, text, options.min_word_length, [&](std::string_view word) {
      if (options.lower_case)
        to_lower(word, key);
      else
        key.assign(word);
      ++seen.try_emplace(key, 0, seen.size()).first->second.first;
    });
  }
  std::vector<Word> words;
  words.reserve(seen.size());
  for (const auto& [text, counted] : seen) words.push_back({text, counted.first, counted.second});
  const size_t kept = std::min<size_t>(options.count, words.size());
  std::partial_sort(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(kept), words.end(),
                    [&](const Word& a, const Word& b) {
                      if (a.count != b.count) return a.count > b.count;
                      return options.ties_by_first ? a.first < b.first : a.text < b.text;
                    });
  std::vector<std::string> result;
  for (size_t i = 0; i < kept; ++i) result.emplace_back(words[i].text);
  return result;
}

}  // namespace standfast
