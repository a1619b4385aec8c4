// Counts of a PPM model: for each context of 0..order code points, the characters that followed it. Shared by
// the model of a whole text (ppm_escape.h) and by the coder that learns while it reads (ppm_coder.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace standfast {

// Number of characters that a model of a text allows for, seen or not.
inline constexpr int kNominalAlphabet = 256;

// Rules for the probability reserved for characters that have not followed yet (formulas in ppm_escape.h).
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

}  // namespace standfast
