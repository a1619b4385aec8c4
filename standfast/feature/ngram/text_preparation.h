// Preparation of texts for word and character features: words hidden behind asterisks, then, for words, the
// letters that count. Edits stack: the second is applied to the result of the first.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "standfast/text/edit.h"

namespace standfast {

// The words of the novel-topic paper: lower-cased (if asked), then every character that is neither
// alphanumeric (Python's str.isalnum) nor whitespace is deleted and nothing put in its place: "don't" becomes
// "dont", "well-known" "wellknown". A remaining stretch between whitespace is a word. Two rules are added for
// scripts that the paper did not meet: marks and joiners stay with their letter, and in scripts without
// spaces (words.h) a deleted character leaves a space.
class PaperWords final : public TextEdit {
 public:
  explicit PaperWords(bool lower_case) : lower_case_(lower_case) {}
  void apply(std::string_view text, std::string& out) const override;
  std::string name() const override {
    return lower_case_ ? "words of the paper" : "words of the paper as they are";
  }

 private:
  bool lower_case_;
};

// Returns the edit that applies `second` after `first`; either may be null.
std::shared_ptr<const TextEdit> in_turn(std::shared_ptr<const TextEdit> first,
                                        std::shared_ptr<const TextEdit> second);

}  // namespace standfast
