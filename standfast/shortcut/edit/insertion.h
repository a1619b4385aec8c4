// Insertion of a phrase into a text, at the beginning of one of its segments, with a comma after it.
//
// The rule of the released data of Zhou et al. 2024 (found from these data; 7480 insertions, none
// unexplained): the text is split at ". " only, so "!", "?" and line ends do not count, and "Mr. X" does; a
// text that ends in ". " has an empty last segment, which may be chosen too. Every segment is equally likely.
// The phrase stands as it is written, also at the beginning of the text, and the capital after it stays:
// "honestly, The ...".
#pragma once

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

}  // namespace standfast
