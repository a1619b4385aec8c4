// In the place of ICU's 31 MB of data (locales, converters, names): a package that holds nothing. The character properties
// that Standfast asks for are code, in libicuuc.a; tests/distribution/character_tables.cc compares them all, while no byte
// of this can be read.
#include "packaging/static/no_icu_data.h"

constinit const standfast::EmptyIcuData standfast_no_icu_data = {};
