// The components of a tokenizer, as its files describe them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/text/token/added_tokens.h"
#include "standfast/text/token/normalizer.h"
#include "standfast/text/token/vocabulary.h"

namespace standfast::token {

// A token within a word.
struct Piece {
  int32_t id;
  uint32_t begin, end;  // bytes of the word
};

// WordPiece: a word is cut greedily into the longest pieces that the vocabulary has. Pieces after the first
// are listed with a prefix. If some rest has no piece, or the word is too long, the whole word is unknown.
struct WordPiece {
  std::string prefix = "##";
  size_t most_characters = 100;  // code points in a word
  int32_t unknown = -1;

  // Prepares the vocabulary of pieces that continue a word, without the prefix. Called once, when all is
  // known.
  void prepare(const Vocabulary& vocabulary);

  // Adds the pieces of a word, which is not empty.
  void cut(const Vocabulary& vocabulary, std::string_view word, std::vector<Piece>& out) const;

 private:
  Vocabulary rests_;
};

// Byte-level BPE: of the pairs of neighbours that have a rank, the pair of the lowest rank is joined, the
// leftmost first, until there is none. A word of n bytes takes n log n steps.
struct Merge {
  std::string_view left, right;
};

class BytePairs {
 public:
  // Builds the model. Merges come in the order of their ranks. With `ignore_merges`, a token that is in the
  // vocabulary as a whole is taken as such. A data error says which byte has no token (`file` in front) or
  // which merge (`name` in front of its place, from 1 on) names a token that is not there.
  static Result<BytePairs> make(const Vocabulary& vocabulary, const std::vector<Merge>& merges,
                                bool ignore_merges, const std::string& file, const std::string& name);

  // Adds the pieces of a word, which is not empty: bytes, not symbols.
  void cut(const Vocabulary& vocabulary, std::string_view word, std::vector<Piece>& out) const;

 private:
  struct Joined {
    uint64_t pair = 0;
    uint32_t rank = 0;
    int32_t id = -1;  // -1: a free slot
  };
  Status add_merges(const Vocabulary& vocabulary, const std::vector<Merge>& merges, const std::string& file,
                    const std::string& name);
  Joined& slot_of(uint64_t pair);
  const Joined* find(int32_t left, int32_t right) const;
  void merge(std::string_view word, std::vector<Piece>& out) const;

  std::array<int32_t, 256> of_byte_{};
  std::vector<Joined> joined_;  // open addressing
  Vocabulary whole_;            // words of bytes that become one token: most words of a text
};

// Templates of special tokens around a text: [CLS] A [SEP], and for two texts [CLS] A [SEP] B [SEP].
struct TemplatePart {
  enum class What : uint8_t { first, second, special };
  What what = What::first;
  int32_t id = 0;    // the number of a special
  uint8_t type = 0;  // the token type ("segment")
};

struct Template {
  std::vector<TemplatePart> single = {{TemplatePart::What::first, 0, 0}};
  std::vector<TemplatePart> pair = {{TemplatePart::What::first, 0, 0}, {TemplatePart::What::second, 0, 1}};
  // trim_offsets: the offsets exclude the white space that byte-level tokens hold. The flag after it: the
  // first space was inserted.
  bool trim_offsets = false;
  bool has_prefix_space = false;
};

inline size_t count_specials(const std::vector<TemplatePart>& parts) {
  size_t count = 0;
  for (const auto& part : parts) count += part.what == TemplatePart::What::special ? 1 : 0;
  return count;
}

enum class Splitting { basic, bytes };

struct Parts {
  Vocabulary vocabulary;  // the model's tokens; added tokens may stand there too
  Vocabulary beyond;      // added tokens that the model does not have
  AddedTokens raw;        // looked for in the text as it is
  AddedTokens normalized;
  Normalizer normalizer;
  bool lowers = false;  // the normalizer lowers, and does nothing else to plain ASCII
  Splitting splitting = Splitting::basic;
  bool add_prefix_space = false;  // byte-level only, as
  bool gpt2_words = true;         // true if the text is split by GPT-2's pattern
  std::variant<WordPiece, BytePairs> model;
  Template around;

  std::optional<int32_t> pad, cls, sep, mask, unk;
  size_t model_max_length = 0;
  bool cuts_left = false;  // a text that is too long loses its beginning
  std::vector<std::string> files, notes;
};

}  // namespace standfast::token
