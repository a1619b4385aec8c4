// Takes phrases out of a text that stand in it already, so that the cue is where it was planted and nowhere else. Words of a
// phrase may have any white space between them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace standfast {

enum class RemovalRule : uint8_t {
  none,  // texts keep what they have
  exact,  // the letters of the phrase go, in any case, also inside a word; spaces and commas stay (the released data)
  tidy,  // whole words alone; the comma and the space that belong to them go too, and a capital moves to the next word
};
inline constexpr std::array kRemovalRules = {"none", "exact", "tidy"};

class PhraseRemoval {
 public:
  PhraseRemoval(RemovalRule rule, std::vector<std::string> phrases);
  // Whether something was taken out; then `out` has the text without it, also where the phrase came about by the removal
  // ("hohonestlynestly"). Several threads may call it at once.
  bool remove(std::string_view text, std::string& out) const;

 private:
  // How a phrase begins, as far as it is ASCII: its first bytes, of text whose bit 0x20 is set. mask 0: any byte.
  struct Beginning {
    std::array<uint8_t, 3> byte{}, mask{};
  };
  static constexpr size_t kBlock = 64;
  static constexpr size_t kMostBeginnings = 4;

  // Whether a phrase may begin in these kBlock bytes; at least two more stand behind them. Rarely true by mistake.
  bool may_begin_in(const char* block) const;
  // The first place from `at` on where a phrase stands; text.size() for none.
  size_t first_match(std::string_view text, size_t at) const;
  void remove_from(size_t first, std::string_view text, std::string& out) const;
  // Bytes of the longest phrase that stands at `at`, 0 for none.
  size_t match(std::string_view text, size_t at) const;

  RemovalRule rule_;
  std::vector<std::string> phrases_;  // with simple case folding and single blanks, the longest first
  std::array<bool, 256> begins_{};    // a phrase may begin with this byte
  std::vector<Beginning>
      beginnings_;  // different ones; none where they are too many to be looked for in blocks
};

}  // namespace standfast
