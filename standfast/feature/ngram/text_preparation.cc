#include "standfast/feature/ngram/text_preparation.h"

#include <array>
#include <utility>

#include "standfast/text/ascii.h"
#include "standfast/text/words.h"

namespace standfast {
namespace {

// Returns a table of the form of each ASCII character; 0: it is deleted.
constexpr std::array<char, 128> ascii_table(bool lower_case) {
  std::array<char, 128> table{};
  for (unsigned c = 0; c < 128; ++c) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_space(c) || (is_ascii_word(byte) && c != '_'))
      table[c] = static_cast<char>(lower_case ? ascii_lower(byte) : byte);
  }
  return table;
}
constexpr auto kLower = ascii_table(true), kAsIs = ascii_table(false);

class InTurn final : public TextEdit {
 public:
  InTurn(std::shared_ptr<const TextEdit> first, std::shared_ptr<const TextEdit> second)
      : first_(std::move(first)), second_(std::move(second)) {}
  void apply(std::string_view text, std::string& out) const override {
    std::string between;
    first_->apply(text, between);
    second_->apply(between, out);
  }

 private:
  std::shared_ptr<const TextEdit> first_, second_;
};

}  // namespace

void PaperWords::apply(std::string_view text, std::string& out) const {
  const char* table = (lower_case_ ? kLower : kAsIs).data();
  // The lower-case form of a code point of two bytes may have three.
  out.resize(2 * text.size() + 4);
  char* to = out.data();
  Writing last = Writing::none;    // the class of the last character beyond ASCII
  size_t last_end = 0;             // its end in the text
  const char* unspaced = nullptr;  // end of the output of the last one without spaces
  for (size_t at = 0; at < text.size();) {
    if (is_ascii(text[at])) {
      // The character is always written. Whether it stays cannot be predicted, so no branch depends on it.
      const char kept = table[static_cast<unsigned char>(text[at++])];
      *to = kept;
      to += kept != 0;
      continue;
    }
    const size_t begin = at;
    const CodePoint c = next_code_point(text, at);
    const bool adjoins = begin > 0 && last_end == begin;
    const bool after_letter = adjoins ? last != Writing::none
                                      : begin > 0 && table[static_cast<unsigned char>(text[begin - 1])] > ' ';
    last = writing_of(c, after_letter ? adjoins ? last : Writing::spaced : Writing::none);
    last_end = at;
    if (last == Writing::none && !is_space(c)) continue;
    if (last == Writing::unspaced && !adjoins && to == unspaced) *to++ = ' ';
    CodePoint made[2] = {c};
    if (lower_case_) lower_code_point(text, begin, at, c, made);
    to += write_utf8(made[0], to);  // for İ, small, the i alone
    if (last == Writing::unspaced) unspaced = to;
  }
  out.resize(static_cast<size_t>(to - out.data()));
}

std::shared_ptr<const TextEdit> in_turn(std::shared_ptr<const TextEdit> first,
                                        std::shared_ptr<const TextEdit> second) {
  if (!first) return second;
  if (!second) return first;
  return std::make_shared<InTurn>(std::move(first), std::move(second));
}

}  // namespace standfast
