#include "standfast/shortcut/edit/insertion.h"

#include <algorithm>
#include <cstring>

#include <unicode/uchar.h>

#include "standfast/text/sentences.h"
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
      "where a phrase may stand: after any \". \" (the released data), or where a sentence begins "
      "(Unicode, with English abbreviations)");
  table.add("empty-tail", &InsertionOptions::empty_tail,
            "with dot-space: a phrase may also stand behind everything, in a text that ends in \". \"");
  table.words_in_order("letters", &InsertionOptions::letters,
                       std::vector<std::string>{"kept", "lowered", "sentence"},
                       "kept: \"honestly, The\"; lowered: \"honestly, the\"; sentence: \"Honestly, the\"");
  table.add("joint", &InsertionOptions::joint, "what stands between the phrase and the text after it");
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

}  // namespace standfast
