// In the place of ICU's 31 MB of data (locales, converters, names): a package that holds nothing. The character properties
// that Standfast asks for are code, in libicuuc.a; tests/distribution/character_tables.cc compares them all, while no byte
// of this can be read.
#include "packaging/static/no_icu_data.h"

#include <unicode/uvernum.h>

// The name that ICU's own data have.
extern "C" {
extern constinit const standfast::EmptyIcuData standfast_no_icu_data __asm__("icudt" U_ICU_VERSION_SHORT "_dat");
alignas(standfast::EmptyIcuData) constinit const standfast::EmptyIcuData standfast_no_icu_data = {};
}
