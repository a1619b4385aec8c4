// Counts of a PPM model: for each context of 0..order code points, the characters that followed it. Shared by
// the model of a whole text and by the coder that learns while it reads.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace standfast {

// Number of characters that a model of a text allows for, seen or not.
inline constexpr int kNominalAlphabet = 256;

// Rules for the probability reserved for characters that have not followed yet (formulas below).
enum class EscapeMethod { c, d };

class PpmContexts {
 public:
  PpmContexts(int order, EscapeMethod method);  // order is cut to 0..5

  size_t order() const { return order_; }
  // Returns the probability of `next` after all of `context` (at most `order` code points). `excluded` is
  // scratch.
  double probability(std::u32string_view context, char32_t next, std::vector<char32_t>& excluded) const;
  // Counts text[at] after each of its contexts of 0..order.
  void count(std::u32string_view text, size_t at);
  // Undoes the latest count(); counts are undone in the reverse of their order.
  void uncount(std::u32string_view text, size_t at);

 private:
  __extension__ typedef unsigned __int128 Wide;
  static Wide key_of(std::u32string_view context);
  struct KeyHash {
    size_t operator()(Wide key) const;
  };
  struct Follower {
    char32_t symbol;
    uint32_t count;
  };
  size_t order_;
  EscapeMethod method_;
  std::unordered_map<Wide, std::vector<Follower>, KeyHash> followers_;  // by context seen
};

std::u32string ppm_symbols(std::string_view text);  // its code points

// True PPM with escape methods C and D and full exclusion: probabilities over the alphabet sum to 1.
//
// In each context, from the longest seen down to the empty one, with counts n_c of the characters seen there
// that no longer context has offered yet, their sum n and their number q:
//   C (Moffat 1990):  p(c) = n_c / (n + q),          p(escape) = q / (n + q)
//   D (Howard 1993):  p(c) = (2 n_c - 1) / (2 n),    p(escape) = q / (2 n)
// Below the empty context the rest of a nominal alphabet of 256 is uniform. A model that has itself seen 256
// different characters or more keeps one place for all others. Counts are of every order (no update
// exclusion), as in ppm_matches.h. Contexts are at most 5 code points.
class PpmEscapeModel {
 public:
  PpmEscapeModel(std::string_view text, int order, EscapeMethod method);  // order 0..5
  ~PpmEscapeModel();
  PpmEscapeModel(PpmEscapeModel&&) noexcept;

  // Returns the bits per code point of the text; NaN if it is empty.
  double cross_entropy(std::string_view text) const;

  // Returns the probability of `next` after `context` (its last `order` code points count).
  double probability(std::u32string_view context, char32_t next) const;

 private:
  struct Tables;
  std::unique_ptr<Tables> tables_;
};

}  // namespace standfast
