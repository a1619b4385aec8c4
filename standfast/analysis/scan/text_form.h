// The form of a text, independent of its content: white space and quotes around it, line breaks, characters
// beyond ASCII, its beginning and end, capitals, digits. Forms often reveal how a text was made (its author,
// the program that rewrote it), and a model that sees them need not read.
//
// All features are computed in one pass. Names of values are the names in reports.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace standfast {

// Features with few values; they are in the order of kFormFeatures.
enum class FormFeature : uint8_t {
  leading_space,
  trailing_space,
  outer_quotes,
  line_breaks,
  beyond_ascii,
  end_mark,
  first_letter,
  capitals,
  digits,
  exclamation,
  question,
  dots,
  link,
  mention,
  brackets,
  double_space,
};

struct FormValues {
  FormFeature feature;
  std::string_view name;                     // "leading white space"
  std::span<const std::string_view> values;  // by code; the first is the value of a plain text
  bool plain_is_cue = false;                 // the first value is informative too
};
// Returns the features in the order of FormFeature.
std::span<const FormValues> form_features();
const FormValues& form_values(FormFeature feature);

inline constexpr size_t kFormFeatures = 16;

struct TextForm {
  std::array<uint8_t, kFormFeatures> code = {};  // by feature
  uint32_t characters = 0,
           words = 0;                      // code points, without white space at the ends; count_words()
  std::string_view first_word, last_word;  // of for_each_word(), in the text; "" where there is none
  uint8_t of(FormFeature feature) const { return code[static_cast<size_t>(feature)]; }
};

// Computes the form. text: valid UTF-8, must outlive the words.
TextForm text_form(std::string_view text);

// Returns the text without the trace of a feature: white space stripped, quotes removed, in lower case ...
// The result may be "". It allows asking a model for its answer without the cue.
std::string without_form(std::string_view text, FormFeature feature);

// Writes a word as a case-insensitive key.
void lower_word(std::string_view word, std::string& out);

}  // namespace standfast
