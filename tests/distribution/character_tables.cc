// Every property of characters that Standfast asks ICU for, of every character, as digests. It is linked twice: as usual,
// and with the empty package in the place of ICU's data; then that package is taken away first, and reading a byte of it
// would end the program. packed.py compares, and looks whether the library asks for anything that is not here.
#include <cstdio>
#include <cstring>
#include <initializer_list>

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#ifdef STANDFAST_NO_ICU_DATA
#include <sys/mman.h>

#include "packaging/static/no_icu_data.h"
#endif

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

}  // namespace

int main() {
#ifdef STANDFAST_NO_ICU_DATA
  if (mprotect(const_cast<standfast::EmptyIcuData*>(&standfast_no_icu_data), sizeof(standfast_no_icu_data),
               PROT_NONE) != 0)
    return 2;
#endif
  print("u_charAge", [](UChar32 c) {
    UVersionInfo age;
    u_charAge(c, age);
    for (const uint8_t part : age) take(part);
  });
  print("u_charType", [](UChar32 c) { take(u_charType(c)); });
  print("u_foldCase", [](UChar32 c) { take(u_foldCase(c, U_FOLD_CASE_DEFAULT)); });
  print("u_isUWhiteSpace", [](UChar32 c) { take(u_isUWhiteSpace(c)); });
  print("u_islower", [](UChar32 c) { take(u_islower(c)); });
  print("u_isupper", [](UChar32 c) { take(u_isupper(c)); });
  print("u_tolower", [](UChar32 c) { take(u_tolower(c)); });
  print("u_toupper", [](UChar32 c) { take(u_toupper(c)); });
  print(
      "u_hasBinaryProperty UCHAR_DEFAULT_IGNORABLE_CODE_POINT UCHAR_CASED UCHAR_CASE_IGNORABLE UCHAR_ALPHABETIC "
      "UCHAR_JOIN_CONTROL",
      [](UChar32 c) {
        for (const UProperty property : {UCHAR_DEFAULT_IGNORABLE_CODE_POINT, UCHAR_CASED,
                                         UCHAR_CASE_IGNORABLE, UCHAR_ALPHABETIC, UCHAR_JOIN_CONTROL})
          take(u_hasBinaryProperty(c, property));
      });
  print("u_getIntPropertyValue UCHAR_SENTENCE_BREAK UCHAR_NUMERIC_TYPE", [](UChar32 c) {
    take(u_getIntPropertyValue(c, UCHAR_SENTENCE_BREAK));
    take(u_getIntPropertyValue(c, UCHAR_NUMERIC_TYPE));
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
}
