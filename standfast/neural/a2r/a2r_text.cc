#include "standfast/neural/a2r/a2r_text.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "standfast/neural/words/word_tokens.h"
#include "standfast/text/sentences.h"
#include "standfast/text/unicode.h"

namespace standfast {

A2rTokens a2r_tokens(std::string_view text, const A2rReading& reading) {
  A2rTokens out;
  std::vector<uint32_t> starts;
  sentence_starts(text, starts);
  std::string lower;
  for (size_t s = 0; s < starts.size() && !out.cut; ++s) {
    const size_t begin = starts[s], end = s + 1 < starts.size() ? starts[s + 1] : text.size();
    bool goes_on = out.spans.size() == reading.most_sentences;
    for (const std::string_view token : word_tokens(text.substr(begin, end - begin))) {
      if (out.tokens.size() == reading.most_tokens) {
        out.cut = true;
        break;
      }
      const auto at = static_cast<uint32_t>(token.data() - text.data()),
                 behind = static_cast<uint32_t>(at + token.size());
      if (!goes_on) {
        out.spans.push_back({at, behind});
        out.sentences.push_back(out.sentences.back());
        goes_on = true;
      }
      lower.clear();
      to_lower(token, lower);
      out.tokens.push_back(lower);
      out.spans.back().end = behind;
      ++out.sentences.back();
    }
  }
  return out;
}

A2rVocabulary A2rVocabulary::learn(std::span<const A2rTokens> texts, uint64_t least_count) {
  std::map<std::string_view, uint64_t> counts;
  for (const A2rTokens& text : texts)
    for (const std::string& token : text.tokens) ++counts[token];
  A2rVocabulary out;
  for (const auto& [word, count] : counts)
    if (count >= least_count) out.words_.emplace_back(word);
  return out;
}

uint32_t A2rVocabulary::number(std::string_view word) const {
  const auto found = std::ranges::lower_bound(words_, word, std::less<>());
  return found == words_.end() || *found != word ? kUnknown
                                                 : kFirstWord + static_cast<uint32_t>(found - words_.begin());
}

Result<A2rVocabulary> A2rVocabulary::restore(const nlohmann::ordered_json& saved) {
  A2rVocabulary out;
  saved.get_to(out.words_);
  if (std::ranges::adjacent_find(out.words_, std::greater_equal<>()) != out.words_.end())
    return data_error("the words of a saved vocabulary do not ascend");
  return out;
}

A2rText numbered(const A2rVocabulary& vocabulary, const A2rTokens& tokens, const A2rReading& reading) {
  A2rText out;
  for (const std::string& token : tokens.tokens) out.words.push_back(vocabulary.number(token));
  out.sentences = tokens.sentences;
  const auto sentences = static_cast<uint32_t>(tokens.spans.size());
  for (uint32_t s = 0; s < sentences; ++s)
    if (tokens.sentences[s + 1] - tokens.sentences[s] >= reading.shortest_sentence)
      out.candidates.push_back(s);
  if (!out.candidates.empty()) return out;
  out.candidates.resize(sentences);
  std::iota(out.candidates.begin(), out.candidates.end(), 0U);
  return out;
}

void PackedSentences::add(const A2rText& text) {
  const auto first = static_cast<uint32_t>(of_sentences.size() - 1);
  const uint32_t before = of_texts.back();
  words.insert(words.end(), text.words.begin(), text.words.end());
  for (size_t s = 1; s < text.sentences.size(); ++s) of_sentences.push_back(before + text.sentences[s]);
  for (const uint32_t candidate : text.candidates) candidates.push_back(first + candidate);
  of_texts.push_back(static_cast<uint32_t>(words.size()));
  of_candidates.push_back(static_cast<uint32_t>(candidates.size()));
}

}  // namespace standfast
