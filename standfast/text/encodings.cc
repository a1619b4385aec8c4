#include "standfast/text/encodings.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unicode/ucnv.h>

#include "standfast/base/options.h"
#include "standfast/text/printable.h"

namespace standfast {
namespace {

// packaging/static/icu_data.txt lists the tables of these converters.
constexpr TextEncoding kEncodings[] = {
    {kUtf8, ""},
    {"utf-16", "UTF-16"},
    {"utf-16le", "UTF-16LE"},
    {"utf-16be", "UTF-16BE"},
    {"utf-32", "UTF-32"},
    {"utf-32le", "UTF-32LE"},
    {"utf-32be", "UTF-32BE"},
    {"us-ascii", "US-ASCII"},
    {"iso-8859-1", "ISO-8859-1"},
    {"iso-8859-2", "ibm-912_P100-1995"},
    {"iso-8859-3", "ibm-913_P100-2000"},
    {"iso-8859-4", "ibm-914_P100-1995"},
    {"iso-8859-5", "ibm-915_P100-1995"},
    {"iso-8859-6", "ibm-1089_P100-1995"},
    {"iso-8859-7", "ibm-9005_X110-2007"},
    {"iso-8859-8", "ibm-5012_P100-1999"},
    {"iso-8859-9", "ibm-920_P100-1995"},
    {"iso-8859-10", "iso-8859_10-1998"},
    {"iso-8859-13", "ibm-921_P100-1995"},
    {"iso-8859-14", "iso-8859_14-1998"},
    {"iso-8859-15", "ibm-923_P100-1998"},
    {"windows-874", "windows-874-2000"},
    {"windows-1250", "ibm-5346_P100-1998"},
    {"windows-1251", "ibm-5347_P100-1998"},
    {"windows-1252", "ibm-5348_P100-1997"},
    {"windows-1253", "ibm-5349_P100-1998"},
    {"windows-1254", "ibm-5350_P100-1998"},
    {"windows-1255", "ibm-9447_P100-2002"},
    {"windows-1256", "ibm-9448_X100-2005"},
    {"windows-1257", "ibm-9449_P100-2002"},
    {"windows-1258", "ibm-5354_P100-1998"},
    {"koi8-r", "ibm-878_P100-1996"},
    {"koi8-u", "ibm-1168_P100-2002"},
    {"cp437", "ibm-437_P100-1995"},
    {"cp737", "ibm-737_P100-1997"},
    {"cp775", "ibm-775_P100-1996"},
    {"cp850", "ibm-850_P100-1995"},
    {"cp852", "ibm-852_P100-1995"},
    {"cp855", "ibm-855_P100-1995"},
    {"cp857", "ibm-857_P100-1995"},
    {"cp858", "ibm-858_P100-1997"},
    {"cp862", "ibm-862_P100-1995"},
    {"cp866", "ibm-866_P100-1995"},
    {"macintosh", "macos-0_2-10.2"},
    {"x-mac-ce", "macos-29-10.2"},
    {"x-mac-cyrillic", "macos-7_3-10.2"},
    {"x-mac-greek", "macos-6_2-10.4"},
    {"x-mac-turkish", "macos-35-10.2"},
    {"gb18030", "gb18030"},
    {"big5", "windows-950-2000"},
    {"shift_jis", "ibm-943_P15A-2003"},
    {"euc-jp", "euc-jp-2007"},
    {"iso-2022-jp", "ISO_2022,locale=ja,version=0"},
    {"euc-kr", "windows-949-2000"},
};

// Names that ICU does not know, or knows as an encoding with fewer characters than files of that name have,
// by letters and digits: as browsers do, GB 2312 and GBK are read as GB 18030, and EUC-KR as its extension by
// Microsoft.
constexpr std::pair<std::string_view, std::string_view> kAliases[] = {
    {"utf8sig", kUtf8},
    {"utf8bom", kUtf8},
    {"ucs2", "utf-16"},
    {"ascii", "us-ascii"},
    {"iso885911", "windows-874"},
    {"tis620", "windows-874"},
    {"iso88598i", "iso-8859-8"},
    {"gbk", "gb18030"},
    {"gb2312", "gb18030"},
    {"gb231280", "gb18030"},
    {"euccn", "gb18030"},
    {"cp936", "gb18030"},
    {"ms936", "gb18030"},
    {"windows936", "gb18030"},
    {"big5eten", "big5"},
    {"cp950", "big5"},
    {"ms950", "big5"},
    {"windows950", "big5"},
    {"uhc", "euc-kr"},
    {"cp949", "euc-kr"},
    {"ms949", "euc-kr"},
    {"windows949", "euc-kr"},
    {"ksc5601", "euc-kr"},
    {"ksc56011987", "euc-kr"},
    {"ksx1001", "euc-kr"},
    {"macroman", "macintosh"},
    {"maccyrillic", "x-mac-cyrillic"},
    {"macgreek", "x-mac-greek"},
    {"macturkish", "x-mac-turkish"},
    {"maccentraleurope", "x-mac-ce"},
    {"maclatin2", "x-mac-ce"},
    {"sjis", "shift_jis"},
    {"cp932", "shift_jis"},
    {"windows31j", "shift_jis"},
};

std::string letters_and_digits(std::string_view name) {
  std::string bare;
  for (const char c : name) {
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) bare += c;
    if (c >= 'A' && c <= 'Z') bare += static_cast<char>(c - 'A' + 'a');
  }
  return bare;
}

const TextEncoding* by_letters(std::string_view bare) {
  for (const auto& [alias, name] : kAliases)
    if (alias == bare) return by_letters(letters_and_digits(name));
  for (const TextEncoding& one : kEncodings)
    if (letters_and_digits(one.name) == bare) return &one;
  return nullptr;
}

// Finds the encoding of a name that only ICU's table of aliases has: "l1", "csShiftJIS", "ibm-866".
const TextEncoding* by_alias(const std::string& name) {
  constexpr size_t kLongestName = 60;
  // A comma would begin an option of a converter.
  if (name.size() > kLongestName || name.find(',') != std::string::npos) return nullptr;
  UErrorCode status = U_ZERO_ERROR;
  const char* converter = ucnv_getAlias(name.c_str(), 0, &status);
  if (U_FAILURE(status) || converter == nullptr) return nullptr;
  for (const TextEncoding& one : kEncodings)
    if (std::strcmp(one.converter, converter) == 0) return &one;
  return nullptr;
}

}  // namespace

std::span<const TextEncoding> encodings() {
  return kEncodings;
}

Result<TextEncoding> find_encoding(std::string_view given) {
  if (given.empty()) return kEncodings[0];
  const std::string bare = letters_and_digits(given);
  if (const TextEncoding* known = by_letters(bare)) return *known;
  if (const TextEncoding* known = by_alias(std::string(given))) return *known;
  std::vector<std::string> names;
  for (const TextEncoding& one : kEncodings) names.emplace_back(one.name);
  std::vector<std::string> bare_names;
  for (const auto& name : names) bare_names.push_back(letters_and_digits(name));
  const auto nearest = std::find(bare_names.begin(), bare_names.end(), nearest_name(bare, bare_names));
  return usage_error(fmt::format(
      "there is no encoding \"{}\"{}", printable_line(given),
      nearest == bare_names.end()
          ? fmt::format(" (there are: {})", fmt::join(names, ", "))
          : fmt::format("; did you mean \"{}\"?", names[static_cast<size_t>(nearest - bare_names.begin())])));
}

namespace {

// Names the encoding of the first two letters, or of the first one in UTF-32, if they are ASCII.
std::string_view encoding_of_letters(std::string_view head) {
  if (head.size() < 4) return "";
  const auto zero = [&](size_t i) { return head[i] == '\0'; };
  if (!zero(0) && zero(1) && zero(2) && zero(3)) return "utf-32le";
  if (zero(0) && zero(1) && zero(2) && !zero(3)) return "utf-32be";
  if (!zero(0) && zero(1) && !zero(2) && zero(3)) return "utf-16le";
  if (zero(0) && !zero(1) && zero(2) && !zero(3)) return "utf-16be";
  return "";
}

}  // namespace

ByteOrderMark find_byte_order_mark(std::string_view head) {
  static constexpr std::pair<std::string_view, std::string_view> kMarks[] = {
      {{"\xef\xbb\xbf", 3}, "utf-8"}, {{"\xff\xfe\0\0", 4}, "utf-32le"}, {{"\0\0\xfe\xff", 4}, "utf-32be"},
      {{"\xff\xfe", 2}, "utf-16le"},  {{"\xfe\xff", 2}, "utf-16be"},
  };
  for (const auto& [mark, encoding] : kMarks)
    if (head.starts_with(mark)) return {encoding, mark.size()};
  return {};
}

Result<size_t> byte_order_mark(std::string_view head, const std::string& name) {
  const ByteOrderMark mark = find_byte_order_mark(head);
  if (mark.encoding == "utf-8") return mark.bytes;
  const std::string encoding(mark.bytes > 0 ? mark.encoding : encoding_of_letters(head));
  if (encoding.empty()) return size_t{0};
  std::string upper = encoding;
  std::transform(upper.begin(), upper.end(), upper.begin(), [](unsigned char c) { return std::toupper(c); });
  return data_error(fmt::format(
      "{0}: is {1}{2}, where UTF-8 is expected (a corpus: --encoding {3}; any other file: iconv -f {1} -t "
      "UTF-8)",
      name, upper, mark.bytes > 0 ? "" : " without a byte order mark", encoding));
}

}  // namespace standfast
