// The form of a text, whatever it says: white space and quotes around it, line breaks, characters beyond ASCII, how it
// begins and ends, capitals, digits. Forms often tell how a text was made (who wrote it, which program rewrote it), and a
// model that sees them needs not read.
//
// Everything is found in one pass. Names of values are those that reports show.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace standfast {

// Features with few values; their order is that of kFormFeatures.
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
  std::span<const std::string_view> values;  // by code; the first is what a plain text has
  bool plain_is_cue = false;                 // the first value says something too
};
// In the order of FormFeature.
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

// text: valid UTF-8, must stay while words are used.
TextForm text_form(std::string_view text);

// The text without what the feature sees: white space stripped, quotes taken off, in lower case ... "" may be left. So a
// model can be asked what it says without the cue.
std::string without_form(std::string_view text, FormFeature feature);

// A word as a key that does not depend on case.
void lower_word(std::string_view word, std::string& out);

}  // namespace standfast
