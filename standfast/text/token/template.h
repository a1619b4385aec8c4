// Templates of special tokens around a text: [CLS] A [SEP], and for two texts [CLS] A [SEP] B [SEP].
#pragma once

#include <cstdint>
#include <vector>

namespace standfast::token {

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

}  // namespace standfast::token
