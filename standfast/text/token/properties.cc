#include "standfast/text/token/properties.h"

#include <unicode/uchar.h>
#include <utf8proc.h>

namespace standfast::token {
namespace {

// Returns whether the code point is assigned in this edition of Unicode.
bool is_of(int edition, CodePoint c) {
  UVersionInfo age;
  u_charAge(static_cast<UChar32>(c), age);
  return age[0] != 0 && age[0] <= edition;
}

// Returns the bit of the category; the bit of Cn for code points that the edition does not have.
uint32_t category(int edition, CodePoint c) {
  return is_of(edition, c) ? U_MASK(u_charType(static_cast<UChar32>(c))) : U_GC_CN_MASK;
}

constexpr int kCategories = 8;
constexpr int kNormalForms = 9;
constexpr int kPattern = 14;
constexpr int kRust = 15;

}  // namespace

bool is_removed(CodePoint c) {
  if (c < 0x80) return (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F;
  return c == 0xFFFD || (category(kCategories, c) & (U_GC_CC_MASK | U_GC_CF_MASK | U_GC_CO_MASK)) != 0;
}

bool is_white(CodePoint c) {
  if (c < 0x80) return c == ' ' || (c >= 0x09 && c <= 0x0D);
  return u_isUWhiteSpace(static_cast<UChar32>(c)) != 0;
}

bool is_ideograph(CodePoint c) {
  return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) || (c >= 0x20000 && c <= 0x2A6DF) ||
         (c >= 0x2A700 && c <= 0x2B73F) || (c >= 0x2B740 && c <= 0x2B81F) || (c >= 0x2B920 && c <= 0x2CEAF) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x2F800 && c <= 0x2FA1F);
}

bool is_punctuation(CodePoint c) {
  if (c < 0x80) {
    const auto between = [&](CodePoint low, CodePoint high) { return c >= low && c <= high; };
    return between('!', '/') || between(':', '@') || between('[', '`') || between('{', '~');
  }
  if (c == 0x166D || c == 0x111C9) return true;  // So and Mn of today
  return (category(kCategories, c) & U_GC_P_MASK) != 0;
}

bool is_nonspacing_mark(CodePoint c) {
  if (c < 0x300) return false;
  if (c == 0x1734) return true;  // Mc of today
  if (c == 0x1885 || c == 0x1886 || c == 0xA9BD || c == 0x111C9) return false;
  return (category(kCategories, c) & U_GC_MN_MASK) != 0;
}

bool is_mark(CodePoint c) {
  if (c < 0x300) return false;
  if (c == 0x1CF2 || c == 0x1CF3) return true;  // Lo of today
  return c != 0x111C9 && (category(kNormalForms, c) & U_GC_M_MASK) != 0;
}

bool is_word_character(CodePoint c) {
  if (c < 0x80) return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
  if (!is_of(kRust, c)) return false;
  const auto has = [&](UProperty property) {
    return u_hasBinaryProperty(static_cast<UChar32>(c), property) != 0;
  };
  return (category(kRust, c) & (U_GC_M_MASK | U_GC_ND_MASK | U_GC_PC_MASK)) != 0 || has(UCHAR_ALPHABETIC) ||
         has(UCHAR_JOIN_CONTROL);
}

size_t lower(CodePoint c, CodePoint to[2]) {
  if (c == 0x130) {
    to[0] = 'i';
    to[1] = 0x307;  // combining dot above
    return 2;
  }
  to[0] = is_of(kRust, c) ? static_cast<CodePoint>(u_tolower(static_cast<UChar32>(c))) : c;
  return 1;
}

Kind kind_of(CodePoint c) {
  if (is_white(c)) return Kind::white;
  const uint32_t its = category(kPattern, c);
  return (its & U_GC_L_MASK) != 0 ? Kind::letter : (its & U_GC_N_MASK) != 0 ? Kind::number : Kind::other;
}

int combining_class(CodePoint c) {
  return c >= 0x300 && is_of(kNormalForms, c)
             ? utf8proc_get_property(static_cast<utf8proc_int32_t>(c))->combining_class
             : 0;
}

size_t decompose(CodePoint c, bool compatible, CodePoint to[kLongestDecomposition]) {
  to[0] = c;
  if (c < 0x80 || !is_of(kNormalForms, c)) return 1;
  utf8proc_int32_t parts[kLongestDecomposition];
  const int options = UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | (compatible ? UTF8PROC_COMPAT : 0);
  const auto count = utf8proc_decompose_char(static_cast<utf8proc_int32_t>(c), parts, kLongestDecomposition,
                                             static_cast<utf8proc_option_t>(options), nullptr);
  if (count < 1 || count > static_cast<utf8proc_ssize_t>(kLongestDecomposition)) return 1;
  for (utf8proc_ssize_t i = 0; i < count; ++i) to[i] = static_cast<CodePoint>(parts[i]);
  return static_cast<size_t>(count);
}

std::optional<CodePoint> compose(CodePoint a, CodePoint b) {
  if (!is_of(kNormalForms, a) || !is_of(kNormalForms, b)) return std::nullopt;
  utf8proc_int32_t pair[2] = {static_cast<utf8proc_int32_t>(a), static_cast<utf8proc_int32_t>(b)};
  const auto options = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE);
  if (utf8proc_normalize_utf32(pair, 2, options) != 1) return std::nullopt;
  const auto made = static_cast<CodePoint>(pair[0]);
  return is_of(kNormalForms, made) ? std::optional(made) : std::nullopt;
}

}  // namespace standfast::token
