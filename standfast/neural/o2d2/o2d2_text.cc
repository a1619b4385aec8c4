#include "standfast/neural/o2d2/o2d2_text.h"

#include <algorithm>

#include "standfast/neural/encoder/word_vectors.h"
#include "standfast/text/unicode.h"
#include "standfast/text/utf8.h"
#include "standfast/text/words.h"

namespace standfast {
namespace {

// Calls body(code point) for the characters of a token that are read.
template <class Body>
void each_character(std::string_view token, const Body& body) {
  size_t read = 0;
  for (size_t at = 0; at < token.size() && read < kTokenCharacters; ++read) body(next_code_point(token, at));
}

// Returns the `most` keys with the largest counts; keys of a map ascend.
template <class Key, class Counts>
std::vector<Key> most_frequent(const Counts& counts, size_t most) {
  std::vector<std::pair<uint64_t, const Key*>> ordered;
  for (const auto& [key, count] : counts) ordered.emplace_back(count, &key);
  std::ranges::stable_sort(ordered, [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<Key> out;
  for (size_t i = 0; i < std::min(most, ordered.size()); ++i) out.push_back(*ordered[i].second);
  return out;
}

}  // namespace

size_t windows_of(size_t tokens) {
  if (tokens == 0) return 0;
  if (tokens <= kWindowTokens) return 1;
  return std::min(kMostWindows, 1 + (tokens - kWindowTokens + kWindowHop - 1) / kWindowHop);
}

O2d2Vocabulary O2d2Vocabulary::learn(std::span<const std::vector<std::string>> texts, size_t words,
                                     size_t characters) {
  std::map<std::string, uint64_t> of_words;
  std::map<uint32_t, uint64_t> of_characters;
  for (const auto& tokens : texts)
    for (const std::string& token : tokens) {
      ++of_words[token];
      each_character(token, [&](uint32_t c) { ++of_characters[c]; });
    }
  O2d2Vocabulary out;
  out.words_ = most_frequent<std::string>(of_words, words);
  out.characters_ = most_frequent<uint32_t>(of_characters, characters);
  out.index();
  return out;
}

void O2d2Vocabulary::index() {
  for (const std::string& word : words_)
    number_of_word_.try_emplace(word, static_cast<uint32_t>(number_of_word_.size() + 1));
  for (const uint32_t c : characters_)
    number_of_character_.try_emplace(c, static_cast<uint32_t>(number_of_character_.size() + 1));
}

uint32_t O2d2Vocabulary::word(std::string_view word) const {
  const auto found = number_of_word_.find(word);
  return found == number_of_word_.end() ? 0 : found->second;
}
uint32_t O2d2Vocabulary::character(uint32_t code_point) const {
  const auto found = number_of_character_.find(code_point);
  return found == number_of_character_.end() ? 0 : found->second;
}

nlohmann::ordered_json O2d2Vocabulary::save() const {
  return {{"words", words_}, {"characters", characters_}};
}

Result<O2d2Vocabulary> O2d2Vocabulary::restore(const nlohmann::ordered_json& saved) {
  O2d2Vocabulary out;
  saved.at("words").get_to(out.words_);
  saved.at("characters").get_to(out.characters_);
  out.index();
  if (out.number_of_word_.size() != out.words_.size() ||
      out.number_of_character_.size() != out.characters_.size())
    return data_error("a saved vocabulary has an entry twice");
  return out;
}

O2d2Text numbered(const O2d2Vocabulary& vocabulary, std::span<const std::string> tokens) {
  O2d2Text out;
  for (const std::string& token : tokens) {
    out.words.push_back(vocabulary.word(token));
    each_character(token, [&](uint32_t c) { out.characters.push_back(vocabulary.character(c)); });
    out.begins.push_back(static_cast<uint32_t>(out.characters.size()));
  }
  return out;
}

void PackedWindows::add(const O2d2Text& text, size_t first, size_t count) {
  for (size_t w = first; w < first + count; ++w) {
    const size_t begin = w * kWindowHop, end = std::min(begin + kWindowTokens, text.words.size());
    for (size_t i = begin; i < end; ++i) {
      words.push_back(text.words[i]);
      characters.insert(characters.end(), text.characters.begin() + text.begins[i],
                        text.characters.begin() + text.begins[i + 1]);
      of_words.push_back(static_cast<uint32_t>(characters.size()));
    }
    of_windows.push_back(static_cast<uint32_t>(words.size()));
  }
  of_texts.push_back(static_cast<uint32_t>(of_windows.size() - 1));
  characters_of_texts.push_back(static_cast<uint32_t>(characters.size()));
}

namespace {

using Points = std::u32string;

Points points_of(std::string_view text) {
  Points out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size();) out.push_back(next_code_point(text, at));
  return out;
}

// Replaces runs of at least `least` of a character by `by`.
void replace_runs(char32_t what, size_t least, std::u32string_view by, Points& text) {
  Points out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    while (end < text.size() && text[end] == what) ++end;
    if (end - i >= least) {
      out += by;
      i = end;
    } else if (end > i) {
      out.append(text, i, end - i);
      i = end;
    } else {
      out.push_back(text[i++]);
    }
  }
  text = std::move(out);
}

// Separates a comma before a quote, and a comma before two or more tildes.
void part_commas(Points& text) {
  Points out;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool comma = text[i] == U',' && i + 1 < text.size();
    if (comma && text[i + 1] == U'\'') {
      out += U", '";
      ++i;
    } else if (comma && text[i + 1] == U'~' && i + 2 < text.size() && text[i + 2] == U'~') {
      out += U" ~~ ";
      while (i + 1 < text.size() && text[i + 1] == U'~') ++i;
    } else {
      out.push_back(text[i]);
    }
  }
  text = std::move(out);
}

// Shortens runs of more than three of a character to three.
void shorten_runs(Points& text) {
  size_t kept = 0, run = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    run = kept > 0 && text[i] == text[kept - 1] ? run + 1 : 1;
    if (run <= 3) text[kept++] = text[i];
  }
  text.resize(kept);
}

bool is_letter(char32_t c, Writing before) {
  return writing_of(c, before) != Writing::none && !is_digit(c) && c != U'_';
}

bool parts_from_letters(char32_t c) {
  static constexpr std::u32string_view kMarks = U"!?.-:,()";
  return kMarks.find(c) != std::u32string_view::npos;
}

Points parted_from_letters(const Points& text) {
  Points out;
  out.reserve(text.size() + text.size() / 8);
  bool before_letter = false, before_mark = false;
  Writing writing = Writing::none;
  for (const char32_t c : text) {
    const bool letter = is_letter(c, writing), mark = parts_from_letters(c);
    if ((before_letter && mark) || (before_mark && letter)) out.push_back(U' ');
    out.push_back(c);
    writing = writing_of(c, writing);
    before_letter = letter;
    before_mark = mark;
  }
  return out;
}

}  // namespace

std::string o2d2_cleaned(std::string_view text) {
  Points points = points_of(text);
  std::ranges::replace(points, U'"', U'\'');
  replace_runs(U'\'', 2, U" ' ' ", points);
  replace_runs(U'-', 2, U" -- ", points);
  replace_runs(U'.', 2, U" .. ", points);
  replace_runs(U'!', 2, U" !! ", points);
  replace_runs(U',', 2, U" ,, ", points);
  part_commas(points);
  shorten_runs(points);
  std::string out;
  for (const char32_t c : parted_from_letters(points)) append_utf8(c, out);
  return out;
}

std::vector<std::string> o2d2_tokens(std::string_view text) {
  const std::string cleaned = o2d2_cleaned(text);
  const auto tokens = word_tokens(cleaned);
  return {tokens.begin(), tokens.end()};
}

}  // namespace standfast
