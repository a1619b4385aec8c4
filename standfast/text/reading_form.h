// Normalisation of texts as they are read, so that what does not show on paper is no habit of an author's:
// canonically equal texts are one text. On request, letters that a writing has beside others are folded into
// them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/json.h"
#include "standfast/base/result.h"

namespace standfast {

enum class NormalForm : uint8_t {
  none,  // as the file has it
  nfc,   // "é" as one code point and as two are one
  nfkc,  // ligatures, wide letters and superscripts are plain ones too; soft hyphens go
};

struct ReadingForm {
  NormalForm form = NormalForm::nfc;
  bool vowel_marks = false;   // Arabic and Hebrew marks of vowels go
  bool tatweel = false;       // the Arabic stroke that lengthens a word goes
  bool yo = false;            // Russian ё is read as е
  bool turkish_case = false;  // İ is read as i and I as ı, their small letters in Turkish
  bool operator==(const ReadingForm&) const = default;
};

// Return the words of `form` and of `fold-letters`, for options: "none", "nfc", "nfkc"; "vowel-marks",
// "tatweel", "yo", "turkish-case".
const std::vector<std::string>& normal_form_names();
const std::vector<std::string>& fold_names();
// Returns the form of these words. form: one of normal_form_names(). A usage error for an unknown name.
Result<ReadingForm> reading_form(const std::string& form, const std::vector<std::string>& fold);

// Return the words of a form: reading_form(form_name(f), fold_letters(f)) is f.
const std::string& form_name(const ReadingForm& form);
std::vector<std::string> fold_letters(const ReadingForm& form);

// Describes a form for messages: "NFC, without tatweel".
std::string in_words(const ReadingForm& form);

// Returns the text itself where nothing changes, and else what it put into `store`. text: valid UTF-8.
std::string_view read_in_form(std::string_view text, const ReadingForm& form, std::string& store);

// The JSON of a reading form in model.json and splits.json: {"form": "nfc", "fold-letters": ["tatweel"]}.
nlohmann::ordered_json reading_form_json(const ReadingForm& form);
// Parses the output of reading_form_json(); a data error for anything else.
Result<ReadingForm> reading_form_from(const nlohmann::ordered_json& json);

}  // namespace standfast
