// Text distortion: words on a list, or all others, are hidden behind asterisks (Stamatatos 2017, "Authorship
// attribution using text distortion"). Hiding the rare words leaves style; hiding the frequent ones leaves
// topic.
//
//   kept as it is                          "The dogs and cats are running in the garden"
//   listed = the and are in, per letter    "*** dogs *** cats *** running ** *** garden"
//   listed = the and are in, per word      "* dogs * cats * running * * garden"
//   others, per letter (DV-MA)             "The **** and **** are ******* in the ******"
//   others, per word (DV-SA)               "The * and * are * in the *"
//
// A word is a maximal run of word characters (one is enough); it is on the list if its lower-case form is.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "standfast/text/edit.h"

namespace standfast {

struct DistortionOptions {
  bool mask_listed = true;  // false: mask the words that are not on the list
  bool per_letter = true;   // one asterisk a letter, so that length shows; false: one a word
  // Digits show as '#': per letter, each digit of a masked word; per word, a word of digits alone, listed or
  // not, becomes one '#'.
  bool number_signs = false;
  bool between_spaces = false;  // a word is a stretch between white space
  bool leave_out = false;  // masked words leave no trace; asterisks would be words where spaces part words
};

class Distortion final : public TextEdit {
 public:
  Distortion(DistortionOptions options, const std::vector<std::string>& words);
  void apply(std::string_view text, std::string& out) const override;

 private:
  struct Hash {
    using is_transparent = void;
    size_t operator()(std::string_view word) const { return std::hash<std::string_view>()(word); }
  };
  DistortionOptions options_;
  std::unordered_set<std::string, Hash, std::equal_to<>> words_;
};

struct FrequentWordOptions {
  uint64_t count = 300;          // at most this many words
  uint32_t min_word_length = 1;  // code points
  bool lower_case = true;        // count "The" and "the" as one; false: as two
  bool ties_by_first = false;    // equals in the order in which they first occur; false: in code point order
  bool between_spaces = false;   // as above
};

// Returns the most frequent words of some texts, most frequent first.
std::vector<std::string> frequent_words(std::span<const std::string_view> texts,
                                        const FrequentWordOptions& options);

}  // namespace standfast
