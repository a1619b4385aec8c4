// Prints everything that Standfast asks ICU for. The properties of every character, and the results of
// decoding bytes in the encodings of the command line, are printed as digests; words, sentences and
// characters of scripts with and without spaces are printed as text. The program is linked twice: as usual,
// and with the small package in the place of ICU's data. packed.py compares the outputs, and checks that the
// library asks for nothing that is not here.
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/ucnv.h>
#include <unicode/uscript.h>
#include <unicode/ustring.h>

namespace {

uint64_t digest = 0;

void take(int64_t value) {
  digest = (digest ^ static_cast<uint64_t>(value)) * 0x100000001b3U;
}

template <class Ask>
void print(const char* name, const Ask& ask) {
  digest = 0xcbf29ce484222325U;
  for (UChar32 c = 0; c <= 0x10ffff; ++c) ask(c);
  std::printf("%s %016llx\n", name, static_cast<unsigned long long>(digest));
}

int problems = 0;

void complain(const std::string& what, UErrorCode status) {
  std::printf("%s: %s\n", what.c_str(), u_errorName(status));
  ++problems;
}

struct Sample {
  const char* name;
  std::u16string_view text;
  size_t least;  // at least so many words: rules without a dictionary find one in each
};
constexpr Sample kSamples[] = {
    {"Chinese", u"北京大学生前来应聘。他说中文很难学！", 9},
    {"Chinese, traditional", u"研究生命起源的學者們在圖書館裡討論問題。", 9},
    {"Japanese", u"私は昨日東京タワーに行きました。とても楽しかったです。", 10},
    {"Korean", u"나는 어제 서울에 갔습니다. 한국어 문장입니다.", 9},
    {"Thai", u"ภาษาไทยเป็นภาษาที่ไม่มีการเว้นวรรคระหว่างคำ", 8},
    {"Lao", u"ພາສາລາວເປັນພາສາທາງການຂອງປະເທດລາວ", 5},
    {"Khmer", u"ភាសាខ្មែរជាភាសាផ្លូវការរបស់ប្រទេសកម្ពុជា", 5},
    {"Burmese", u"မြန်မာဘာသာစကားသည်မြန်မာနိုင်ငံ၏ရုံးသုံးဘာသာစကားဖြစ်သည်", 5},
    {"Hindi", u"यह एक हिन्दी वाक्य है। दूसरा वाक्य।", 9},
    {"English", u"Don't stop: e-mail me at 10.30 a.m. It's 3,000 m away.", 12},
    {"emoji", u"👩‍👩‍👧‍👦 family 🇩🇪🇫🇷 é e\u0301", 6},
};

void print_breaks(const char* name, UBreakIteratorType type) {
  for (const Sample& sample : kSamples) {
    UErrorCode status = U_ZERO_ERROR;
    UBreakIterator* breaks =
        ubrk_open(type, "", sample.text.data(), static_cast<int32_t>(sample.text.size()), &status);
    if (U_FAILURE(status)) {
      complain(std::string(name) + " of " + sample.name, status);
      continue;
    }
    std::string line = std::string(name) + " of " + sample.name + ":";
    size_t pieces = 0;
    int32_t from = ubrk_first(breaks);
    for (int32_t to = ubrk_next(breaks); to != UBRK_DONE; from = to, to = ubrk_next(breaks), ++pieces) {
      char piece[512];
      int32_t size = 0;
      u_strToUTF8(piece, sizeof(piece), &size, sample.text.data() + from, to - from, &status);
      line += std::string("|") + std::string(piece, static_cast<size_t>(size)) + "#" +
              std::to_string(ubrk_getRuleStatus(breaks));
    }
    std::printf("%s\n", line.c_str());
    if (U_FAILURE(status)) complain(line, status);
    if (type == UBRK_WORD && pieces < sample.least) complain(line + " are too few", U_MISSING_RESOURCE_ERROR);
    ubrk_close(breaks);
  }
}

// Takes the result of decoding these bytes into the digest: characters, or a refusal.
void take_bytes(UConverter* converter, std::string_view bytes) {
  UErrorCode status = U_ZERO_ERROR;
  UChar buffer[16];
  UChar* to = buffer;
  const char* from = bytes.data();
  ucnv_reset(converter);
  ucnv_toUnicode(converter, &to, buffer + 16, &from, bytes.data() + bytes.size(), nullptr, true, &status);
  take(status);
  take(from - bytes.data());
  for (const UChar* one = buffer; one != to; ++one) take(*one);
}

void print_encoding(const char* name) {
  UErrorCode status = U_ZERO_ERROR;
  UConverter* converter = ucnv_open(name, &status);
  if (U_SUCCESS(status))
    ucnv_setToUCallBack(converter, UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &status);
  if (U_FAILURE(status)) return complain(name, status);
  digest = 0xcbf29ce484222325U;
  const std::string before = std::strstr(name, "2022") != nullptr ? "\x1b$B" : "";
  std::string bytes;
  const auto take_all = [&](std::initializer_list<std::pair<int, int>> ranges, const auto& self) -> void {
    if (ranges.size() == 0) return take_bytes(converter, bytes);
    for (int byte = ranges.begin()->first; byte <= ranges.begin()->second; ++byte) {
      bytes.push_back(static_cast<char>(byte));
      // The other ranges follow one level down.
      const std::pair<int, int>* rest = ranges.begin() + 1;
      if (ranges.size() == 1) self({}, self);
      if (ranges.size() == 2) self({rest[0]}, self);
      if (ranges.size() == 3) self({rest[0], rest[1]}, self);
      if (ranges.size() == 4) self({rest[0], rest[1], rest[2]}, self);
      bytes.pop_back();
    }
  };
  bytes = before;
  take_all({{0, 255}}, take_all);
  take_all({{0, 255}, {0, 255}}, take_all);
  if (std::strstr(name, "euc") != nullptr) take_all({{0x8f, 0x8f}, {0xa0, 255}, {0xa0, 255}}, take_all);
  if (std::strcmp(name, "gb18030") == 0)
    take_all({{0x81, 0x84}, {0x30, 0x39}, {0x81, 0xfe}, {0x30, 0x39}}, take_all);
  for (uint16_t i = 0; i < ucnv_countAliases(name, &status); ++i)
    for (const char* alias = ucnv_getAlias(name, i, &status); *alias != '\0'; ++alias) take(*alias);
  std::printf("%s %016llx, %d aliases\n", name, static_cast<unsigned long long>(digest),
              ucnv_countAliases(name, &status));
  if (U_FAILURE(status)) complain(name, status);
  ucnv_close(converter);
}

}  // namespace

// Takes names of encodings as arguments.
int main(int count, char** arguments) {
  print("u_charAge", [](UChar32 c) {
    UVersionInfo age;
    u_charAge(c, age);
    for (const uint8_t part : age) take(part);
  });
  print("u_errorName", [](UChar32 c) {  // the codes of errors and warnings are small numbers
    const char* name = u_errorName(static_cast<UErrorCode>(c > 0xffff ? U_ZERO_ERROR : c - 0x400));
    for (; *name != '\0'; ++name) take(*name);
  });
  print("u_charDirection", [](UChar32 c) { take(u_charDirection(c)); });
  print("u_charType", [](UChar32 c) { take(u_charType(c)); });
  print("u_foldCase", [](UChar32 c) { take(u_foldCase(c, U_FOLD_CASE_DEFAULT)); });
  print("u_isUWhiteSpace", [](UChar32 c) { take(u_isUWhiteSpace(c)); });
  print("u_isalpha", [](UChar32 c) { take(u_isalpha(c)); });
  print("u_ispunct", [](UChar32 c) { take(u_ispunct(c)); });
  print("u_islower", [](UChar32 c) { take(u_islower(c)); });
  print("u_isupper", [](UChar32 c) { take(u_isupper(c)); });
  print("u_tolower", [](UChar32 c) { take(u_tolower(c)); });
  print("u_toupper", [](UChar32 c) { take(u_toupper(c)); });
  print(
      "u_hasBinaryProperty UCHAR_DEFAULT_IGNORABLE_CODE_POINT UCHAR_CASED UCHAR_CASE_IGNORABLE UCHAR_ALPHABETIC "
      "UCHAR_JOIN_CONTROL UCHAR_S_TERM UCHAR_QUOTATION_MARK",
      [](UChar32 c) {
        for (const UProperty property :
             {UCHAR_DEFAULT_IGNORABLE_CODE_POINT, UCHAR_CASED, UCHAR_CASE_IGNORABLE, UCHAR_ALPHABETIC,
              UCHAR_JOIN_CONTROL, UCHAR_S_TERM, UCHAR_QUOTATION_MARK})
          take(u_hasBinaryProperty(c, property));
      });
  print(
      "u_getIntPropertyValue UCHAR_SENTENCE_BREAK UCHAR_WORD_BREAK UCHAR_NUMERIC_TYPE UCHAR_EAST_ASIAN_WIDTH",
      [](UChar32 c) {
        for (const UProperty property :
             {UCHAR_SENTENCE_BREAK, UCHAR_WORD_BREAK, UCHAR_NUMERIC_TYPE, UCHAR_EAST_ASIAN_WIDTH})
          take(u_getIntPropertyValue(c, property));
      });
  print("uscript_getScript uscript_getName", [](UChar32 c) {
    UErrorCode status = U_ZERO_ERROR;
    const UScriptCode script = uscript_getScript(c, &status);
    take(script);
    take(status);
    const char* name = uscript_getName(script);
    take(name == nullptr ? -1 : static_cast<int64_t>(std::strlen(name)));
    for (; name != nullptr && *name != '\0'; ++name) take(*name);
  });
  print_breaks("words", UBRK_WORD);
  print_breaks("sentences", UBRK_SENTENCE);
  print_breaks("characters", UBRK_CHARACTER);
  for (int i = 1; i < count; ++i) print_encoding(arguments[i]);
  return problems == 0 ? 0 : 1;
}
