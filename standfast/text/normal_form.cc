#include "standfast/text/normal_form.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include <unicode/normalizer2.h>
#include <unicode/stringpiece.h>
#include <utf8proc.h>

#include "standfast/text/utf8.h"

namespace standfast {
namespace {

constexpr CodePoint kSoftHyphen = 0xAD;
constexpr size_t kMostMarks = 256;

struct Form {
  utf8proc_option_t options;
  bool soft_hyphens;
};
constexpr Form kComposed = {static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE), true};
constexpr Form kCompatible = {
    static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT), false};

bool is_mark(CodePoint c) {
  return utf8proc_get_property(static_cast<utf8proc_int32_t>(c))->combining_class != 0;
}

// Code points that may change each other: an ASCII character with what follows it up to the next one. Nothing
// joins an ASCII character to what stands before it.
class Piece {
 public:
  Piece(const Form& form, std::string& out) : form_(form), out_(out) {}

  void add(CodePoint c) {
    if (c == kSoftHyphen && !form_.soft_hyphens) return;
    marks_ = is_mark(c) ? marks_ + 1 : 0;
    source_.push_back(c);
    if (marks_ > kMostMarks) finish();
  }

  void finish() {
    if (source_.empty()) return;
    made_.clear();
    for (const CodePoint c : source_) {
      utf8proc_int32_t parts[32];  // the longest decomposition has 18
      const auto count = utf8proc_decompose_char(
          static_cast<utf8proc_int32_t>(c), parts, 32,
          static_cast<utf8proc_option_t>(form_.options | UTF8PROC_DECOMPOSE), nullptr);
      if (count > 0)
        made_.insert(made_.end(), parts, parts + count);
      else
        made_.push_back(static_cast<utf8proc_int32_t>(c));
    }
    put_marks_in_order();
    const auto length =
        utf8proc_normalize_utf32(made_.data(), static_cast<utf8proc_ssize_t>(made_.size()), form_.options);
    for (utf8proc_ssize_t i = 0; i < length; ++i) {
      char bytes[4];
      out_.append(bytes, write_utf8(static_cast<CodePoint>(made_[static_cast<size_t>(i)]), bytes));
    }
    source_.clear();
    marks_ = 0;
  }

 private:
  // Applies canonical ordering: stable, by combining class, within each run of marks.
  void put_marks_in_order() {
    const auto class_of = [](utf8proc_int32_t c) { return utf8proc_get_property(c)->combining_class; };
    for (auto begin = made_.begin(); begin != made_.end();) {
      if (class_of(*begin) == 0) {
        ++begin;
        continue;
      }
      const auto end = std::find_if(begin, made_.end(), [&](auto c) { return class_of(c) == 0; });
      std::stable_sort(begin, end, [&](auto a, auto b) { return class_of(a) < class_of(b); });
      begin = end;
    }
  }

  const Form& form_;
  std::string& out_;
  size_t marks_ = 0;
  std::vector<CodePoint> source_;
  std::vector<utf8proc_int32_t> made_;
};

// Returns the length of the ASCII prefix. Most values are ASCII and short, so eight bytes are tested at once.
size_t ascii_length(std::string_view text) {
  constexpr uint64_t kHighBits = 0x8080808080808080U;
  size_t at = 0;
  for (uint64_t eight = 0; at + sizeof eight <= text.size(); at += sizeof eight) {
    std::memcpy(&eight, text.data() + at, sizeof eight);
    if ((eight & kHighBits) != 0) break;
  }
  while (at < text.size() && is_ascii(text[at])) ++at;
  return at;
}

void normalise(std::string_view text, const Form& form, std::string& out) {
  out.clear();
  out.reserve(text.size());
  Piece piece(form, out);
  for (size_t at = 0; at < text.size();) {
    const size_t plain = ascii_length(text.substr(at));
    if (plain > 0) {
      piece.finish();
      const bool last = at + plain == text.size();
      out.append(text.substr(at, last ? plain : plain - 1));
      at += plain;
      if (last) break;
      piece.add(static_cast<unsigned char>(text[at - 1]));
    }
    while (at < text.size() && !is_ascii(text[at])) piece.add(next_code_point(text, at));
  }
  piece.finish();
}

}  // namespace

bool is_all_ascii(std::string_view text) {
  return ascii_length(text) == text.size();
}

std::string_view composed(std::string_view text, std::string& store) {
  if (is_all_ascii(text)) return text;
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2* nfc = icu::Normalizer2::getNFCInstance(error);
  if (U_SUCCESS(error) &&
      nfc->isNormalizedUTF8({text.data(), static_cast<int32_t>(text.size())}, error) != 0 && U_SUCCESS(error))
    return text;
  normalise(text, kComposed, store);
  return store;
}

bool canonically_equal(std::string_view a, std::string_view b) {
  if (a == b) return true;
  std::string of_a, of_b;
  return composed(a, of_a) == composed(b, of_b);
}

void to_compatible(std::string_view text, std::string& out) {
  normalise(text, kCompatible, out);
}

}  // namespace standfast
