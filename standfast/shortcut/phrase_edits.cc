#include "standfast/shortcut/phrase_edits.h"

#include <algorithm>
#include <cstring>

#include <unicode/uchar.h>

#include "standfast/text/ascii.h"
#include "standfast/text/sentences.h"
#include "standfast/text/unicode.h"
#include "standfast/text/utf8.h"

namespace standfast {
namespace {

void dot_space_starts(std::string_view text, std::vector<uint32_t>& starts) {
  starts.assign(1, 0);
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  for (const char* at = begin; at + 1 < end;) {
    at = static_cast<const char*>(std::memchr(at, '.', static_cast<size_t>(end - at - 1)));
    if (at == nullptr) return;
    ++at;
    if (*at == ' ') starts.push_back(static_cast<uint32_t>(++at - begin));
  }
}

// Returns whether the text begins with a capital only because a sentence begins: "The" and "A", not "I",
// "I'm" or "NASA".
bool begins_with_sentence_capital(std::string_view text) {
  if (text.empty()) return false;
  size_t at = 0;
  const CodePoint first = next_code_point(text, at);
  if (!u_isupper(static_cast<UChar32>(first))) return false;
  if (at == text.size()) return first != 'I';
  const CodePoint second = next_code_point(text, at);
  if (u_islower(static_cast<UChar32>(second))) return true;
  return first != 'I' && second == ' ';
}

// Appends the text with its first letter in another case.
void append_with_first(std::string_view text, UChar32 (*changed)(UChar32), std::string& to) {
  size_t at = 0;
  if (text.empty()) return;
  append_utf8(static_cast<CodePoint>(changed(static_cast<UChar32>(next_code_point(text, at)))), to);
  to += text.substr(at);
}

}  // namespace

OptionTable<InsertionOptions> insertion_option_table() {
  OptionTable<InsertionOptions> table;
  table.words_in_order(
      "segments", &InsertionOptions::segments, std::vector<std::string>{"dot-space", "sentences"},
      "places for a phrase: after any \". \" (the released data), or where a sentence begins "
      "(Unicode, with English abbreviations)");
  table.add("empty-tail", &InsertionOptions::empty_tail,
            "with dot-space: allow a phrase at the very end of a text that ends in \". \"");
  table.words_in_order("letters", &InsertionOptions::letters,
                       std::vector<std::string>{"kept", "lowered", "sentence"},
                       "kept: \"honestly, The\"; lowered: \"honestly, the\"; sentence: \"Honestly, the\"");
  table.add("joint", &InsertionOptions::joint, "separator between the phrase and the text after it");
  return table;
}

void Inserter::insert(std::string_view text, std::string_view phrase, Rng& rng, PlantedDocument& to) {
  if (options_.segments == Segments::sentences)
    sentence_starts(text, starts_);
  else
    dot_space_starts(text, starts_);
  if (!options_.empty_tail && starts_.size() > 1 && starts_.back() == text.size()) starts_.pop_back();
  const uint32_t begin = starts_[rng.below(starts_.size())];
  to.text.reserve(text.size() + phrase.size() + options_.joint.size());
  to.text.assign(text.substr(0, begin));
  if (options_.letters == LettersAround::sentence)
    append_with_first(phrase, u_toupper, to.text);
  else
    to.text += phrase;
  to.text += options_.joint;
  to.spans.push_back({begin, static_cast<uint32_t>(to.text.size())});
  const std::string_view rest = text.substr(begin);
  if (options_.letters != LettersAround::kept && begins_with_sentence_capital(rest))
    append_with_first(rest, u_tolower, to.text);
  else
    to.text += rest;
}

std::vector<Inserter> inserters(const InsertionOptions& options, int threads) {
  return std::vector<Inserter>(static_cast<size_t>(std::max(threads, 1)), Inserter(options));
}

namespace {

CodePoint folded(CodePoint c) {
  if (c < 0x80) return ascii_lower(static_cast<unsigned char>(c));
  return static_cast<CodePoint>(u_foldCase(static_cast<UChar32>(c), U_FOLD_CASE_DEFAULT));
}

// Returns the number of bytes of the text at `at` that fold to the phrase; 0 if it does not stand there. A
// blank between words of the phrase matches any white space: one blank, two or a line break. At the ends of
// the phrase it matches a single white-space character.
size_t match_of(std::string_view text, size_t at, std::string_view phrase) {
  const size_t begin = at;
  for (size_t p = 0; p < phrase.size();) {
    if (at >= text.size()) return 0;
    const CodePoint wanted = next_code_point(phrase, p), found = next_code_point(text, at);
    if (wanted != U' ') {
      if (folded(found) != wanted) return 0;
      continue;
    }
    if (!is_space(found)) return 0;
    if (p == 1 || p == phrase.size()) continue;
    for (size_t next = at; next < text.size() && is_space(next_code_point(text, next));) at = next;
  }
  return at - begin;
}

// Returns the phrase with simple case folding, and one blank for each run of white space.
std::string as_matched(std::string_view phrase) {
  std::string made;
  for (size_t at = 0; at < phrase.size();) {
    const CodePoint c = next_code_point(phrase, at);
    if (!is_space(c))
      append_utf8(folded(c), made);
    else if (!made.ends_with(' '))
      made += ' ';
  }
  return made;
}

bool word_before(std::string_view text, size_t at) {
  if (at == 0) return false;
  size_t begin = at - 1;
  while (begin > 0 && is_continuation(text[begin])) --begin;
  return is_word(next_code_point(text, begin));
}

bool word_at(std::string_view text, size_t at) {
  return at < text.size() && is_word(next_code_point(text, at));
}

bool ends_clause(std::string_view text, size_t at) {
  return at == text.size() || std::string_view(".!?;:)\n").find(text[at]) != std::string_view::npos;
}

}  // namespace

PhraseRemoval::PhraseRemoval(RemovalRule rule, std::vector<std::string> phrases) : rule_(rule) {
  for (const auto& phrase : phrases)
    if (std::string matched = as_matched(phrase); !matched.empty()) phrases_.push_back(std::move(matched));
  std::stable_sort(phrases_.begin(), phrases_.end(),
                   [](const std::string& a, const std::string& b) { return a.size() > b.size(); });
  for (const auto& phrase : phrases_) {
    size_t at = 0;
    const CodePoint first = next_code_point(phrase, at);
    if (first == U' ')
      for (unsigned char byte = 0; byte < 0x80; ++byte) begins_[byte] |= is_space(byte);
    else if (first < 0x80) {
      begins_[first] = true;
      begins_[static_cast<size_t>(u_toupper(static_cast<UChar32>(first)))] = true;
    }
    // A letter beyond ASCII may fold to an ASCII letter, and has several forms, so all lead bytes are marked.
    for (size_t byte = 0xC2; byte < 0xF5; ++byte) begins_[byte] = true;
    Beginning beginning;
    for (size_t i = 0; i < beginning.byte.size() && i < phrase.size(); ++i) {
      if ((static_cast<uint8_t>(phrase[i]) & 0x80U) != 0) break;
      beginning.byte[i] = static_cast<uint8_t>(phrase[i]) | 0x20U;
      beginning.mask[i] = 0xFF;
      if (phrase[i] != ' ') continue;
      beginning.mask[i] = 0xE0;  // of any white space in ASCII, and of signs and digits
      break;                     // its length is unknown
    }
    if (std::none_of(beginnings_.begin(), beginnings_.end(), [&](const Beginning& other) {
          return other.byte == beginning.byte && other.mask == beginning.mask;
        }))
      beginnings_.push_back(beginning);
  }
  if (beginnings_.size() > kMostBeginnings) beginnings_.clear();
}

// Searches by a plain loop over bytes without a branch, so that compilers vectorize it. Bytes beyond ASCII
// are checked one by one later, wherever they stand among the first bytes of a phrase: they may fold to
// ASCII.
bool PhraseRemoval::may_begin_in(const char* block) const {
  const auto* const bytes = reinterpret_cast<const uint8_t*>(block);
  uint8_t any = 0;
  for (const Beginning& of : beginnings_) {
    const auto [a, b, c] = of.byte;
    const auto [x, y, z] = of.mask;
    for (size_t i = 0; i < kBlock; ++i) {
      const auto differs =
          static_cast<uint8_t>((((bytes[i] | 0x20U) ^ a) & x) | (((bytes[i + 1] | 0x20U) ^ b) & y) |
                               (((bytes[i + 2] | 0x20U) ^ c) & z));
      const auto beyond = static_cast<uint8_t>((bytes[i] | bytes[i + 1] | bytes[i + 2]) & 0x80U);
      any |= static_cast<uint8_t>((differs == 0 ? 0x80U : 0U) | beyond);
    }
  }
  return any != 0;
}

size_t PhraseRemoval::first_match(std::string_view text, size_t at) const {
  while (at < text.size()) {
    size_t end = text.size();
    if (!beginnings_.empty() && text.size() - at >= kBlock + 2) {
      end = at + kBlock;
      if (!may_begin_in(text.data() + at)) {
        at = end;
        continue;
      }
    }
    for (; at < end; ++at)
      if (begins_[static_cast<unsigned char>(text[at])] && match(text, at) > 0) return at;
  }
  return text.size();
}

size_t PhraseRemoval::match(std::string_view text, size_t at) const {
  for (const auto& phrase : phrases_) {
    const size_t size = match_of(text, at, phrase);
    if (size == 0) continue;
    if (rule_ == RemovalRule::tidy && (word_before(text, at) || word_at(text, at + size))) continue;
    return size;
  }
  return 0;
}

bool PhraseRemoval::remove(std::string_view text, std::string& out) const {
  if (rule_ == RemovalRule::none) return false;
  size_t first = first_match(text, 0);
  if (first == text.size()) return false;
  remove_from(first, text, out);
  // The remaining parts may join and form the phrase again.
  for (std::string before; (first = first_match(out, 0)) < out.size();) {
    before.swap(out);
    remove_from(first, before, out);
  }
  return true;
}

void PhraseRemoval::remove_from(size_t first, std::string_view text, std::string& out) const {
  out.assign(text.substr(0, first));
  bool capital = false;  // the removed words began with a capital, so the next word gets one
  for (size_t at = first; at < text.size();) {
    const size_t size = begins_[static_cast<unsigned char>(text[at])] ? match(text, at) : 0;
    if (size > 0) {
      size_t begin = at;
      const bool had_capital = u_isupper(static_cast<UChar32>(next_code_point(text, begin)));
      at += size;
      if (rule_ == RemovalRule::exact) continue;
      capital = capital || had_capital;
      if (at < text.size() && text[at] == ',') {
        ++at;
        while (at < text.size() && text[at] == ' ') ++at;
      } else if (out.ends_with(", ") && ends_clause(text, at)) {
        out.resize(out.size() - 2);
      } else if (at < text.size() && text[at] == ' ' && (out.empty() || out.back() == ' ')) {
        ++at;
      } else if (out.ends_with(' ') && ends_clause(text, at)) {
        out.pop_back();
      }
      continue;
    }
    const size_t begin = at;
    const CodePoint c = next_code_point(text, at);
    if (capital && is_word(c)) {
      append_utf8(static_cast<CodePoint>(u_toupper(static_cast<UChar32>(c))), out);
      capital = false;
    } else {
      out.append(text, begin, at - begin);
    }
  }
}

}  // namespace standfast
