#include "standfast/rewrite/gates.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unicode/uscript.h>

#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/base/options.h"
#include "standfast/text/printable.h"
#include "standfast/text/unicode.h"
#include "standfast/text/utf8.h"
#include "standfast/text/words.h"

namespace standfast {
namespace {

using Words = std::vector<std::string>;

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for_each_word(text, 1, [&](std::string_view word) { words.push_back(word); });
  return words;
}

std::string lower(std::string_view text) {
  std::string lowered;
  to_lower(text, lowered);
  return lowered;
}

std::string_view trimmed(std::string_view text) {
  size_t begin = 0, end = text.size();
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = next_code_point(text, at);
    if (!is_space(c)) break;
    begin = at;
  }
  while (end > begin) {
    size_t at = end - 1;
    while (at > begin && is_continuation(text[at])) --at;
    size_t next = at;
    if (!is_space(next_code_point(text, next))) break;
    end = at;
  }
  return text.substr(begin, end - begin);
}

std::string empty(std::string_view, std::string_view rewrite, const GateOptions&) {
  return is_visible(rewrite) ? "" : "it is empty";
}

std::string unchanged(std::string_view original, std::string_view rewrite, const GateOptions&) {
  return trimmed(original) == trimmed(rewrite) ? "it is the original" : "";
}

std::string length(std::string_view original, std::string_view rewrite, const GateOptions& options) {
  const auto before = static_cast<double>(words_of(original).size()),
             after = static_cast<double>(words_of(rewrite).size());
  const bool too_long = after > options.most_ratio * before && after > before + options.free_words;
  if (!too_long && !(after < options.least_ratio * before)) return "";
  return fmt::format("it has {:.0f} words, the original {:.0f}", after, before);
}

// Returns the script of most letters: a place in ICU's list, or USCRIPT_COMMON.
UScriptCode script_of(std::string_view text) {
  std::map<UScriptCode, size_t> letters;
  for (size_t at = 0; at < text.size();) {
    UErrorCode status = U_ZERO_ERROR;
    const UScriptCode script = uscript_getScript(static_cast<UChar32>(next_code_point(text, at)), &status);
    if (U_SUCCESS(status) != 0 && script > USCRIPT_INHERITED) ++letters[script];
  }
  const auto most = std::max_element(letters.begin(), letters.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == letters.end() ? USCRIPT_COMMON : most->first;
}

// Words that are frequent in one language and rare in the others: enough to notice that a text changed its
// language, but not to identify it.
struct Language {
  const char* name;
  std::array<const char*, 14> words;
};
constexpr std::array kLanguages = {
    Language{
        "English",
        {"the", "and", "of", "is", "was", "that", "with", "for", "you", "this", "are", "not", "it", "be"}},
    Language{
        "German",
        {"der", "die", "und", "ist", "das", "nicht", "ein", "eine", "ich", "mit", "auf", "auch", "es", "zu"}},
    Language{
        "French",
        {"le", "les", "est", "une", "des", "et", "dans", "pas", "vous", "pour", "qui", "je", "ce", "sont"}},
    Language{
        "Spanish",
        {"el", "los", "las", "es", "una", "por", "con", "para", "del", "pero", "muy", "yo", "esto", "que"}},
    Language{"Italian",
             {"il", "gli", "che", "di", "una", "sono", "per", "non", "con", "della", "questo", "ma", "anche",
              "è"}},
    Language{
        "Portuguese",
        {"os", "um", "uma", "não", "com", "para", "mais", "do", "da", "em", "você", "isso", "são", "mas"}},
    Language{
        "Dutch",
        {"het", "een", "van", "niet", "ik", "je", "dat", "zijn", "voor", "met", "op", "ook", "maar", "wat"}},
};

// Counts the words of the text that belong to each language.
std::array<size_t, kLanguages.size()> hits_of(std::string_view text) {
  static const auto by_word = [] {
    std::map<std::string, std::set<size_t>, std::less<>> languages;
    for (size_t i = 0; i < kLanguages.size(); ++i)
      for (const char* word : kLanguages[i].words) languages[word].insert(i);
    return languages;
  }();
  std::array<size_t, kLanguages.size()> hits{};
  for (const std::string_view word : words_of(text))
    if (const auto at = by_word.find(lower(word)); at != by_word.end())
      for (const size_t i : at->second) ++hits[i];
  return hits;
}

std::string language(std::string_view original, std::string_view rewrite, const GateOptions&) {
  const UScriptCode before = script_of(original), after = script_of(rewrite);
  if (before != USCRIPT_COMMON && after != USCRIPT_COMMON && before != after)
    return fmt::format("it is in {} letters, the original in {}", uscript_getName(after),
                       uscript_getName(before));
  const auto old_hits = hits_of(original), new_hits = hits_of(rewrite);
  const auto old_best =
      static_cast<size_t>(std::max_element(old_hits.begin(), old_hits.end()) - old_hits.begin());
  const auto new_best =
      static_cast<size_t>(std::max_element(new_hits.begin(), new_hits.end()) - new_hits.begin());
  // Few words say little: a clear case has three of each, and more than twice as many as of the other
  // language.
  const bool clear = old_hits[old_best] >= 3 && new_hits[new_best] >= 3 &&
                     new_hits[new_best] > 2 * new_hits[old_best] &&
                     old_hits[old_best] > 2 * old_hits[new_best];
  if (!clear || old_best == new_best) return "";
  return fmt::format("it looks {}, the original {}", kLanguages[new_best].name, kLanguages[old_best].name);
}

// Phrases with which models introduce their answer, before it or on a line after it.
constexpr std::array kBegins = {"here is",         "here's",         "here are",      "sure,",
                                "sure!",           "sure.",          "sure thing",    "certainly",
                                "of course,",      "of course!",     "as an ai",      "i cannot",
                                "i can't rewrite", "i'm sorry, but", "i apologize",   "###",
                                "output:",         "rewritten text", "modified text", "the rewritten"};
constexpr std::array kLines = {
    "note:",           "notes:",          "explanation:",     "here's how",       "here is how",
    "in this version", "in this rewrite", "in the rewritten", "i have rewritten", "i've rewritten",
    "i rewrote",       "i have modified", "i modified",       "i used",           "### ",
    "input text:",     "output:"};
// Phrases with which a model refuses. A genuine text may begin so too: then a word about the refusal shows
// that it is no rewrite. That word must not be in the original.
constexpr std::array kRefuses = {
    "i cannot",     "i can't",     "i can not",      "i am unable",      "i'm unable",     "i am not able",
    "i'm not able", "i won't",     "i will not",     "i'm sorry",        "i am sorry",     "sorry, but",
    "i apologize",  "i apologise", "i must decline", "unfortunately, i", "please provide", "please share"};
constexpr std::array kRefused = {"assist",       "help",           "fulfill",  "fulfil",
                                 "comply",       "request",        "rewrit",   "rephras",
                                 "this text",    "that text",      "the text", "your text",
                                 "this content", "language model", "as an ai", "guidelines"};
// Phrases that mark talk anywhere in an answer.
constexpr std::array kAfterwards = {"i hope this helps",       "let me know if you", "(note:", "[note:",
                                    "as an ai language model", "as a language model"};
// A genuine text may begin with "here is" or "sure,": then a colon or a word about texts shows that it is
// talk.
constexpr std::array kAboutTexts = {"rewrit",  "rephras",      "version", "modified",
                                    "text in", "as requested", "style of"};

bool talks_in(std::string_view line, std::string_view phrase) {
  if (!line.starts_with(phrase)) return false;
  const std::string_view first = line.substr(0, 160);
  return first.ends_with(':') || std::any_of(kAboutTexts.begin(), kAboutTexts.end(), [&](const char* word) {
           return first.find(word) != std::string_view::npos;
         });
}

bool refuses(std::string_view line, std::string_view before) {
  const std::string_view first = line.substr(0, 200);
  return std::ranges::any_of(kRefuses, [&](const char* phrase) { return line.starts_with(phrase); }) &&
         std::ranges::any_of(kRefused, [&](std::string_view word) {
           return first.find(word) != std::string_view::npos && before.find(word) == std::string_view::npos;
         });
}

// Detects a heading such as "formal version: ...": a few words, one of them about texts, and a colon.
bool has_heading(std::string_view line, std::string_view before) {
  constexpr size_t kLongest = 40;
  const std::string_view heading = line.substr(0, line.substr(0, kLongest).find(':'));
  if (heading.size() == line.size() || heading.size() > kLongest) return false;
  if (before.find(heading) != std::string_view::npos) return false;
  return std::ranges::any_of(std::array{"version", "rewrit", "rewrote", "rephras", "modified", "revised"},
                             [&](const char* word) { return heading.find(word) != std::string_view::npos; });
}

// Returns the text in lower case, with plain apostrophes and without marks of bold and italics.
std::string plain_lower(std::string_view text) {
  static constexpr std::string_view kApostrophe = "\xE2\x80\x99";
  std::string plain = lower(text);
  for (size_t at; (at = plain.find(kApostrophe)) != std::string::npos;)
    plain.replace(at, kApostrophe.size(), 1, '\'');
  std::erase_if(plain, [](char c) { return c == '*' || c == '_'; });
  return plain;
}

std::string meta_talk(std::string_view original, std::string_view rewrite, const GateOptions&) {
  const std::string before = plain_lower(original), after = plain_lower(trimmed(rewrite));
  for (const std::string_view phrase : kAfterwards)
    if (after.find(phrase) != std::string::npos && before.find(phrase) == std::string::npos)
      return "it talks about the task";
  if (after.starts_with("<think") && before.find("<think") == std::string::npos)
    return "it begins with the thoughts of the model (<think>); turn them off at the server";
  bool first = true;
  for (size_t at = 0; at < after.size(); first = false) {
    const size_t end = std::min(after.find('\n', at), after.size());
    const std::string_view line = without_outer_quotes(std::string_view(after).substr(at, end - at));
    at = end + 1;
    const auto own = [&](std::string_view phrase) { return before.find(phrase) == std::string::npos; };
    if (first && refuses(line, before)) return "it refuses the task";
    if (first && has_heading(line, before)) return "it begins with talk about the task";
    if (first)
      for (const std::string_view phrase : kBegins)
        if (own(phrase) && (phrase.front() == '#' || phrase.ends_with(':') ? line.starts_with(phrase)
                                                                           : talks_in(line, phrase)))
          return "it begins with talk about the task";
    if (!first)
      for (const std::string_view phrase : kLines)
        if (line.starts_with(phrase) && own(phrase)) return "it has a line that talks about the task";
  }
  return "";
}

struct Digits {
  std::string_view text;
  size_t count = 0;
};
// Returns the digits that begin here, perhaps none.
Digits digits_at(std::string_view text, size_t begin) {
  Digits digits;
  size_t end = begin;
  for (size_t next = begin; next < text.size() && is_digit(next_code_point(text, next)); end = next)
    ++digits.count;
  if (digits.count > 0) digits.text = text.substr(begin, end - begin);
  return digits;
}
Digits digits_behind(char separator, std::string_view text, size_t at) {
  return at < text.size() && text[at] == separator ? digits_at(text, at + 1) : Digits{};
}

// Reads the number that begins at `at`, and moves `at` behind it: 1,000 is 1000 and 3.50 is 3.5. Other commas
// and points end a number, also in 12.05.1990. in_chain: the number stands behind such a point.
std::string number_at(std::string_view text, size_t& at, bool in_chain) {
  const Digits first = digits_at(text, at);
  std::string number(first.text);
  at += first.text.size();
  if (first.count <= 3)
    for (Digits next; (next = digits_behind(',', text, at)).count == 3; at += 1 + next.text.size())
      number += next.text;
  const Digits decimals = digits_behind('.', text, at);
  const size_t end = at + 1 + decimals.text.size();
  if (decimals.count == 0 || in_chain || digits_behind('.', text, end).count > 0) return number;
  at = end;
  const size_t last = decimals.text.find_last_not_of('0');
  if (last != std::string_view::npos) number.append(".").append(decimals.text.substr(0, last + 1));
  return number;
}

std::multiset<std::string> numbers_in(std::string_view text) {
  std::multiset<std::string> numbers;
  bool in_chain = false;
  for (size_t at = 0; at < text.size();) {
    if (digits_at(text, at).count > 0) {
      numbers.insert(number_at(text, at, in_chain));
      in_chain = digits_behind('.', text, at).count > 0;
    } else {
      in_chain = in_chain && text[at] == '.';
      next_code_point(text, at);
    }
  }
  return numbers;
}

std::string numbers(std::string_view original, std::string_view rewrite, const GateOptions&) {
  auto left = numbers_in(rewrite);
  size_t lost = 0, all = 0;
  for (const auto& number : numbers_in(original)) {
    ++all;
    if (const auto at = left.find(number); at != left.end())
      left.erase(at);
    else
      ++lost;
  }
  return lost == 0 ? "" : fmt::format("{} of {} numbers are lost", lost, all);
}

// Collects words inside a sentence that begin with a capital and are not all capitals: mostly names. "I" is
// never one.
std::set<std::string> names_in(std::string_view text) {
  std::set<std::string> names;
  size_t last_end = 0;
  bool begins = true;
  for (const std::string_view word : words_of(text)) {
    const auto begin = static_cast<size_t>(word.data() - text.data());
    const std::string_view between = text.substr(last_end, begin - last_end);
    begins = begins || between.find_first_of(".!?\n:\"") != std::string_view::npos;
    const std::string lowered = lower(word);
    const bool capital = lowered != word;
    const bool rest_small = word.size() > 1 && lower(word.substr(1)) == word.substr(1);
    if (capital && rest_small && !begins && count_code_points(word) > 2) names.insert(lowered);
    begins = false;
    last_end = begin + word.size();
  }
  return names;
}

std::string names(std::string_view original, std::string_view rewrite, const GateOptions&) {
  std::set<std::string> there;
  for (const std::string_view word : words_of(rewrite)) there.insert(lower(word));
  const auto wanted = names_in(original);
  const auto lost = static_cast<size_t>(std::count_if(
      wanted.begin(), wanted.end(), [&](const std::string& name) { return !there.contains(name); }));
  return lost == 0 ? "" : fmt::format("{} of {} names are lost", lost, wanted.size());
}

}  // namespace

const std::vector<Gate>& rewrite_gates() {
  static const std::vector<Gate> gates = {
      {"empty", "The rewrite has no text.", empty},
      {"unchanged", "The rewrite equals the original, except for white space around it.", unchanged},
      {"length", "The rewrite is much longer or shorter than the original.", length},
      {"language", "The rewrite is in other letters or in another language than the original.", language},
      {"meta-talk",
       "The rewrite talks about the task (\"Here is the rewritten text:\", \"Note: ...\") or refuses it.",
       meta_talk},
      {"numbers", "A number of the original, in digits, is not in the rewrite.", numbers},
      {"names",
       "A name of the original is not in the rewrite: a word of three letters or more inside a sentence, "
       "with a capital at its beginning alone.",
       names},
  };
  return gates;
}

Result<std::vector<const Gate*>> gates_without(const std::vector<std::string>& names) {
  std::vector<std::string> all;
  for (const auto& gate : rewrite_gates()) all.push_back(gate.name);
  for (const auto& name : names)
    if (std::find(all.begin(), all.end(), name) == all.end()) {
      const std::string hint = nearest_name(name, all);
      return usage_error(fmt::format("there is no gate \"{}\"{}", name,
                                     hint.empty() ? fmt::format(" (there are: {})", fmt::join(all, ", "))
                                                  : fmt::format("; did you mean \"{}\"?", hint)));
    }
  std::vector<const Gate*> kept;
  for (const auto& gate : rewrite_gates())
    if (std::find(names.begin(), names.end(), gate.name) == names.end()) kept.push_back(&gate);
  return kept;
}

namespace {

// Checks that quotes inside stand in pairs of their own, each opening before it closes. In "A" and "B" the
// first one closes.
bool are_nested(std::string_view inside, std::string_view opens, std::string_view closes) {
  if (opens != closes)
    return inside.find(opens) == std::string_view::npos && inside.find(closes) == std::string_view::npos;
  bool open = false;
  for (size_t at = inside.find(opens); at != std::string_view::npos; at = inside.find(opens, at + 1)) {
    const bool after_space = at == 0 || static_cast<unsigned char>(inside[at - 1]) <= ' ';
    if (open == after_space) return false;
    open = !open;
  }
  return !open;
}

}  // namespace

std::string_view without_outer_quotes(std::string_view text) {
  // Apostrophes are not among them: 'tis the dogs' has two.
  static constexpr std::array<std::array<std::string_view, 2>, 3> kPairs = {
      {{"\"", "\""}, {"\xe2\x80\x9c", "\xe2\x80\x9d"}, {"\xc2\xab", "\xc2\xbb"}}};
  for (;;) {
    text = trimmed(text);
    const auto inside_of = [&](const auto& pair) {
      return text.substr(pair[0].size(), text.size() - pair[0].size() - pair[1].size());
    };
    const auto pair = std::find_if(kPairs.begin(), kPairs.end(), [&](const auto& one) {
      return text.size() >= one[0].size() + one[1].size() && text.starts_with(one[0]) &&
             text.ends_with(one[1]) && are_nested(inside_of(one), one[0], one[1]);
    });
    if (pair == kPairs.end()) return text;
    text = inside_of(*pair);
  }
}

GatedRewrites gated(std::vector<CandidateRewrite> candidates, const std::vector<const Gate*>& gates,
                    const GateOptions& options, bool strip) {
  GatedRewrites result;
  for (const Gate* gate : gates) result.objections[gate->name] = 0;
  for (auto& candidate : candidates) {
    GatedRewrites::Refused refused{candidate.id, {}, {}, candidate.trouble};
    if (!candidate.text) {
      ++result.missing;
      result.refused.push_back(std::move(refused));
      continue;
    }
    std::string text =
        strip ? std::string(without_outer_quotes(*candidate.text)) : std::move(*candidate.text);
    for (const Gate* gate : gates) {
      const std::string objection = gate->objection(candidate.original, text, options);
      if (objection.empty()) continue;
      refused.gates.push_back(gate->name);
      refused.reasons.push_back(objection);
      ++result.objections[gate->name];
    }
    // A file of rewrites holds no blank one, whichever gates are used.
    if (text.find_first_not_of(" \t\r\n") == std::string::npos && refused.gates.empty()) {
      refused.trouble = "it is empty";
      ++result.missing;
      result.refused.push_back(std::move(refused));
    } else if (refused.gates.empty()) {
      result.passed.push_back({std::move(candidate.id), std::move(text)});
    } else {
      result.refused.push_back(std::move(refused));
    }
  }
  return result;
}

std::string passed_lines(const GatedRewrites& rewrites, const std::string& style) {
  std::string lines;
  for (const auto& one : rewrites.passed)
    lines += json_text({{"id", one.id}, {"style", style}, {"text", one.text}}) + "\n";
  return lines;
}

std::string refused_lines(const GatedRewrites& rewrites, const std::string& style) {
  std::string lines;
  for (const auto& one : rewrites.refused) {
    nlohmann::ordered_json line = {
        {"id", one.id}, {"style", style}, {"gates", one.gates}, {"reasons", one.reasons}};
    if (!one.trouble.empty()) line["no_answer"] = one.trouble;
    lines += json_text(line) + "\n";
  }
  return lines;
}

}  // namespace standfast
