#include "standfast/text/language.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>
#include <unicode/uscript.h>

#include "standfast/text/unicode.h"
#include "standfast/text/words.h"

namespace standfast {
namespace {

constexpr size_t kMostTexts = 500, kMostBytes = 4096;
constexpr uint64_t kLeastWords = 50;
constexpr double kLeastShare = .2;  // running text has .25 to .45
constexpr double kAhead = 3;        // words of the list alone to words of the runner-up alone
constexpr double kWithLetters =
    .02;  // share of the words with a language's own letters that tells it from its neighbours
constexpr double kWithKana = .1;            // share of the words in Han and kana: Japanese texts have .5
constexpr double kNearlyAllOfScript = .95;  // else the script is named

// Departures of languages whose lists are short or have neighbours. Shares were measured on manual pages and
// the manuals of LibreOffice: Turkish .08 to .10, Finnish .09 to .15, Hungarian .21 to .27, all others .23 to
// .42; Ukrainian and Serbian texts have .11 and .16 Russian ones, Estonian ones .04 Finnish ones.
struct Departure {
  std::string_view code;
  double least;
  std::string_view letters;            // some of these are in its texts, and none in its neighbours' texts
  std::vector<std::string_view> also;  // function words that its list lacks and the list of a neighbour has
};
const std::vector<Departure>& departures() {
  static const std::vector<Departure> all = {
      {"tr", .06, "", {}},
      {"fi", .09, "", {}},
      {"hu", .12, "", {}},
      {"ru", kLeastShare, "ы", {}},
      {"da",
       kLeastShare,
       "",
       {"kan", "ved", "kun", "så", "samme", "før", "hver", "hvordan", "ingen", "siden"}}};
  return all;
}
const Departure& departure_of(std::string_view code) {
  static const Departure none = {"", kLeastShare, "", {}};
  for (const auto& one : departures())
    if (one.code == code) return one;
  return none;
}

// Scripts of one living language, or nearly.
struct NamedScript {
  UScriptCode script;
  const char *code, *name;
};
constexpr NamedScript kNamedScripts[] = {{USCRIPT_HANGUL, "ko", "Korean"},
                                         {USCRIPT_THAI, "th", "Thai"},
                                         {USCRIPT_LAO, "lo", "Lao"},
                                         {USCRIPT_KHMER, "km", "Khmer"},
                                         {USCRIPT_GREEK, "el", "Greek"},
                                         {USCRIPT_GEORGIAN, "ka", "Georgian"},
                                         {USCRIPT_ARMENIAN, "hy", "Armenian"},
                                         {USCRIPT_HEBREW, "he", "Hebrew"},
                                         {USCRIPT_TAMIL, "ta", "Tamil"},
                                         {USCRIPT_TELUGU, "te", "Telugu"},
                                         {USCRIPT_KANNADA, "kn", "Kannada"},
                                         {USCRIPT_SINHALA, "si", "Sinhala"},
                                         {USCRIPT_MALAYALAM, "ml", "Malayalam"}};

// Returns the script of the first letter; kana count as Han. Common: digits alone.
UScriptCode word_script(std::string_view word, bool& kana) {
  for (size_t at = 0; at < word.size();) {
    UErrorCode status = U_ZERO_ERROR;
    const UScriptCode script = uscript_getScript(static_cast<UChar32>(next_code_point(word, at)), &status);
    if (script == USCRIPT_COMMON || script == USCRIPT_INHERITED) continue;
    kana = script == USCRIPT_HIRAGANA || script == USCRIPT_KATAKANA;
    return kana ? USCRIPT_HAN : script;
  }
  return USCRIPT_COMMON;
}

// The words of one script, in lower case, with their counts.
struct ScriptWords {
  uint64_t all = 0, kana = 0;
  std::unordered_map<std::string, uint64_t> counts;
  double share_of(uint64_t part) const { return static_cast<double>(part) / static_cast<double>(all); }
};

struct Covered {
  const FunctionWords* list;
  uint64_t words;
};

bool has(const FunctionWords& list, std::string_view word) {
  const auto& also = departure_of(list.code).also;
  return list.contains(word) || std::find(also.begin(), also.end(), word) != also.end();
}

bool is_ahead(const ScriptWords& words, const FunctionWords& first, const FunctionWords& second) {
  uint64_t of_first = 0, of_second = 0;
  for (const auto& [word, count] : words.counts) {
    const bool in_first = has(first, word), in_second = has(second, word);
    of_first += in_first && !in_second ? count : 0;
    of_second += in_second && !in_first ? count : 0;
  }
  return of_first > 0 && static_cast<double>(of_first) >= kAhead * static_cast<double>(of_second);
}

bool has_letters_of(const ScriptWords& words, const FunctionWords& list) {
  const std::string_view letters = departure_of(list.code).letters;
  if (letters.empty()) return true;
  uint64_t with = 0;
  for (const auto& [word, count] : words.counts) with += word.find(letters) != std::string::npos ? count : 0;
  return words.share_of(with) >= kWithLetters;
}

std::string percent_of(double share) {
  return fmt::format("{:.0f} %", 100 * share);
}

}  // namespace

TextLanguage language_of(size_t texts, const std::function<std::string_view(size_t)>& text) {
  std::map<UScriptCode, ScriptWords> scripts;
  uint64_t all = 0;
  std::string lower;
  const size_t sampled = std::min(texts, kMostTexts);
  for (size_t i = 0; i < sampled; ++i) {
    std::string_view sample = text(i * texts / sampled);
    size_t end = std::min(sample.size(), kMostBytes);
    while (end < sample.size() && end > 0 && is_continuation(sample[end])) --end;
    for_each_word(sample.substr(0, end), 1, [&](std::string_view word) {
      bool kana = false;
      const UScriptCode script = word_script(word, kana);
      if (script == USCRIPT_COMMON) return;
      ScriptWords& words = scripts[script];
      to_lower(word, lower);
      ++all;
      ++words.all;
      words.kana += kana ? 1 : 0;
      ++words.counts[lower];
    });
  }
  TextLanguage language;
  if (all < kLeastWords) {
    language.why = fmt::format("there are {} words", all);
    return language;
  }
  const auto& [script, words] =
      *std::max_element(scripts.begin(), scripts.end(),
                        [](const auto& a, const auto& b) { return a.second.all < b.second.all; });
  const double of_script = static_cast<double>(words.all) / static_cast<double>(all);
  const bool japanese = script == USCRIPT_HAN && words.share_of(words.kana) >= kWithKana;
  const std::string script_name = japanese ? "Han and kana" : uscript_getName(script);
  std::vector<Covered> covered;
  for (const FunctionWords& list : function_word_lists()) {
    Covered one{&list, 0};
    for (const auto& [word, count] : words.counts) one.words += list.contains(word) ? count : 0;
    covered.push_back(one);
  }
  std::stable_sort(covered.begin(), covered.end(),
                   [](const Covered& a, const Covered& b) { return a.words > b.words; });
  if (covered[0].words == 0) {
    language.why = fmt::format("{} of the words are in {} script", percent_of(of_script), script_name);
    if (script == USCRIPT_HAN) {
      language.code = japanese ? "ja" : "zh";
      language.name = japanese ? "Japanese" : "Chinese";
    }
    for (const auto& one : kNamedScripts)
      if (one.script == script) {
        language.code = one.code;
        language.name = one.name;
      }
    if (language.code.empty()) language.why += ", for which there is no list of function words";
    return language;
  }
  const FunctionWords &first = *covered[0].list, &second = *covered[1].list;
  language.why = fmt::format(
      "{} of the words{} are {} function words", percent_of(words.share_of(covered[0].words)),
      of_script < kNearlyAllOfScript ? fmt::format(" in {} script", script_name) : "", first.language);
  if (covered[1].words > 0)
    language.why +=
        fmt::format(", {} {} ones", percent_of(words.share_of(covered[1].words)), second.language);
  if (words.share_of(covered[0].words) < departure_of(first.code).least || !is_ahead(words, first, second) ||
      !has_letters_of(words, first))
    return language;
  language.code = first.code;
  language.name = first.language;
  language.words = &first;
  return language;
}

Status known_language(std::string_view code) {
  if (code == "none" || find_function_words(code) != nullptr) return {};
  return usage_error(fmt::format(
      "there is no list of function words for \"{}\" (there are: {}; none for any other language)", code,
      function_word_codes()));
}

std::string in_words(const TextLanguage& language) {
  if (language.code.empty()) return fmt::format("the language of the texts is not clear: {}", language.why);
  return fmt::format("took the texts for {} ({}): {}{}", language.name, language.code, language.why,
                     language.words == nullptr
                         ? fmt::format("; there is no list of {} function words", language.name)
                         : std::string());
}

}  // namespace standfast
