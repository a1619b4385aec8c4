// Insertion of a phrase into a text, at the beginning of one of its segments, with a comma after it; and
// removal of phrases from a text.
//
// The rule of the released data of Zhou et al. 2024 (found from these data; 7480 insertions, none
// unexplained): the text is split at ". " only, so "!", "?" and line ends do not count, and "Mr. X" does; a
// text that ends in ". " has an empty last segment, which may be chosen too. Every segment is equally likely.
// The phrase stands as it is written, also at the beginning of the text, and the capital after it stays:
// "honestly, The ...".
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/option_table.h"
#include "standfast/base/rng.h"
#include "standfast/shortcut/shortcut.h"

namespace standfast {

enum class Segments : uint8_t { dot_space, sentences };
enum class LettersAround : uint8_t { kept, lowered, sentence };

struct InsertionOptions {
  Segments segments = Segments::dot_space;
  bool empty_tail = true;  // the empty segment at the end of "a. b. " may be chosen
  LettersAround letters = LettersAround::kept;
  std::string joint = ", ";  // between the phrase and the segment
};
OptionTable<InsertionOptions> insertion_option_table();

// One thread at a time.
class Inserter {
 public:
  explicit Inserter(const InsertionOptions& options) : options_(options) {}
  // Fills text and spans. The span is the inserted text, the joint included.
  void insert(std::string_view text, std::string_view phrase, Rng& rng, PlantedDocument& to);

 private:
  InsertionOptions options_;
  std::vector<uint32_t> starts_;
};

// Returns an inserter for each thread that a context may use.
std::vector<Inserter> inserters(const InsertionOptions& options, int threads);

// Removal of phrases from a text, so that the cue is only where it was planted. Words of a phrase may have
// any white space between them.

enum class RemovalRule : uint8_t {
  none,   // texts stay as they are
  exact,  // removes the letters of the phrase, in any case, also inside a word; spaces and commas stay (the
          // released data)
  tidy,  // removes whole words only, with the comma and the space that belong to them; a capital moves to the
         // next word
};
inline constexpr std::array kRemovalRules = {"none", "exact", "tidy"};

class PhraseRemoval {
 public:
  PhraseRemoval(RemovalRule rule, std::vector<std::string> phrases);
  // Removes the phrases and returns true if there were any; then `out` has the text without them, also if a
  // phrase arose by the removal ("hohonestlynestly"). Several threads may call it at once.
  bool remove(std::string_view text, std::string& out) const;

 private:
  // The ASCII beginning of a phrase: its first bytes, for text whose bit 0x20 is set. mask 0: any byte.
  struct Beginning {
    std::array<uint8_t, 3> byte{}, mask{};
  };
  static constexpr size_t kBlock = 64;
  static constexpr size_t kMostBeginnings = 4;

  // Returns whether a phrase may begin in these kBlock bytes; at least two more must follow them. False
  // alarms are rare.
  bool may_begin_in(const char* block) const;
  // Returns the first place from `at` on where a phrase stands; text.size() for none.
  size_t first_match(std::string_view text, size_t at) const;
  void remove_from(size_t first, std::string_view text, std::string& out) const;
  // Returns the length in bytes of the longest phrase that stands at `at`, 0 for none.
  size_t match(std::string_view text, size_t at) const;

  RemovalRule rule_;
  std::vector<std::string> phrases_;  // with simple case folding and single blanks, the longest first
  std::array<bool, 256> begins_{};    // by byte: a phrase may begin with it
  std::vector<Beginning>
      beginnings_;  // distinct ones; empty if they are too many to be searched for in blocks
};

}  // namespace standfast
