#include "standfast/text/reading_form.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/text/normal_form.h"
#include "standfast/text/utf8.h"

namespace standfast {
namespace {

constexpr CodePoint kTatweel = 0x640, kDotlessSmallI = 0x131, kDottedCapitalI = 0x130;
constexpr CodePoint kSmallYo = 0x451, kCapitalYo = 0x401, kSmallYe = 0x435, kCapitalYe = 0x415;

// Returns whether c is one of the points that Arabic and Hebrew write above and below consonants, or one of
// the marks of recitation among them.
bool is_vowel_mark(CodePoint c) {
  return (c >= 0x0591 && c <= 0x05BD) || c == 0x05BF || c == 0x05C1 || c == 0x05C2 || c == 0x05C4 ||
         c == 0x05C5 || c == 0x05C7 || (c >= 0x0610 && c <= 0x061A) || (c >= 0x064B && c <= 0x065F) ||
         c == 0x0670 || (c >= 0x06D6 && c <= 0x06DC) || (c >= 0x06DF && c <= 0x06E4) || c == 0x06E7 ||
         c == 0x06E8 || (c >= 0x06EA && c <= 0x06ED);
}

// Folds a code point; 0: it is removed.
CodePoint folded(CodePoint c, const ReadingForm& form) {
  if ((form.vowel_marks && is_vowel_mark(c)) || (form.tatweel && c == kTatweel)) return 0;
  if (form.yo && c == kSmallYo) return kSmallYe;
  if (form.yo && c == kCapitalYo) return kCapitalYe;
  if (form.turkish_case && c == 'I') return kDotlessSmallI;
  if (form.turkish_case && c == kDottedCapitalI) return 'i';
  return c;
}

// The members in the order of fold_names().
constexpr bool ReadingForm::*kFolds[] = {&ReadingForm::vowel_marks, &ReadingForm::tatweel, &ReadingForm::yo,
                                         &ReadingForm::turkish_case};

bool folds(const ReadingForm& form) {
  return form.vowel_marks || form.tatweel || form.yo || form.turkish_case;
}

}  // namespace

const std::vector<std::string>& normal_form_names() {
  static const std::vector<std::string> names = {"none", "nfc", "nfkc"};
  return names;
}

const std::vector<std::string>& fold_names() {
  static const std::vector<std::string> names = {"vowel-marks", "tatweel", "yo", "turkish-case"};
  return names;
}

Result<ReadingForm> reading_form(const std::string& form, const std::vector<std::string>& fold) {
  ReadingForm made;
  const auto found = std::find(normal_form_names().begin(), normal_form_names().end(), form);
  if (found == normal_form_names().end())
    return usage_error(
        fmt::format("there is no form \"{}\" (there are: {})", form, fmt::join(normal_form_names(), ", ")));
  made.form = static_cast<NormalForm>(found - normal_form_names().begin());
  for (const auto& name : fold) {
    const auto at = std::find(fold_names().begin(), fold_names().end(), name);
    if (at == fold_names().end())
      return usage_error(
          fmt::format("there is no folding \"{}\" (there are: {})", name, fmt::join(fold_names(), ", ")));
    made.*kFolds[at - fold_names().begin()] = true;
  }
  return made;
}

const std::string& form_name(const ReadingForm& form) {
  return normal_form_names()[static_cast<size_t>(form.form)];
}

std::vector<std::string> fold_letters(const ReadingForm& form) {
  std::vector<std::string> names;
  for (size_t i = 0; i < fold_names().size(); ++i)
    if (form.*kFolds[i]) names.push_back(fold_names()[i]);
  return names;
}

std::string in_words(const ReadingForm& form) {
  std::vector<std::string> words;
  if (form.form != NormalForm::none) words.emplace_back(form.form == NormalForm::nfc ? "NFC" : "NFKC");
  if (form.vowel_marks) words.emplace_back("a form without marks of vowels");
  if (form.tatweel) words.emplace_back("a form without tatweel");
  if (form.yo) words.emplace_back("a form without ё");
  if (form.turkish_case) words.emplace_back("Turkish small i and ı");
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string_view read_in_form(std::string_view text, const ReadingForm& form, std::string& store) {
  const bool ascii = is_all_ascii(text);
  if (!ascii && form.form == NormalForm::nfc) text = composed(text, store);
  if (!ascii && form.form == NormalForm::nfkc) {
    std::string made;
    to_compatible(text, made);
    if (made != text) {
      store = std::move(made);
      text = store;
    }
  }
  if (!folds(form) || (ascii && !form.turkish_case)) return text;
  std::string made;
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = folded(next_code_point(text, at), form);
    if (c != 0) append_utf8(c, made);
  }
  if (made == text) return text;
  store = std::move(made);
  return store;
}

nlohmann::ordered_json reading_form_json(const ReadingForm& form) {
  return {{"form", form_name(form)}, {"fold-letters", fold_letters(form)}};
}

Result<ReadingForm> reading_form_from(const nlohmann::ordered_json& json) {
  const auto refuse = [](const std::string& why) { return data_error("form of the texts: " + why); };
  if (!json.is_object() || !json.contains("form") || !json.contains("fold-letters") ||
      !json["form"].is_string() || !json["fold-letters"].is_array())
    return refuse("needs \"form\" and \"fold-letters\"");
  std::vector<std::string> folded;
  for (const auto& name : json["fold-letters"]) {
    if (!name.is_string()) return refuse("\"fold-letters\" is not a list of names");
    folded.push_back(name.get<std::string>());
  }
  const auto form = reading_form(json["form"].get<std::string>(), folded);
  if (!form) return refuse(form.error().message);
  return *form;
}

}  // namespace standfast
